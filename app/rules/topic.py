"""How far passages speak of what a question asks: used by the relevance rule and by ``answerability``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from app.rules.evidence import Evidence, EvidenceSentence
from app.rules.quantities import same
from app.rules.question import AnswerType, Question
from app.rules.words import tokens

_WINDOW = 2
"""Sentences on each side that belong to the same matter."""
EXPECTED_KINDS: dict[AnswerType, tuple[str, ...]] = {
    "number": ("number", "percent", "money", "duration", "measure", "ordinal"),
    "percent": ("percent",),
    "money": ("money",),
    "duration": ("duration",),
    "date": ("date", "time"),
}
"""Kinds of quantities that answer a question of this kind."""
TYPE_BONUS = 0.25
SPEAKS_OF_IT, FAR_LESS = 0.5, 0.5
"""Another sentence is closer to the question when ``spoken_of`` gives it at least the first and the best cited one less than the second of
that. XQuAD (tests/benchmarks/bench_focus.py): so outdone are 4, 3 and 2 % of the answering sentences in en, de and zh, and 65, 58 and 26 %
of the others in the four nearest paragraphs."""
_TELLING = ("number", "identifier", "percent", "money", "duration", "measure", "ordinal")
"""Figures of a question tell one row of a table from the next ("with 6 direct reports"), as much as a word does."""


def missing_subjects(question: Question, evidence: Evidence, passages: Iterable[int]) -> list[str]:
    """Names, identifiers and years of the question that stand neither in the given passages nor in their titles and headings."""
    numbers = list(passages)
    keys: set[str] = set()
    quantities = [q for n in numbers for q in evidence.context_quantities[n]]
    for number in numbers:
        keys |= evidence.context_keys[number]
    for sentence in evidence.sentences:
        if sentence.passage_index in numbers:
            keys |= sentence.keys
            quantities += sentence.quantities
    missing = [name for name in question.names if not _name_known(name, keys, question.language)]
    identifiers = {q.key for q in quantities if q.kind == "identifier"}
    written = "".join(evidence.passages[n].content.casefold() for n in numbers)
    for asked in question.quantities:
        if asked.kind == "identifier" and asked.key not in identifiers and asked.text.casefold() not in written:
            bare = asked.values and any(q.values == asked.values for q in quantities)
            if not bare:
                missing.append(asked.text)
    return list(dict.fromkeys(missing))


def _name_known(name: str, keys: set[str], language: str) -> bool:
    parts = [t.key for t in tokens(name, language)]
    return all(
        p in keys or p.isdigit() or _inflected(p, keys) or _misspelt(p, keys) for p in parts if len(p) > 2 or len(parts) == 1
    )


def _inflected(part: str, keys: set[str]) -> bool:
    return len(part) >= 5 and any(key[:5] == part[:5] and abs(len(key) - len(part)) <= 3 for key in keys)


def _misspelt(part: str, keys: set[str]) -> bool:
    return len(part) >= 5 and any(_one_slip(part, key) for key in keys)


def _one_slip(a: str, b: str) -> bool:
    """A letter too many, another one, or two that changed places: "Vantra" for "Ventra"."""
    if abs(len(a) - len(b)) > 1:
        return False
    start = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    rest_a, rest_b = a[start:], b[start:]
    return rest_a[1:] == rest_b[1:] or rest_a[1:] == rest_b or rest_a == rest_b[1:] or (rest_a[1::-1] + rest_a[2:] == rest_b)


def topic_coverage(question: Question, evidence: Evidence, sources: Sequence[EvidenceSentence]) -> float:
    """Share 0–1 of the question's word weight (idf) that stands in the sources, two sentences around them, or their headings."""
    if not question.terms:
        return 1.0
    window = {n.index: n for s in sources for n in evidence.neighbours(s, _WINDOW)}.values()
    passages = {s.passage_index for s in sources}
    total = covered = 0.0
    for stem in question.terms:
        weight = question.weight(stem) * evidence.idf(stem)
        strength = max((evidence.holds(s, stem) for s in window), default=0.0)
        if not strength and any(evidence.context_holds(p, stem) for p in passages):
            strength = 1.0
        total += weight
        covered += weight * strength
    return covered / total


def spoken_of(question: Question, evidence: Evidence, sentence: EvidenceSentence) -> float:
    """How much the sentence itself speaks of what is asked, 0–1.25: the covered share of the question's word weight (headings count half)
    and of its figures, and 0.25 more where a quantity of the expected kind stands. 0 for a sentence without anything of the question."""
    figures = [q for q in question.quantities if q.kind in _TELLING]
    total = (sum(question.weight(t) * evidence.idf(t) for t in question.terms) + len(figures)) or 1.0
    covered = 0.0
    for asked in figures:
        if any(same(asked, g) for g in (*sentence.quantities, *evidence.context_quantities[sentence.passage_index])):
            covered += 1
    for stem in question.terms:
        strength = evidence.holds(sentence, stem)
        if strength < 1 and evidence.context_holds(sentence.passage_index, stem):
            strength = max(strength, 0.5)
        covered += strength * question.weight(stem) * evidence.idf(stem)
    value = covered / total
    return value + TYPE_BONUS if value and has_expected_kind(question, sentence) else value


def has_expected_kind(question: Question, sentence: EvidenceSentence) -> bool:
    """Does a quantity of the kind that the question asks for stand in the sentence?"""
    kinds = EXPECTED_KINDS.get(question.expects, ())
    return any(q.kind in kinds and not q.weak for q in sentence.quantities)


def closer_sentence(question: Question, evidence: Evidence, sources: Sequence[EvidenceSentence]) -> EvidenceSentence | None:
    """The sentence that speaks most of what is asked, if it speaks of far more than the ``sources`` do; None where none does."""
    key = ("spoken of", question.text)
    if key not in evidence.memo:
        evidence.memo[key] = [spoken_of(question, evidence, s) for s in evidence.sentences]
    values = cast(list[float], evidence.memo[key])
    best = max(evidence.sentences, key=lambda s: values[s.index], default=None)
    if best is None or values[best.index] < SPEAKS_OF_IT:
        return None
    own = max((values[s.index] for s in sources), default=0.0)
    return best if own < FAR_LESS * values[best.index] else None
