"""Turns an HTML tree into blocks. Also serves Markdown and the formats that kreuzberg gives as Markdown."""

from __future__ import annotations

import re

from index.document import BlockKind
from index.parsers.builder import DocumentBuilder
from index.parsers.html_tree import Node
from index.parsers.tables import Cell, spread, table_lines

_NEVER = frozenset(
    [
        "script",
        "style",
        "noscript",
        "template",
        "svg",
        "iframe",
        "object",
        "canvas",
        "head",
        "button",
        "select",
        "input",
        "textarea",
    ]
)
_BOILERPLATE = frozenset(["nav", "footer", "menu"])
_BOILERPLATE_ROLES = frozenset(["navigation", "contentinfo", "search", "banner", "complementary", "menu", "menubar"])
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
_MAIN_SHARE = 0.25
"""Share of the page's text that <main> or <article> must hold to stand for the whole page."""
_LINK_SHARE = 0.75
"""Share of linked text from which a list or box of at least five links is navigation."""
_MANY_LINKS = 5


class HtmlBlocks:
    """Walks a tree and adds its text to a builder. ``drop_boilerplate`` is for web pages, not for converted documents."""

    def __init__(self, builder: DocumentBuilder, *, drop_boilerplate: bool) -> None:
        self._builder = builder
        self._drop_boilerplate = drop_boilerplate
        self._inline: list[str] = []
        self._kind: BlockKind = "paragraph"
        self._prefix = ""

    def add(self, root: Node) -> None:
        """Add all blocks below ``root``."""
        self._children(main_part(root) if self._drop_boilerplate else root)
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
        if tag == "br":
            self._inline.append("\n")
        elif tag == "wbr":
            return
        elif tag in {"sub", "sup"} and node.text().strip().isdigit() and self._inline and self._inline[-1][-1:].isalnum():
            # "over<sup>2</sup>" must not become "over2".
            self._inline.append(f" {node.text().strip()} " if tag == "sup" else node.text().strip())
        elif tag not in _BLOCKS:
            self._children(node)
        else:
            self._flush()
            self._block(node)
            self._flush()

    def _block(self, node: Node) -> None:
        tag = node.tag
        if _HEADING.fullmatch(tag):
            self._children(node)
            text = "".join(self._inline)
            self._inline = []
            self._builder.heading(int(tag[1]), text)
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
            text = " ".join(child.text().split())
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
                self._builder.add("paragraph", child.text())
        grid, header_rows = spread([[_cell(cell, in_head) for cell in cells] for in_head, cells in rows])
        for line in table_lines(grid, header_rows):
            self._builder.add("table_row", line)

    def _flush(self) -> None:
        text = "".join(self._inline)
        self._inline = []
        if text.strip():
            self._builder.add(self._kind, self._prefix + text.strip())
            if self._kind == "list_item":
                self._prefix = ""

    def _is_skipped(self, node: Node) -> bool:
        attributes = node.attributes
        if "hidden" in attributes or _HIDDEN_STYLE.search(attributes.get("style", "")):
            return True
        if not self._drop_boilerplate:
            return False
        if node.tag in _BOILERPLATE or attributes.get("role", "").lower() in _BOILERPLATE_ROLES:
            return True
        return node.tag in {"ul", "ol", "div", "aside", "table"} and _is_link_list(node)


def main_part(root: Node) -> Node:
    """<main> or the only <article> when it holds a fair share of the text, else the whole page."""
    total = len(root.text())
    for candidates in (list(root.find_all("main")), list(root.find_all("article"))):
        if len(candidates) == 1 and len(candidates[0].text()) >= _MAIN_SHARE * total:
            return candidates[0]
    return root


def _is_link_list(node: Node) -> bool:
    links = list(node.find_all("a"))
    if len(links) < _MANY_LINKS:
        return False
    linked = sum(len(link.text().strip()) for link in links)
    return linked >= _LINK_SHARE * len(re.sub(r"\s+", " ", node.text()).strip())


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
        text=" ".join(_cell_text(node).split()),
        header=in_head or node.tag == "th",
        columns=_span(node, "colspan"),
        rows=_span(node, "rowspan"),
    )


def _cell_text(node: Node) -> str:
    """Like ``Node.text`` with a space at each block border, so that two paragraphs of a cell do not run together."""
    parts: list[str] = []
    for child in node.children:
        if isinstance(child, str):
            parts.append(child)
        elif child.tag not in _NEVER:
            space = " " if child.tag in _BLOCKS or child.tag == "br" else ""
            parts.append(f"{space}{_cell_text(child)}{space}")
    return "".join(parts)


def _span(node: Node, name: str) -> int:
    value = node.attributes.get(name, "1")
    return int(value) if value.isdigit() and int(value) else 1
