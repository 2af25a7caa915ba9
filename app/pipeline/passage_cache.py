"""Passage cache of the Retriever. A stale hit is impossible: the index version is part of the key, and every change of what can be found
in a collection raises it. Answers are never cached."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal

from app.messages.retrieval import RetrievalRequest
from app.pipeline.ports import Clock
from app.settings.schema import RetrievalSettings
from index.search.hit import SearchResult

MissReason = Literal["", "new", "evicted", "index_changed"]


@dataclass(frozen=True)
class CacheKey:
    """``search`` stands for collections, filters, strategy, limit and question; ``version`` for the state of the collections."""

    version: str
    search: bytes

    @classmethod
    def of(cls, request: RetrievalRequest, version: str, limit: int) -> CacheKey:
        filters = request.filters
        parts = (
            request.query, request.retrieval_strategy, str(limit), *sorted(filters.collections), "types", *sorted(filters.source_types),
            "documents", *sorted(filters.documents), str(filters.date_from), str(filters.date_to),
        )  # fmt: skip
        digest = blake2b(digest_size=16)
        for part in parts:
            digest.update(part.encode() + b"\0")
        return cls(version, digest.digest())


class PassageCache:
    """At most ``cache_entries`` results, each for ``cache_seconds``, together at most ``cache_mb`` of text; the least recently used
    goes first. Safe to use from several threads."""

    def __init__(self, settings: RetrievalSettings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._lock = threading.Lock()
        self._kept: OrderedDict[bytes, tuple[str, float, int, SearchResult]] = OrderedDict()
        self._bytes = 0
        self._seen: OrderedDict[bytes, str] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: CacheKey) -> tuple[SearchResult | None, MissReason]:
        """The result, or None with the reason of the miss."""
        with self._lock:
            found = self._kept.get(key.search)
            if found is not None and found[0] == key.version and found[1] > self._clock():
                self._kept.move_to_end(key.search)
                return found[3], ""
            if found is not None:
                self._drop(key.search)
            seen = self._seen.get(key.search)
            if seen is None:
                return None, "new"
            return None, "evicted" if seen == key.version else "index_changed"

    def put(self, key: CacheKey, result: SearchResult) -> None:
        size = sum(len(hit.content) + len(hit.context) for hit in result.hits)
        with self._lock:
            if key.search in self._kept:
                self._drop(key.search)
            self._kept[key.search] = (key.version, self._clock() + self._settings.cache_seconds, size, result)
            self._bytes += size
            self._seen[key.search] = key.version
            self._seen.move_to_end(key.search)
            while len(self._kept) > self._settings.cache_entries or self._bytes > self._settings.cache_mb << 20:
                self._drop(next(iter(self._kept)))
            # What was there once is remembered longer, as 16 bytes, so that a miss can name its reason.
            while len(self._seen) > 2 * self._settings.cache_entries:
                self._seen.popitem(last=False)

    def _drop(self, search: bytes) -> None:
        self._bytes -= self._kept.pop(search)[2]
