"""The answer without a model: the best sentences of the passages, word for word, and how likely the passages answer at all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from app.messages.retrieval import Passage
from app.messages.validation import Citation
from app.rules.evidence import Evidence, EvidenceSentence, content_words
from app.rules.question import Question
from app.rules.similarity import AskingEmbed, calibrated, nearness
from app.rules.topic import EXPECTED_KINDS, TYPE_BONUS, has_expected_kind, missing_subjects, spoken_of

_POOL = 40
"""Sentences that get a vector: nearly always all of four passages."""
_CLOSE = 0.86
"""Cosine to the question from which a sentence without a word of it may answer; of 46 development questions the best sentence has 0.87 at the
10 % quantile."""
_CLOSE_OF_KIND = 0.85
"""Less will do where a quantity of the asked kind stands: the answer of a law has no word of a question asked in everyday speech."""
_NEARNESS = 0.75
"""Weight of the calibrated cosine beside ``spoken_of``. XQuAD and the office questions rank alike from 0.5 to 1.0; of eight German law
questions whose answer is in four passages it is among the first three for eight, with 0.5 for six (tests/benchmarks/README.md)."""
_BUDGET_S = 2.0
"""For the vectors of the pool, 0.1 s on an idle machine; generous, so that a busy one does not refuse what an idle one answers."""
_ALIKE = 0.5
_SECOND_BEST = 0.7
"""A further sentence must score at least this share of the best one."""


def extractive_answer(
    question: str, passages: Sequence[Passage], embed: AskingEmbed | None, language: str, max_sentences: int = 3
) -> list[Citation]:
    """The sentences of the passages that answer best, word for word with their places, the best first; empty when none fits."""
    evidence = Evidence(passages, language)
    ranked = ranked_sentences(Question.read(question, language), evidence, embed)
    chosen: list[EvidenceSentence] = []
    for found in ranked:
        if len(chosen) == max_sentences or (chosen and found.value < _SECOND_BEST * ranked[0].value):
            break
        if not any(found.sentence.text == other.text for other in chosen):
            chosen.append(found.sentence)
    return [evidence.citation(s) for s in chosen]


def parallel_pair(question: str, passages: Sequence[Passage], embed: AskingEmbed | None, language: str) -> list[Citation]:
    """The two sides of a comparison, word for word: the two best sentences, if they speak of the same matter; else empty.

    The same matter: they stand in one document, or share half of their content words (two versions of one rule).
    """
    best = extractive_answer(question, passages, embed, language, max_sentences=2)
    if len(best) < 2:
        return []
    first, second = ({w.stem for w in content_words(b.quote, language)} for b in best)
    alike = len(first & second) / max(1, len(first | second))
    return best if best[0].doc_id == best[1].doc_id or alike >= _ALIKE else []


@dataclass(frozen=True)
class Ranked:
    """A sentence, how much it speaks of what is asked (``spoken_of``), its cosine to the question, None without a vector, and whether it has
    a quantity of the asked kind."""

    sentence: EvidenceSentence
    spoken: float
    near: float | None
    of_kind: bool = False

    @property
    def value(self) -> float:
        unspoken_kind = TYPE_BONUS if self.of_kind and not self.spoken else 0.0
        return self.spoken + unspoken_kind + _NEARNESS * calibrated(self.near or 0.0)

    @property
    def may_answer(self) -> bool:
        """People ask in other words than documents are written in: without a word of the question, nearness in meaning counts."""
        return self.spoken > 0 or (self.near or 0.0) >= (_CLOSE_OF_KIND if self.of_kind else _CLOSE)


def ranked_sentences(question: Question, evidence: Evidence, embed: AskingEmbed | None) -> list[Ranked]:
    """The sentences that may answer, the best first."""
    scores = [spoken_of(question, evidence, s) for s in evidence.sentences]
    order = sorted(range(len(scores)), key=lambda i: (-scores[i], i))[:_POOL]
    pool = [evidence.sentences[i] for i in order]
    near = nearness(question.text, [s.text for s in pool], embed, _BUDGET_S)
    ranked = [Ranked(s, scores[s.index], near.get(s.text), has_expected_kind(question, s)) for s in pool]
    return sorted((r for r in ranked if r.may_answer), key=lambda r: (-r.value, r.sentence.index))


_BIAS, _NEAR, _SPOKEN, _RELEVANCE, _TYPE, _MISSING = -42.9, 50.0, 1.0, 0.2, 0.4, -1.6
"""Weights of ``answerability``: logistic, chosen on 46 answerable questions of the office, German and sample sets, 29 near misses and
25 foreign ones. Of near misses and answerable ones together its area is 0.82, that of ``_NEAR`` alone 0.80 (0.79 with the set that is
judged left out), that of words alone 0.69; tests/benchmarks/README.md. The bias was moved when headings came in: of 70 answerable questions
none is refused, of 36 about small documents 3, of 70 near misses 18, of 25 foreign ones all."""
_WITH_HEADINGS = 4
"""Sentences that get a second vector, with their headings. Of 36 questions about three small documents, whose subject stands in the headings
alone, 29 were refused without it; cosines (10, 50, 90 %) 0.79, 0.82, 0.85 without, 0.86, 0.89, 0.90 with."""
_SPOKEN_ABROAD = 0.5
"""Assumed of a sentence in another language than the question: its words are other ones, whatever it speaks of. Set by hand."""
_UNKNOWN_COSINE = 0.86
"""Assumed where there is no vector: then words alone decide."""


def answerability(question: str, passages: Sequence[Passage], embed: AskingEmbed | None, language: str) -> float:
    """How likely the passages answer the question, 0–1.

    From the nearness in meaning of the best sentence to the question, the share of the question's words in one sentence, the relevance of
    the best passage, a quantity of the expected kind near the best sentences, and the question's names and identifiers that no passage
    knows.
    """
    if not passages:
        return 0.0
    asked = Question.read(question, language)
    evidence = Evidence(passages, language)
    ranked = ranked_sentences(asked, evidence, embed)
    if not ranked:
        return 0.0
    features = answer_features(asked, evidence, ranked, _nearest(asked, evidence, ranked, embed))
    return 1 / (1 + math.exp(-sum(w * v for w, v in zip(_WEIGHTS, features, strict=True))))


def _nearest(question: Question, evidence: Evidence, ranked: Sequence[Ranked], embed: AskingEmbed | None) -> float:
    """The best cosine of a sentence to the question, by itself or behind headings that say what is asked about and the sentence does not: "The
    fee is 480 euros" below "Pottery programme"."""
    best = [
        r.sentence
        for r in ranked[:_WITH_HEADINGS]
        if any(
            evidence.context_holds(r.sentence.passage_index, t) and not evidence.holds(r.sentence, t) for t in question.terms
        )
    ]
    texts = [f"{evidence.passages[s.passage_index].context}: {s.text}" for s in best]
    near = [r.near for r in ranked if r.near is not None]
    return max((*near, *nearness(question.text, texts, embed, _BUDGET_S).values()), default=_UNKNOWN_COSINE)


def answer_features(question: Question, evidence: Evidence, ranked: Sequence[Ranked], near: float) -> tuple[float, ...]:
    """(1, ``near``: best cosine, best share of words 0–1, ln of the best relevance, type present 0 or 1, missing subjects 0–2)."""
    kinds = EXPECTED_KINDS.get(question.expects)
    typed = kinds is None or any(
        q.kind in kinds and not q.weak for r in ranked[:4] for n in evidence.neighbours(r.sentence) for q in n.quantities
    )
    missing = len(missing_subjects(question, evidence, range(len(evidence.passages))))
    relevance = max(p.relevance_score for p in evidence.passages)
    spoken = min(1.0, max(_spoken(r, evidence) for r in ranked))
    return 1.0, near, spoken, math.log(relevance + 0.01), float(typed), float(min(missing, 2))


def _spoken(ranked: Ranked, evidence: Evidence) -> float:
    return max(ranked.spoken, _SPOKEN_ABROAD) if evidence.foreign(ranked.sentence) else ranked.spoken


_WEIGHTS = (_BIAS, _NEAR, _SPOKEN, _RELEVANCE, _TYPE, _MISSING)
