"""Rule: what the answer says to be above or below a figure of the question is so, by the figure of the passage.

Why: "Is the rent more than 100?" – "Yes, the rent is more than 100" repeats a figure of the question, which needs no source, and is wrong
where the passage says 90. When the cited sentences give exactly one figure in that unit, the two are compared.
Example: question "more than 100 euros?", passage "90 euros", answer "Yes, it is more than 100 euros" → fail.
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
    return found


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
