"""DOCX: headings, numbered paragraphs, tables, text boxes, notes, comments, headers and footers; tracked changes as accepted.

Own reader instead of kreuzberg for this format: kreuzberg loses list levels and their numbers, comments, headers and text boxes
(counted on the tricky corpus), and does not say where a table's header ends.
"""

from __future__ import annotations

from index.document import ParsedDocument
from index.errors import UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import HIDDEN_TEXT, DocumentBuilder
from index.parsers.chart_table import add_graphics
from index.parsers.encodings import declared_charset, decode
from index.parsers.html_blocks import HtmlBlocks
from index.parsers.html_picture import says_something
from index.parsers.html_tree import parse_tree
from index.parsers.math_text import math_text
from index.parsers.office_package import Element, OfficePackage, child, descendants, value, whole_number
from index.parsers.tables import Cell, spread, table_lines
from index.parsers.word_inline import DROPPED, InlineText
from index.parsers.word_numbering import Numbering, Styles
from index.parsers.word_parts import Comments, Notes, add_headers

PARSER = "word/4"
_MAX_HEADING = 300
_MAX_DEPTH = 20
"""Text boxes in text boxes, and tables in tables, beyond this depth are damage."""


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Raises UnreadableDocument."""
    with OfficePackage(source, options) as package:
        return read_word(package)


def read_word(package: OfficePackage) -> ParsedDocument:
    """The document in an opened package; flat files have one as well."""
    reader = _WordReader(package)
    reader.read()
    for warning in package.warnings:
        reader.builder.warn(warning)
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
        self._numbering = Numbering()
        self._numbering.read(package.optional_xml(self._target("numbering") or "word/numbering.xml"))
        self._notes = {
            kind: Notes(package, self._target(f"{kind}s") or f"word/{kind}s.xml", kind, self._styles)
            for kind in ("footnote", "endnote")
        }
        self._comments = Comments(package, self._target("comments") or "word/comments.xml")
        self._inline = InlineText(self._styles)
        self._depth = 0

    def read(self) -> None:
        root = self._package.xml(self._part)
        body = child(root, "body")
        if body is None:
            raise UnreadableDocument("The document is damaged: it has no body.")
        add_headers(self.builder, self._package, self._related, "header")
        self._content(body)
        for comment in self._comments.rest():
            self.builder.add("note", comment)
        add_headers(self.builder, self._package, self._related, "footer")
        if self._inline.has_hidden:
            self.builder.warn(HIDDEN_TEXT)

    def _target(self, kind: str) -> str | None:
        return next((target for word, target in self._related.values() if word == kind), None)

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
            elif tag == "oMathPara":
                self.builder.add("paragraph", math_text(element))
            elif tag not in DROPPED:
                self._content(element)

    def _paragraph(self, element: Element) -> None:
        text = self._inline.text(element).strip()
        properties = child(element, "pPr")
        style = value(properties, "pStyle")
        level = self._level(properties, style)
        label = self._label(properties, style) if text else None
        style_name = next((s.name.lower() for s in self._styles.chain(style)), "")
        if text and not style_name.startswith(("toc ", "table of figures")):
            if label and label != "-":
                text = f"{label} {text}"
            if level is not None and len(text) <= _MAX_HEADING:
                self.builder.heading(level, text)
                self.first_title = self.first_title or text
            elif label:
                self.builder.add("list_item", f"- {text}" if label == "-" else text)
            else:
                self.builder.add("quote" if "quote" in style_name else "paragraph", text)
        self._after_block()

    def _label(self, properties: Element | None, style: str | None) -> str | None:
        own = child(properties, "numPr")
        number = (value(own, "numId"), value(own, "ilvl")) if own is not None else (None, None)
        inherited = self._styles.numbering(style)
        if number[0] is None:
            number = (inherited[0], number[1] or inherited[1])
        return self._numbering.label(*number)

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
            before = whole_number(value(row, "trPr", "gridBefore"), 0, high=200)
            if before:
                cells.append(Cell("", header=is_header, columns=before))
            column = before
            for cell in _cells(row):
                span = whole_number(value(cell, "tcPr", "gridSpan"), 1, low=1, high=200)
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
            self._inline.take()
            for row in _rows(table):
                for cell in _cells(row):
                    self._content(cell)
            return
        grid, header_rows = spread(rows)
        for line in table_lines(grid, header_rows):
            self.builder.add("table_row", line)
        self._after_block()

    def _cell_text(self, cell: Element) -> str:
        """The cell's own paragraphs; a table inside it follows the outer one, with headers of its own."""
        parts: list[str] = []
        for element in cell:
            if element.tag == "tbl":
                self._inline.tables.append(element)
            elif element.tag == "p":
                text = self._inline.text(element).strip()
                label = self._label(child(element, "pPr"), value(element, "pPr", "pStyle")) if text else None
                parts.append(f"{label} {text}" if label and label != "-" else text)
            elif element.tag not in DROPPED:
                parts.append(self._cell_text(element))
        return " ".join(part for part in parts if part)

    def _alt_chunk(self, element: Element) -> None:
        _, target = self._related.get(element.get("r:id", ""), ("", ""))
        if not self._package.has(target):
            return
        data = self._package.read(target)
        name = target.lower()
        if name.endswith((".html", ".htm", ".xhtml")):
            HtmlBlocks(self.builder, drop_boilerplate=False).add(parse_tree(decode(data, declared_charset(data))))
        elif name.endswith(".txt"):
            for text in decode(data).split("\n\n"):
                self.builder.add("paragraph", text)
        elif data.startswith(b"PK"):
            with self._package.inside(data) as package:
                inner = read_word(package)
            for block in inner.blocks:
                text = inner.text[block.start : block.end]
                if block.kind == "heading":
                    self.builder.heading(block.level, text)
                else:
                    self.builder.add(block.kind, text)

    def _after_block(self) -> None:
        """Notes, comments, text boxes, drawings and nested tables follow the block in which they are anchored."""
        notes, boxes, drawings, tables = self._inline.take()
        if self._depth >= _MAX_DEPTH:
            return
        self._depth += 1
        for kind, identifier in notes:
            source = self._comments if kind == "comment" else self._notes[kind]
            self.builder.add("note", source.take(identifier))
        for drawing in drawings:
            for described in _descriptions(drawing):
                self.builder.add("note", f"Picture: {described}")
            add_graphics(self.builder, self._package, drawing, self._related)
        for box in boxes:
            self._content(box)
        for table in tables:
            self._table(table)
        self._depth -= 1


def _descriptions(drawing: Element) -> list[str]:
    """Words that describe a drawing and the pictures in it, each once; older files have them at their shapes (VML)."""
    words = [e.get("descr", "") or e.get("title", "") for tag in ("docPr", "cNvPr") for e in descendants(drawing, tag)]
    words += [e.get("alt", "") for tag in ("shape", "rect", "group") for e in descendants(drawing, tag)]
    return list(dict.fromkeys(said for word in words if (said := says_something(word))))


def _rows(table: Element) -> list[Element]:
    return [row for row in _walk(table, "tr") if child(row, "trPr", "del") is None]


def _cells(row: Element) -> list[Element]:
    return [cell for cell in _walk(row, "tc") if child(cell, "tcPr", "cellDel") is None]


def _walk(parent: Element, tag: str) -> list[Element]:
    """Rows or cells, also inside content controls and custom XML, but not those of nested tables."""
    found: list[Element] = []
    for element in parent:
        if element.tag == tag:
            found.append(element)
        elif element.tag not in {"tbl", "p", "tc", "tr", "Fallback", "del"}:
            found += _walk(element, tag)
    return found
