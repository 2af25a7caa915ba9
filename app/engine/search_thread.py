"""The reader thread: owns the read connection to the index and a small embedding session for questions.

An import has its own embedding session on its own thread, so that a batch of passages never delays a question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from app.engine.owner import OwnerThread
from index.search.hit import SearchFilters, SearchResult, Strategy
from models.embedders.base import TokenVectors

if TYPE_CHECKING:
    from app.engine.reading import OpenIndex

KEPT_VECTORS = 1024
"""1.5 MB with 384 dimensions."""


class SearchThread:
    """SearchPort of the pipeline. ``open_index`` runs on the owner thread at the first use (light constructor)."""

    def __init__(
        self, open_index: Callable[[], OpenIndex], owner: OwnerThread, versions: Callable[[], Mapping[str, int]]
    ) -> None:
        """``versions``: index version by collection, from the ledger, callable on every thread."""
        self._open_index = open_index
        self._owner = owner
        self._versions = versions
        self._opened: OpenIndex | None = None
        self._kept: dict[tuple[bool, str], npt.NDArray[np.float32]] = {}

    def preload(self) -> Future[OpenIndex]:
        return self._owner.submit(self._ensure)

    def submit(
        self, query: str, collection_ids: Sequence[str], strategy: Strategy, filters: SearchFilters, limit: int
    ) -> Future[SearchResult]:
        return self._owner.submit(self._search, query, tuple(collection_ids), strategy, filters, limit)

    def embed(self, texts: Sequence[str], *, asking: bool = False) -> npt.NDArray[np.float32]:
        return self._owner.submit(self._vectors, texts, asking).result()

    def matches(
        self, text: str, collection_ids: Sequence[str], filters: SearchFilters | None, limit: int, deadline_ms: float | None
    ) -> Future[SearchResult]:
        """Search as you type."""
        return self._owner.submit(lambda: self._ensure().finder.as_you_type(text, collection_ids, filters, limit, deadline_ms))

    def listed(
        self, text: str, collection_ids: Sequence[str], filters: SearchFilters | None, limit: int
    ) -> Future[SearchResult]:
        """A search for a list that a person reads: exchanges of mails are one result each."""
        return self._owner.submit(
            lambda: self._ensure().finder.search(text, collection_ids, "hybrid", filters, limit, fold_mails=True)
        )

    def embed_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        return self._owner.submit(lambda: self._ensure().embedder.embed_tokens(texts)).result()

    def version(self, collection_ids: Sequence[str]) -> str:
        """Of these collections together, from the ledger; asks nothing of the owner thread, which may be stuck in a search."""
        versions = self._versions()
        return ",".join(f"{i}:{versions.get(i, 0)}" for i in sorted(set(collection_ids)))

    def close(self, timeout_s: float) -> bool:
        return self._owner.finish(self._free, timeout_s)

    def _vectors(self, texts: Sequence[str], asking: bool) -> npt.NDArray[np.float32]:
        """Grounding, choice of sentences and validator look at the same sentences: the latest vectors are kept, in memory alone."""
        embedder = self._ensure().embedder
        new = [t for t in dict.fromkeys(texts) if (asking, t) not in self._kept]
        if new:
            made = np.stack([embedder.embed_query(t) for t in new]) if asking else embedder.embed_passages(new)
            self._kept.update(((asking, text), vector) for text, vector in zip(new, made, strict=True))
        found = np.stack([self._kept[asking, t] for t in texts]) if texts else np.zeros((0, embedder.dimension), np.float32)
        for old in list(self._kept)[: max(0, len(self._kept) - KEPT_VECTORS)]:
            del self._kept[old]
        return found

    def _ensure(self) -> OpenIndex:
        if self._opened is None:
            self._opened = self._open_index()
        return self._opened

    def _search(
        self, query: str, collection_ids: tuple[str, ...], strategy: Strategy, filters: SearchFilters, limit: int
    ) -> SearchResult:
        return self._ensure().finder.search(query, collection_ids, strategy, filters, limit)

    def _free(self) -> None:
        opened, self._opened = self._opened, None
        if opened is not None:
            opened.close()
