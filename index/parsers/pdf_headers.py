"""Rows of a PDF table with each cell's column header, where the first row is one.

A PDF does not say what a header is. The first row is taken for one when each column has a short text there that is no number, and when
it is set in bold or stands over numbers. Otherwise rows stay as they are: a wrong header would change what a row says.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from index.parsers.pdf_lines import Line
from index.parsers.tables import SEPARATOR

_NUMBER = re.compile(r"[\s\d.,:%€$£¥+\-–−/()*]*\d[\s\d.,:%€$£¥+\-–−/()*]*")
_MEASURE = re.compile(rf"{_NUMBER.pattern}\s*[^\W\d_]{{1,12}}\.?")
"""A number with its unit, which stands over no other kind of cell than a number does."""
_YEAR = re.compile(r"(?:19|20)\d\d(?:\s*[/–-]\s*\d{2,4})?")
_MAX_HEADER_CHARS = 60
_NUMERIC_SHARE = 0.6
"""Share of a column's cells that are numbers from which a text over them is its header."""

_SHIFT = 8.0
"""Points by which the columns of a table may stand elsewhere on the next page: they begin where the longest cell does."""

Join = Callable[[Iterable[Line]], str]


class Headers:
    """Remembers the header of a page's last table: a table that goes on over the page has none of its own there."""

    def __init__(self) -> None:
        self._columns: Sequence[float] = ()
        self._header: dict[int, str] = {}
        self._is_first = False

    def begin_page(self) -> None:
        self._is_first = True

    def row_texts(self, rows: Sequence[Sequence[Line]], columns: Sequence[float], join: Join) -> list[str]:
        """A text for each row: "header: value | header: value" under a header row, else its lines joined.

        ``columns`` are the places where columns begin, from left to right, in points.
        """
        cells = [_cells(row, columns, join) for row in rows] if len(columns) >= 2 else []
        header: dict[int, str] = {}
        own = bool(cells) and _is_header(cells[0], rows[0], cells[1:], {column for row in cells for column in row})
        if own:
            header = cells[0]
        elif cells and self._is_first and _alike(columns, self._columns):
            header = self._header
        self._is_first = False
        self._columns, self._header = columns, header
        if not header:
            return [join(row) for row in rows]
        return [
            join(row)
            if (own and number == 0) or len(cells[number]) < 2 or cells[number] == header
            else _row(cells[number], header)
            for number, row in enumerate(rows)
        ]


def _row(row: dict[int, str], header: dict[int, str]) -> str:
    return SEPARATOR.join(f"{header[at]}: {row[at]}" if header.get(at) else row[at] for at in sorted(row))


def _alike(columns: Sequence[float], before: Sequence[float]) -> bool:
    return len(columns) == len(before) and all(abs(one - other) <= _SHIFT for one, other in zip(columns, before, strict=True))


def _cells(row: Sequence[Line], columns: Sequence[float], join: Join) -> dict[int, str]:
    """Column to its text in the row; lines one below the other are joined."""
    parts: dict[int, list[Line]] = {}
    for line in row:
        pieces = line.cells or ((line.left, line.right, line.text),)
        # Pieces that fall into one column are one text: a gap there is a gap and no border.
        for number, (left, right, text) in enumerate(pieces):
            column = max(bisect_right(columns, left + min(2.0, (right - left) / 2)) - 1, 0)
            joins = line.joins_next and number == len(pieces) - 1
            parts.setdefault(column, []).append(replace(line, text=text, joins_next=joins, cells=()))
    return {column: join(lines) for column, lines in parts.items()}


def _is_header(header: dict[int, str], lines: Sequence[Line], body: Sequence[dict[int, str]], used: set[int]) -> bool:
    if len(used) < 2 or not body:
        return False
    missing = [column for column in used if column not in header]
    if missing and missing != [min(used)]:  # the corner over the row headers may be empty
        return False
    if len(header) < 2 or any(len(text) > _MAX_HEADER_CHARS or _is_number(text) for text in header.values()):
        return False
    if all(line.bold for line in lines):
        return True
    return any(_is_numeric([row[column] for row in body if column in row]) for column in header if column != min(used))


def _is_number(text: str) -> bool:
    return bool(_NUMBER.fullmatch(text)) and not _YEAR.fullmatch(text.strip())


def _is_numeric(values: Sequence[str]) -> bool:
    return len(values) >= 2 and sum(
        bool(_NUMBER.fullmatch(value) or _MEASURE.fullmatch(value)) for value in values
    ) >= _NUMERIC_SHARE * len(values)
