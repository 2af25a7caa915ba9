"""Rule: a figure that the answer repeats from the question agrees with the figures of the passage.

Why: a figure of the question needs no source. (1) "Is the rent more than 100?" – "Yes, the rent is more than 100" is wrong where the passage
says 90: when the cited sentences give exactly one figure in that unit, the two are compared. (2) "Within two weeks 40 hours are allowed" is
wrong where the passage gives 40 hours for five weeks: the condition of the question is not the one of the passage.
Examples: question "more than 100 euros?", passage "90 euros", answer "Yes, it is more than 100 euros" → fail; question "after 2 years?",
passage "20 days after 5 years", answer "After 2 years it is 20 days" → doubt.
Languages: comparing words of en and de; figures in all.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from decimal import Decimal

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.cues import is_negated
from app.rules.quantities import Quantity, same_anywhere
from app.rules.quantity import units_agree
from app.rules.words import flatten

_DIRECTIONS: tuple[tuple[Callable[[Decimal, Decimal], bool], re.Pattern[str]], ...] = (
    (operator.gt, re.compile(r"(?:(?:more|greater|higher|longer|older) than|above|over|exceeds?|mehr als|höher als|länger als|über)\s*$", re.I)),
    (operator.lt, re.compile(r"(?:(?:less|fewer|lower|shorter|younger) than|below|under|weniger als|niedriger als|kürzer als|unter)\s*$", re.I)),
    (operator.ge, re.compile(r"(?:at least|no less than|mindestens|wenigstens)\s*$", re.I)),
    (operator.le, re.compile(r"(?:at most|no more than|up to|höchstens|maximal|bis zu)\s*$", re.I)),
)  # fmt: skip


def check(claim: Claim) -> list[Finding]:
    if is_negated(claim.text, claim.language):
        return []  # "not more than": what is denied no rule here can tell
    found = []
    for quantity in claim.quantities:
        holds = _direction(claim.text, quantity)
        if holds is None or not _is_of_the_question(claim, quantity):
            continue
        given = _figures(claim, quantity)
        if len(given) == 1 and not holds(given[0].values[0], quantity.values[0]):
            span = (quantity.start, quantity.end)
            found.append(claim.finding("threshold", "fail", "threshold.wrong", span, what=quantity.text, given=given[0].text))
    return found or _condition(claim)


def _condition(claim: Claim) -> list[Finding]:
    """A sentence that gives the answer's figure under another condition of the same unit than the question's."""
    for asked in claim.quantities:
        if asked.unit is None or not _is_of_the_question(claim, asked):
            continue
        value = asked.values[0]
        for source in claim.sources:
            states_the_answer = any(
                not q.weak and q.unit != asked.unit and same_anywhere(q, source.quantities) for q in claim.quantities
            )
            given = [q for q in source.quantities if q.unit == asked.unit and not q.weak]
            if not states_the_answer or not given or any(same_anywhere(g, claim.quantities) for g in given):
                continue
            if not any(_covers(source.text, g, value) for g in given):
                span = (asked.start, asked.end)
                return [claim.finding("threshold", "doubt", "threshold.wrong", span, what=asked.text, given=given[0].text)]
    return []


def _covers(text: str, given: Quantity, value: Decimal) -> bool:
    """Does a figure of a passage hold for the value: a range around it, or a bound that it keeps?"""
    if given.is_range:
        return given.values[0] <= value <= given.values[-1]
    holds = _direction(text, given)
    return holds is not None and holds(value, given.values[0])


def _direction(text: str, quantity: Quantity) -> Callable[[Decimal, Decimal], bool] | None:
    before = flatten(text)[: quantity.start]
    # The longer phrases contain the shorter ones ("no more than" ends in "more than").
    for holds, cue in sorted(_DIRECTIONS, key=lambda d: -len(m.group()) if (m := d[1].search(before)) else 0):
        if cue.search(before):
            return holds
    return None


def _is_of_the_question(claim: Claim, quantity: Quantity) -> bool:
    return (
        len(quantity.values) == 1
        and not quantity.weak
        and quantity.kind not in ("date", "time", "identifier")
        and same_anywhere(quantity, claim.question.quantities)
        and not same_anywhere(quantity, claim.given_quantities())
    )


def _figures(claim: Claim, like: Quantity) -> list[Quantity]:
    """Figures of the cited sentences in the same unit; a bare number of the question counts with any unit."""
    return [
        q
        for q in claim.given_quantities()
        if len(q.values) == 1 and not q.weak and q.kind not in ("date", "identifier") and units_agree(q, like)
    ]


RULE = Rule("threshold", "numbers", check, "en, de comparing words")
