"""The answer without a model: the best sentences of the passages, word for word, and how likely the passages answer at all."""

from __future__ import annotations

import math
from collections.abc import Sequence

from app.messages.retrieval import Passage
from app.messages.validation import Citation
from app.rules.evidence import Evidence, EvidenceSentence, content_words
from app.rules.question import AnswerType, Question
from app.rules.similarity import Embed, Vectors
from app.rules.topic import missing_subjects, topic_coverage

_POOL = 16
_BUDGET_S = 2.0
"""For the vectors of the pool, 0.1 s on an idle machine; generous, so that a busy one does not refuse what an idle one answers."""
_TYPE_KINDS: dict[AnswerType, tuple[str, ...]] = {
    "number": ("number", "percent", "money", "duration", "measure", "ordinal"),
    "percent": ("percent",),
    "money": ("money",),
    "duration": ("duration",),
    "date": ("date", "time"),
}
_TYPE_BONUS = 0.25
_ALIKE = 0.5
_SECOND_BEST = 0.7
"""A further sentence must score at least this share of the best one."""


def extractive_answer(
    question: str, passages: Sequence[Passage], embed: Embed | None, language: str, max_sentences: int = 3
) -> list[Citation]:
    """The sentences of the passages that answer best, word for word with their places, the best first; empty when none fits."""
    evidence = Evidence(passages, language)
    ranked = _ranked(Question.read(question, language), evidence, embed)
    chosen: list[EvidenceSentence] = []
    for value, sentence in ranked:
        if len(chosen) == max_sentences or (chosen and value < _SECOND_BEST * ranked[0][0]):
            break
        if not any(sentence.text == other.text for other in chosen):
            chosen.append(sentence)
    return [evidence.citation(s) for s in chosen]


def parallel_pair(question: str, passages: Sequence[Passage], embed: Embed | None, language: str) -> list[Citation]:
    """The two sides of a comparison, word for word: the two best sentences, if they speak of the same matter; else empty.

    The same matter: they stand in one document, or share half of their content words (two versions of one rule).
    """
    best = extractive_answer(question, passages, embed, language, max_sentences=2)
    if len(best) < 2:
        return []
    first, second = ({w.stem for w in content_words(b.quote, language)} for b in best)
    alike = len(first & second) / max(1, len(first | second))
    return best if best[0].doc_id == best[1].doc_id or alike >= _ALIKE else []


def _ranked(question: Question, evidence: Evidence, embed: Embed | None) -> list[tuple[float, EvidenceSentence]]:
    scores = [_lexical(question, evidence, s) for s in evidence.sentences]
    order = sorted(range(len(scores)), key=lambda i: (-scores[i], i))[:_POOL]
    pool = [evidence.sentences[i] for i in order if scores[i] > 0]
    vectors = Vectors(embed, lambda: False, _BUDGET_S)
    if pool:
        vectors.prepare([question.text])
        vectors.prepare(s.text for s in pool)
    ranked = []
    for sentence in pool:
        near = vectors.similarity(question.text, sentence.text)
        ranked.append((scores[sentence.index] + 0.5 * (near or 0.0), sentence))
    return sorted(ranked, key=lambda pair: (-pair[0], pair[1].index))


def _lexical(question: Question, evidence: Evidence, sentence: EvidenceSentence) -> float:
    """Covered share of the question's word weight in the sentence (headings count half), more where the expected kind stands."""
    total = sum(evidence.idf(t) for t in question.terms) or 1.0
    covered = 0.0
    for stem in question.terms:
        strength = evidence.holds(sentence, stem)
        if strength < 1 and evidence.context_holds(sentence.passage_index, stem):
            strength = max(strength, 0.5)
        covered += strength * evidence.idf(stem)
    value = covered / total
    kinds = _TYPE_KINDS.get(question.expects, ())
    if value and any(q.kind in kinds and not q.weak for q in sentence.quantities):
        value += _TYPE_BONUS
    return value


_BIAS, _TOPIC, _BEST, _NEAR, _TYPE, _MISSING = -2.2, 2.6, 1.6, 1.2, 0.7, -1.6
"""Weights of ``answerability``: logistic, set by hand, judged by tests/benchmarks/bench_validator.py (xquad with and without its
paragraph)."""


def answerability(question: str, passages: Sequence[Passage], embed: Embed | None, language: str) -> float:
    """How likely the passages answer the question, 0–1.

    From the weighted share of the question's words around the best sentence (``topic_coverage``) and in it, the similarity of the best
    sentence, a quantity of the expected kind near it, and the question's names and identifiers that no passage knows.
    """
    if not passages:
        return 0.0
    asked = Question.read(question, language)
    evidence = Evidence(passages, language)
    ranked = _ranked(asked, evidence, embed)
    if not ranked:
        return 0.0
    return 1 / (1 + math.exp(-sum(w * v for w, v in zip(_WEIGHTS, answer_features(asked, evidence, ranked), strict=True))))


def answer_features(question: Question, evidence: Evidence, ranked: list[tuple[float, EvidenceSentence]]) -> tuple[float, ...]:
    """(1, topic, best, similarity, type present, missing subjects), each 0–1 or a small count."""
    best_value, best = ranked[0]
    topic = max(topic_coverage(question, evidence, [s]) for _, s in ranked[:5])
    kinds = _TYPE_KINDS.get(question.expects)
    typed = kinds is None or any(
        q.kind in kinds and not q.weak for _, s in ranked[:4] for n in evidence.neighbours(s) for q in n.quantities
    )
    missing = len(missing_subjects(question, evidence, range(len(evidence.passages))))
    lexical = max(_lexical(question, evidence, s) for _, s in ranked[:5])
    near = best_value - _lexical(question, evidence, best)
    return 1.0, topic, min(1.0, lexical), 2 * near, float(typed), float(min(missing, 2))


_WEIGHTS = (_BIAS, _TOPIC, _BEST, _NEAR, _TYPE, _MISSING)
