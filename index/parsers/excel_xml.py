"""Workbooks in the XML of Excel 2003 ("XML Spreadsheet"), which many web applications still write under the name .xls."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from index.document import ParsedDocument
from index.errors import UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.cells import column_name, shown
from index.parsers.sheet_rows import Row, SheetHints, add_rows
from index.parsers.zip_package import Element, child, safe_xml, whole_number

PARSER = "excel_xml/1"
_NAMED = {
    "General Number": "General", "General Date": "yyyy-mm-dd hh:mm", "Short Date": "yyyy-mm-dd", "Medium Date": "d-mmm-yy",
    "Long Date": "d mmmm yyyy", "Short Time": "h:mm", "Long Time": "h:mm:ss", "Currency": "$#,##0.00", "Fixed": "0.00",
    "Standard": "#,##0.00", "Percent": "0.00%", "Scientific": "0.00E+00",
}  # fmt: skip
_MAX_INDEX = 1 << 20
_DAY_ZERO = datetime(1899, 12, 30)


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Raises UnreadableDocument."""
    root = safe_xml(source.read())
    formats = _formats(root)
    builder = DocumentBuilder("xls", PARSER)
    sheets = [element for element in root if element.tag == "Worksheet"]
    if not sheets:
        raise UnreadableDocument("The workbook is damaged: it has no sheets.")
    for sheet in sheets:
        name = sheet.get("Name", "")
        builder.reset_headings()
        builder.set_place("sheet", sheet=name)
        builder.heading(1, name)
        visible = child(sheet, "WorksheetOptions", "Visible")
        if visible is not None and (visible.text or "").startswith("SheetHidden"):
            builder.add("note", "This sheet is hidden.")
        reader = _Sheet(formats)
        rows = list(reader.rows(sheet))
        add_rows(builder, iter(rows), SheetHints(across=reader.across))
        for note in reader.notes:
            builder.add("note", note)
    properties = {e.tag: (e.text or "").strip() for element in root if element.tag == "DocumentProperties" for e in element}
    return builder.build(
        title=properties.get("Title"),
        author=properties.get("Author"),
        modified=properties.get("LastSaved") or properties.get("Created"),
    )


def _moment(text: str, code: str | None) -> str:
    """A date as its cell shows it; as it is stored where there is no format, or no date."""
    try:
        days = (datetime.fromisoformat(text) - _DAY_ZERO) / timedelta(days=1)
    except (ValueError, TypeError):
        days = 0.0
    if code and days > 0:
        return shown(repr(days), code)
    return text.removesuffix(".000").removesuffix("T00:00:00").replace("T", " ")


def _formats(root: Element) -> dict[str, str]:
    found: dict[str, str] = {}
    for style in root.iter("Style"):
        number_format = child(style, "NumberFormat")
        code = number_format.get("Format") if number_format is not None else None
        if code:
            found[style.get("ID", "")] = _NAMED.get(code, code)
    return found


class _Sheet:
    def __init__(self, formats: dict[str, str]) -> None:
        self._formats = formats
        self.across: dict[tuple[int, int], int] = {}
        self.notes: list[str] = []

    def rows(self, sheet: Element) -> Iterator[Row]:
        above: dict[int, tuple[int, str]] = {}
        number = -1
        for row in sheet.iter("Row"):
            number = whole_number(row.get("Index"), number + 2, low=1, high=_MAX_INDEX) - 1
            values = {column: text for column, (last, text) in above.items() if number <= last}
            column = -1
            for cell in row.iter("Cell"):
                column = whole_number(cell.get("Index"), column + 2, low=1, high=_MAX_INDEX) - 1
                text = self._shown(cell, row)
                right = column + whole_number(cell.get("MergeAcross"), 0)
                if text:
                    values[column] = text
                    down = whole_number(cell.get("MergeDown"), 0)
                    if down:
                        above[column] = (number + down, text)
                    if right > column:
                        self.across[number, column] = right
                self._note(cell, number, column)
                column = right
            if values:
                yield number, values

    def _shown(self, cell: Element, row: Element) -> str:
        data = child(cell, "Data")
        if data is None:
            return ""
        text = " ".join("".join(data.itertext()).split())
        kind = data.get("Type")
        code = self._formats.get(cell.get("StyleID") or row.get("StyleID") or "")
        if kind == "Number" and code:
            return shown(text, code)
        if kind == "DateTime":
            return _moment(text, code)
        return {"1": "TRUE", "0": "FALSE"}.get(text, text) if kind == "Boolean" else text

    def _note(self, cell: Element, number: int, column: int) -> None:
        comment = child(cell, "Comment")
        if comment is None:
            return
        text = " ".join("".join(comment.itertext()).split())
        author = comment.get("Author", "").strip()
        by = f" by {author}" if author else ""
        if text:
            self.notes.append(f"Comment on {column_name(column)}{number + 1}{by}: {text.removeprefix(f'{author}:').strip()}")
