"""DOCX: headings, numbered paragraphs, tables, text boxes, notes, comments, headers and footers; tracked changes as accepted.

Own reader instead of kreuzberg for this format: kreuzberg loses list levels and their numbers, comments, headers and text boxes
(counted on the tricky corpus), and does not say where a table's header ends.
"""

from __future__ import annotations

import re

from index.document import ParsedDocument
from index.errors import UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.encodings import declared_charset, decode
from index.parsers.html_blocks import HtmlBlocks
from index.parsers.html_tree import parse_tree
from index.parsers.office_package import Element, OfficePackage, child, descendants, value
from index.parsers.tables import Cell, spread, table_lines
from index.parsers.word_numbering import Numbering, Styles

PARSER = "word/1"
_DROPPED = frozenset(["del", "moveFrom", "Fallback", "pPr", "rPr", "instrText", "delText", "sectPr"])
_TRAILING_PAGE = re.compile(r"[\s.]*\d+$")


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    with OfficePackage(source, options) as package:
        reader = _WordReader(package)
        reader.read()
        core = package.core_properties()
        return reader.builder.build(
            title=core.get("title") or reader.first_title,
            author=core.get("creator"),
            modified=core.get("modified"),
            language=core.get("language"),
        )


class _WordReader:
    def __init__(self, package: OfficePackage) -> None:
        self._package = package
        self._part = package.main_part("word/document.xml")
        self._related = package.related(self._part)
        self.builder = DocumentBuilder("docx", PARSER)
        self.first_title: str | None = None
        self._styles = Styles.read(package, self._target("styles") or "word/styles.xml")
        self._numbering = Numbering(package, self._target("numbering") or "word/numbering.xml")
        self._notes = {kind: self._read_notes(kind) for kind in ("footnote", "endnote")}
        self._comments = self._read_comments()
        self._pending: list[str] = []
        self._boxes: list[Element] = []

    def read(self) -> None:
        root = self._package.xml(self._part)
        body = child(root, "body")
        if body is None:
            raise UnreadableDocument("The document is damaged: it has no body.")
        self._header_footer("header")
        self._content(body)
        self._header_footer("footer")

    # --- structure -------------------------------------------------------------------------------------------------

    def _content(self, parent: Element) -> None:
        for element in parent:
            tag = element.tag
            if tag == "p":
                self._paragraph(element)
            elif tag == "tbl":
                self._table(element)
            elif tag == "altChunk":
                self._alt_chunk(element)
            elif tag not in _DROPPED:
                self._content(element)

    def _paragraph(self, element: Element) -> None:
        text = self._text(element).strip()
        properties = child(element, "pPr")
        style = value(properties, "pStyle")
        own = child(properties, "numPr")
        number = (value(own, "numId"), value(own, "ilvl")) if own is not None else self._styles.numbering(style)
        level = self._level(properties, style)
        label = self._numbering.label(*number) if text else None
        style_name = next((s.name.lower() for s in self._styles.chain(style)), "")
        if text and not style_name.startswith(("toc", "table of figures")):
            if label and label != "-":
                text = f"{label} {text}"
            if level is not None and len(text) <= 300:
                self.builder.heading(level, text)
                self.first_title = self.first_title or text
            elif label:
                self.builder.add("list_item", f"- {text}" if label == "-" else text)
            else:
                self.builder.add("quote" if "quote" in style_name else "paragraph", text)
        self._after_block()

    def _level(self, properties: Element | None, style: str | None) -> int | None:
        outline = value(properties, "outlineLvl")
        if outline and outline.isdigit() and int(outline) < 9:
            return int(outline) + 1
        return self._styles.heading_level(style)

    def _table(self, table: Element) -> None:
        rows: list[list[Cell]] = []
        marked = 0
        above: dict[int, str] = {}
        for row in _rows(table):
            is_header = child(row, "trPr", "tblHeader") is not None and marked == len(rows)
            marked += is_header
            cells: list[Cell] = []
            column = 0
            for cell in descendants(row, "tc", ("Fallback", "tbl")):
                span = int(value(cell, "tcPr", "gridSpan") or 1)
                merge = child(cell, "tcPr", "vMerge")
                text = self._cell_text(cell)
                if merge is not None and merge.get("val") != "restart":
                    text = above.get(column, "")
                above[column] = text
                cells.append(Cell(text, header=is_header, columns=span))
                column += span
            rows.append(cells)
        if max((len(row) for row in rows), default=0) == 1:
            # One column: a frame around ordinary text.
            for cell in descendants(table, "tc"):
                self._content(cell)
            return
        grid, header_rows = spread(rows)
        for line in table_lines(grid, header_rows):
            self.builder.add("table_row", line)
        self._after_block()

    def _cell_text(self, cell: Element) -> str:
        parts: list[str] = []
        for paragraph in descendants(cell, "p"):
            text = self._text(paragraph).strip()
            number = child(paragraph, "pPr", "numPr")
            label = (
                self._numbering.label(value(number, "numId"), value(number, "ilvl")) if text and number is not None else None
            )
            parts.append(f"{label} {text}" if label and label != "-" else text)
        return " ".join(part for part in parts if part)

    def _alt_chunk(self, element: Element) -> None:
        _, target = self._related.get(element.get("r:id", ""), ("", ""))
        if target.lower().endswith((".html", ".htm", ".xhtml")) and self._package.has(target):
            data = self._package.read(target)
            HtmlBlocks(self.builder, drop_boilerplate=False).add(parse_tree(decode(data, declared_charset(data))))

    # --- text of a paragraph ---------------------------------------------------------------------------------------

    def _text(self, element: Element) -> str:
        parts: list[str] = []
        for node in element:
            tag = node.tag
            if tag == "t":
                parts.append(node.text or "")
            elif tag in {"tab", "ptab"}:
                parts.append(" ")
            elif tag in {"br", "cr"}:
                parts.append("\n")
            elif tag == "noBreakHyphen":
                parts.append("-")
            elif tag == "txbxContent":
                self._boxes.append(node)
            elif tag in {"footnoteReference", "endnoteReference"}:
                note = self._notes[tag.removesuffix("Reference")].get(node.get("id", ""))
                if note:
                    self._pending.append(note)
            elif tag == "commentReference":
                comment = self._comments.pop(node.get("id", ""), None)
                if comment:
                    self._pending.append(comment)
            elif tag not in _DROPPED:
                parts.append(self._text(node))
        return "".join(parts)

    def _after_block(self) -> None:
        """Notes, comments and text boxes follow the block in which they are anchored."""
        while self._pending or self._boxes:
            notes, self._pending = self._pending, []
            boxes, self._boxes = self._boxes, []
            for note in notes:
                self.builder.add("note", note)
            for box in boxes:
                self._content(box)

    # --- other parts -----------------------------------------------------------------------------------------------

    def _target(self, kind: str) -> str | None:
        return next((target for word, target in self._related.values() if word == kind), None)

    def _read_notes(self, kind: str) -> dict[str, str]:
        root = self._package.xml(self._target(f"{kind}s") or f"word/{kind}s.xml")
        found: dict[str, str] = {}
        for note in root if root is not None else ():
            text = " ".join(_plain(p) for p in descendants(note, "p")).strip()
            if text and note.get("type") not in {"separator", "continuationSeparator"}:
                found[note.get("id", "")] = f"{kind.capitalize()}: {text}"
        return found

    def _read_comments(self) -> dict[str, str]:
        root = self._package.xml(self._target("comments") or "word/comments.xml")
        found: dict[str, str] = {}
        for comment in root if root is not None else ():
            text = " ".join(_plain(p) for p in descendants(comment, "p")).strip()
            author = comment.get("author", "").strip()
            if text:
                found[comment.get("id", "")] = f"Comment by {author}: {text}" if author else f"Comment: {text}"
        return found

    def _header_footer(self, kind: str) -> None:
        """Each distinct text once: a running title repeated on every page would drown the rest."""
        seen: set[str] = set()
        for word, target in self._related.values():
            root = self._package.xml(target) if word == kind else None
            for paragraph in descendants(root, "p") if root is not None else ():
                text = " ".join(_plain(paragraph).split())
                key = _TRAILING_PAGE.sub("", text)
                if key and key not in seen and not key.isdigit():
                    seen.add(key)
                    self.builder.add("note", f"{kind.capitalize()}: {text}")


def _rows(table: Element) -> list[Element]:
    return [row for row in descendants(table, "tr", ("Fallback", "tbl", "del")) if child(row, "trPr", "del") is None]


def _plain(paragraph: Element) -> str:
    parts: list[str] = []
    for node in paragraph:
        if node.tag == "t":
            parts.append(node.text or "")
        elif node.tag in {"tab", "br"}:
            parts.append(" ")
        elif node.tag not in _DROPPED:
            parts.append(_plain(node))
    return "".join(parts)
