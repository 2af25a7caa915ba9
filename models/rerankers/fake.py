"""A reranker for tests: passages with more of the question's words are better."""

from __future__ import annotations

from collections.abc import Sequence


class FakeReranker:
    """A ``Reranker`` without a model."""

    reranker_id = "fake-reranker"
    languages: frozenset[str] | None = None

    def warm_up(self) -> None: ...

    def close(self) -> None: ...

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """The number of words that question and passage share."""
        asked = set(question.lower().split())
        return [float(len(asked & set(passage.lower().split()))) for passage in passages]
