"""What is known of a passage at query time, as numbers for the calibrated relevance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from index.store.analysis import QueryTerm

SUBSTANTIAL_BYTES = 180
"""About two short sentences: 180 Latin letters or 60 Chinese characters."""


@dataclass(frozen=True)
class Features:
    """``cosine_z``: the cosine in standard deviations above what is ordinary for this question in this collection, 0 without
    vectors. ``coverage``: share of the question's words in the passage, weighted by idf, 0 to 1. ``foreign``: 0 when the question
    is in the passage's language, 1 when not. ``brevity``: 0 for passages of ``SUBSTANTIAL_BYTES`` or more, towards 1 for shorter
    ones. ``rank_vector`` and ``rank_text`` count from 1, None when that way did not find it."""

    cosine_z: float
    coverage: float
    foreign: float
    brevity: float
    rank_vector: int | None
    rank_text: int | None
    has_vector: bool


def brevity(content: str) -> float:
    """A heading or a list of two links is near to every question and answers none (hubs of the vector space)."""
    return max(0.0, 1.0 - len(content.encode("utf-8", "replace")) / SUBSTANTIAL_BYTES)


def coverage(terms: Sequence[QueryTerm], idf: Mapping[QueryTerm, float], passage_terms: str) -> float:
    """Share of the question's idf that stands in the passage, 0 to 1; 0 for a question without words."""
    total = sum(idf[term] for term in terms)
    if total <= 0:
        return 0.0
    present = set(passage_terms.split(" "))
    return sum(idf[term] for term in terms if not present.isdisjoint(term.variants)) / total
