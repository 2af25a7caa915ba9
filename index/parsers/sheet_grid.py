"""A sheet as the grid that its own program shows, for looking at the cells that an answer rests on."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from index.errors import NoText, UnreadableDocument
from index.parsers import registry
from index.parsers.base import ParseOptions
from index.parsers.sheet_rows import Row, SheetHints, header_rows, taking_rows

MAX_CELLS = 1_500_000
"""Of one sheet that are kept, some 150 MB; rows beyond are not shown."""


@dataclass
class SheetGrid:
    """The rows of one sheet that hold anything, by ascending row number from 0. ``cut``: it has more rows than are kept."""

    name: str | None
    numbers: list[int] = field(default_factory=list)
    values: list[dict[int, str]] = field(default_factory=list)
    headers: list[tuple[int, int]] = field(default_factory=list)
    """(first row of a region, row of its header)"""
    columns: int = 0
    cut: bool = False
    sheets: list[str] = field(default_factory=list)
    """Names of all sheets of the workbook, in its order"""

    @property
    def rows(self) -> int:
        """Number of the last row that holds anything, plus one."""
        return self.numbers[-1] + 1 if self.numbers else 0

    def row(self, number: int) -> dict[int, str]:
        """Column to shown value; empty cells are left out."""
        at = bisect_right(self.numbers, number) - 1
        return self.values[at] if at >= 0 and self.numbers[at] == number else {}

    def part(self, first: int, count: int) -> dict[int, dict[int, str]]:
        """The rows from ``first`` on that hold anything, among ``count``."""
        start = bisect_right(self.numbers, first - 1)
        end = bisect_right(self.numbers, first + count - 1)
        return dict(zip(self.numbers[start:end], self.values[start:end], strict=True))

    def header_for(self, row: int) -> int | None:
        """Number of the row that names the columns of this row's region; that of an earlier region where it has none of its own."""
        at = bisect_right(self.headers, row, key=lambda pair: pair[0]) - 1
        return self.headers[at][1] if at >= 0 else None

    def cells(self, row: int, parts: Sequence[int] | None) -> list[tuple[int, int]]:
        """(row, column) of the cells of a row; ``parts`` are numbers of cells that hold anything, None for all of them."""
        columns = sorted(self.row(row))
        if parts is None:
            return [(row, column) for column in columns]
        return [(row, columns[part]) for part in parts if part < len(columns)]


def read_grid(path: Path, sheet: str | None, options: ParseOptions | None = None) -> SheetGrid:
    """The sheet of this name, the first one where None. Raises as ``registry.parse``; UnreadableDocument when there is none."""
    found: list[SheetGrid] = []
    names: list[str] = []

    def take(name: str | None, rows: Iterable[Row], hints: SheetHints) -> None:
        if name is not None:
            names.append(name)
        if not found and sheet in (None, name):
            found.append(_grid(name, rows, hints))
        else:
            for _ in rows:  # a reader of a stream needs its rows to be taken
                pass

    with taking_rows(take), suppress(NoText):
        registry.parse(path, options)
    if not found:
        raise UnreadableDocument("The workbook has no sheet of this name any more.")
    found[0].sheets = names
    return found[0]


def _grid(name: str | None, rows: Iterable[Row], hints: SheetHints) -> SheetGrid:
    grid = SheetGrid(name)
    cells = 0
    source = iter(rows)
    for number, values in source:
        cells += len(values)
        if cells > MAX_CELLS:
            grid.cut = True
            for _ in source:
                pass
            break
        grid.numbers.append(number)
        grid.values.append(values)
        grid.columns = max(grid.columns, max(values) + 1)
    grid.headers = header_rows(zip(grid.numbers, grid.values, strict=True), hints)
    return grid
