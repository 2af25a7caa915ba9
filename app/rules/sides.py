"""The two sides of a comparison or a sum, found in the passages by the program: a sentence for each, with figures of one kind.

Small models read one side of two, or put both figures into one sentence that no passage bears out. What tells the sides apart are the words
(and years, and figures) that only one of them has, in the sentence itself or in its headings and file name. Nothing is said where a
second sentence is as near to a side with another figure, and where one side has no sentence of its own.

Example: "How did the meal allowance change from 2023 to 2025?", a passage of "Travel policy 2023" with 26 euros, one of "Travel policy 2025"
with 32 euros → these two sentences. Languages: those of ``app.rules.quantities``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import PureWindowsPath

from app.messages.retrieval import Passage
from app.messages.validation import Citation
from app.rules.cells import figures_of
from app.rules.evidence import Evidence, EvidenceSentence
from app.rules.extractive import Ranked, ranked_sentences
from app.rules.quantities import Quantity
from app.rules.question import Question
from app.rules.similarity import AskingEmbed
from app.rules.topic import EXPECTED_KINDS
from app.rules.words import is_content, related, tokens

_MEASURED = ("number", "percent", "money", "duration", "measure", "date", "time")
_IN_CONTEXT = 0.7
"""Strength of a side's word that stands in headings or the file name alone"""
_OWN = 0.5
"""Share of the words of either side that a sentence about both must have"""
_APART = 1.0
"""How much more each of the two sentences has of its own side's words than the other has, both together (0–2)"""
_LESS = -0.1
"""How much less one of them may have, where the other tells the sides apart: "the limit in Zurich" and "the general limit\""""
_ALIKE = 0.5
"""Weight of the words that both sentences have in common: two versions of one rule, two rows of one table"""
_CLEAR = 0.03
"""A pair with other figures must be worse by at least this share"""
_OF_KIND = 0.3
_POOL = 24

_POINTING = frozenset(("one", "that", "those", "other"))

_COMPARING = (
    "longer shorter higher lower dearer cheaper earlier later larger smaller more less fewer better worse take compare comparison difference "
    "differ differs different change changed exceed together cost costs dauert kostet länger kürzer höher niedriger teurer billiger früher später größer kleiner mehr "
    "weniger längere höhere vergleiche vergleich unterschied unterscheidet geändert zusammen insgesamt"
)

Kind = tuple[str, str | None]


@dataclass(frozen=True)
class _Candidate:
    ranked: Ranked
    own: tuple[float, float]
    figures: dict[Kind, tuple[Quantity, ...]]

    @property
    def sentence(self) -> EvidenceSentence:
        return self.ranked.sentence


def side_pair(
    question: str, sides: tuple[str, str], passages: Sequence[Passage], embed: AskingEmbed | None, language: str
) -> tuple[Citation, ...]:
    """The sentence of each side, first side first; one where it speaks of both; empty where it is not plain. ``sides``: a query for each
    (``app.pipeline.planner.compared_sides``)."""
    evidence = Evidence(passages, language)
    asked = _without_comparing(Question.read(question, language))
    words = tuple(_known(_only(sides[i], sides[1 - i], language), evidence) for i in (0, 1))
    if not any(words):
        return ()
    candidates = list(_candidates(asked, words, evidence, ranked_sentences(asked, evidence, embed)[:_POOL]))
    told = all(not stem.isdigit() for own in words for stem in own)
    both = [c for c in candidates if told and min(c.own) > _OWN and any(len(found) > 1 for found in c.figures.values())]
    pairs = sorted(_pairs(asked, candidates), key=lambda p: -p[0])
    if not pairs:
        return (evidence.citation(both[0].sentence),) if len(both) == 1 else ()
    value, first, second = pairs[0]
    one_sided = [c for c in candidates if min(c.own) <= _OWN]
    best = next((c for c in one_sided if c.figures.keys() & first.figures.keys() & second.figures.keys()), first)
    if not (_same(best, first) or _same(best, second)):
        return ()
    if any(v > value * (1 - _CLEAR) and not (_same(a, first) and _same(b, second)) for v, a, b in pairs[1:]):
        return ()
    return evidence.citation(first.sentence), evidence.citation(second.sentence)


def names_both(sides: tuple[str, str] | tuple[()], text: str, language: str) -> bool:
    """Does the text have a word that only the one side has, and one that only the other has? Yes where these cannot be told."""
    if not sides:
        return True
    stems = set(_stems(text, language))
    own = [_only(sides[i], sides[1 - i], language) for i in (0, 1)]
    return all(not words or any(word == stem or related(word, stem) for word in words for stem in stems) for words in own)


