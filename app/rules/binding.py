"""Rule: a figure belongs to the label that the passage gives it.

Why: in "Level 5: 44 hours" both parts stand in the passage, but the passage gives 44 hours to Level 4. Where the sentence (or the clause
of it) names a label, and a cited sentence or row has that label with another figure of the same unit, the figure must stand in a
sentence with the label, not only in one with another label of the same family.
Example: rows "Level 5 | 80 hours", "Level 4 | 44 hours"; answer "Level 5 gets 44 hours" → doubt. Languages: all.
Source: planted swaps, tests/benchmarks/bench_validator.py.
"""

from __future__ import annotations

import re
from itertools import combinations

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.evidence import EvidenceSentence
from app.rules.quantities import Quantity, same, same_anywhere
from app.rules.slots import Slots, best_slots, fit, wanted
from app.rules.words import flatten

_RIVAL, _RIVAL_FEW = 1.5, 1.7
"""How much better another figure must fit in the place; more beside a short answer, of which the question's words must do."""
_COPY, _COPY_APART = 0.85, 0.06
"""A sentence of the passages holds nearly all words of the answer's sentence, and those with the answer's figure hold fewer."""
_RIVAL_DATE = 2.0
"""A page has many dates, and the asked one often stands in a sentence of its own."""
_RIVAL_FITTING, _FITS_WELL = 1.15, 0.5
"""Less is enough where the other figure fits well: the sentence is a copy of its sentence."""
_CROSSED = 1.25
"""How much better two figures must fit in each other's places than in their own."""
_FROM = re.compile(r"\b(?:from|von|de|du|da|desde)[\s\u00a0]*[€$£]?$", re.IGNORECASE)
_TO = re.compile(r"[^.,;\d]{0,20}?\b(?:to|auf|bis|zu|à|a)[\s\u00a0]*[€$£]?", re.IGNORECASE)
_INSTEAD = re.compile(
    r"[^.;\d]{0,20}?\b(?:instead of|rather than|statt|anstatt|anstelle von|au lieu de|en (?:vez|lugar) de|invece d[ei]|in plaats van|zamiast|em vez de|вместо)[\s\u00a0]*[€$£]?",
    re.IGNORECASE,
)
_FITS_UNASKED = 0.25
"""Without a question (a claim put together from several sentences) a place counts from this fit on."""
_CLAUSE = re.compile(
    r"[;:|]|,(?!\d)|\s(?:but|while|whereas|and|und|während|aber|sondern|against|gegenüber|gegen)\s", re.IGNORECASE
)
_COUNTED = ("number", "percent", "money", "duration", "measure", "date", "time")


def check(claim: Claim) -> list[Finding]:
    return _labelled(claim) or _rival(claim) or _crossed(claim)


def _labelled(claim: Claim) -> list[Finding]:
    labels = [q for q in claim.quantities if q.kind == "identifier"]
    found: list[Finding] = []
    for quantity in claim.quantities:
        label = _label_of(claim, quantity, labels)
        if label is None or quantity.kind not in _COUNTED or quantity.weak:
            continue
        holders = [s for s in claim.sources if s.index in claim.evidence.stating(quantity)]
        with_label = claim.evidence.stating(label)
        if not holders or not with_label or any(_bound(claim, h, label) for h in holders):
            continue
        rival = next((h for h in holders if _family(label, h)), None)
        if rival is not None:
            span = (quantity.start, quantity.end)
            found.append(claim.finding("binding", "doubt", "binding.swapped", span, what=quantity.text, given=label.text))
    return found


def _label_of(claim: Claim, quantity: Quantity, labels: list[Quantity]) -> Quantity | None:
    """The nearest label before the quantity without a clause border of labels between, if it is the only one."""
    before = [label for label in labels if label.end <= quantity.start]
    if not before:
        return None
    nearest = before[-1]
    between = claim.text[nearest.end : quantity.start]
    return nearest if len(_CLAUSE.findall(between)) <= 1 and len(between) < 80 else None


def _bound(claim: Claim, holder: EvidenceSentence, label: Quantity) -> bool:
    if any(same(label, g) for g in holder.quantities):
        return True
    # A label in the line before the figure ("Level 5" as a sub-heading), unless the line itself names another one.
    if _family(label, holder):
        return False
    return any(same(label, g) for n in claim.evidence.neighbours(holder) for g in n.quantities)


