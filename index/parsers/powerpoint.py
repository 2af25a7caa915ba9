"""PPTX: each slide with its number, title, texts, tables, charts, notes and comments."""

from __future__ import annotations

from collections.abc import Iterator

from index.document import ParsedDocument
from index.errors import UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder, current_text
from index.parsers.chart_table import add_graphics
from index.parsers.html_picture import says_something
from index.parsers.math_text import math_text
from index.parsers.office_package import Element, OfficePackage, child, descendants, whole_number
from index.parsers.tables import Cell, spread, table_lines

PARSER = "powerpoint/4"
_TITLES = frozenset(["title", "ctrTitle"])
_FURNITURE = frozenset(["sldNum", "dt", "ftr", "hdr"])
_SHAPES = frozenset(["sp", "graphicFrame", "cxnSp", "pic", "contentPart"])
_DESCRIBES_GROUP = "nvGrpSpPr"
_GROUPS = frozenset(["grpSp", "AlternateContent", "Choice"])
DEFAULT_TITLES = frozenset(["powerpoint presentation", "powerpoint-präsentation", "présentation powerpoint", "slide 1"])
_MAX_GROUPS = 30
_ON = frozenset(["1", "true"])
_STRUCK = frozenset(["sngStrike", "dblStrike"])


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Raises UnreadableDocument."""
    with OfficePackage(source, options) as package:
        return _Presentation(package).read()


class _Presentation:
    def __init__(self, package: OfficePackage) -> None:
        self._package = package
        self._builder = DocumentBuilder("pptx", PARSER)
        self._furniture: set[str] = set()
        self._part = package.main_part("ppt/presentation.xml")
        self._related = package.related(self._part)
        self._authors = self._read_authors()

    def read(self) -> ParsedDocument:
        builder = self._builder
        root = self._package.xml(self._part)
        if root is None:
            raise UnreadableDocument("The presentation is damaged: its list of slides is missing.")
        # Sections list the same slides once more, in an extension at the end.
        listed = child(root, "sldIdLst")
        slides = [self._related.get(e.get("r:id", ""), ("", ""))[1] for e in (listed if listed is not None else ())]
        first_title: str | None = None
        for number, part in enumerate(slides, start=1):
            builder.reset_headings()
            builder.set_place("slide", slide=number)
            builder.begin_page(number)
            slide = self._package.optional_xml(part)
            if slide is not None:
                self._add_slide(slide, self._package.related(part))
            elif not self._package.has(part):
                builder.warn(f"Slide {number} is missing in the file.")
            first_title = first_title or builder.last_heading
        for warning in self._package.warnings:
            builder.warn(warning)
        core = self._package.core_properties()
        title = core.get("title")
        if not title or title.lower() in DEFAULT_TITLES:
            title = first_title
        return builder.build(title=title, author=core.get("creator"), modified=core.get("modified"))

    def _add_slide(self, slide: Element, related: dict[str, tuple[str, str]]) -> None:
        tree = child(slide, "cSld", "spTree")
        shapes = list(_shapes(tree)) if tree is not None else []
        title = next((shape for shape in shapes if _placeholder(shape) in _TITLES and _paragraphs(shape)), None)
        if title is not None:
            self._builder.heading(1, " ".join(text for text, _ in _paragraphs(title)))
        if slide.get("show") in {"0", "false"}:
            self._builder.add("note", "This slide is hidden.")
        furniture: list[str] = []
        for shape in shapes:
            if shape is title:
                continue
            if _placeholder(shape) in _FURNITURE:
                furniture += self._new_furniture(shape)
            else:
                self._add_shape(shape, related)
        for text in furniture:
            self._builder.add("note", f"Footer: {text}")
        for word, target in related.values():
            if word == "notesSlide":
                self._add_notes(target)
            elif word in {"comments", "comment"}:
                self._add_comments(target)

    def _add_shape(self, shape: Element, related: dict[str, tuple[str, str]]) -> None:
        described = says_something(next((e.get("descr", "") for e in shape.iter("cNvPr")), ""))
        if shape.tag == "graphicFrame":
            for table in shape.iter("tbl"):
                self._add_table(table)
            add_graphics(self._builder, self._package, shape, related)
        else:
            paragraphs = _paragraphs(shape)
            for text, is_item in paragraphs:
                self._builder.add("list_item" if is_item or len(paragraphs) > 1 else "paragraph", text)
        if described and not _paragraphs(shape):  # a shape's own words say more than its description
            self._builder.add("note", f"Picture: {described}")

    def _new_furniture(self, shape: Element) -> list[str]:
        """Footer, date and the like, once in a presentation; slide numbers and fields that change say nothing."""
        if _placeholder(shape) == "sldNum":
            return []
        texts = [text for text, _ in _paragraphs(shape) if not text.isdigit() and text not in self._furniture]
        self._furniture.update(texts)
        return texts

    def _add_table(self, table: Element) -> None:
        properties = child(table, "tblPr")
        has_header = properties is not None and properties.get("firstRow") in _ON
        rows: list[list[Cell]] = []
        for number, row in enumerate(table.iter("tr")):
            cells: list[Cell] = []
            for cell in row.iter("tc"):
                if cell.get("hMerge") in _ON or cell.get("vMerge") in _ON:
                    continue
                text = " ".join(words for words, _ in _paragraphs(cell))
                columns = whole_number(cell.get("gridSpan"), 1, low=1, high=200)
                height = whole_number(cell.get("rowSpan"), 1, low=1, high=2000)
                cells.append(Cell(text, header=has_header and number == 0, columns=columns, rows=height))
            rows.append(cells)
        grid, header_rows = spread(rows)
        for line in table_lines(grid, header_rows):
            self._builder.add("table_row", line)

    def _add_notes(self, part: str) -> None:
        tree = child(self._package.optional_xml(part), "cSld", "spTree")
        for shape in _shapes(tree) if tree is not None else ():
            if _placeholder(shape) not in _FURNITURE | {"sldImg"}:
                text = "\n".join(words for words, _ in _paragraphs(shape))
                self._builder.add("note", f"Notes: {text}" if text else "")

    # --- comments --------------------------------------------------------------------------------------------------

    def _read_authors(self) -> dict[str, str]:
        authors: dict[str, str] = {}
        for word, target in self._related.values():
            root = self._package.optional_xml(target) if word in {"commentAuthors", "authors"} else None
            for author in root.iter() if root is not None else ():
                if author.tag in {"cmAuthor", "author"}:
                    authors[author.get("id", "")] = author.get("name", "").strip()
        return authors

    def _add_comments(self, part: str) -> None:
        root = self._package.optional_xml(part)
        for comment in root.iter() if root is not None else ():
            if comment.tag not in {"cm", "reply"}:
                continue
            own = [e for e in descendants(comment, "text", ("replyLst",))] + [
                e for e in descendants(comment, "t", ("replyLst",))
            ]
            text = " ".join(" ".join(e.text or "" for e in own).split())
            author = self._authors.get(comment.get("authorId", ""), "")
            by = f" by {author}" if author else ""
            self._builder.add("note", f"Comment{by}: {text}" if text else "")


def _shapes(tree: Element, depth: int = 0) -> Iterator[Element]:
    """Shapes in their stored order, groups opened; the fall-back copies for old programs left out."""
    for element in tree:
        if element.tag in _SHAPES or element.tag == _DESCRIBES_GROUP and depth:
            yield element
        elif element.tag in _GROUPS and depth < _MAX_GROUPS:
            yield from _shapes(element, depth + 1)


def _placeholder(shape: Element) -> str | None:
    found = next(descendants(shape, "ph"), None)
    return found.get("type", "body") if found is not None else None


def _paragraphs(element: Element) -> list[tuple[str, bool]]:
    """(text, does it have a bullet or number?) of each paragraph that holds any."""
    texts: list[tuple[str, bool]] = []
    for body in (e for e in element.iter() if e.tag in {"txBody", "txbxContent"}):
        for paragraph in descendants(body, "p", ("Fallback", "p")):
            struck: list[str] = []
            shown = "".join(_words(paragraph, struck))
            text = " ".join(current_text(shown, "".join(struck)).split())
            properties = child(paragraph, "pPr")
            bullet = properties is not None and any(child(properties, tag) is not None for tag in ("buChar", "buAutoNum"))
            if text:
                texts.append((text, bullet))
    return texts


def _words(element: Element, struck: list[str]) -> Iterator[str]:
    """Current words below an element; those that are struck out are put into ``struck``."""
    for node in element:
        if node.tag == "t":
            yield node.text or ""
        elif node.tag in {"br", "tab"}:
            yield " "
        elif node.tag in {"oMath", "oMathPara"}:
            yield f" {math_text(node)} "
        elif node.tag == "r" and (properties := child(node, "rPr")) is not None and properties.get("strike") in _STRUCK:
            struck += _words(node, [])
        elif node.tag not in {"Fallback", "pPr", "rPr"}:
            yield from _words(node, struck)
