"""Rows of a sheet as "header: value" blocks with their cells; serves spreadsheets and CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from index.parsers.builder import DocumentBuilder
from index.parsers.cells import column_name
from index.parsers.tables import column_headers, is_name, looks_like_header, row_line

Row = tuple[int, dict[int, str]]
"""Row number from 0, and column from 0 → shown value, empty cells left out."""
_PIECE_ROWS = 1000
"""A large sheet goes in pieces of this many rows, so that memory stays flat."""
_MAX_SPANS = 50
_SEARCHED_ROWS = 12
_MAX_UPPER_HEADERS = 3


@dataclass(frozen=True)
class SheetHints:
    """What a file says of its rows: ``across`` maps (row, column) of a merged cell to its last column, ``headers`` are header rows."""

    across: Mapping[tuple[int, int], int] = field(default_factory=dict)
    headers: frozenset[int] = frozenset()


Taker = Callable[[str | None, Iterable[Row], SheetHints], None]
"""Gets the name of each sheet (None in CSV) with its rows, to be read to their end, and its hints."""
_taker: ContextVar[Taker | None] = ContextVar("taker", default=None)


@contextmanager
def taking_rows(take: Taker) -> Iterator[None]:
    """Within, every parser of sheets hands its rows to ``take`` and makes no text of them: the same cells, as a grid."""
    before = _taker.set(take)
    try:
        yield
    finally:
        _taker.reset(before)


def add_rows(builder: DocumentBuilder, rows: Iterable[Row], hints: SheetHints | None = None) -> None:
    """Rows in regions that blank rows part; a region without a header of its own goes on under the last one."""
    hints = hints or SheetHints()
    take = _taker.get()
    if take is not None:
        take(builder.sheet, rows, hints)
        return
    headers: dict[int, str] = {}
    region: list[Row] = []
    last = -1
    goes_on = False
    for number, values in rows:
        if region and (number > last + 1 or number in hints.headers):
            headers = _add_region(builder, region, headers, hints, goes_on)
            region, goes_on = [], False
        region.append((number, values))
        last = number
        if len(region) >= _PIECE_ROWS:
            headers = _add_region(builder, region, headers, hints, goes_on)
            region, goes_on = [], True
    if region:
        _add_region(builder, region, headers, hints, goes_on)


def _add_region(
    builder: DocumentBuilder, region: list[Row], inherited: dict[int, str], hints: SheetHints, goes_on: bool
) -> dict[int, str]:
    """``goes_on``: the region is a further piece of a long one, whose header came with its first."""
    at = None if goes_on else _header_row(region, hints)
    headers = inherited
    plain: set[int] = set()
    if at is not None:
        first = _first_header(region, at, hints)
        last = at + (2 if first == at and _is_second_header(region, at, hints) else 1)
        header_rows = [_spread_across(row, hints) for row in region[first:last]]
        width = max(max(values) for values in header_rows) + 1
        names = column_headers([[values.get(c, "") for c in range(width)] for values in header_rows])
        headers = {column: name for column, name in enumerate(names) if name}
        plain = {number for number, _ in region[:last]}
    elif not goes_on:
        plain = {number for number, values in region if len(values) == 1}
        if not any(set(values) <= set(headers) for number, values in region if number not in plain):
            headers = {}
    for number, values in region:
        columns = sorted(values)
        names = [] if number in plain else [headers.get(c, "") for c in columns]
        cells = f"{column_name(columns[0])}{number + 1}:{column_name(columns[-1])}{number + 1}"
        builder.add("table_row", row_line(names, [values[c] for c in columns]), cells=cells)
    return headers


def header_rows(rows: Iterable[Row], hints: SheetHints) -> list[tuple[int, int]]:
    """(first row of a region, its header's last row), both numbers from 0, of each region that has a header."""
    found: list[tuple[int, int]] = []
    region: list[Row] = []
    for number, values in [*rows, (-1, {})]:
        if region and (number != region[-1][0] + 1 or number in hints.headers):
            at = _header_row(region, hints)
            if at is not None:
                found.append((region[0][0], region[at][0]))
            region = []
        region.append((number, values))
    return found


def _header_row(region: list[Row], hints: SheetHints) -> int | None:
    """Index of the header: a row that the file names, else the first that is as wide as the usual row and looks like one."""
    if region[0][0] in hints.headers:
        return 0
    widths = [len(values) for _, values in region]
    usual = sorted(widths)[len(widths) // 2]
    for index, (number, values) in enumerate(region[:_SEARCHED_ROWS]):
        if _groups_names(region, index, hints):
            return index + 1
        spans = any((number, column) in hints.across for column in values)
        if len(values) < 2 or len(values) < 0.6 * max(usual, 2) or (spans and index + 1 < len(region) and len(values) < usual):
            continue
        columns = sorted(values)
        following = [[other.get(c, "") for c in columns] for _, other in region[index + 1 : index + 4]]
        return index if following and looks_like_header([[values[c] for c in columns], *following]) else None
    return None


def _groups_names(region: list[Row], index: int, hints: SheetHints) -> bool:
    """Does the row hold names over several columns each, and the next one the names of the columns ("Plan", "Actual", "Plan" …)?"""
    if index + 2 >= len(region):
        return False
    number, values = region[index]
    width = max(max(row) for _, row in region[:_SEARCHED_ROWS]) - min(values) + 1
    spans = [hints.across[number, c] - c + 1 for c in values if (number, c) in hints.across]
    names = list(region[index + 1][1].values())
    return bool(spans) and max(spans) < width and len(names) >= 2 and all(is_name(name) for name in [*names, *values.values()])


def _first_header(region: list[Row], at: int, hints: SheetHints) -> int:
    """Index of the uppermost header row: rows right above with cells merged over several columns, but not over all."""
    width = len(region[at][1])
    first = at
    while first > 0 and at - first < _MAX_UPPER_HEADERS:
        number, values = region[first - 1]
        spans = [hints.across[number, c] - c + 1 for c in values if (number, c) in hints.across]
        if not spans or max(spans) >= width:
            break
        first -= 1
    return first


def _spread_across(row: Row, hints: SheetHints) -> dict[int, str]:
    number, values = row
    found = dict(values)
    for column, text in values.items():
        for other in range(column + 1, min(hints.across.get((number, column), column), column + 500) + 1):
            found.setdefault(other, text)
    return found


def _is_second_header(region: list[Row], at: int, hints: SheetHints) -> bool:
    """A group header repeats under merged cells; the row below then names the columns."""
    number, values = region[at]
    names = [values[c] for c in sorted(values)]
    spans = any((number, column) in hints.across for column in values)
    return (spans or len(set(names)) < len(names)) and at + 2 < len(region)


def hidden_rows_note(rows: list[int]) -> str:
    """The hidden rows (numbers from 0, ascending) as a person names them: "Hidden rows: 3, 5-9"; "" when there are none."""
    spans: list[tuple[int, int]] = []
    for row in rows:
        if spans and row == spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], row)
        else:
            spans.append((row, row))
    names = [str(first + 1) if first == last else f"{first + 1}-{last + 1}" for first, last in spans[:_MAX_SPANS]]
    more = " and others" if len(spans) > _MAX_SPANS else ""
    return f"Hidden rows: {', '.join(names)}{more}" if names else ""
