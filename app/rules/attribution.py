"""Which sentences of the passages support a sentence of the answer.

The model is never trusted to cite: for each answer sentence the smallest set of passage sentences is searched that together hold its
content words (weighted by rarity), its quantities and its names. Greedy set cover, then what is not needed is dropped again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from app.rules.evidence import Evidence, EvidenceSentence
from app.rules.proper_names import Name
from app.rules.quantities import Quantity

MAX_SOURCES = 4
_ECHO_WEIGHT = 0.3
"""Weight of an answer's word that the question has already said."""
_QUESTION_WEIGHT = 0.3
"""Weight of a question's word that the answer does not repeat: a short answer ("$5.") is found by its question."""
_CONTEXT_SHARE = 0.5
"""A word in the heading path counts half for choosing a sentence."""
_MIN_GAIN = 0.12
"""A further sentence must cover this share of the claim's weight, or a quantity or name that is still open."""
_SEMANTIC_WEIGHT = 0.6
_SAME_PASSAGE = 1.05
_TABLE = 8
"""Rows of one table within this distance speak of the same."""

Similarity = Callable[[EvidenceSentence], float | None]
"""Calibrated similarity 0–1 of a passage sentence to the claim, None where it was not computed."""


@dataclass(frozen=True)
class ClaimTerms:
    """What must be found. ``weights``: stem → weight of the claim's words; ``hints``: of the question's other words."""

    weights: Mapping[str, float]
    hints: Mapping[str, float]
    quantities: tuple[Quantity, ...]
    names: tuple[Name, ...]

    @property
    def total(self) -> float:
        return sum(self.weights.values())


@dataclass(frozen=True)
class Attribution:
    """``sources`` support the claim, the best first. ``coverage``: covered share (0–1) of the claim's word weight, context included."""

    sources: tuple[EvidenceSentence, ...] = ()
    coverage: float = 0.0
    covered: frozenset[str] = field(default_factory=frozenset)
    similarity: float | None = None

    @property
    def passages(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(s.passage_index for s in self.sources))


def claim_terms(
    stems: Sequence[str],
    question_stems: tuple[str, ...],
    quantities: tuple[Quantity, ...],
    names: tuple[Name, ...],
    evidence: Evidence,
) -> ClaimTerms:
    """Weights of the claim's and the question's words by their rarity over the passages."""
    asked = set(question_stems)
    weights = {s: evidence.idf(s) * (_ECHO_WEIGHT if s in asked else 1.0) for s in dict.fromkeys(stems)}
    hints = {s: evidence.idf(s) * _QUESTION_WEIGHT for s in question_stems if s not in weights}
    return ClaimTerms(weights, hints, tuple(q for q in quantities if not q.weak), names)


def lexical_scores(terms: ClaimTerms, evidence: Evidence) -> list[float]:
    """One score per passage sentence: weight of the claim's and question's words in it, half of those in its context, quantities."""
    scores = [0.0] * len(evidence.sentences)
    in_context = [0.0] * len(evidence.passages)
    unit = (sum(map(evidence.idf, terms.weights)) / len(terms.weights)) if terms.weights else 1.0
    for group in (terms.weights, terms.hints):
        for stem, weight in group.items():
            places = evidence.where(stem)
            for index, strength in places.items():
                scores[index] += weight * strength
            for number in range(len(evidence.passages)):
                if evidence.context_holds(number, stem):
                    in_context[number] += weight
    for sentence in evidence.sentences:
        scores[sentence.index] += _CONTEXT_SHARE * in_context[sentence.passage_index]
    for quantity in terms.quantities:
        for index in evidence.stating(quantity):
            scores[index] += 1.5 * unit
    return scores


def candidates(scores: list[float], evidence: Evidence, count: int) -> list[EvidenceSentence]:
    """The ``count`` lexically best sentences, those without any match left out."""
    order = sorted(range(len(scores)), key=lambda i: (-scores[i], i))[:count]
    return [evidence.sentences[i] for i in order if scores[i] > 0]


def attribute(terms: ClaimTerms, scores: list[float], evidence: Evidence, similarity: Similarity) -> Attribution:
    """The smallest set of at most four sentences that supports the claim; empty when nothing has to do with it."""
    pool = candidates(scores, evidence, 24)
    if not pool:
        return Attribution()
    best_score = scores[pool[0].index] or 1.0

    def value(sentence: EvidenceSentence) -> float:
        near = similarity(sentence)
        return scores[sentence.index] / best_score + (_SEMANTIC_WEIGHT * near if near is not None else 0.0)

    first = max(pool, key=value)
    chosen = [first]
    while len(chosen) < MAX_SOURCES:
        following = _next(terms, chosen, pool, evidence, scores)
        if following is None:
            break
        chosen.append(following)
    chosen = _pruned(terms, chosen, evidence)
    covered, coverage = coverage_of(terms, chosen, evidence)
    near = [n for s in chosen if (n := similarity(s)) is not None]
    return Attribution(tuple(chosen), coverage, covered, max(near) if near else None)