def _without_comparing(question: Question) -> Question:
    """Words that set things side by side say nothing of what is asked: "longer" of a rest is no "longer than six hours"."""
    comparing = {t.stem for t in tokens(_COMPARING, question.language)}
    return replace(question, terms=tuple(t for t in question.terms if t not in comparing))


def _only(side: str, other: str, language: str) -> frozenset[str]:
    """Stems that the one side has and the other has not; figures count as words."""
    return frozenset(_stems(side, language)) - frozenset(_stems(other, language))


def _stems(text: str, language: str) -> list[str]:
    words = [t.stem for t in tokens(text, language) if t.key.isdigit() or is_content(t, language)]
    return [w for w in words if w not in _POINTING]


def _known(stems: frozenset[str], evidence: Evidence) -> frozenset[str]:
    numbers = range(len(evidence.passages))
    return frozenset(s for s in stems if evidence.forms(s) or any(evidence.context_holds(n, s) for n in numbers))


def _candidates(
    asked: Question, words: tuple[frozenset[str], ...], evidence: Evidence, ranked: Sequence[Ranked]
) -> Iterator[_Candidate]:
    given = {(q.kind, tuple(q.values)) for q in asked.quantities}
    for one in ranked:
        figures: dict[Kind, tuple[Quantity, ...]] = {}
        for q in figures_of(one.sentence.text, evidence.language):
            if q.kind in _MEASURED and not q.weak and not q.is_year and (q.kind, tuple(q.values)) not in given:
                key = (q.kind, q.unit)
                figures[key] = (*figures.get(key, ()), q)
        if figures and not evidence.is_heading(one.sentence):
            above = _lead_in(one.sentence, evidence)
            first, second = (_share(own, one.sentence, evidence, above) for own in words)
            yield _Candidate(one, (first, second), figures)


def _lead_in(sentence: EvidenceSentence, evidence: Evidence) -> frozenset[str]:
    """Stems of the heading, or the line with a colon, below which the sentence stands in its passage, and of the years in the document's
    name; empty where the passage's own headings count."""
    for index in range(sentence.index - 1, -1, -1):
        before = evidence.sentences[index]
        if before.passage_index != sentence.passage_index:
            break
        if evidence.is_heading(before) or before.text.rstrip().endswith(":"):
            passage = evidence.passages[sentence.passage_index]
            name = f"{passage.title or ''} {PureWindowsPath(passage.source).stem}"
            return before.stems | {t.stem for t in tokens(name, evidence.language) if t.key.isdigit()}
    return frozenset()


def _share(stems: frozenset[str], sentence: EvidenceSentence, evidence: Evidence, above: frozenset[str]) -> float:
    """Share 0–1 of the side's words that the sentence has, by their rarity."""
    total = sum(evidence.idf(s) for s in stems) or 1.0
    held = 0.0
    for stem in stems:
        strength = evidence.holds(sentence, stem)
        if strength < _IN_CONTEXT:
            near = {stem, *evidence.forms(stem)} & above or (not above and evidence.context_holds(sentence.passage_index, stem))
            strength = _IN_CONTEXT if near else strength
        held += strength * evidence.idf(stem)
    return held / total


def _pairs(asked: Question, candidates: Sequence[_Candidate]) -> Iterator[tuple[float, _Candidate, _Candidate]]:
    best = max((c.ranked.value for c in candidates), default=0.0) or 1.0
    wanted = EXPECTED_KINDS.get(asked.expects, ())
    for a, b in permutations(candidates, 2):
        apart = a.own[0] - b.own[0], b.own[1] - a.own[1]
        shared = [kind for kind in a.figures if kind in b.figures]
        if shared and min(apart) >= _LESS and sum(apart) >= _APART:
            common = len(a.sentence.stems & b.sentence.stems) / len(a.sentence.stems | b.sentence.stems)
            kinds = any(kind in wanted for kind, _ in shared)
            yield (a.ranked.value + b.ranked.value) / best + sum(apart) / 2 + _ALIKE * common + _OF_KIND * kinds, a, b


def _same(one: _Candidate, other: _Candidate) -> bool:
    """The same sentence, or one that states the same figures (another copy of it)."""
    values = [{(k, q.values) for k, found in c.figures.items() for q in found} for c in (one, other)]
    return one.sentence.index == other.sentence.index or values[0] == values[1]
