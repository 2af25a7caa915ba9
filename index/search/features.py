"""What is known of a passage at query time, as numbers for the calibrated relevance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from index.store.analysis import QueryTerm


@dataclass(frozen=True)
class Features:
    """``cosine_z``: the cosine in standard deviations above what is ordinary for this question in this collection, 0 without
    vectors. ``coverage``: share of the question's words in the passage, weighted by idf, 0 to 1. ``rank_vector`` and
    ``rank_text`` count from 1, None when that way did not find it. ``lead_z``: ``cosine_z`` less that of the best passage, ≤ 0.
    ``lead_coverage``: the same for coverage."""

    cosine_z: float
    coverage: float
    lead_z: float
    lead_coverage: float
    rank_vector: int | None
    rank_text: int | None
    has_vector: bool


def coverage(terms: Sequence[QueryTerm], idf: Mapping[QueryTerm, float], passage_terms: str) -> float:
    """Share of the question's idf that stands in the passage, 0 to 1; 0 for a question without words."""
    total = sum(idf[term] for term in terms)
    if total <= 0:
        return 0.0
    present = set(passage_terms.split(" "))
    return sum(idf[term] for term in terms if not present.isdisjoint(term.variants)) / total
