"""The table of an answer for the window and the clipboard: cells with numbered chips."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from app.messages.table import Cell, Table
from app.viewmodels.evidence import EvidenceTarget, of_citations


@dataclass(frozen=True)
class CellChip:
    number: int
    target: EvidenceTarget


@dataclass(frozen=True)
class CellLayout:
    text: str
    chips: tuple[CellChip, ...]
    missing: bool


@dataclass(frozen=True)
class RowLayout:
    """``differs``: its documents give different figures."""

    cells: tuple[CellLayout, ...]
    differs: bool


@dataclass(frozen=True)
class TableLayout:
    columns: tuple[str, ...]
    rows: tuple[RowLayout, ...]

    def with_targets(self, now: Callable[[EvidenceTarget], EvidenceTarget]) -> TableLayout:
        """The same table with each chip's target put through ``now``."""

        def cell(old: CellLayout) -> CellLayout:
            return replace(old, chips=tuple(replace(chip, target=now(chip.target)) for chip in old.chips))

        return replace(self, rows=tuple(replace(row, cells=tuple(map(cell, row.cells))) for row in self.rows))


def lay_out_table(table: Table, numbers: Mapping[str, int]) -> TableLayout:
    """``numbers`` has one for each cited place, as everywhere in the answer."""
    rows = tuple(RowLayout(tuple(_cell(cell, numbers) for cell in row.cells), row.differs) for row in table.rows)
    return TableLayout(table.columns, rows)


def _cell(cell: Cell, numbers: Mapping[str, int]) -> CellLayout:
    chips = tuple(
        CellChip(
            numbers[chunk_id], of_citations([c for c in cell.citations if c.chunk_id == chunk_id], None, numbers[chunk_id])
        )
        for chunk_id in dict.fromkeys(c.chunk_id for c in cell.citations)
    )
    return CellLayout(cell.text, chips, cell.missing)


def as_markdown(table: TableLayout) -> str:
    """With numbers in brackets, as the text around it has them."""
    lines = [_line(table.columns), _line(["---"] * len(table.columns))]
    for row in table.rows:
        cells = [f"{cell.text}{''.join(f' [{chip.number}]' for chip in cell.chips)}" for cell in row.cells]
        lines.append(_line([f"≠ {cells[0]}" if row.differs else cells[0], *cells[1:]]))
    return "\n".join(lines)


def _line(cells: list[str] | tuple[str, ...]) -> str:
    return f"| {' | '.join(' '.join(cell.split()).replace('|', chr(92) + '|') for cell in cells)} |"
