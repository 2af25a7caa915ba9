"""Rule: a figure belongs to the label that the passage gives it.

Why: in "Level 5: 44 hours" both parts stand in the passage, but the passage gives 44 hours to Level 4. Where the sentence (or the clause
of it) names a label, and a cited sentence or row has that label with another figure of the same unit, the figure must stand in a
sentence with the label, not only in one with another label of the same family.
Example: rows "Level 5 | 80 hours", "Level 4 | 44 hours"; answer "Level 5 gets 44 hours" → doubt. Languages: all.
Source: planted swaps, tests/benchmarks/bench_validator.py.
"""

from __future__ import annotations

import re

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.evidence import EvidenceSentence
from app.rules.quantities import Quantity, same, same_anywhere

_RIVAL = 1.5
"""How much nearer another figure must stand; at 1.5 no further right answer of 300 xquad questions was doubted (bench_validator)."""
_RIVAL_DATE = 2.0
"""A page has many dates, and the asked one often stands in a sentence of its own."""
_REACH = 40
"""Characters at which a word's weight is halved."""
_CLAUSE = re.compile(
    r"[;:|]|,(?!\d)|\s(?:but|while|whereas|and|und|während|aber|sondern|against|gegenüber|gegen)\s", re.IGNORECASE
)
_COUNTED = ("number", "percent", "money", "duration", "measure", "date", "time")


def check(claim: Claim) -> list[Finding]:
    return _labelled(claim) or _rival(claim)


def _labelled(claim: Claim) -> list[Finding]:
    labels = [q for q in claim.quantities if q.kind == "identifier"]
    found: list[Finding] = []
    for quantity in claim.quantities:
        label = _label_of(claim, quantity, labels)
        if label is None or quantity.kind not in _COUNTED or quantity.weak:
            continue
        holders = [s for s in claim.sources if any(same(quantity, g) for g in s.quantities)]
        with_label = [s for s in claim.evidence.sentences if any(same(label, g) for g in s.quantities)]
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
    """Another figure of the same unit stands much nearer to the words of question and sentence than the sentence's own."""
    weights = {**claim.terms.hints, **claim.terms.weights}
    figures = [
        q for q in claim.quantities if q.kind in _COUNTED and not q.weak and not same_anywhere(q, claim.question.quantities)
    ]
    if len(figures) != 1 or len(claim.question.terms) < 2:
        return []
    figure = figures[0]
    own = rival = 0.0
    other: Quantity | None = None
    for sentence in claim.evidence.sentences:
        if sentence.passage_index not in claim.attribution.passages:
            continue
        for given in sentence.quantities:
            if given.kind != figure.kind or given.unit != figure.unit or given.weak:
                continue
            near = _nearness(claim, sentence, given, weights)
            if same(figure, given):
                own = max(own, near)
            elif near > rival and not same_anywhere(given, claim.question.quantities):
                rival, other = near, given
    needed = _RIVAL_DATE if figure.kind == "date" else _RIVAL
    if own and other is not None and rival >= needed * own:
        span = (figure.start, figure.end)
        return [claim.finding("binding", "doubt", "binding.rival", span, what=figure.text, given=other.text)]
    return []


def _nearness(claim: Claim, sentence: EvidenceSentence, given: Quantity, weights: dict[str, float]) -> float:
    """Weight of the wanted words in the sentence, less the farther they stand from the figure."""
    total = 0.0
    for stem, weight in weights.items():
        forms = claim.evidence.forms(stem)
        best = max(
            (forms[w.stem] / (1 + _distance(w.start, w.end, given) / _REACH) for w in sentence.words if w.stem in forms),
            default=0.0,
        )
        total += weight * best
    return total


def _distance(start: int, end: int, given: Quantity) -> int:
    return max(0, given.start - end, start - given.end)


RULE = Rule("binding", "contamination", check, "all")
