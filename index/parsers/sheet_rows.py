"""Rows of a sheet as "header: value" blocks with their cells; serves spreadsheets and CSV."""

from __future__ import annotations

from collections.abc import Iterable

from index.parsers.builder import DocumentBuilder
from index.parsers.cells import column_name
from index.parsers.tables import column_headers, looks_like_header, row_line

Row = tuple[int, dict[int, str]]
"""Row number from 0, and column from 0 → shown value, empty cells left out."""
_PIECE_ROWS = 1000
"""A large sheet goes in pieces of this many rows, so that memory stays flat."""


def add_rows(builder: DocumentBuilder, rows: Iterable[Row]) -> None:
    """Rows in regions that blank rows part; a region without a header of its own goes on under the last one."""
    headers: dict[int, str] = {}
    region: list[Row] = []
    last = -1
    for number, values in rows:
        if region and number > last + 1:
            headers = _add_region(builder, region, headers)
            region = []
        region.append((number, values))
        last = number
        if len(region) >= _PIECE_ROWS:
            headers = _add_region(builder, region, headers)
            region = []
    if region:
        _add_region(builder, region, headers)


def _add_region(builder: DocumentBuilder, region: list[Row], inherited: dict[int, str]) -> dict[int, str]:
    at = _header_row(region)
    headers = inherited
    if at is not None:
        header_rows = region[at : at + (2 if _is_second_header(region, at) else 1)]
        width = max(max(values) for _, values in header_rows) + 1
        names = column_headers([[values.get(c, "") for c in range(width)] for _, values in header_rows])
        headers = {column: name for column, name in enumerate(names) if name}
        plain = {number for number, _ in [*region[:at], *header_rows]}
    else:
        plain = {number for number, values in region if len(values) == 1}
        if not any(set(values) <= set(headers) for number, values in region if number not in plain):
            headers = {}
    for number, values in region:
        columns = sorted(values)
        names = [] if number in plain else [headers.get(c, "") for c in columns]
        cells = f"{column_name(columns[0])}{number + 1}:{column_name(columns[-1])}{number + 1}"
        builder.add("table_row", row_line(names, [values[c] for c in columns]), cells=cells)
    return headers


def _header_row(region: list[Row]) -> int | None:
    """Index of the header: the first row that is as wide as the region's usual row and looks like one."""
    widths = [len(values) for _, values in region]
    usual = sorted(widths)[len(widths) // 2]
    for index, (_, values) in enumerate(region[:12]):
        if len(values) < 2 or len(values) < 0.6 * max(usual, 2):
            continue
        columns = sorted(values)
        following = [[other.get(c, "") for c in columns] for _, other in region[index + 1 : index + 4]]
        return index if following and looks_like_header([[values[c] for c in columns], *following]) else None
    return None


def _is_second_header(region: list[Row], at: int) -> bool:
    """A group header repeats under merged cells; the row below then names the columns."""
    names = [region[at][1][c] for c in sorted(region[at][1])]
    return len(set(names)) < len(names) and at + 1 < len(region)
