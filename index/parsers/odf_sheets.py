"""ODS: each row as "header: value" with its sheet and cells, as the sheet shows them. Read piece by piece, so that size costs no memory."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from index.document import ParsedDocument
from index.errors import UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.cells import column_name
from index.parsers.odf_package import OdfPackage
from index.parsers.odf_styles import OdfStyles
from index.parsers.odf_text import OdfText
from index.parsers.sheet_rows import Row, SheetHints, add_rows, hidden_rows_note
from index.parsers.zip_package import Element, strip_namespaces, whole_number

PARSER = "odf_sheets/3"
_MAX_REPEAT = 1000
"""Equal rows or cells are stored once with a count; beyond this many they are a fill, not data."""
_HIDDEN = frozenset(["collapse", "filter"])
_MAX_COLUMNS = 16384


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Raises PasswordNeeded and UnreadableDocument."""
    with OdfPackage(source, options) as package:
        builder = DocumentBuilder("ods", PARSER)
        reader = _SheetReader(builder, package)
        reader.read()
        for warning in package.warnings:
            builder.warn(warning)
        properties = package.properties()
        return builder.build(
            title=properties.get("title"),
            author=properties.get("creator") or properties.get("initial-creator"),
            modified=properties.get("date") or properties.get("creation-date"),
            language=properties.get("language"),
        )


class _SheetReader:
    def __init__(self, builder: DocumentBuilder, package: OdfPackage) -> None:
        self._builder = builder
        self._package = package
        self._styles = OdfStyles()
        self._text = OdfText(builder, package, self._styles)
        self._events = self._read_events()
        self._notes: list[str] = []
        self._across: dict[tuple[int, int], int] = {}
        self._frames: list[Element] = []
        self._hidden: list[int] = []

    def _read_events(self) -> Iterator[tuple[str, Element]]:
        """Starts and ends of elements; the stream is kept open as long as it is read."""
        with self._package.stream() as stream:
            try:
                for event, element in ElementTree.iterparse(stream, events=("start", "end")):
                    if event == "start":
                        strip_namespaces(element)
                    yield event, element
            except ElementTree.ParseError as error:
                raise UnreadableDocument("The document is damaged: a part of it is not well-formed.") from error

    def read(self) -> None:
        depth = 0
        for event, element in self._events:
            if event == "end" and element.tag == "automatic-styles":
                wrapper = ElementTree.Element("styles-of-content")
                wrapper.append(element)
                self._styles.add(wrapper)
            elif element.tag == "spreadsheet":
                depth += 1 if event == "start" else -1
            elif depth and event == "start" and element.tag == "table":
                self._sheet(element)

    def _sheet(self, table: Element) -> None:
        name = table.get("name", "")
        self._notes, self._frames, self._hidden = [], [], []
        self._builder.reset_headings()
        self._builder.set_place("sheet", sheet=name)
        self._builder.heading(1, name)
        if self._styles.is_hidden_table(table.get("style-name")):
            self._builder.add("note", "This sheet is hidden.")
        self._across = {}
        add_rows(self._builder, self._rows(table), SheetHints(self._across))
        self._builder.add("note", hidden_rows_note(self._hidden))
        for note in self._notes:
            self._builder.add("note", note)
        for frame in self._frames:
            self._text.shape(frame)
        table.clear()

    def _rows(self, table: Element) -> Iterator[Row]:
        """Rows that hold anything; ends with the table's own end."""
        above: dict[int, tuple[int, str]] = {}
        number = 0
        parents: list[Element] = [table]
        for event, element in self._events:
            if event == "start":
                parents.append(element)
                continue
            if not parents or element is table:
                return
            parents.pop()
            inside_row = any(parent.tag == "table-row" for parent in parents)
            if element.tag == "shapes" and len(parents) == 1:
                self._frames += list(element)
            if element.tag != "table-row" or inside_row:
                continue
            again = whole_number(element.get("number-rows-repeated"), 1, low=1)
            values = self._values(element, number, above)
            shown_rows = min(again, _MAX_REPEAT) if any(c not in above for c in values) else 1
            if element.get("visibility") in _HIDDEN and values:
                self._hidden += range(number, number + shown_rows)
            for extra in range(shown_rows):
                if values:
                    yield number + extra, dict(values)
            number += again
            parents[-1].remove(element)

    def _values(self, row: Element, number: int, above: dict[int, tuple[int, str]]) -> dict[int, str]:
        values = {column: text for column, (last, text) in above.items() if number <= last}
        column = 0
        for cell in row:
            if cell.tag not in {"table-cell", "covered-table-cell"}:
                continue
            again = whole_number(cell.get("number-columns-repeated"), 1, low=1)
            text = self._shown(cell, number, column) if cell.tag == "table-cell" else ""
            if text:
                for extra in range(min(again, _MAX_REPEAT)):
                    values[column + extra] = text
                rows = whole_number(cell.get("number-rows-spanned"), 1, low=1)
                if rows > 1:
                    above[column] = (number + rows - 1, text)
                columns = whole_number(cell.get("number-columns-spanned"), 1, low=1, high=_MAX_COLUMNS)
                if columns > 1:
                    self._across[number, column] = column + columns - 1
            column += again
            if column >= _MAX_COLUMNS:
                break
        return values

    def _shown(self, cell: Element, number: int, column: int) -> str:
        text = " ".join(self._text.paragraphs(cell))
        for note in self._text.take_notes():
            self._notes.append(note.replace("Comment", f"Comment on {column_name(column)}{number + 1}", 1))
        self._frames += [part for part in cell if part.tag in {"frame", "custom-shape", "g"}]
        return text or next(
            (v for k in ("string-value", "date-value", "time-value", "boolean-value", "value") if (v := cell.get(k))), ""
        )