def _family(label: Quantity, sentence: EvidenceSentence) -> bool:
    """Another label of the same kind: Level 4 beside Level 5."""
    stem = re.sub(r"\d.*$", "", label.key)
    return bool(stem) and any(
        g.kind == "identifier" and g.key != label.key and re.sub(r"\d.*$", "", g.key) == stem for g in sentence.quantities
    )


def _rival(claim: Claim) -> list[Finding]:
    """Another figure of the same unit stands where the sentence's own should stand (``slots``)."""
    asked = bool(claim.question.terms)
    for figure in claim.quantities:
        if figure.kind not in _COUNTED or figure.weak or same_anywhere(figure, claim.question.quantities):
            continue
        slots = best_slots(claim, figure)
        if slots.own is None or slots.rival is None or (not asked and slots.rival.fit < _FITS_UNASKED):
            continue
        if _fits_better(slots, figure.kind == "date"):
            span = (figure.start, figure.end)
            return [claim.finding("binding", "doubt", "binding.rival", span, what=figure.text, given=slots.rival.given.text)]
    return []


def _crossed(claim: Claim) -> list[Finding]:
    """Two figures of one unit have changed places: each stands in the passage where the other one should."""
    figures = [q for q in claim.quantities if q.kind in _COUNTED and not q.weak]
    for first, second in combinations(figures, 2):
        if (first.kind, first.unit) != (second.kind, second.unit) or same(first, second):
            continue
        for source in claim.sources:
            if _instead(claim.text, first, second) and any(_rises(source, g, first, second) for g in source.quantities):
                span = (first.start, first.end)
                return [claim.finding("binding", "doubt", "binding.swapped", span, what=first.text, given=second.text)]
            one = [g for g in source.quantities if same(first, g)]
            two = [g for g in source.quantities if same(second, g)]
            if len(one) == len(two) == 1 and _cross(claim, first, second, source, one[0], two[0]):
                span = (first.start, first.end)
                return [claim.finding("binding", "doubt", "binding.swapped", span, what=first.text, given=second.text)]
    return []


def _cross(claim: Claim, first: Quantity, second: Quantity, source: EvidenceSentence, one: Quantity, two: Quantity) -> bool:
    ends = (_change_ends(claim.text, first, second), _change_ends(source.text, *sorted((one, two), key=lambda q: q.start)))
    turned = (_instead(claim.text, first, second), _instead(source.text, *sorted((one, two), key=lambda q: q.start)))
    if all(c or t for c, t in zip(ends, turned, strict=True)):
        return ((one.start > two.start) != (first.start > second.start)) != (turned[0] != turned[1])
    left, right = wanted(claim, first), wanted(claim, second)
    straight = fit(claim, left, source, one) + fit(claim, right, source, two)
    crossed = fit(claim, left, source, two) + fit(claim, right, source, one)
    return crossed >= _CROSSED * straight


def _rises(source: EvidenceSentence, given: Quantity, first: Quantity, second: Quantity) -> bool:
    """ "From 41 to 44" in the passage, of which the sentence makes "41 instead of 44"."""
    ends = (*first.values, *second.values)
    return given.is_range and given.values == ends and _FROM.search(flatten(source.text)[: given.start]) is not None


def _instead(text: str, first: Quantity, second: Quantity) -> bool:
    """ "44 instead of 41"."""
    return _INSTEAD.fullmatch(flatten(text)[first.end : second.start]) is not None


def _change_ends(text: str, first: Quantity, second: Quantity) -> bool:
    """ "From 21 to 17", told in this order; "17 instead of 21" names the new one first."""
    return (
        _FROM.search(flatten(text)[: first.start]) is not None
        and _TO.fullmatch(flatten(text)[first.end : second.start]) is not None
    )


def _fits_better(slots: Slots, is_date: bool) -> bool:
    """Does the rival stand where the sentence's figure should stand?"""
    assert slots.own is not None
    assert slots.rival is not None
    ratio = slots.rival.fit / max(slots.own.fit, 1e-6)
    if ratio >= (_RIVAL_DATE if is_date else _RIVAL_FEW if slots.few_words else _RIVAL):
        return True
    if slots.few_words:
        return False
    if slots.rival.fit >= _FITS_WELL and ratio >= _RIVAL_FITTING:
        return True
    return slots.rival_said >= _COPY and slots.rival_said - slots.own_said >= _COPY_APART


RULE = Rule("binding", "contamination", check, "all")
