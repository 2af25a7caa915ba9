"""Reciprocal rank fusion of the two ways of searching."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import TypeVar

K = 60
"""Constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009)."""

_Key = TypeVar("_Key", bound=Hashable)


def reciprocal_rank_fusion(rankings: Sequence[tuple[float, Iterable[_Key]]], k: int = K) -> dict[_Key, float]:
    """Score of each key: the sum over rankings of weight / (k + rank), rank from 1. Higher is better."""
    scores: dict[_Key, float] = {}
    for weight, ranking in rankings:
        for rank, key in enumerate(ranking, start=1):
            scores[key] = scores.get(key, 0.0) + weight / (k + rank)
    return scores


def text_weight(covered: Collection[float]) -> float:
    """Weight of full text against vectors (whose weight is 1), 0.35 to 1.

    ``covered`` is the coverage (``features.coverage``) of each passage that full text found. Where even the best passage
    has few of the words that matter (another language, other wording, an alphabet that is not stemmed) the ranking of full text
    says little; blind fusion lost to vectors alone there (Russian XQuAD, tests/benchmarks/README.md).
    """
    return 0.35 + 0.65 * min(1.0, max(covered, default=0.0) / 0.6)
