"""Which figure of the passages stands where a figure of the answer should stand: by the words around both.

Each content word of the answer weighs by its rarity and by how near it stands to the figure; the question's words count too, the more
the fewer words the answer has. The same words are looked for around each comparable figure of the passages, near, on the same side and
in the same clause. The place where they fit best is the figure's slot.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from app.rules.claim import Claim
from app.rules.evidence import EvidenceSentence
from app.rules.quantities import Quantity, same, same_anywhere
from app.rules.words import flatten, is_content

_REACH = 40
"""Characters at which a word's weight is halved."""
_OTHER_SIDE = 0.75
_OTHER_CLAUSE = 0.6
_ASKED_FEW, _ASKED_MANY = 1.0, 0.4
"""Weight of a question's word beside an answer of fewer than ``_FEW`` content words, and beside a longer one."""
_FEW = 4
_CLAUSE = re.compile(
    r"[;:|]|,(?!\d)|\s(?:but|while|whereas|and|und|während|aber|sondern|against|gegenüber|gegen|et|y|e|en|i|и)\s|[，；、]",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Slot:
    """``fit`` is the share 0–1 of the wanted weight that stands around ``given``."""

    given: Quantity
    sentence: EvidenceSentence
    fit: float


@dataclass(frozen=True)
class Slots:
    """``own`` states the figure, ``rival`` is the best place of another one. ``own_said`` and ``rival_said``: the largest share 0–1 of the
    answer sentence's own words (labels count double) that a sentence with the figure, or with a rival, holds with its headings."""

    own: Slot | None
    rival: Slot | None
    own_said: float
    rival_said: float
    few_words: bool


class Place(Protocol):
    """A figure or a word at ``start:end`` of its text."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


@dataclass(frozen=True)
class _Wanted:
    stem: str
    weight: float
    side: int
    """-1 before the figure, 1 behind it, 0 not told (the question's words)."""


def best_slots(claim: Claim, figure: Quantity) -> Slots:
    """The best place that states the figure, and that of another figure of its unit that neither answer nor question has."""
    around = wanted(claim, figure)
    total = sum(w.weight for w in around) or 1.0
    said = _said(claim)
    own: Slot | None = None
    rival: Slot | None = None
    own_said = rival_said = 0.0
    for sentence in claim.evidence.sentences:
        if sentence.passage_index not in claim.attribution.passages:
            continue
        for given in sentence.quantities:
            if given.kind != figure.kind or given.unit != figure.unit or given.weak or given.is_year != figure.is_year:
                continue
            value = fit(claim, around, sentence, given) / total
            if same(figure, given):
                own = Slot(given, sentence, value) if own is None or value > own.fit else own
                own_said = max(own_said, _share(claim, said, sentence))
            elif not _named(claim, given):
                rival = Slot(given, sentence, value) if rival is None or value > rival.fit else rival
                rival_said = max(rival_said, _share(claim, said, sentence))
    return Slots(own, rival, own_said, rival_said, len(said) < _FEW)


def _said(claim: Claim) -> dict[str, float]:
    """The answer sentence's words with their rarity; numbers of labels ("Level 4") count double."""
    figures = [q for q in claim.quantities if not q.weak and q.kind != "identifier"]
    return {
        w.stem: claim.evidence.idf(w.stem) * (2 if w.key.isdigit() else 1)
        for w in claim.words
        if (is_content(w, claim.language) or w.key.isdigit()) and not any(q.start <= w.start < q.end for q in figures)
    }


def _share(claim: Claim, said: dict[str, float], sentence: EvidenceSentence) -> float:
    held = sum(
        weight for stem, weight in said.items()
        if claim.evidence.holds(sentence, stem) or claim.evidence.context_holds(sentence.passage_index, stem)
    )  # fmt: skip
    return held / (sum(said.values()) or 1.0)


def _named(claim: Claim, given: Quantity) -> bool:
    return same_anywhere(given, claim.question.quantities) or any(same(q, given) or same(given, q) for q in claim.quantities)


def wanted(claim: Claim, place: Place) -> list[_Wanted]:
    """The words around a place of the sentence that are looked for around the places of the passages."""
    found: dict[str, _Wanted] = {}
    figures = [q for q in claim.quantities if not q.weak and q.kind != "identifier"]
    for word in claim.words:
        if not (is_content(word, claim.language) or word.key.isdigit()) or any(q.start <= word.start < q.end for q in figures):
            continue
        if place.start <= word.start < place.end:
            continue
        near = claim.evidence.idf(word.stem) * _decay(_distance(word.start, word.end, place))
        if word.stem not in found or found[word.stem].weight < near:
            found[word.stem] = _Wanted(word.stem, near, -1 if word.start < place.start else 1)
    asked = _ASKED_FEW if len(found) < _FEW else _ASKED_MANY
    for stem in claim.question.terms:
        weight = asked * claim.evidence.idf(stem)
        if stem not in found or found[stem].weight < weight:
            found[stem] = _Wanted(stem, weight, 0)
    return [w for w in found.values() if claim.evidence.forms(w.stem)]


def fit(claim: Claim, around: list[_Wanted], sentence: EvidenceSentence, given: Place) -> float:
    """Weight of ``around`` that stands around ``given`` in a passage sentence."""
    total = 0.0
    flat = flatten(sentence.text)
    for want in around:
        best = 0.0
        forms = claim.evidence.forms(want.stem).items()
        for strength, word in ((n, w) for form, n in forms for w in sentence.by_stem.get(form, ())):
            if given.start <= word.start < given.end:
                continue
            value = strength * _decay(_distance(word.start, word.end, given))
            if want.side and (word.start < given.start) != (want.side < 0):
                value *= _OTHER_SIDE
            low, high = min(word.end, given.end), max(word.start, given.start)
            if value > best and _CLAUSE.search(flat, low, high):
                value *= _OTHER_CLAUSE
            best = max(best, value)
        total += want.weight * best
    return total


def _decay(distance: int) -> float:
    return 1 / (1 + distance / _REACH)


def _distance(start: int, end: int, figure: Place) -> int:
    return max(0, figure.start - end, start - figure.end)
