"""Text of OpenDocument elements as blocks: paragraphs, lists, tables, notes, comments, frames. Serves ODT, ODP and the cells of ODS."""

from __future__ import annotations

from collections.abc import Iterable

from index.parsers.builder import HIDDEN_TEXT, DocumentBuilder, current_text
from index.parsers.math_text import math_text
from index.parsers.odf_package import OdfPackage
from index.parsers.odf_styles import Look, OdfNumbers, OdfStyles
from index.parsers.tables import Cell, spread, table_lines
from index.parsers.zip_package import Element, child, descendants, whole_number

_NO_TEXT = frozenset(
    "tracked-changes forms table-of-content illustration-index table-index object-index alphabetical-index "  # noqa: SIM905
    "sequence-decls variable-decls user-field-decls dde-connection-decls event-listeners ruby-text bookmark "
    "change change-start change-end shapes desc creator date date-string scripts".split()
)
_SHAPES = frozenset(
    "frame custom-shape rect line polyline polygon regular-polygon path circle ellipse connector caption g measure a".split()  # noqa: SIM905
)
_MAX_REPEAT = 200
"""Repeated empty cells and rows are how writers fill a sheet; a table in a text has no more than this."""
_NOTE_NAMES = {"footnote": "Footnote", "endnote": "Endnote"}


