"""The difference or the sum that a question asks for, calculated by the program from two quoted sentences: small models cannot be trusted with it.

Example: "by how many days do they differ?", sentences with "30 days" and "14 days" → "30 days − 14 days = 16 days".
Languages: those of ``app.rules.units`` and of the comparing words of ``app.rules.question``.
"""

from __future__ import annotations

from app.rules.cells import figures_of
from app.rules.quantities import Quantity
from app.rules.quantity import plain
from app.rules.question import adds_up, compares
from app.rules.units import unit_of
from app.rules.words import tokens


def stated_difference(question: str, first: str, second: str, language: str) -> str | None:
    """A formula in the sentences' own spelling, larger figure first; None when it is not plain which two figures are meant.

    Plain means: the question compares, and there is one unit (one that the question names, if it names any) in which each of the two
    sentences has exactly one figure.
    """
    if not compares(question) or (found := _two(question, first, second, language)) is None:
        return None
    low, high = sorted(found, key=lambda q: q.values[0])
    if low.values == high.values:
        return None
    result = plain(high.values[0] - low.values[0])
    return f"{high.text} − {low.text} = {_with_unit(result, high)}"


def calculated(question: str, first: str, second: str, language: str) -> str | None:
    """The difference or the sum, whichever is asked for; None as in both."""
    return stated_difference(question, first, second, language) or stated_sum(question, first, second, language)


def _two(question: str, first: str, second: str, language: str) -> tuple[Quantity, Quantity] | None:
    left, right = _by_unit(first, language), _by_unit(second, language)
    named = {found[1] for token in tokens(question, language) if (found := unit_of(token.key, language)) is not None}
    shared = [unit for unit in left if unit in right and (not named or unit in named)]
    return (left[shared[0]], right[shared[0]]) if len(shared) == 1 else None


def stated_sum(question: str, first: str, second: str, language: str) -> str | None:
    """A formula in the sentences' own spelling; None when the question does not ask for a sum, or it is not plain of which two figures."""
    if not adds_up(question) or (found := _two(question, first, second, language)) is None:
        return None
    one, other = found
    return f"{one.text} + {other.text} = {_with_unit(plain(one.values[0] + other.values[0]), one)}"


def _by_unit(text: str, language: str) -> dict[str, Quantity]:
    found: dict[str, list[Quantity]] = {}
    for quantity in figures_of(text, language):
        if quantity.unit is not None and not quantity.weak:
            found.setdefault(quantity.unit, []).append(quantity)
    return {unit: some[0] for unit, some in found.items() if len(some) == 1 and not some[0].is_range}


def _with_unit(result: str, like: Quantity) -> str:
    """The number with the unit as it is written around ``like``'s own digits."""
    digits = [i for i, c in enumerate(like.text) if c.isdigit()]
    if not digits:
        return result
    return f"{like.text[: digits[0]]}{result}{like.text[digits[-1] + 1 :]}"
