"""Tables of a PDF page, found by wide gaps inside lines.

A line that pdfium gives as one and that a wide gap parts holds cells of one row: columns of running text follow each other in the
content instead. Around such lines the table grows over lines that fit into exactly one of its columns (cells of several lines).
Rows keep the order of the content, which goes cell by cell, so that the text of a row reads as the page does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from index.parsers.pdf_lines import Line

_MIN_ANCHORS = 2
_MIN_ROWS = 3
"""From which pieces that stand one above the other are no accident."""
_PROSE_SHARE = 0.4
"""Share of split lines that begin with a small letter from which they are running text."""
_TOLERANCE = 4.0
"""Points by which a cell may stand left of its column."""
_ROW_GAP = 0.45
"""Gap between two lines of a column, in line heights, from which a new row begins."""


@dataclass(frozen=True)
class Table:
    """``length`` lines from where it was found, as ``rows`` of lines; ``columns`` are where its columns begin."""

    length: int
    rows: list[list[Line]]
    columns: tuple[float, ...] = ()


def find_tables(lines: Sequence[Line]) -> dict[int, Table]:
    """Index of a table's first line → table."""
    tables: dict[int, Table] = {}
    at = free = 0
    while at < len(lines):
        if lines[at].is_split:
            end, columns = _extent(lines, at)
            anchors = sum(line.is_split for line in lines[at:end])
            if anchors >= _MIN_ANCHORS and len(columns) >= 2 and not _is_prose(lines[at:end]):
                columns = _finer(lines[at:end], columns)
                rows = _rows(lines[at:end], columns)
                if at > free and _is_close_header(lines[at - 1], lines[at], columns):
                    at -= 1
                    rows.insert(0, [lines[at]])
                tables[at] = Table(end - at, rows, tuple(left - _TOLERANCE for left, _ in columns))
                at = free = end
                continue
        at += 1
    return tables


def _finer(lines: Sequence[Line], columns: list[list[float]]) -> list[list[float]]:
    """Narrow columns have no wide gap between them either, but where all rows have the same pieces, one above the other, these are the
    cells."""
    count = len(lines[0].cells)
    if len(lines) < _MIN_ROWS or count <= len(columns) or any(len(line.cells) != count for line in lines):
        return columns
    spans = [[min(line.cells[at][0] for line in lines), max(line.cells[at][1] for line in lines)] for at in range(count)]
    return spans if all(left[1] < right[0] for left, right in pairwise(spans)) else columns


def _is_close_header(line: Line, first: Line, columns: list[list[float]]) -> bool:
    """Long words over narrow columns leave no wide gap between them: a line above the first row with one piece over each column."""
    if len(line.cells) != len(columns) or _is_apart(line, first) or line.bottom < first.top - line.height / 2:
        return False
    over = [
        [index for index, (begin, end) in enumerate(columns) if left < end and right > begin] for left, right, _ in line.cells
    ]
    return over == [[index] for index in range(len(columns))]


def _is_prose(lines: Sequence[Line]) -> bool:
    """Running text around a figure is parted by a gap as well; its lines go on in the middle of a sentence."""
    split = [line for line in lines if line.is_split]
    lower = sum(line.text[:1].islower() for line in split)
    return len(split[0].column_starts) == 2 and lower >= _PROSE_SHARE * len(split)


def _extent(lines: Sequence[Line], start: int) -> tuple[int, list[list[float]]]:
    columns: list[list[float]] = []
    end = start
    for index in range(start, len(lines)):
        line = lines[index]
        if index > start and _is_apart(lines[index - 1], line):
            break
        if line.is_split:
            columns = _merge(columns, line)
            if len(columns) < 2:
                break
            end = index + 1
        elif len(columns) >= 2 and _column_of(columns, line) is not None:
            end = index + 1
        else:
            break
    # What follows the last anchor in the first column is more likely the text after the table.
    while end > start + 1 and not lines[end - 1].is_split and _column_of(columns, lines[end - 1]) == 0:
        end -= 1
    return end, columns


def _is_apart(last: Line, line: Line) -> bool:
    return last.bottom - line.top > 3.5 * max(last.height, line.height)


def _merge(columns: list[list[float]], line: Line) -> list[list[float]]:
    """Columns are what the cells of all rows cover together; cells that overlap stand in the same one."""
    spans = sorted([*(list(c) for c in columns), *([left, right] for left, right in line.column_starts)])
    merged: list[list[float]] = []
    for left, right in spans:
        if merged and left < merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], right)
        else:
            merged.append([left, right])
    return merged


def _column_of(columns: list[list[float]], line: Line) -> int | None:
    """The only column that the line overlaps, if it does not begin left of it."""
    hits = [i for i, (left, right) in enumerate(columns) if line.left < right and line.right > left]
    if len(hits) != 1:
        return None
    next_left = columns[hits[0] + 1][0] if hits[0] + 1 < len(columns) else float("inf")
    return hits[0] if line.left >= columns[hits[0]][0] - _TOLERANCE and line.right < next_left else None


def _rows(lines: Sequence[Line], columns: list[list[float]]) -> list[list[Line]]:
    rows: list[list[Line]] = []
    last_column = len(columns)
    for line in lines:
        column = 0 if line.is_split and line.left < columns[1][0] else _column_of(columns, line)
        column = 1 if column is None else column
        same = bool(rows) and column == last_column
        if (
            not rows
            or column < last_column
            and not _is_within(rows[-1], line)
            or same
            and rows[-1][-1].bottom - line.top > _ROW_GAP * line.height
            or same
            and line.is_split
            and column == 0
        ):
            rows.append([line])
        else:
            rows[-1].append(line)
        last_column = _last_column(columns, line)
    return rows


def _is_within(row: list[Line], line: Line) -> bool:
    """Does the line stand higher than the row's lowest line, beside it? Then it is a later cell of the same row."""
    return line.bottom > min(other.top for other in row) and line.left > row[0].left


def _last_column(columns: list[list[float]], line: Line) -> int:
    hits = [i for i, (left, right) in enumerate(columns) if line.left < right and line.right > left]
    return hits[-1] if hits else 0
