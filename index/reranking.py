"""The one thing that the search needs of a reranker; ``models.rerankers`` has the implementations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class PassageReranker(Protocol):
    """Reads question and passage together."""

    languages: frozenset[str] | None
    """ISO 639-1 codes of the languages that it was trained on; None for all."""

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """One score for each passage in order, higher is better."""
        ...
