"""Ruled tables of a PDF page: the grid that its drawn lines form, and the lines of text in each row.

Word processors draw each cell's border as thin rectangles or strokes. Borders that touch form a grid; rows lie between its
horizontal lines. Text is taken in the order of the content, which goes cell by cell.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pypdfium2.raw as pdfium_c

from index.parsers.pdf_lines import Line
from index.parsers.pdf_objects import PageObject, page_objects

_THIN = 2.5
"""Points up to which a drawn rectangle counts as a line."""
_TOUCH = 3.0
_MIN_LENGTH = 6.0
_MAX_OBJECTS = 6000
"""Drawings with more paths are maps or plots; looking at each would cost seconds."""
_MAX_BOXES = 12_000
_RECTANGLE = 5
_MAX_SEGMENTS = 4000
_ROW_SHARE = 0.5
"""Share of the grid's width that a horizontal line must cover to part rows (merged cells leave gaps)."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Grid:
    """Borders of a table in points as displayed: ``rows`` are the heights of its horizontal lines from top to bottom."""

    left: float
    bottom: float
    right: float
    top: float
    rows: tuple[float, ...]
    columns: tuple[float, ...] = ()
    """Places of its vertical lines from left to right."""

    def row_of(self, line: Line) -> int | None:
        """Row that holds the line's middle, None when the line lies outside."""
        middle = (line.bottom + line.top) / 2
        if not (
            self.bottom - 1 < middle < self.top + 1 and line.left > self.left - _TOUCH and line.right < self.right + 3 * _TOUCH
        ):
            return None
        return sum(middle < y for y in self.rows) - 1


def page_grids(page: Any, rotation: int, width: float, height: float) -> list[Grid]:
    """Grids with at least two rows and two columns. ``width`` and ``height`` are those of the unrotated page."""
    boxes: list[Box] = []
    for number, item in enumerate(page_objects(page.raw, (pdfium_c.FPDF_PAGEOBJ_PATH,))):
        if number > _MAX_OBJECTS:
            return []
        for box in _parts(item):
            boxes += _edges(_displayed(box, rotation, width, height))
    return [grid for group in _touching(boxes) if (grid := _grid(group)) is not None]


def table_rows(grid: Grid, lines: Sequence[Line]) -> tuple[list[list[Line]], set[int]]:
    """Lines of each row that has text, and the indexes in ``lines`` of all that were taken."""
    rows: dict[int, list[Line]] = {}
    taken: set[int] = set()
    for index, line in enumerate(lines):
        row = grid.row_of(line)
        if row is not None:
            rows.setdefault(row, []).append(line)
            taken.add(index)
    return [rows[number] for number in sorted(rows)], taken


def _parts(item: PageObject) -> list[Box]:
    """Boxes of the parts of a path: some programs draw all borders of a table as one."""
    count = pdfium_c.FPDFPath_CountSegments(item.raw)
    if not _RECTANGLE < count <= _MAX_SEGMENTS:
        return [item.bounds]
    matrix = pdfium_c.FS_MATRIX()
    pdfium_c.FPDFPageObj_GetMatrix(item.raw, matrix)
    x, y = ctypes.c_float(), ctypes.c_float()
    parts: list[list[tuple[float, float]]] = []
    for index in range(count):
        segment = pdfium_c.FPDFPath_GetPathSegment(item.raw, index)
        if not pdfium_c.FPDFPathSegment_GetPoint(segment, x, y):
            continue
        if not parts or pdfium_c.FPDFPathSegment_GetType(segment) == pdfium_c.FPDF_SEGMENT_MOVETO:
            parts.append([])
        parts[-1].append(
            (matrix.a * x.value + matrix.c * y.value + matrix.e, matrix.b * x.value + matrix.d * y.value + matrix.f)
        )
    return [
        (min(px for px, _ in part), min(py for _, py in part), max(px for px, _ in part), max(py for _, py in part))
        for part in parts
    ]


def _displayed(box: Box, rotation: int, width: float, height: float) -> Box:
    left, bottom, right, top = box
    if rotation == 90:
        return bottom, width - right, top, width - left
    if rotation == 180:
        return width - right, height - top, width - left, height - bottom
    if rotation == 270:
        return height - top, left, height - bottom, right
    return left, bottom, right, top


def _edges(box: Box) -> list[Box]:
    """A thin box is a line; a larger one is a cell and gives its four sides; a dot is nothing."""
    left, bottom, right, top = box
    wide, high = right - left, top - bottom
    if wide <= _THIN and high <= _THIN:
        return []
    if wide <= _THIN or high <= _THIN:
        return [box] if max(wide, high) >= _MIN_LENGTH else []
    if wide < _MIN_LENGTH or high < _MIN_LENGTH:
        return []
    return [(left, bottom, right, bottom), (left, top, right, top), (left, bottom, left, top), (right, bottom, right, top)]


def _touching(boxes: list[Box]) -> list[list[Box]]:
    """Connected groups of boxes that come within the touching distance of each other."""
    if not boxes or len(boxes) > _MAX_BOXES:
        return []
    left, bottom, right, top = np.array(boxes, dtype=np.float32).T
    waiting = np.ones(len(boxes), dtype=bool)
    groups: list[list[Box]] = []
    while waiting.any():
        todo = [int(waiting.argmax())]
        waiting[todo[0]] = False
        members: list[Box] = []
        while todo:
            at = todo.pop()
            members.append(boxes[at])
            near = waiting & (left <= right[at] + _TOUCH) & (right >= left[at] - _TOUCH)
            near &= (bottom <= top[at] + _TOUCH) & (top >= bottom[at] - _TOUCH)
            found = np.flatnonzero(near)
            waiting[found] = False
            todo += found.tolist()
        groups.append(members)
    return groups


def _grid(boxes: list[Box]) -> Grid | None:
    left, bottom = min(b[0] for b in boxes), min(b[1] for b in boxes)
    right, top = max(b[2] for b in boxes), max(b[3] for b in boxes)
    horizontal = [((b[1] + b[3]) / 2, b[2] - b[0]) for b in boxes if b[3] - b[1] <= _THIN < b[2] - b[0]]
    vertical = [((b[0] + b[2]) / 2, b[3] - b[1]) for b in boxes if b[2] - b[0] <= _THIN < b[3] - b[1]]
    rows = [at for at, length in _clusters(horizontal) if length >= _ROW_SHARE * (right - left)]
    columns = [at for at, length in _clusters(vertical) if length >= 0.3 * (top - bottom)]
    if len(rows) < 3 or len(columns) < 3:
        return None
    return Grid(left, bottom, right, top, tuple(sorted(rows, reverse=True)), tuple(sorted(columns)))


def _clusters(lines: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """(position, total length) of lines that lie within the touching distance of each other."""
    clusters: list[tuple[float, float]] = []
    for at, length in sorted(lines):
        if clusters and at - clusters[-1][0] <= _TOUCH:
            clusters[-1] = (clusters[-1][0], clusters[-1][1] + length)
        else:
            clusters.append((at, length))
    return clusters
