"""A table of an answer in the terminal: cells with numbered sources, the places below."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from app.messages.table import Cell, Table
from app.pipeline.prompt import describe_place

NARROWEST = 100
"""Columns of a table that goes to a pipe, which has no width."""


def print_table(out: Console, table: Table) -> None:
    """Rows whose documents give different figures are marked."""
    numbers: dict[tuple[str, str], int] = {}
    shown = RichTable(show_lines=True, expand=False)
    for column in table.columns:
        shown.add_column(Text(column), overflow="fold")
    for row in table.rows:
        cells = [_cell(cell, numbers) for cell in row.cells]
        if row.differs:
            cells[0] = Text("≠ ", style="yellow") + cells[0]
        shown.add_row(*cells)
    out.print(shown, soft_wrap=False, width=None if out.is_terminal else max(NARROWEST, out.width))
    if numbers:
        out.print(Text("Sources:", style="bold"))
    for (source, place), number in numbers.items():
        out.print(Text(f"  [{number}] {source}{', ' + place if place else ''}"))


def _cell(cell: Cell, numbers: dict[tuple[str, str], int]) -> Text:
    text = Text(cell.text, style="dim" if cell.missing else "")
    for key in dict.fromkeys((c.source, describe_place(c.place)) for c in cell.citations):
        text.append(f" [{numbers.setdefault(key, len(numbers) + 1)}]", style="cyan")
    if any(c.changed_since_indexed for c in cell.citations):
        text.append(" (changed since indexed)", style="yellow")
    return text
