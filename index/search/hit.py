"""A search result, with everything that is needed to show it and to find it again in the original."""

from __future__ import annotations

import math
from datetime import datetime
from typing import Literal

from pydantic import Field

from index.document import Frozen, Place

Strategy = Literal["semantic", "keyword", "hybrid"]

AT_ONCE_MS = 150.0
"""What a person feels as at once: the time that a search for what is being typed may take."""


class SearchFilters(Frozen):
    """What the store sees is built from ids, enums and dates, never from text that a person typed. Empty means no restriction.

    ``author``, ``recipient``, ``title`` (parts of them, case does not count) and ``folder`` (a path) are looked up in the ledger, which
    gives ids for them.
    """

    kinds: tuple[str, ...] = ()
    languages: tuple[str, ...] = Field(default=(), description="ISO 639-1")
    author: str | None = None
    recipient: str | None = None
    title: str | None = None
    folder: str | None = None
    file_ids: tuple[str, ...] = ()
    modified_from: datetime | None = None
    modified_to: datetime | None = None


class Hit(Frozen):
    chunk_id: str
    file_id: str
    collection_id: str
    source_path: str = Field(description="as the person knows the file: absolute, original spelling")
    title: str | None
    kind: str
    chunk_index: int
    content: str
    context: str
    start: int
    end: int
    place: Place
    cosine: float | None = Field(description="query-passage cosine, None when only full text found it")
    bm25: float | None = Field(description="full-text score, None when only vectors found it")
    fused: float = Field(description="reciprocal rank fusion score, higher is better")
    also_in: tuple[str, ...] = Field(default=(), description="paths of other files with the same passage, word for word")
    newer: str | None = Field(default=None, description="path of a newer version of the same document that was found too")
    thread: tuple[str, ...] = Field(
        default=(), description="paths of the messages of a folded exchange of mails, the oldest first"
    )
    relevance: float = Field(ge=0.0, le=1.0, description="calibrated; see index.search.calibration")

    def shifted(self, by: float) -> Hit:
        """The same with a relevance that is higher or lower by so many log-odds."""
        return self.model_copy(update={"relevance": 1.0 / (1.0 + math.exp(-log_odds(self.relevance) - by))})


def log_odds(relevance: float) -> float:
    bounded = min(max(relevance, 1e-12), 1.0 - 1e-12)
    return math.log(bounded / (1.0 - bounded))


class SearchResult(Frozen):
    hits: tuple[Hit, ...]
    total_candidates: int
    index_version: int
    elapsed_ms: float
    warnings: tuple[str, ...] = ()
