"""XLS (Excel 5 to 2003): each row as "header: value" with its sheet and cells, values as the sheet shows them."""

from __future__ import annotations

import logging
import struct
from collections.abc import Iterator
from typing import Any

import xlrd

from index.document import ParsedDocument
from index.errors import PasswordNeeded, UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.cells import column_name, shown
from index.parsers.office_password import NEEDED, opened_old_office
from index.parsers.ole_properties import ole_properties
from index.parsers.sheet_rows import Row, SheetHints, add_rows, hidden_rows_note

PARSER = "old_excel/2"
_ERRORS = {0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!", 0x1D: "#NAME?", 0x24: "#NUM!", 0x2A: "#N/A"}


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Raises PasswordNeeded and UnreadableDocument."""
    source = opened_old_office(source, options)
    data = source.read()
    book = _open(data)
    builder = DocumentBuilder("xls", PARSER)
    for index, name in enumerate(book.sheet_names()):
        try:
            sheet = book.sheet_by_index(index)
        except _BROKEN as error:
            builder.warn(f"The sheet {name} is damaged and was left out ({type(error).__name__}).")
            continue
        builder.reset_headings()
        builder.set_place("sheet", sheet=name)
        builder.heading(1, name)
        if sheet.visibility:
            builder.add("note", "This sheet is hidden.")
        across = {(first, left): right - 1 for first, _, left, right in sheet.merged_cells if right - left > 1}
        add_rows(builder, _rows(book, sheet), SheetHints(across))
        hidden = sorted(
            row for row, info in sheet.rowinfo_map.items() if info.hidden and row < sheet.nrows and any(sheet.row_types(row))
        )
        builder.add("note", hidden_rows_note(hidden))
        for (row, column), note in sorted(sheet.cell_note_map.items()):
            builder.add("note", _comment(row, column, note))
        book.unload_sheet(index)
    properties = ole_properties(data)
    return builder.build(title=properties.title, author=properties.author, modified=properties.modified)


_BROKEN = (struct.error, IndexError, KeyError, ValueError, AssertionError, TypeError, AttributeError, xlrd.XLRDError)
"""What xlrd throws on damage, by its own source; each is about this one workbook."""


class _Silent:
    """xlrd reports oddities of a workbook on its log file."""

    def write(self, text: str) -> int:
        logging.getLogger(__name__).debug("xlrd: %s", text.strip())
        return len(text)

    def flush(self) -> None:
        """Nothing is kept back."""


def _open(data: bytes) -> Any:
    try:
        return xlrd.open_workbook(file_contents=data, formatting_info=True, on_demand=True, logfile=_Silent())
    except xlrd.XLRDError as error:
        if "encrypted" in str(error).lower():
            raise PasswordNeeded(NEEDED) from error
        raise UnreadableDocument("The workbook is damaged and cannot be read.") from error
    except _BROKEN as error:
        raise UnreadableDocument("The workbook is damaged and cannot be read.") from error


def _rows(book: Any, sheet: Any) -> Iterator[Row]:
    """Rows that hold anything; a cell merged over rows repeats downwards."""
    merged = {(first, left): last - 1 for first, last, left, _ in sheet.merged_cells if last - first > 1}
    above: dict[int, tuple[int, str]] = {}
    for number in range(sheet.nrows):
        values = {column: text for column, (last, text) in above.items() if number <= last}
        for column, cell in enumerate(sheet.row(number)):
            text = " ".join(_shown(book, cell).split())
            if text:
                values[column] = text
                if (number, column) in merged:
                    above[column] = (merged[number, column], text)
        if values:
            yield number, values


def _shown(book: Any, cell: Any) -> str:
    if cell.ctype == xlrd.XL_CELL_TEXT:
        return str(cell.value)
    if cell.ctype in {xlrd.XL_CELL_NUMBER, xlrd.XL_CELL_DATE}:
        return shown(repr(cell.value), _format(book, cell), epoch_1904=bool(book.datemode))
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return "TRUE" if cell.value else "FALSE"
    return _ERRORS.get(cell.value, "#N/A") if cell.ctype == xlrd.XL_CELL_ERROR else ""


def _format(book: Any, cell: Any) -> str | int:
    try:
        key = book.xf_list[cell.xf_index].format_key
    except (IndexError, TypeError):
        return 0
    known = book.format_map.get(key)
    return str(known.format_str) if known is not None and known.format_str and key >= 50 else int(key)


def _comment(row: int, column: int, note: Any) -> str:
    text = " ".join(str(note.text).split())
    author = str(note.author or "").strip()
    text = text.removeprefix(f"{author}:").strip() if author else text
    by = f" by {author}" if author else ""
    return f"Comment on {column_name(column)}{row + 1}{by}: {text}" if text else ""
