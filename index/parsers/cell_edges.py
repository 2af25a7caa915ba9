"""Table rows whose cells say where they end on the page (RTF and DOC), laid out on the columns that all rows together make."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from index.parsers.tables import Cell

_SAME_EDGE = 60
"""Twips (a twentieth of a point) by which the edges of one column differ between rows: about a millimetre."""


@dataclass(frozen=True)
class FlowCell:
    """A cell as a row defines it. ``edge`` is its right one in twips, None when the row does not say."""

    text: str
    edge: int | None = None
    across: bool = False
    """It goes on from the cell on its left."""
    down: bool = False
    """It goes on from the cell above."""


@dataclass(frozen=True)
class FlowRow:
    cells: tuple[FlowCell, ...]
    header: bool = False


def laid_out(rows: Sequence[FlowRow]) -> list[list[Cell]]:
    """The cells with the columns that they span: a row with fewer cells has wider ones, not missing ones."""
    edges = _columns(rows)
    above: dict[int, str] = {}
    grid: list[list[Cell]] = []
    for row in rows:
        line: list[Cell] = []
        column = 0
        for cell in row.cells:
            end = (
                column + 1
                if not edges or cell.edge is None
                else max(bisect_left(edges, cell.edge - _SAME_EDGE) + 1, column + 1)
            )
            if cell.across and line:
                # The definition counts merged cells, and so does the text: an empty cell for each.
                line[-1] = Cell(line[-1].text or cell.text, header=row.header, columns=line[-1].columns + end - column)
            else:
                text = above.get(column, "") if cell.down and not cell.text else cell.text
                line.append(Cell(text, header=row.header, columns=end - column))
            column = end
        above = _starts(line)
        grid.append(line)
    return grid


def _columns(rows: Sequence[FlowRow]) -> list[int]:
    """Right edges of all columns; none when a row does not say where its cells end, or says it out of order."""
    found: set[int] = set()
    for row in rows:
        own = [cell.edge for cell in row.cells if cell.edge is not None]
        if len(own) < len(row.cells) or own != sorted(own):
            return []
        found.update(own)
    columns: list[int] = []
    for edge in sorted(found):
        if not columns or edge - columns[-1] > _SAME_EDGE:
            columns.append(edge)
    return columns


def _starts(line: Sequence[Cell]) -> dict[int, str]:
    starts: dict[int, str] = {}
    column = 0
    for cell in line:
        starts[column] = cell.text
        column += cell.columns
    return starts
