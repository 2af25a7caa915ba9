"""Turns an HTML tree into blocks. Also serves Markdown and the formats that kreuzberg gives as Markdown."""

from __future__ import annotations

import re

from index.document import BlockKind
from index.parsers.builder import DocumentBuilder, current_text
from index.parsers.html_main import PROSE_WORDS, is_boilerplate, is_prose, main_part
from index.parsers.html_picture import PICTURES, picture_words
from index.parsers.html_tree import Node, is_struck
from index.parsers.tables import Cell, spread, table_lines

_NEVER = frozenset(
    [
        "script",
        "style",
        "noscript",
        "template",
        "iframe",
        "object",
        "canvas",
        "head",
        "button",
        "select",
        "input",
    ]
)
_BLOCKS = frozenset(
    [
        *(
            [
                "address",
                "article",
                "aside",
                "body",
                "caption",
                "center",
                "dd",
                "details",
                "dialog",
                "div",
                "dl",
                "dt",
                "fieldset",
                "figcaption",
                "figure",
                "footer",
                "form",
                "header",
            ]
        ),
        *(
            [
                "html",
                "hr",
                "legend",
                "li",
                "main",
                "menu",
                "nav",
                "ol",
                "p",
                "section",
                "summary",
                "table",
                "tbody",
                "td",
                "tfoot",
                "th",
                "thead",
                "tr",
                "ul",
                "blockquote",
                "pre",
            ]
        ),
        *(["h1", "h2", "h3", "h4", "h5", "h6"]),
    ]
)
_HEADING = re.compile(r"h[1-6]")
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_INLINE_PICTURE = 60
"""Characters up to which the words of a picture are read as a part of the sentence in which it stands."""
_STRUCTURES = frozenset(["h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "table", "pre"])


class _Picture(str):
    """Words of a picture among pieces of text."""

    __slots__ = ()


class HtmlBlocks:
    """Walks a tree and adds its text to a builder. ``drop_boilerplate`` is for web pages, not for converted documents."""

    def __init__(self, builder: DocumentBuilder, *, drop_boilerplate: bool) -> None:
        self._builder = builder
        self._drop_boilerplate = drop_boilerplate
        self._inline: list[str] = []
        self._struck: list[str] = []
        self._kind: BlockKind = "paragraph"
        self._prefix = ""
        self._main: Node | None = None
        self._outside = False
        """Whether this is outside of the page's main part; there only running text is kept."""

    def add(self, root: Node) -> None:
        """Add all blocks below ``root``."""
        self._main = main_part(root) if self._drop_boilerplate else None
        self._outside = self._main is not None and self._main is not root
        self._children(root)
        self._flush()

    def _children(self, node: Node) -> None:
        for child in node.children:
            if isinstance(child, str):
                self._inline.append(re.sub(r"\s+", " ", child))
            else:
                self._node(child)

    def _node(self, node: Node) -> None:
        tag = node.tag
        if tag in _NEVER or self._is_skipped(node):
            return
        if is_struck(node):
            self._struck.append(f"{spaced_text(node, struck=True)} ")
        elif tag == "br":
            self._inline.append("\n")
        elif tag in PICTURES:
            self._inline.append(_Picture(picture_words(node)))
        elif tag == "wbr":
            return
        elif tag in {"sub", "sup", "a"} and _is_apart(node) and self._inline and self._inline[-1][-1:].isalnum():
            # "over<sup>2</sup>" must not become "over2".
            self._inline.append(f" {node.text().strip()} " if tag != "sub" else node.text().strip())
        elif tag not in _BLOCKS:
            self._children(node)
        else:
            self._flush()
            self._block(node)
            self._flush()

    def _block(self, node: Node) -> None:
        if node is self._main:
            self._outside = False
            self._inner_block(node)
            self._flush()
            self._outside = True
        elif not self._outside or node.tag not in _STRUCTURES or is_prose(node):
            self._inner_block(node)

    def _inner_block(self, node: Node) -> None:
        tag = node.tag
        if _HEADING.fullmatch(tag):
            self._children(node)
            text = "".join(piece for piece in self._inline if not isinstance(piece, _Picture))
            # A heading that is nothing but a picture reads as its words.
            text = text if text.strip() else " ".join(self._inline)
            self._builder.heading(int(tag[1]), current_text(text, "".join(self._struck)))
            self._inline, self._struck = [], []
        elif tag in {"ul", "ol"}:
            self._list(node)
        elif tag == "dl":
            self._definitions(node)
        elif tag == "table":
            self._table(node)
        elif tag == "pre":
            self._builder.add("code", node.text())
        elif tag == "blockquote":
            self._with_kind("quote", node)
        else:
            self._children(node)

    def _with_kind(self, kind: BlockKind, node: Node, prefix: str = "") -> None:
        before = self._kind, self._prefix
        self._kind, self._prefix = kind, prefix
        self._children(node)
        self._flush()
        self._kind, self._prefix = before

    def _list(self, node: Node) -> None:
        start = node.attributes.get("start", "1")
        number = int(start) if start.isdigit() else 1
        for child in node.children:
            if isinstance(child, Node) and child.tag == "li":
                self._with_kind("list_item", child, f"{number}. " if node.tag == "ol" else "- ")
                number += 1
            elif isinstance(child, Node):
                self._node(child)

    def _definitions(self, node: Node) -> None:
        term = ""
        for child in _flat_children(node, {"dt", "dd"}):
            text = _current(child)
            if child.tag == "dt":
                if term:
                    self._builder.add("paragraph", term)
                term = text
            else:
                self._builder.add("paragraph", f"{term.rstrip(':')}: {text}" if term else text)
                term = ""
        if term:
            self._builder.add("paragraph", term)

    def _table(self, node: Node) -> None:
        rows = list(_rows(node))
        width = max((len(cells) for _, cells in rows), default=0)
        if width < 2 or next(node.find_all("table"), None) is not None or _has_headings(node):
            # A table that only lays out the page: its cells are ordinary content.
            for _, cells in rows:
                for cell in cells:
                    self._children(cell)
                    self._flush()
            return
        for child in node.children:
            if isinstance(child, Node) and child.tag == "caption":
                self._builder.add("paragraph", _current(child))
        grid, header_rows = spread([[_cell(cell, in_head) for cell in cells] for in_head, cells in rows])
        for line in table_lines(grid, header_rows):
            self._builder.add("table_row", line)

    def _flush(self) -> None:
        text, pictures = _without_pictures(self._inline)
        text = current_text(text, "".join(self._struck))
        self._inline, self._struck = [], []
        if text.strip() and (not self._outside or len(text.split()) >= PROSE_WORDS):
            self._builder.add(self._kind, self._prefix + text.strip())
            if self._kind == "list_item":
                self._prefix = ""
        for words in pictures if not self._outside else ():
            self._builder.add("note", f"Picture: {words}")

    def _is_skipped(self, node: Node) -> bool:
        attributes = node.attributes
        if "hidden" in attributes or _HIDDEN_STYLE.search(attributes.get("style", "")):
            return True
        if not self._drop_boilerplate:
            return False
        return is_boilerplate(node)


def _without_pictures(pieces: list[str]) -> tuple[str, list[str]]:
    """The text, with short words of pictures that stand within a sentence, and the words of all other pictures."""
    text = "".join(piece for piece in pieces if not isinstance(piece, _Picture))
    if len(text) == sum(map(len, pieces)):
        return text, []
    said = " ".join(text.split()).casefold()
    read: list[str] = []
    apart: list[str] = []
    for index, piece in enumerate(pieces):
        if not isinstance(piece, _Picture):
            read.append(piece)
        elif piece.casefold() in said:
            continue  # a symbol beside its own name
        elif len(piece) <= _INLINE_PICTURE and _within_sentence("".join(read), "".join(pieces[index + 1 :])):
            read.append(f" {piece} ")
        else:
            apart.append(str(piece))
    return "".join(read), apart


def _within_sentence(before: str, after: str) -> bool:
    before, after = before.rstrip(" "), after.lstrip()
    return bool(before.strip()) and before[-1] not in ".!?:\n" or bool(before or after) and after[:1].islower()


def _is_apart(node: Node) -> bool:
    """A number, or what leads to a note: no part of the word before it."""
    if node.tag == "a":
        inner = [child for child in node.children if isinstance(child, Node) or child.strip()]
        return bool(inner) and all(isinstance(child, Node) and child.tag == "sup" for child in inner)
    return node.text().strip().isdigit() or node.tag == "sup" and node.links > 0


def _has_headings(node: Node) -> bool:
    return any(next(node.find_all(tag), None) is not None for tag in ("h1", "h2", "h3"))


def _flat_children(node: Node, tags: set[str]) -> list[Node]:
    found: list[Node] = []
    for child in node.children:
        if isinstance(child, Node):
            found += [child] if child.tag in tags else _flat_children(child, tags)
    return found


def _rows(node: Node, in_head: bool = False) -> list[tuple[bool, list[Node]]]:
    """Rows of this table, not of tables inside it, with the mark of <thead>."""
    rows: list[tuple[bool, list[Node]]] = []
    for child in node.children:
        if not isinstance(child, Node) or child.tag in {"table", "caption"}:
            continue
        if child.tag == "tr":
            rows.append((in_head, _flat_children(child, {"td", "th"})))
        else:
            rows += _rows(child, in_head or child.tag == "thead")
    return rows


def _cell(node: Node, in_head: bool) -> Cell:
    return Cell(
        text=_current(node),
        header=in_head or node.tag == "th",
        columns=_span(node, "colspan"),
        rows=_span(node, "rowspan"),
    )


def _current(node: Node) -> str:
    """Text of a cell or a term in one line."""
    text = spaced_text(node)
    return " ".join((text if text.strip() else current_text("", spaced_text(node, struck=True))).split())


def spaced_text(node: Node, *, struck: bool = False) -> str:
    """Like ``Node.text`` with a space at each block border, so that two paragraphs of a cell do not run together.

    With what is struck out only if ``struck``.
    """
    parts: list[str] = []
    for child in node.children:
        if isinstance(child, str):
            parts.append(child)
        elif child.tag in PICTURES:
            parts.append(f" {picture_words(child)} ")
        elif child.tag not in _NEVER and (struck or not is_struck(child)):
            space = " " if child.tag in _BLOCKS or child.tag == "br" else ""
            parts.append(f"{space}{spaced_text(child, struck=struck)}{space}")
    return "".join(parts)


def _span(node: Node, name: str) -> int:
    value = node.attributes.get(name, "1")
    return int(value) if value.isdigit() and int(value) else 1
