"""Columns of running text that a PDF writes line by line across the page: read one after the other.

Most programs write a column to its end before the next. Where they do not, pdfium gives one line over all columns, with a wide gap
in it, as it does for the rows of a table. Running text is told from a table by the length of its lines and by sentences that go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from index.parsers.pdf_lines import Line

_MIN_LINES = 4
"""Lines with a gap at the same place from which columns are meant."""
_MIN_SHARE = 0.6
"""Share of the lines with a gap that must have one there."""
_MIN_WIDTH = 13
"""Median width of a column's lines in font sizes; cells of tables are narrower."""
_GOES_ON = 0.3
"""Share of a side's lines that begin with a small letter: sentences that go on."""
_DEPTH = 3
_MAX_GAPS = 150
"""Gaps of a page that are compared with each other: a page of numbers has thousands."""


def unmixed(lines: list[Line], depth: int = 0) -> list[Line]:
    """The lines in reading order; those over several columns are cut where columns of running text are found."""
    gaps = _gaps(lines)
    if len(gaps) < _MIN_LINES or depth >= _DEPTH:
        return lines
    at = _common(gaps)
    if at is None or not _is_running_text(lines, at):
        return lines
    result: list[Line] = []
    run: list[Line] = []
    for line in lines:
        if any(left < at < right for left, right in line.column_starts):
            result += _one_after_the_other(run, at, depth)
            result.append(line)
            run = []
        else:
            run.append(line)
    return result + _one_after_the_other(run, at, depth)


def _one_after_the_other(run: list[Line], at: float, depth: int) -> list[Line]:
    if len(_gaps(run)) < 2:
        return run
    first = [side for line in run if (side := _side(line, at, left=True)) is not None]
    second = [side for line in run if (side := _side(line, at, left=False)) is not None]
    return unmixed(first, depth + 1) + unmixed(second, depth + 1)


def _gaps(lines: Sequence[Line]) -> list[tuple[float, float]]:
    """Wide gaps inside lines, and between lines that follow each other at the same height."""
    gaps: list[tuple[float, float]] = []
    for number, line in enumerate(lines):
        pieces = line.column_starts
        gaps += [(one[1], other[0]) for one, other in zip(pieces, pieces[1:], strict=False) if other[0] > one[1]]
        if number and _beside(lines[number - 1], line):
            gaps.append((lines[number - 1].right, line.left))
    return gaps


def _beside(last: Line, line: Line) -> bool:
    overlap = min(last.top, line.top) - max(last.bottom, line.bottom)
    return overlap > 0.5 * min(last.height, line.height) and line.left - last.right > line.size


def _common(gaps: Sequence[tuple[float, float]]) -> float | None:
    """A place that most of the gaps share: that between the ends of one of them where the most others are open."""
    best, found = 0, None
    gaps = gaps[:: max(len(gaps) // _MAX_GAPS, 1)]
    for left, right in gaps:
        for place in (left + 0.5, right - 0.5):
            count = sum(one < place < other for one, other in gaps)
            if count > best:
                best, found = count, place
    return found if best >= max(_MIN_LINES, _MIN_SHARE * len(gaps)) else None


def _is_running_text(lines: Sequence[Line], at: float) -> bool:
    goes_on = []
    for left in (True, False):
        side = [part for line in lines if line.is_split and (part := _side(line, at, left=left)) is not None]
        side = side or [line for line in lines if (line.right <= at if left else line.left >= at)]
        if len(side) < _MIN_LINES or median((part.right - part.left) / max(part.size, 1.0) for part in side) < _MIN_WIDTH:
            return False
        goes_on.append(sum(part.text[:1].islower() for part in side) / len(side))
    return max(goes_on) >= _GOES_ON


def _side(line: Line, at: float, *, left: bool) -> Line | None:
    """What of a line stands left or right of the place; None when nothing does."""
    if line.right <= at or line.left >= at:
        return line if (line.right <= at) == left else None
    pieces = tuple(piece for piece in line.column_starts if (piece[1] <= at if left else piece[0] >= at))
    cells = tuple(cell for cell in line.cells if (cell[0] < at) == left)
    if not pieces or not cells:
        return None
    text = " ".join(cell[2] for cell in cells)
    # pdfium marks a broken word at the end of its line only; at the end of a column the hyphen is still a hyphen.
    joins = line.joins_next if not left else text.endswith("-") and text[-2:-1].isalpha()
    return replace(
        line,
        text=text.removesuffix("-") if joins else text,
        left=pieces[0][0],
        right=pieces[-1][1],
        column_starts=pieces,
        cells=cells if len(cells) > 1 else (),
        joins_next=joins,
    )
