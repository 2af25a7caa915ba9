"""Rule: every number, amount, share, duration and time of day of the answer stands in the cited sentences, with its unit.

Why: a wrong figure is the costliest fault. Notations and number words are alike ("six", "6"; "40 %", "40 Prozent"), values are
never converted. A figure that only repeats the question, or that is arithmetic on cited figures (``computed``), is no fault.
Example: "within 2 hours" where the passage says "within 1 hour" → fail on "2 hours". Languages: en, de, fr, es, it, nl, pt (words);
all (digits). Source: Dossier's contract, I8.
"""

from __future__ import annotations

import re

from app.messages.validation import Finding
from app.rules.attribution import is_about
from app.rules.claim import Claim, Rule
from app.rules.computed import explanation
from app.rules.evidence import EvidenceSentence
from app.rules.quantities import Quantity, same, same_anywhere
from app.rules.quantity import alike
from app.rules.units import unit_of

_NEAR = 2
"""A figure this many sentences from a cited one still belongs to it (a list under its lead-in)."""


def check(claim: Claim) -> list[Finding]:
    return [_look_up(claim, q) for q in claim.quantities if q.kind not in ("date", "identifier") and not q.weak]


def _look_up(claim: Claim, quantity: Quantity) -> Finding:
    span = (quantity.start, quantity.end)
    what = quantity.text
    holder = holding_sentence(claim, quantity)
    if holder is not None:
        currency = _other_currency(claim, quantity, holder)
        if currency is not None:
            return claim.finding("numbers", "fail", "numbers.unit", span, what=what, given=currency)
        return claim.finding("numbers", "pass", "numbers.found", what=what, place=claim.evidence.place_name(holder))
    if same_anywhere(quantity, claim.given_quantities()) or same_anywhere(quantity, claim.context_quantities()):
        place = claim.evidence.place_name(claim.sources[0])
        return claim.finding("numbers", "pass", "numbers.found", what=what, place=place)
    if same_anywhere(quantity, claim.question.quantities):
        return claim.finding("numbers", "not_applicable", "numbers.question", what=what)
    calculation = explanation(claim, quantity)
    if calculation is not None:
        return claim.finding("numbers", "not_applicable", "computed.right", calculation=calculation)
    other_unit = _same_value(quantity, claim.given_quantities())
    if other_unit is not None:
        return claim.finding("numbers", "fail", "numbers.unit", span, what=what, given=other_unit.text)
    elsewhere = claim.evidence.stating(quantity)
    if elsewhere:
        place = claim.evidence.place_name(claim.evidence.sentences[min(elsewhere)])
        return claim.finding("numbers", "doubt", "numbers.elsewhere", span, what=what, place=place)
    return claim.finding("numbers", "fail", "numbers.missing", span, what=what)


def _other_currency(claim: Claim, quantity: Quantity, holder: EvidenceSentence) -> str | None:
    """The passage's currency where it is not the sentence's: cells of a table have none, a line beside them says "all amounts in euros"."""
    if quantity.kind != "money" or any(q.unit and same(quantity, q) for q in holder.quantities):
        return None
    sentences = [s for s in claim.evidence.sentences if s.passage_index == holder.passage_index]
    figures = {q.unit: q.text for s in sentences for q in s.quantities if q.kind == "money"}
    words = {
        known[1]: w.text for s in sentences for w in s.words if (known := unit_of(w.key, s.language)) and known[0] == "money"
    }
    named = figures | words
    return None if any(alike(quantity.unit, unit) for unit in named) else next(iter(named.values()), None)


def holding_sentence(claim: Claim, quantity: Quantity) -> EvidenceSentence | None:
    """The cited sentence (or one close to it that speaks of the same) that states the quantity."""
    for source in claim.sources:
        if source.index in claim.evidence.stating(quantity) or _in_plain_digits(quantity, source.text):
            return source
    for source in claim.sources:
        for near in claim.evidence.neighbours(source, _NEAR):
            if near.index in claim.evidence.stating(quantity) and is_about(
                near, claim.terms, claim.evidence, list(claim.sources)
            ):
                return near
    return None


def _in_plain_digits(quantity: Quantity, text: str) -> bool:
    """A bare number of the answer that the passage writes inside something read as an identifier ("Employer Code-10536")."""
    if quantity.unit is not None or not quantity.text.isdigit() or len(quantity.text) < 3:
        return False
    return bool(re.search(rf"(?<![\d.,]){quantity.text}(?![\d]|[.,]\d)", text))


def _same_value(quantity: Quantity, given: tuple[Quantity, ...]) -> Quantity | None:
    return next(
        (g for g in given if g.values == quantity.values and g.unit and quantity.unit and g.unit != quantity.unit), None
    )


RULE = Rule("numbers", "numbers", check, "all digits; number words of en, de, fr, es, it, nl, pt")