def coverage_of(terms: ClaimTerms, chosen: list[EvidenceSentence], evidence: Evidence) -> tuple[frozenset[str], float]:
    """(covered stems, covered share of the weight); words of the passages' contexts count as covered.

    A quantity weighs as much as an average word of the claim, so that "$5." found exactly is covered though it has no words.
    """
    covered: set[str] = set()
    share = terms.total / len(terms.weights) if terms.weights else 1.0
    open_quantities, _ = _open_parts(terms, chosen, evidence)
    weight = share * (len(terms.quantities) - len(open_quantities))
    total = terms.total + share * len(terms.quantities)
    for stem, own in terms.weights.items():
        strength = max((evidence.holds(s, stem) for s in chosen), default=0.0)
        if strength < 1 and any(evidence.context_holds(s.passage_index, stem) for s in chosen):
            strength = 1.0
        if strength:
            covered.add(stem)
            weight += own * strength
    return frozenset(covered), weight / total if total else 1.0


def _open_parts(terms: ClaimTerms, chosen: list[EvidenceSentence], evidence: Evidence) -> tuple[list[Quantity], set[str]]:
    quantities = [q for q in terms.quantities if not any(s.index in evidence.stating(q) for s in chosen)]
    names = {part for name in terms.names for part in name.parts if not any(part in s.keys for s in chosen)}
    return quantities, names


def _next(
    terms: ClaimTerms, chosen: list[EvidenceSentence], pool: list[EvidenceSentence], evidence: Evidence, scores: list[float]
) -> EvidenceSentence | None:
    """The sentence that adds most, or None when none adds enough."""
    open_quantities, open_names = _open_parts(terms, chosen, evidence)
    covered, _ = coverage_of(terms, chosen, evidence)
    open_terms = {s: w for s, w in terms.weights.items() if s not in covered}
    unit = terms.total / max(1, len(terms.weights)) if terms.weights else 1.0
    near = {s.passage_index for s in chosen}
    best, best_gain = None, 0.0
    for sentence in pool:
        if sentence in chosen or any(sentence.text == c.text for c in chosen):
            continue
        gain = sum(weight * evidence.holds(sentence, stem) for stem, weight in open_terms.items())
        hits = sum(sentence.index in evidence.stating(q) for q in open_quantities)
        hits += sum(part in sentence.keys for part in open_names)
        if hits and is_about(sentence, terms, evidence, chosen):
            gain += hits * unit * 1.5
        if gain < max(_MIN_GAIN * terms.total, 1e-6):
            continue
        gain *= _SAME_PASSAGE if sentence.passage_index in near else 1.0
        gain += 1e-3 * scores[sentence.index]
        if gain > best_gain:
            best, best_gain = sentence, gain
    return best


def is_about(sentence: EvidenceSentence, terms: ClaimTerms, evidence: Evidence, chosen: list[EvidenceSentence]) -> bool:
    """Does the sentence speak of the claim's or question's subject, so that its quantities may support the claim?

    It stands beside a chosen sentence or in the same table, or shares a content word with claim or question.
    """
    for other in chosen:
        distance = abs(other.index - sentence.index) if other.passage_index == sentence.passage_index else _TABLE + 1
        if distance <= 1 or (distance <= _TABLE and "|" in other.text and "|" in sentence.text):
            return True
    return any(evidence.holds(sentence, stem) for group in (terms.weights, terms.hints) for stem in group)


def _pruned(terms: ClaimTerms, chosen: list[EvidenceSentence], evidence: Evidence) -> list[EvidenceSentence]:
    """Drops sentences, the last first, without which nothing is lost."""
    kept = list(chosen)
    for sentence in reversed(chosen):
        rest = [s for s in kept if s is not sentence]
        if not rest:
            break
        before, after = coverage_of(terms, kept, evidence)[1], coverage_of(terms, rest, evidence)[1]
        if before - after < 0.02 and _open_parts(terms, rest, evidence) == _open_parts(terms, kept, evidence):
            kept = rest
    return kept
