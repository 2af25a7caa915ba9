"""What is known of a passage at query time, as numbers for the calibrated relevance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Words = Sequence[tuple[frozenset[str], float]]
"""Of each word of a question the terms that stand for it, and its idf"""

K1, B = 1.2, 0.75
"""Constants of BM25 (Robertson and Zaragoza 2009), the usual ones."""

FEEDBACK = 3
"""Passages that stand for what is relevant: nDCG@10 with three 0.371, with five 0.366 on Cranfield; 0.001 to 0.002 apart on XQuAD."""

_FEW = 8
SUBSTANTIAL_BYTES = 180
"""About two short sentences: 180 Latin letters or 60 Chinese characters."""


@dataclass(frozen=True)
class Features:
    """``cosine_z``: the cosine in standard deviations above what is ordinary for this question in this collection, 0 without
    vectors; ``matter_z`` the same without what any question has in common, as far as the passage is ``foreign``. ``coverage``: share of the question's words in the passage, weighted by idf, 0 to 1. ``saturation``: BM25 of the passage
    over the highest that any passage could have, 0 to 1; unlike coverage it tells a passage about a word from one that names it.
    ``consensus``: how near the passage is to the best ones of this search, in standard deviations over all that were found, −2 to 4
    (pseudo-relevance feedback); 0 without vectors. ``foreign``: 0 when the question
    is in the passage's language, 1 when not. ``brevity``: 0 for passages of ``SUBSTANTIAL_BYTES`` or more, towards 1 for shorter
    ones. ``rank_vector`` and ``rank_text`` count from 1, None when that way did not find it. ``question_words``: distinct words
    of the question (characters and pairs of them where a script has no spaces)."""

    cosine_z: float
    coverage: float
    foreign: float
    brevity: float
    rank_vector: int | None
    rank_text: int | None
    has_vector: bool
    saturation: float = 0.0
    consensus: float = 0.0
    question_words: int = 0
    matter_z: float | None = None

    @property
    def nearness(self) -> float:
        """``matter_z`` where it is known: what puts passages in order. The probability keeps to ``cosine_z``, with which it was fitted."""
        return self.cosine_z if self.matter_z is None else self.matter_z


def brevity(content: str) -> float:
    """A heading or a list of two links is near to every question and answers none (hubs of the vector space)."""
    return max(0.0, 1.0 - len(content.encode("utf-8", "replace")) / SUBSTANTIAL_BYTES)


def matched(words: Words, passage_terms: str, average_terms: float | None) -> tuple[float, float]:
    """Coverage and saturation, as ``Features`` has them; both 0 for a question without words.

    ``average_terms``: terms of an ordinary passage of the collection, for the correction by length; None where nothing is known, which
    leaves the saturation at 0.
    """
    total = sum(weight for _, weight in words)
    if total <= 0:
        return 0.0, 0.0
    counts = Counter(passage_terms.split(" "))
    damping = K1 * (1 - B + B * counts.total() / max(average_terms or 1.0, 1.0))
    covered = saturated = 0.0
    for variants, weight in words:
        if frequency := sum(counts[variant] for variant in variants if variant in counts):
            covered += weight
            saturated += weight * frequency / (frequency + damping)
    return covered / total, saturated / total if average_terms is not None else 0.0


def consensus(vectors: npt.NDArray[np.float32], first: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Of each passage (``vectors``, shape (n, dimension)) how near it is to the ``FEEDBACK`` best by ``first`` (shape (n,), in
    log-odds), which count by the odds that they give them; standardised over all n, cut to −2 … 4. Zeros for fewer than eight
    passages, of which nothing can be said.

    Rocchio's feedback (1971) on the passages instead of the question: several passages about one matter support each other.
    """
    if len(vectors) < _FEW:
        return np.zeros(len(vectors))
    best = np.argsort(-first)[:FEEDBACK]
    weights = np.exp(first[best] - first[best[0]])
    near = vectors @ ((vectors[best] * (weights / weights.sum())[:, None]).sum(axis=0))
    spread = float(near.std())
    if spread < 1e-6:
        return np.zeros(len(vectors))
    standing: npt.NDArray[np.float64] = np.clip((near - near.mean()) / spread, -2.0, 4.0).astype(np.float64)
    return standing
