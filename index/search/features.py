"""What is known of a passage at query time, as numbers for the calibrated relevance."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from index.store.analysis import QueryTerm


@dataclass(frozen=True)
class Features:
    """``cosine_z``: the cosine in standard deviations above what is ordinary for this question in this collection, 0 without
    vectors. ``coverage``: share of the question's words in the passage, weighted by idf, 0 to 1. ``foreign``: 0 when the question
    is in the passage's language, 1 when not. ``peak_z`` and ``peak_coverage``: how far the best passage of this question stands
    out from the median of its first ten, ≥ 0, the same for all its passages. ``rank_vector`` and ``rank_text`` count from 1,
    None when that way did not find it."""

    cosine_z: float
    coverage: float
    foreign: float
    peak_z: float
    peak_coverage: float
    rank_vector: int | None
    rank_text: int | None
    has_vector: bool


def peak(values: Sequence[float]) -> float:
    """Best less median of the ten highest (of all, when there are fewer than three, there is no crowd to stand out from: 0)."""
    highest = sorted(values, reverse=True)[:10]
    return highest[0] - statistics.median(highest) if len(highest) > 2 else 0.0


def coverage(terms: Sequence[QueryTerm], idf: Mapping[QueryTerm, float], passage_terms: str) -> float:
    """Share of the question's idf that stands in the passage, 0 to 1; 0 for a question without words."""
    total = sum(idf[term] for term in terms)
    if total <= 0:
        return 0.0
    present = set(passage_terms.split(" "))
    return sum(idf[term] for term in terms if not present.isdisjoint(term.variants)) / total
