"""XLSX: each row as "header: value" with its sheet and cells, values as the sheet shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from index.document import ParsedDocument
from index.errors import UnreadableDocument, UnsafeDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.cells import column_name, shown
from index.parsers.chart_table import add_chart
from index.parsers.excel_notes import drawing_notes, sheet_comments, table_headers
from index.parsers.office_package import Element, OfficePackage, child, whole_number
from index.parsers.sheet_rows import Row, SheetHints, add_rows, hidden_rows_note
from index.parsers.sheet_xml import RawCell, SheetFrame, read_frame, read_rows, read_strings

PARSER = "excel/3"
_HIDDEN = frozenset(["hidden", "veryHidden"])
_LINK = re.compile(r'HYPERLINK\(\s*"[^"]*"\s*[,;]\s*"((?:[^"]|"")*)"\s*\)', re.IGNORECASE)


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Raises UnreadableDocument."""
    with OfficePackage(source, options) as package:
        builder = DocumentBuilder("xlsx", PARSER)
        workbook = _Workbook(package)
        for name, part, state in workbook.sheets():
            builder.reset_headings()
            builder.set_place("sheet", sheet=name)
            builder.heading(1, name)
            if state in _HIDDEN:
                builder.add("note", "This sheet is hidden.")
            try:
                workbook.add_sheet(builder, part)
            except UnsafeDocument:
                raise
            except UnreadableDocument:
                if workbook.count == 1:
                    raise
                builder.warn(f"The sheet {name} is damaged; what could be read of it was kept.")
        for warning in package.warnings:
            builder.warn(warning)
        if workbook.without_value:
            builder.warn(
                f"Formulas whose values are not stored in the file: {workbook.without_value}. Save it once in a spreadsheet program."
            )
        core = package.core_properties()
        return builder.build(title=core.get("title"), author=core.get("creator"), modified=core.get("modified"))