class OdfText:
    """Adds what stands below an element to ``builder``, in reading order."""

    def __init__(self, builder: DocumentBuilder, package: OdfPackage, styles: OdfStyles) -> None:
        self.builder = builder
        self.first_title: str | None = None
        self._package = package
        self._styles = styles
        self._numbers = OdfNumbers(styles)
        self._pending: list[str] = []
        self._frames: list[Element] = []

    # --- structure -------------------------------------------------------------------------------------------------

    def blocks(self, parent: Iterable[Element]) -> None:
        for element in parent:
            tag = element.tag
            if tag in {"p", "h"}:
                self._paragraph(element)
            elif tag == "list":
                self._list(element, "", 1)
            elif tag == "table":
                self.table(element)
            elif tag in _SHAPES:
                self.shape(element)
            elif tag == "annotation":
                self._pending.append(self.comment(element))
                self._after_block()
            elif tag not in _NO_TEXT:
                self.blocks(element)

    def _paragraph(self, element: Element) -> None:
        text = self.inline(element).strip()
        style = element.get("style-name")
        level = self._styles.heading_level(style)
        if element.tag == "h":
            level = whole_number(element.get("outline-level"), level or 1, low=1, high=9)
            number = self._numbers.chapter(level) if text and element.get("is-list-header") != "true" else None
            text = f"{number} {text}" if number else text
        if level is not None and text and len(text) <= 300:
            self.builder.heading(level, text)
            self.first_title = self.first_title or text
        elif not self._styles.is_contents(style):
            self.builder.add("quote" if self._styles.is_quote(style) else "paragraph", text)
        self._after_block()

    def _list(self, element: Element, style: str, depth: int) -> None:
        style = element.get("style-name") or style
        continued = element.get("continue-numbering") == "true" or element.get("continue-list") is not None
        self._numbers.begin_list(style, depth, continued=continued)
        for item in element:
            if item.tag not in {"list-item", "list-header"}:
                continue
            label = "" if item.tag == "list-header" else None
            for part in item:
                if part.tag == "list":
                    self._list(part, style, depth + 1)
                elif part.tag == "p" and label is None:
                    label = self._numbers.item(style, depth, item.get("start-value"))
                    text = self.inline(part).strip()
                    self.builder.add("list_item", f"{label} {text}" if text else "")
                    self._after_block()
                elif part.tag in {"p", "h"}:
                    self._paragraph(part)
                else:
                    self.blocks([part])

    def table(self, table: Element) -> None:
        rows: list[list[Cell]] = []
        inner: list[Element] = []
        for row, is_header in _rows(table):
            cells: list[Cell] = []
            for cell in row:
                if cell.tag not in {"table-cell", "covered-table-cell"}:
                    continue
                if cell.tag == "covered-table-cell":
                    continue
                inner += [found for found in descendants(cell, "table", ("table",)) if found.get("is-sub-table") != "true"]
                text = " ".join(self.paragraphs(cell))
                again = whole_number(cell.get("number-columns-repeated"), 1, low=1, high=_MAX_REPEAT)
                one = Cell(
                    text,
                    header=is_header,
                    columns=whole_number(cell.get("number-columns-spanned"), 1, low=1),
                    rows=whole_number(cell.get("number-rows-spanned"), 1, low=1),
                )
                cells += [one] * (again if text else 1)
            again = whole_number(row.get("number-rows-repeated"), 1, low=1, high=_MAX_REPEAT)
            rows += [cells] * (again if any(cell.text for cell in cells) else 1)
        if max((len(row) for row in rows), default=0) == 1 and not any(row[0].columns > 1 for row in rows if row):
            # One column: a frame around ordinary text.
            self._pending.clear()
            for cell in descendants(table, "table-cell", ("table-cell",)):
                self.blocks(cell)
            return
        grid, header_rows = spread(rows)
        for line in table_lines(grid, header_rows):
            self.builder.add("table_row", line)
        self._after_block()
        for found in inner:
            self.table(found)

    def shape(self, shape: Element) -> None:
        """A frame or drawing: its text, its table, its chart or formula, and the words that describe it."""
        if shape.tag == "g":
            for element in shape:
                if element.tag in _SHAPES:
                    self.shape(element)
            return
        described = [child(shape, "title"), child(shape, "desc")]
        words = list(dict.fromkeys(d.text.strip() for d in described if d is not None and d.text and d.text.strip()))
        if words:
            self.builder.add("note", f"Picture: {'. '.join(words)}")
        for element in shape:
            if element.tag == "object":
                self._object(element)
            elif element.tag in _SHAPES:
                self.shape(element)
            elif element.tag == "table":
                self.table(element)
            elif element.tag in {"p", "h", "list"}:
                self.blocks([element])
            elif element.tag == "text-box":
                self.blocks(element)
        self._after_block()

    def _object(self, element: Element) -> None:
        root = self._package.object_root(element)
        if root is None:
            return
        math = root if root.tag == "math" else next(descendants(root, "math"), None)
        if math is not None:
            self.builder.add("paragraph", math_text(math))
            return
        chart = next(descendants(root, "chart"), None)
        if chart is None:
            body = child(root, "body")
            if body is not None:
                self.blocks(body)
            return
        for heading in (*descendants(chart, "title", ("table",)), *descendants(chart, "subtitle", ("table",))):
            self.builder.add("paragraph", " ".join(self.paragraphs(heading)))
        for table in descendants(chart, "table", ("table",)):
            self.table(table)

    # --- text ------------------------------------------------------------------------------------------------------

    def paragraphs(self, element: Element) -> list[str]:
        """Texts of the paragraphs below, those of nested tables, notes and comments left out (they follow as blocks)."""
        texts: list[str] = []
        for part in element:
            if part.tag in {"p", "h"}:
                text = " ".join(self.inline(part).split())
                if text:
                    texts.append(text)
            elif part.tag == "annotation":
                self._pending.append(self.comment(part))
            elif part.tag == "frame":
                self._frames.append(part)
            elif part.tag != "table" and part.tag not in _NO_TEXT:
                texts += self.paragraphs(part)
        return texts

    def inline(self, element: Element) -> str:
        """Text of a paragraph without what is hidden or struck out; notes, comments and frames in it wait until it is added."""
        struck: list[str] = []
        return current_text(self._inline(element, Look(), struck), "".join(struck)).replace("\r", " ").replace("\t", " ")

    def _inline(self, element: Element, around: Look, struck: list[str]) -> str:
        look = self._styles.look(element.get("style-name"), around)
        parts = [self._said(element.text, look, struck)]
        for node in element:
            tag = node.tag
            if tag == "s":
                parts.append(" " * whole_number(node.get("c"), 1, high=100))
            elif tag == "tab":
                parts.append(" ")
            elif tag == "line-break":
                parts.append("\n")
            elif tag == "note":
                self._pending.append(self._note(node))
            elif tag == "annotation":
                self._pending.append(self.comment(node))
            elif tag in _SHAPES and tag != "a":
                self._frames.append(node)
            elif tag not in _NO_TEXT or tag == "date":
                parts.append(self._inline(node, look, struck))
            parts.append(self._said(node.tail, look, struck))
        return "".join(parts)

    def _said(self, words: str | None, look: Look, struck: list[str]) -> str:
        """The words if they are current; puts others where they belong."""
        if not words or not (look.hidden or look.struck):
            return words or ""
        if not look.hidden:
            struck.append(words)
        elif words.strip():
            self.builder.warn(HIDDEN_TEXT)
        return ""

    def _note(self, note: Element) -> str:
        body = child(note, "note-body")
        text = " ".join(self.paragraphs(body)) if body is not None else ""
        return f"{_NOTE_NAMES.get(note.get('note-class', ''), 'Footnote')}: {text}" if text else ""

    def comment(self, annotation: Element) -> str:
        """A comment with its author, "" when it is empty."""
        text = " ".join(self.paragraphs(annotation))
        creator = child(annotation, "creator")
        author = (creator.text or "").strip() if creator is not None else ""
        return (f"Comment by {author}: {text}" if author else f"Comment: {text}") if text else ""

    def take_notes(self) -> list[str]:
        """Notes and comments met since the last block; for callers that place them themselves."""
        found, self._pending = self._pending, []
        self._frames.clear()
        return [note for note in found if note]

    def _after_block(self) -> None:
        while self._pending or self._frames:
            notes, self._pending = self._pending, []
            frames, self._frames = self._frames, []
            for note in notes:
                self.builder.add("note", note)
            for frame in frames:
                self.shape(frame)


def _rows(table: Element, is_header: bool = False) -> list[tuple[Element, bool]]:
    rows: list[tuple[Element, bool]] = []
    for element in table:
        if element.tag == "table-row":
            rows.append((element, is_header))
        elif element.tag in {"table-header-rows", "table-rows", "table-row-group"}:
            rows += _rows(element, is_header or element.tag == "table-header-rows")
    return rows
