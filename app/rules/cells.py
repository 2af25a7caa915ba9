"""Figures of table rows, with the unit that stands in the header: "Price (EUR): 18450" is money, as "18450 euros" is.

Rows are read as "header: value | header: value". Languages: those of ``app.rules.units``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.rules.quantities import Quantity, read_quantities
from app.rules.quantity import QuantityKind
from app.rules.units import unit_of
from app.rules.words import tokens

_CELLS, _HEADED = " | ", ": "


def figures_of(text: str, language: str) -> tuple[Quantity, ...]:
    """The quantities of a text; in a row those without a unit have that of their column."""
    found = read_quantities(text, language)
    if _CELLS not in text:
        return found
    columns: list[tuple[int, int, tuple[QuantityKind, str]]] = []
    start = 0
    for cell in text.split(_CELLS):
        header, headed, _ = cell.partition(_HEADED)
        named = [unit for t in tokens(header, language) if headed and (unit := unit_of(t.key, language)) is not None]
        if len(named) == 1:
            columns.append((start + len(header), start + len(cell), named[0]))
        start += len(cell) + len(_CELLS)
    return tuple(_with_unit(q, columns) for q in found)


def _with_unit(quantity: Quantity, columns: Sequence[tuple[int, int, tuple[QuantityKind, str]]]) -> Quantity:
    if quantity.kind != "number" or quantity.unit is not None:
        return quantity
    for start, end, (kind, unit) in columns:
        if start <= quantity.start < end:
            return replace(quantity, kind=kind, unit=unit)
    return quantity
