"""Tables as lines in which every cell stands with its column header and its row's first cell.

A row becomes ``header: value | header: value``: embedded, searched and quoted as one piece, it answers "which value has this row
in that column" without the rest of the table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

SEPARATOR = " | "
_NUMBER = re.compile(r"[\s\d.,:%€$£¥+\-–/()]*")
_YEAR = re.compile(r"(?:19|20)\d\d(?:\s*[/–-]\s*\d{2,4})?")
_MAX_HEADER_CHARS = 80


@dataclass(frozen=True)
class Cell:
    """A cell as written in the source, before merged cells are spread over the grid."""

    text: str
    header: bool = False
    columns: int = 1
    rows: int = 1


def spread(rows: Sequence[Sequence[Cell]]) -> tuple[list[list[str]], int]:
    """Lay merged cells out on a grid; returns it with the number of leading header rows (0 when none is marked).

    A cell that spans rows is repeated in each of them, for it is often the row's header. One that spans columns is repeated in
    header rows only, so that values are not doubled.
    """
    rows = _with_group_header(rows)
    grid: list[list[str]] = []
    header_rows = 0
    pending: dict[int, tuple[int, str]] = {}
    for number, row in enumerate(rows):
        line: list[str] = []
        all_header = bool(row) and all(cell.header for cell in row)
        if all_header and header_rows == number:
            header_rows += 1
        queue = list(row)
        while queue or any(column >= len(line) for column in pending):
            column = len(line)
            if column in pending:
                left, text = pending.pop(column)
                line.append(text)
                if left > 1:
                    pending[column] = (left - 1, text)
                continue
            if not queue:
                line.append("")
                continue
            cell = queue.pop(0)
            for extra in range(min(max(cell.columns, 1), 200)):
                text = cell.text if extra == 0 or all_header else ""
                if cell.rows > 1:
                    pending[len(line)] = (min(cell.rows, 2000) - 1, text)
                line.append(text)
        # Spans that this row opened begin with the next one; those that it used up are already counted.
        grid.append(line)
    return grid, header_rows


def _with_group_header(rows: Sequence[Sequence[Cell]]) -> Sequence[Sequence[Cell]]:
    """Mark two header rows where the first groups the columns of the second ("2023" over "Plan" and "Actual") and none is marked."""
    if len(rows) < 3 or any(cell.header for row in rows for cell in row):
        return rows
    first, second = rows[0], rows[1]
    groups = [cell for cell in first if cell.columns > 1 and cell.text]
    if not groups or len(first) < 2 or not all(is_name(cell.text) for cell in groups):
        return rows
    names = [cell.text for cell in second if cell.text]
    width = sum(cell.columns for cell in first)
    covered = sum(cell.columns for cell in first if cell.rows > 1) + sum(cell.columns for cell in second)
    is_names = len(names) >= 2 and all(
        len(n) <= _MAX_HEADER_CHARS and (not _NUMBER.fullmatch(n) or _YEAR.fullmatch(n)) for n in names
    )
    below = [cell.text for row in rows[2:5] for cell in row if cell.text]
    has_values = any(_NUMBER.fullmatch(text) for text in below) or all(cell.columns == 1 for row in rows[2:] for cell in row)
    if not is_names or covered < width - 1 or not has_values:
        return rows
    marked = [[replace(cell, header=True) for cell in row] for row in rows[:2]]
    return [*marked, *rows[2:]]


def table_lines(grid: Sequence[Sequence[str]], header_rows: int = 0) -> list[str]:
    """One line a row, header rows first as plain lines. ``header_rows`` 0 lets the first row be judged by its look."""
    rows = [[_flat(cell) for cell in row] for row in grid]
    rows = [row for row in rows if any(row)]
    captions: list[str] = []
    while len(rows) > 1 and _is_title(rows[0]) and any(len(set(r)) > 1 for r in rows[1:]):
        # One name over the whole width is the table's title; as a header it would stand before every value.
        captions.append(next(c for c in rows.pop(0) if c))
        header_rows = max(header_rows - 1, 0)
    if not rows:
        return captions
    count = header_rows or (1 if looks_like_header(rows) else 0)
    if count >= len(rows):
        count = 0
    headers = column_headers(rows[:count])
    plain = [SEPARATOR.join(c for c in row if c) for row in rows[:count]]
    return captions + plain + [row_line(headers, row) for row in rows[count:]]


def _is_title(row: Sequence[str]) -> bool:
    return len(row) > 1 and bool(row[0]) and len({cell for cell in row if cell}) == 1


def row_line(headers: Sequence[str], row: Sequence[str]) -> str:
    """``header: value`` for each cell that is not empty."""
    parts: list[str] = []
    for column, value in enumerate(row):
        if value:
            value = value.replace(SEPARATOR, " / ")
            header = headers[column].rstrip(":") if column < len(headers) else ""
            parts.append(f"{header}: {value}" if header and header != value else value)
    return SEPARATOR.join(parts)


def column_headers(rows: Sequence[Sequence[str]]) -> list[str]:
    """Headers of each column from one or more header rows, upper first: ``Cost / 2024``."""
    width = max((len(row) for row in rows), default=0)
    headers: list[str] = []
    for column in range(width):
        names: list[str] = []
        for row in rows:
            name = row[column] if column < len(row) else ""
            if name and name not in names:
                names.append(name)
        headers.append(" / ".join(names))
    return headers


def looks_like_header(rows: Sequence[Sequence[str]]) -> bool:
    """Is the first row a header: short, distinct words over at least two columns, nothing but the corner empty?

    Numbers are names when they are years beside words ("Region | 2023 | 2024"), or when all below them is words.
    """
    if len(rows) < 2:
        return False
    first = list(rows[0])
    width = max(len(row) for row in rows)
    if width < 2 or len(first) < width or not all(first[1:]):
        return False
    names = [name for name in first if name]
    if len(set(names)) < len(names) or any(len(name) > _MAX_HEADER_CHARS for name in names):
        return False
    if any(_NUMBER.fullmatch(name) for name in names) and not _numbers_are_names(first, rows[1:]):
        return False
    # "Name: | Miller" in a form is a pair, not a header.
    return not (width == 2 and first[0].endswith(":"))


def is_name(text: str) -> bool:
    """Can the text head a column: short, and a number only when it is a year?"""
    return len(text) <= _MAX_HEADER_CHARS and (not _NUMBER.fullmatch(text) or bool(_YEAR.fullmatch(text)))


def _numbers_are_names(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    numeric = [column for column, name in enumerate(first) if _NUMBER.fullmatch(name)]
    under = [row[column] for row in below for column in numeric if column < len(row) and row[column]]
    if under and len(numeric) == len(first):
        return not any(_NUMBER.fullmatch(value) for value in under)
    years = all(_YEAR.fullmatch(first[column]) for column in numeric if first[column])
    return years and not all(_YEAR.fullmatch(value) for value in under)


def _flat(text: str) -> str:
    return " ".join(text.replace(SEPARATOR, " / ").split())
