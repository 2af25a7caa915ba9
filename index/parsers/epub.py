"""EPUB: the chapters in the order of the book, each under its title in the table of contents."""

from __future__ import annotations

import posixpath
import re
from urllib.parse import unquote

from index.document import ParsedDocument
from index.errors import PasswordNeeded, UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.encodings import declared_charset, decode
from index.parsers.html_blocks import HtmlBlocks
from index.parsers.html_tree import Node, parse_tree
from index.parsers.zip_package import Element, ZipPackage, child

PARSER = "epub/3"
_PAGES = frozenset(
    ["application/xhtml+xml", "text/html", "application/xml", "text/x-oeb1-document", "application/x-dtbook+xml"]
)
_HEADING = re.compile(r"h[1-6]$")
_Titles = dict[str, list[tuple[bool, tuple[str, ...]]]]
"""Part → the entries of the table of contents that lead to it: into its middle?, titles from the outermost."""
_PAGE_MARKS = frozenset(["pagebreak", "doc-pagebreak"])
_FONT_ONLY = re.compile(rb"(?i)\.(?:otf|ttf|woff2?)\b")


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Raises PasswordNeeded for books with copy protection and UnreadableDocument."""
    with ZipPackage(source, options) as package:
        _refuse_protected(package)
        book = _Book(package)
        builder = DocumentBuilder("epub", PARSER)
        for part in book.spine:
            _add_chapter(builder, package, part, book.titles)
        for warning in package.warnings:
            builder.warn(warning)
        return builder.build(
            title=book.metadata("title"),
            author=book.metadata("creator"),
            modified=book.modified,
            language=book.metadata("language"),
        )


def _refuse_protected(package: ZipPackage) -> None:
    """Fonts are often obfuscated, which does not matter; encrypted pages cannot be read."""
    name = "META-INF/encryption.xml"
    root = package.optional_xml(name) if package.has(name) else None
    for reference in root.iter("CipherReference") if root is not None else ():
        if not _FONT_ONLY.search(reference.get("URI", "").encode()):
            raise PasswordNeeded(
                "The book is protected against copying.",
                next_step="Use an edition without copy protection; this one can be read in its own program only.",
            )


class _Book:
    """The package file: reading order, table of contents and properties."""

    def __init__(self, package: ZipPackage) -> None:
        self._package = package
        container = package.optional_xml("META-INF/container.xml")
        roots = [e.get("full-path", "") for e in container.iter("rootfile")] if container is not None else []
        part = next((r for r in roots if package.has(r)), None) or next(
            (n for n in package.names() if n.lower().endswith(".opf")), None
        )
        root = package.optional_xml(part) if part else None
        self._root = root
        self._folder = posixpath.dirname(part or "")
        self._items = {e.get("id", ""): e for e in root.iter("item")} if root is not None else {}
        self.spine = self._read_spine()
        if not self.spine:
            raise UnreadableDocument("The book is damaged: none of its chapters is there.")
        self.titles = self._read_titles()

    def _path(self, href: str, folder: str | None = None) -> str:
        base = self._folder if folder is None else folder
        return posixpath.normpath(posixpath.join(base, unquote(href.split("#")[0])))

    def _read_spine(self) -> list[str]:
        found: list[str] = []
        for reference in self._root.iter("itemref") if self._root is not None else ():
            item = self._items.get(reference.get("idref", ""))
            path = self._path(item.get("href", "")) if item is not None else ""
            if path and self._package.has(path) and path not in found:
                found.append(path)
        if found:
            return found
        pages = [self._path(i.get("href", "")) for i in self._items.values() if i.get("media-type") in _PAGES]
        names = self._package.names()
        return [p for p in pages if self._package.has(p)] or sorted(
            n for n in names if n.lower().endswith((".xhtml", ".html", ".htm"))
        )

    def _read_titles(self) -> dict[str, tuple[str, ...]]:
        """Part → titles of the table of contents that lead to it, outermost first."""
        titles: _Titles = {}
        for item in self._items.values():
            path = self._path(item.get("href", ""))
            if not self._package.has(path):
                continue
            folder = posixpath.dirname(path)
            if item.get("media-type") == "application/x-dtbncx+xml":
                root = self._package.optional_xml(path)
                if root is not None:
                    self._ncx(root.find("navMap"), folder, (), titles)
            elif "nav" in item.get("properties", "").split():
                tree = parse_tree(decode(self._package.read(path)))
                for nav in tree.find_all("nav"):
                    if "toc" in nav.attributes.get("epub:type", "toc"):
                        self._nav(nav, folder, (), titles)
        return {part: _title(found) for part, found in titles.items()}

    def _ncx(self, parent: Element | None, folder: str, above: tuple[str, ...], titles: _Titles) -> None:
        for point in parent if parent is not None and len(above) < 6 else ():
            if point.tag == "navPoint":
                text = child(point, "navLabel", "text")
                content = child(point, "content")
                path = (*above, " ".join((text.text or "").split()) if text is not None else "")
                if content is not None:
                    _note(titles, self._path(content.get("src", ""), folder), "#" in content.get("src", ""), path)
                self._ncx(point, folder, path, titles)

    def _nav(self, node: Node, folder: str, above: tuple[str, ...], titles: _Titles) -> None:
        path = above
        for part in node.children:
            if not isinstance(part, Node):
                continue
            if part.tag in {"a", "span"}:
                path = (*above, " ".join(part.text().split()))
                target = part.attributes.get("href", "")
                if target:
                    _note(titles, self._path(target, folder), "#" in target, path)
            elif len(above) < 6:
                self._nav(part, folder, path if node.tag == "li" else above, titles)

    def metadata(self, name: str) -> str | None:
        found = (
            (e.text.strip() for e in self._root.iter(name) if e.text and e.text.strip()) if self._root is not None else iter(())
        )
        return next(found, None)

    @property
    def modified(self) -> str | None:
        for meta in self._root.iter("meta") if self._root is not None else ():
            if meta.get("property") == "dcterms:modified" and meta.text:
                return meta.text.strip()
        return self.metadata("date")


def _note(titles: _Titles, part: str, inside: bool, path: tuple[str, ...]) -> None:
    titles.setdefault(part, []).append((inside, path))


def _title(found: list[tuple[bool, tuple[str, ...]]]) -> tuple[str, ...]:
    """The title that leads to the beginning of a part, else what all titles that lead into it have in common."""
    whole = next((path for inside, path in found if not inside), None)
    if whole is not None or len(found) == 1:
        return whole or found[0][1]
    paths = [path for _, path in found]
    common = [level[0] for level in zip(*paths, strict=False) if len(set(level)) == 1]
    return tuple(common)


def _add_chapter(builder: DocumentBuilder, package: ZipPackage, part: str, titles: dict[str, tuple[str, ...]]) -> None:
    try:
        data = package.read(part)
    except UnreadableDocument:
        builder.warn(f"The chapter {posixpath.basename(part)} is damaged and was left out.")
        return
    tree = parse_tree(decode(data, declared_charset(data)))
    _drop(tree)
    path = [title for title in titles.get(part, ()) if title]
    first = next((node for node in _walk(tree) if _HEADING.match(node.tag) and node.text().strip()), None)
    if path:
        builder.reset_headings()
        # The last title is usually a heading of the page, which then stands there itself.
        own = any(_same(node.text(), path[-1]) for node in _walk(tree) if _HEADING.match(node.tag))
        shown = path[:-1] if own else path
        for level, title in enumerate(shown, start=1):
            builder.enter(level, title)
        if first is not None:
            _shift(tree, len(shown))
    HtmlBlocks(builder, drop_boilerplate=False).add(tree)


def _same(left: str, right: str) -> bool:
    return re.sub(r"\W+", "", left).lower() == re.sub(r"\W+", "", right).lower()


def _walk(node: Node) -> list[Node]:
    found: list[Node] = []
    stack = [node]
    while stack:
        current = stack.pop()
        found.append(current)
        stack.extend(reversed([part for part in current.children if isinstance(part, Node)]))
    return found


def _shift(tree: Node, by: int) -> None:
    """Headings of a page stand below the titles of the parts around it, the highest of them right below."""
    headings = [node for node in _walk(tree) if _HEADING.match(node.tag)]
    highest = min(int(node.tag[1]) for node in headings)
    for node in headings:
        node.tag = f"h{min(int(node.tag[1]) - highest + 1 + by, 6)}"


def _drop(tree: Node) -> None:
    """Page numbers of the printed edition stand in the middle of sentences."""
    for node in _walk(tree):
        node.children = [part for part in node.children if isinstance(part, str) or not _is_page_mark(part)]


def _is_page_mark(node: Node) -> bool:
    return node.attributes.get("epub:type", node.attributes.get("role", "")) in _PAGE_MARKS