class _Workbook:
    def __init__(self, package: OfficePackage) -> None:
        self._package = package
        part = package.main_part("xl/workbook.xml")
        self._related = package.related(part)
        root = package.xml(part)
        if root is None:
            raise UnreadableDocument("The document is damaged: its list of sheets is missing.")
        self._root = root
        properties = child(root, "workbookPr")
        self._epoch_1904 = properties is not None and properties.get("date1904") in {"1", "true"}
        self._strings = self._read_strings()
        self._formats = self._read_formats()
        self._persons = self._read_persons()
        self._hidden: list[int] = []
        self.count = sum(1 for _ in self._root.iter("sheet"))
        self.without_value = 0
        """Cells with a formula that the writing program did not calculate."""

    def sheets(self) -> Iterator[tuple[str, str, str]]:
        """(name, part, state) of each sheet in the order of the tabs, hidden ones and those of one chart too."""
        for element in self._root.iter("sheet"):
            word, part = self._related.get(element.get("r:id", ""), ("", ""))
            if word in {"worksheet", "chartsheet"} and self._package.has(part):
                yield element.get("name", ""), part, element.get("state", "")

    def add_sheet(self, builder: DocumentBuilder, part: str) -> None:
        """Rows, then what hangs on cells or lies over them. Raises UnreadableDocument after the rows that could be read."""
        with self._package.open(part) as stream:
            frame = read_frame(stream)
        related = [(word, target) for word, target in self._package.related(part).values() if self._package.has(target)]
        hints = SheetHints(
            across={(top, left): right for top, left, _, right in frame.merged if right > left},
            headers=table_headers(self._package, related),
        )
        self._hidden = []
        add_rows(builder, self._rows(part, frame), hints)
        builder.add("note", hidden_rows_note(self._hidden))
        if frame.hidden_columns:
            names = [f"{column_name(a)}-{column_name(b)}" if b > a else column_name(a) for a, b in frame.hidden_columns]
            builder.add("note", f"Hidden columns: {', '.join(names)}")
        for note in sheet_comments(self._package, related, self._persons):
            builder.add("note", note)
        for word, target in related:
            if word == "drawing":
                for note in drawing_notes(self._package, target):
                    builder.add("note", note)
                for kind, chart in self._package.related(target).values():
                    if kind == "chart":
                        add_chart(builder, self._package, chart)
        for tag, text in frame.printed:
            words = _without_codes(text)
            builder.add("note", f"{'Header' if 'Header' in tag else 'Footer'}: {words}" if words else "")

    def _rows(self, part: str, frame: SheetFrame) -> Iterator[Row]:
        """(row number from 0, column → shown value) of rows that hold anything; merged cells repeat downwards."""
        merged = {(top, left): bottom for top, left, bottom, _ in frame.merged if bottom > top}
        above: dict[int, tuple[int, str]] = {}
        with self._package.open(part) as stream:
            for row in read_rows(stream):
                number = row.number
                values = {c: text for c, (last, text) in above.items() if number <= last} if above else {}
                for cell in row.cells:
                    text = self._value(cell)
                    if text:
                        values[cell.column] = text
                        if merged and (number, cell.column) in merged:
                            above[cell.column] = (merged[number, cell.column], text)
                if values:
                    if row.hidden:
                        self._hidden.append(number)
                    yield number, values

    def _value(self, cell: RawCell) -> str:
        kind, text = cell.kind, cell.text
        if kind == "s":
            return self._strings[int(text)] if text.isdigit() and int(text) < len(self._strings) else ""
        if not text:
            return self._formula(cell.formula)
        if kind == "n":
            number_format = self._formats[cell.style] if cell.style < len(self._formats) else 0
            return shown(text.strip(), number_format, epoch_1904=self._epoch_1904)
        if kind == "b":
            return "TRUE" if text.strip() == "1" else "FALSE"
        if kind == "d":
            return text.removesuffix("T00:00:00").replace("T", " ")
        return " ".join(text.split())

    def _formula(self, formula: str) -> str:
        """Programs that write workbooks without calculating them leave the formula only; that of a link names its words."""
        link = _LINK.fullmatch(formula.strip())
        if link:
            return link[1].replace('""', '"')
        self.without_value += bool(formula)
        return f"={formula}" if formula else ""

    def _read_strings(self) -> list[str]:
        part = next((t for w, t in self._related.values() if w == "sharedStrings"), "xl/sharedStrings.xml")
        if not self._package.has(part):
            return []
        with self._package.open(part) as stream:
            return read_strings(stream)

    def _read_formats(self) -> list[str | int]:
        """Number format of each cell style: a code, or the number of a built-in one."""
        part = next((t for w, t in self._related.values() if w == "styles"), "xl/styles.xml")
        root = self._package.optional_xml(part)
        codes = {e.get("numFmtId", ""): e.get("formatCode", "") for e in root.iter("numFmt")} if root is not None else {}
        formats: list[str | int] = []
        styles: Element = found if (found := child(root, "cellXfs")) is not None else ElementTree.Element("cellXfs")
        for style in styles:
            number = style.get("numFmtId", "0")
            formats.append(codes.get(number) or whole_number(number, 0))
        return formats

    def _read_persons(self) -> dict[str, str]:
        persons: dict[str, str] = {}
        for word, target in self._related.values():
            root = self._package.optional_xml(target) if word == "person" else None
            for person in root.iter("person") if root is not None else ():
                persons[person.get("id", "")] = person.get("displayName", "")
        return persons


def _without_codes(text: str) -> str:
    """Header text without its layout codes (&L, &C, &"Arial,Bold", &P …)."""
    text = re.sub(r'&"[^"]*"|&K[0-9A-Fa-f]{6}|&\d+|&[LCR]', " ", text)
    return " ".join(re.sub(r"&[A-Za-z]", "", text).replace("&&", "&").split())
