"""The typed value of one quantity, and when two of them say the same."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

QuantityKind = Literal["number", "percent", "money", "duration", "measure", "ordinal", "time", "date", "identifier"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity at ``start:end`` of its text.

    ``values``: one value, or both ends of a range; minutes after midnight for a time; year, month, day (0 = not said) for a date.
    ``also``: other readings of the same characters ("1.234" is 1234 in German, 1.234 in English; 03/04/2025 has two dates).
    ``unit``: canonical ("day", "EUR", "percent"), None when no known unit stands there. ``noun``: stem of the counted word.
    ``key``: identifiers only, without separators, case folded ("sp80063", "§15abs4").
    ``weak``: a word such as "one" or "ein" that is mostly an article; it supports but need not be supported.
    """

    kind: QuantityKind
    values: tuple[Decimal, ...]
    start: int
    end: int
    text: str
    unit: str | None = None
    noun: str | None = None
    also: tuple[tuple[Decimal, ...], ...] = ()
    key: str = ""
    weak: bool = False

    @property
    def is_range(self) -> bool:
        return len(self.values) == 2 and self.kind != "date"

    @property
    def readings(self) -> tuple[tuple[Decimal, ...], ...]:
        return (self.values, *self.also)

    @property
    def is_year(self) -> bool:
        return self.kind == "date" and not any(self.values[1:])


def plain(value: Decimal) -> str:
    """The value in digits, without an exponent and without zeros behind."""
    return f"{value.normalize():f}"


def same(claimed: Quantity, given: Quantity) -> bool:
    """Does ``given`` (in a passage) state ``claimed`` (in an answer)?

    Values must be equal after normalisation and units compatible: a missing unit agrees with any, two different ones do not.
    Units are not converted ("two weeks" is not "14 days"). One value agrees with either end of a given range.
    """
    if claimed.kind == "identifier" or given.kind == "identifier":
        return _same_identifier(claimed, given)
    if claimed.kind == "date" or given.kind == "date":
        return _same_date(claimed, given)
    if not units_agree(claimed, given):
        return False
    for left in claimed.readings:
        for right in given.readings:
            # "1,480" is no second spelling of 1.48: its reading as a decimal counts only for a figure that may be grouped too.
            unlikely = right in given.also and not claimed.also and any(v % 1 for v in right)
            if not unlikely and (left == right or (len(left) == 1 and len(right) == 2 and left[0] in right)):
                return True
    return False


def _same_identifier(claimed: Quantity, given: Quantity) -> bool:
    if claimed.kind == given.kind:
        return claimed.key == given.key
    labelled, bare = (claimed, given) if claimed.kind == "identifier" else (given, claimed)
    # "Level 5" in the answer, "5" in a table column headed "Level".
    return bare.kind in ("number", "ordinal") and bare.unit is None and labelled.values == bare.values != ()


def _same_date(claimed: Quantity, given: Quantity) -> bool:
    if claimed.kind == given.kind:
        return any(_date_states(c, g) for c in claimed.readings for g in given.readings)
    date, other = (claimed, given) if claimed.kind == "date" else (given, claimed)
    return date.is_year and other.kind == "number" and other.unit is None and any(date.values[0] in r for r in other.readings)


def _date_states(claimed: tuple[Decimal, ...], given: tuple[Decimal, ...]) -> bool:
    """Every part that the claim names is given: "June 2025" is stated by "June 2, 2025", not the other way round."""
    return all(not c or c == g for c, g in zip(claimed, given, strict=True))


def units_agree(a: Quantity, b: Quantity) -> bool:
    """Whether two figures measure in the same unit, however it is written ("$", "dollars"), or one of them names none."""
    if "time" in (a.kind, b.kind) and a.kind != b.kind:
        return False
    if "ordinal" in (a.kind, b.kind) and a.kind != b.kind and (a.unit or b.unit):
        return False
    if a.unit is None or b.unit is None:
        known, bare = (a, b) if b.unit is None else (b, a)
        # "20 persons" is not "20 percent"; a noun beside a duration may still be an adjective, so only these two are strict.
        return known.unit is None or bare.noun is None or known.kind not in ("percent", "money")
    return alike(a.unit, b.unit)


def alike(unit: str | None, other: str | None) -> bool:
    """Are the two canonical units the same, or names for what is not told apart ("$" and "dollars")?"""
    return unit == other or frozenset((unit, other)) in _ALIKE


_ALIKE = frozenset(
    {
        frozenset(("day", "workday")),  # "30 days" for "30 working days": the numbers rule leaves that to coverage
        frozenset(("dollar", "USD")),
        frozenset(("degree", "celsius")),
        frozenset(("degree", "fahrenheit")),
    }
)
