"""The protocol of a reranker: it reads question and passage together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Reranker(Protocol):
    """Light constructor; ``warm_up`` loads, ``close`` frees."""

    reranker_id: str
    languages: frozenset[str] | None
    """ISO 639-1 codes of the languages that it was trained on; None for all. Elsewhere its order would be chance."""

    def warm_up(self) -> None:
        """Raises ModelMissing or ModelDamaged."""
        ...

    def close(self) -> None: ...

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """One score for each passage in order, higher is better; scores of different questions cannot be compared."""
        ...
