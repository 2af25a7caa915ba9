"""Rule: arithmetic on cited quantities is right, and shown as that.

Why: "the difference is 36 hours" stands in no passage, yet follows from 80 and 44. A sum, difference, product, quotient or number of
days between two dates counts only when its operands are cited (or stand in the question) and the sentence or the question asks for
arithmetic; a wrong result is a fault.
Example: "80 − 44 = 36 hours" → "computed: 80 − 44 = 36"; "a difference of 35" → fail. Languages: en, de, fr, es (the words that
suggest arithmetic), all (signs). Source: Dossier's contract, I8.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import combinations

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.quantities import Quantity, QuantityKind, same, same_anywhere
from app.rules.quantity import plain
from app.rules.words import flatten

_DIFFERENCE = re.compile(
    r"\b(?:difference|differs?|by how (?:much|many)|(?:more|less|fewer|longer|higher|lower|dearer|cheaper|earlier|later)\b|unterschied|differenz|"
    r"mehr|weniger|länger|kürzer|höher|niedriger|teurer|billiger|minus|remain(?:s|ing)?|left|übrig|verbleib\w*|différence|diferencia)\b|−",
    re.IGNORECASE,
)
_SUM = re.compile(
    r"\b(?:total|sum|together|altogether|combined|overall|in all|plus|both|every extension|insgesamt|zusammen|summe|gesamt\w*|ensemble|"
    r"au total|en total|suma)\b|\+",
    re.IGNORECASE,
)
_PRODUCT = re.compile(
    r"\b(?:times|each|per|every|multiplied|twice|mal|je|jede[rsn]?|pro|jeweils|fois|chaque|par|cada|por|maximum|at most|höchstens)\b|[×*]",
    re.IGNORECASE,
)
_FORMULA = re.compile(
    r"(?P<a>\d+(?:[.,]\d+)?)[^\d=+×*/÷−-]{0,20}(?P<op>[-−–+×*x/÷])\s?[^\d=]{0,4}(?P<b>\d+(?:[.,]\d+)?)[^\d=]{0,20}=\s?[^\d=]{0,4}(?P<c>\d+(?:[.,]\d+)?)"
)
_KINDS = frozenset(("number", "percent", "money", "duration", "measure"))


def check(claim: Claim) -> list[Finding]:
    found = _formulas(claim)
    for quantity in claim.quantities:
        if quantity.kind not in _KINDS or quantity.weak or _is_stated(claim, quantity):
            continue
        calculation = explanation(claim, quantity)
        if calculation is not None:
            found.append(claim.finding("computed", "pass", "computed.right", calculation=calculation))
            continue
        expected = _expected(claim, quantity)
        if expected is not None:
            span = (quantity.start, quantity.end)
            found.append(
                claim.finding("computed", "fail", "computed.wrong", span, calculation=expected, what=plain(quantity.values[0]))
            )
    return found


def explanation(claim: Claim, result: Quantity) -> str | None:
    """ "80 − 44 = 36" when ``result`` follows from cited quantities and arithmetic is suggested, else None."""
    if len(result.values) != 1 or result.kind not in _KINDS:
        return None
    wanted = _suggested(claim)
    if not wanted:
        return None
    own = [q for q in claim.quantities if q is not result and q.kind in _KINDS and _is_stated(claim, q) and not q.weak]
    for operands in (own, _operands(claim)):
        for value, unit, kind, text in _calculations(operands, wanted):
            if value == result.values[0] and same(
                result, replace(result, values=(value,), unit=unit, kind=kind, noun=None, also=())
            ):
                return f"{text} = {plain(value)}"
    return _days_between(claim, result)


def _suggested(claim: Claim) -> str:
    """The operations that sentence or question suggest, as signs."""
    text = flatten(claim.text + " " + claim.question.text)
    signs = "".join(sign for sign, cue in (("-", _DIFFERENCE), ("+", _SUM), ("*", _PRODUCT)) if cue.search(text))
    return signs + "*" if "+" in signs and "*" not in signs else signs


def _is_stated(claim: Claim, quantity: Quantity) -> bool:
    return same_anywhere(quantity, claim.given_quantities()) or same_anywhere(quantity, claim.question.quantities)


def _operands(claim: Claim) -> list[Quantity]:
    """Quantities of the two best cited sentences and of the question, each value once."""
    pool = [q for s in claim.sources[:2] for q in s.quantities] + list(claim.question.quantities)
    seen: dict[tuple[Decimal, str | None], Quantity] = {}
    for quantity in pool:
        if quantity.kind in _KINDS and not quantity.weak:
            for value in quantity.values[-1:]:
                seen.setdefault((value, quantity.unit), replace(quantity, values=(value,)))
    return list(seen.values())[:10]


def _calculations(operands: list[Quantity], wanted: str) -> Iterator[tuple[Decimal, str | None, QuantityKind, str]]:
    for a, b in combinations(operands, 2):
        high, low = (a, b) if a.values[-1] >= b.values[-1] else (b, a)
        x, y = high.values[-1], low.values[-1]
        like = a.unit == b.unit
        if "-" in wanted and like and x != y:
            yield x - y, a.unit, a.kind, f"{plain(x)} − {plain(y)}"
            if a.unit == "percent":
                yield x - y, "percentage_point", a.kind, f"{plain(x)} − {plain(y)}"
        if "+" in wanted and like:
            yield x + y, a.unit, a.kind, f"{plain(x)} + {plain(y)}"
        if "*" in wanted and (a.unit is None or not like) and min(x, y) > 0:
            yield from _products(a, b, extended="+" in wanted)


def _products(a: Quantity, b: Quantity, extended: bool) -> Iterator[tuple[Decimal, str | None, QuantityKind, str]]:
    """A count times a size; with ``extended`` also a first period and its extensions ("30 days and two more of 30")."""
    size, count = (a, b) if a.unit is not None else (b, a)
    x: Decimal = count.values[-1]
    y: Decimal = size.values[-1]
    if size.unit is not None and count.unit is None:
        yield x * y, size.unit, size.kind, f"{plain(x)} × {plain(y)}"
        if extended and x <= 10:
            yield y + x * y, size.unit, size.kind, f"{plain(y)} + {plain(x)} × {plain(y)}"
    yield x * y, None, "number", f"{plain(x)} × {plain(y)}"


def _days_between(claim: Claim, result: Quantity) -> str | None:
    if result.unit != "day":
        return None
    dates = [q for q in claim.given_quantities() if q.kind == "date" and all(q.values)]
    for a, b in combinations(dates, 2):
        try:
            days = abs((date(*map(int, a.values)) - date(*map(int, b.values))).days)
        except ValueError:
            continue  # 31 February stands in the document
        if days == result.values[0]:
            return f"{a.text} to {b.text} = {days} days"
    return None


def _expected(claim: Claim, result: Quantity) -> str | None:
    """The right calculation where the sentence names both operands and a result that is none of theirs."""
    text = flatten(claim.text)
    own = [q for q in claim.quantities if q is not result and q.kind in _KINDS and not q.weak and _is_stated(claim, q)]
    if len(own) != 2 or own[0].unit != own[1].unit or (result.unit and result.unit != own[0].unit):
        return None
    signs = ("-" if _DIFFERENCE.search(text) else "") + ("+" if _SUM.search(text) else "")
    if len(signs) != 1:
        return None
    return next((f"{shown} = {plain(value)}" for value, _, _, shown in _calculations(own, signs)), None)


def is_formula(text: str) -> bool:
    """Is a calculation written out, "80 − 44 = 36"?"""
    return _FORMULA.search(flatten(text).replace("−", "-")) is not None


def _formulas(claim: Claim) -> list[Finding]:
    """ "80 − 44 = 35" written out and wrong."""
    found = []
    for match in _FORMULA.finditer(flatten(claim.text).replace("−", "-")):
        a, b, c = (Decimal(match[name].replace(",", ".")) for name in ("a", "b", "c"))
        op = match["op"]
        if op in "/÷" and not b:
            continue
        value = a - b if op in "-–" else a + b if op == "+" else a / b if op in "/÷" else a * b
        if abs(value - c) > Decimal("0.01") * max(abs(value), Decimal(1)):
            sign = {"-": "−", "–": "−", "*": "×", "x": "×"}.get(op, op)
            shown = f"{plain(a)} {sign} {plain(b)} = {plain(value)}"
            found.append(claim.finding("computed", "fail", "computed.wrong", match.span("c"), calculation=shown, what=plain(c)))
    return found


RULE = Rule("computed", "numbers", check, "en, de, fr, es; signs in all")
