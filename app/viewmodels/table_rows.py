"""Rows of a table out of the lines in which the index keeps them ("Name: Fee | Amount: 20"), so that they are shown as a table again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from app.viewmodels.excerpt import ExcerptBlock

SEPARATOR = " | "
MOST_COLUMNS = 14
"""More do not fit beside each other; their lines stay lines."""
_FIGURE = re.compile(r"[-+−(]?\s?(?:[€$£]|EUR|CHF|USD)?\s?[\d.,'’\u00a0\u202f]*\d\)?\s?(?:%|[€$£]|EUR|CHF|USD|,[-–])?")
MOST_ROWS = 300
"""Of one table on the screen; what follows begins another."""


@dataclass(frozen=True)
class Cell:
    """A value: half-open range of its block's text."""

    start: int
    end: int


@dataclass(frozen=True)
class TextTable:
    """``names`` of the columns ("" where unknown); one row of cells for each block, None where a cell is empty. ``has_header``: the first
    row is the table's own header."""

    names: tuple[str, ...]
    rows: tuple[tuple[Cell | None, ...], ...]
    has_header: bool


def table_of(blocks: Sequence[ExcerptBlock]) -> TextTable | None:
    """The blocks, all of them rows, as one table; None where their lines do not tell the columns."""
    lines = [_parts(block.text) for block in blocks]
    header = [blocks[0].text[c.start : c.end] for c in lines[0]]
    has_header = len(blocks) > 1 and len(header) > 1 and any(_begins_with(blocks[1].text, c, header) for c in lines[1])
    names = header if has_header else _names(blocks, lines)
    if not 2 <= len(names) <= MOST_COLUMNS:
        return None
    rows: list[tuple[Cell | None, ...]] = []
    for number, (block, cells) in enumerate(zip(blocks, lines, strict=True)):
        if number == 0 and has_header:
            rows.append(tuple(cells))
            continue
        row = _row(block.text, cells, names)
        if row is None:
            return None
        rows.append(row)
    return TextTable(tuple(names), tuple(rows), has_header)


def columns_of_numbers(blocks: Sequence[ExcerptBlock], table: TextTable) -> frozenset[int]:
    """Those (from 0) that hold nothing but figures, below each other easier to compare at the right."""
    rows = list(zip(blocks, table.rows, strict=True))[1 if table.has_header else 0 :]

    def figures(column: int) -> bool:
        words = [block.text[cell.start : cell.end] for block, cells in rows if (cell := cells[column]) is not None]
        return bool(words) and all(_FIGURE.fullmatch(w.strip()) for w in words)

    return frozenset(column for column in range(len(table.names)) if figures(column))


def run_of_rows(blocks: Sequence[ExcerptBlock], first: int) -> int:
    """How many rows of one table follow each other from ``first`` on."""
    place = blocks[first].place

    def goes_on(block: ExcerptBlock) -> bool:
        return block.kind == "table_row" and (block.place.page, block.place.sheet, block.place.slide) == (
            place.page,
            place.sheet,
            place.slide,
        )

    return sum(1 for _ in takewhile(goes_on, blocks[first : first + MOST_ROWS]))


def _parts(text: str) -> list[Cell]:
    cells, at = [], 0
    for part in text.split(SEPARATOR):
        cells.append(Cell(at, at + len(part)))
        at += len(part) + len(SEPARATOR)
    return cells


def _begins_with(text: str, cell: Cell, names: Sequence[str]) -> bool:
    return any(text.startswith(f"{name.rstrip(':')}: ", cell.start) for name in names)


def _names(blocks: Sequence[ExcerptBlock], lines: Sequence[Sequence[Cell]]) -> list[str]:
    """Of rows whose header is out of sight: what stands before the colons, the same in most rows."""
    counts: dict[str, int] = {}
    for block, cells in zip(blocks, lines, strict=True):
        for cell in cells:
            name, colon, _ = block.text[cell.start : cell.end].partition(": ")
            if colon:
                counts[name] = counts.get(name, 0) + 1
    return [name for name, count in counts.items() if 2 * count > len(blocks)]


def _row(text: str, cells: Sequence[Cell], names: Sequence[str]) -> tuple[Cell | None, ...] | None:
    """Cells in their columns; None when one fits nowhere."""
    row: list[Cell | None] = [None] * len(names)
    column = 0
    for cell in cells:
        at = next((n for n in range(column, len(names)) if text.startswith(f"{names[n].rstrip(':')}: ", cell.start)), None)
        if at is None:
            # Without a name: a value that is its header's own word, or one of a column without any.
            if column >= len(names):
                return None
            row[column] = cell
            column += 1
        else:
            row[at] = Cell(cell.start + len(names[at].rstrip(":")) + 2, cell.end)
            column = at + 1
    return tuple(row)
