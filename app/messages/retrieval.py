"""Router → Retriever → Generator: what is asked of the index and what comes back."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Literal

from pydantic import Field, field_validator, model_validator

from app.messages.base import Message, Provenance, StageMessage, Unit01, utc_now
from index.document import Place

MAX_QUERY_CHARACTERS = 500
MAX_PASSAGE_BYTES = 5 * 1024
MAX_RESPONSE_BYTES = 55 * 1024
MAX_CLOCK_SKEW = timedelta(seconds=5)


class RetrievalFilters(Message):
    """Ids, enums and dates only: nothing here is text that a person typed."""

    date_from: datetime | None = None
    date_to: datetime | None = None
    source_types: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    documents: tuple[str, ...] = Field(default=(), description="file ids; empty: all of the collections")
    min_relevance: Unit01 = Field(default=0.6, description="calibrated; its meaning at 0.6 is in index.search.calibration")


class RetrievalRequest(StageMessage):
    kind: Literal["retrieval_request"] = "retrieval_request"
    query: str = Field(min_length=1, max_length=MAX_QUERY_CHARACTERS)
    timestamp: datetime = Field(default_factory=utc_now, description="set anew for each try")
    max_documents: int = Field(default=4, ge=1, le=10)
    filters: RetrievalFilters = RetrievalFilters()
    retrieval_strategy: Literal["semantic", "keyword", "hybrid"] = "hybrid"

    @field_validator("timestamp")
    @classmethod
    def _recent(cls, value: datetime) -> datetime:
        if value.tzinfo is None:
            raise ValueError("timestamp needs a time zone")
        if abs(utc_now() - value) > MAX_CLOCK_SKEW:
            raise ValueError("timestamp is more than 5 s from now")
        return value


class PinnedNote(Message):
    """What a person said of a sentence that they pinned as a fact."""

    label: str
    value: str
    valid_from: date | None = None


class Passage(Message):
    """A piece of a document, offered as evidence. ``content[i]`` stands at ``start + i`` of the document's extracted text."""

    doc_id: str = Field(description="file id")
    chunk_id: str
    collection_id: str
    content: str = Field(min_length=1)
    context: str = Field(default="", description="title and heading path; read by the model, never quoted")
    relevance_score: Unit01
    cosine: float | None = None
    source: str = Field(description="the file as the user knows it: absolute path in its original spelling")
    title: str | None = None
    source_type: str
    chunk_index: int = Field(ge=0)
    place: Place = Place()
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    provenance: Provenance = "documents"
    fact: PinnedNote | None = Field(default=None, description="set where provenance is facts: this is a pinned sentence")

    @field_validator("content")
    @classmethod
    def _small(cls, value: str) -> str:
        if len(value.encode()) >= MAX_PASSAGE_BYTES:
            raise ValueError("a passage must stay under 5 KB")
        return value


class RetrievalMetadata(Message):
    retrieval_time_ms: float = 0.0
    total_candidates: int = 0
    fallback_used: bool = False
    cache: Literal["hit", "miss"] = "miss"
    cache_reason: Literal["", "new", "evicted", "index_changed"] = ""
    strategy: Literal["semantic", "keyword", "hybrid"] = "hybrid"
    index_version: str = ""


class RetrievalResponse(StageMessage):
    """``documents`` are those at or above the threshold, most relevant first; ``closest`` the nearest ones below it."""

    kind: Literal["retrieval_response"] = "retrieval_response"
    status: Literal["success", "partial_failure", "failure"]
    documents: tuple[Passage, ...] = Field(default=(), max_length=10)
    closest: tuple[Passage, ...] = Field(default=(), max_length=10)
    metadata: RetrievalMetadata = RetrievalMetadata()
    warnings: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _ordered_and_small(self) -> RetrievalResponse:
        scores = [p.relevance_score for p in self.documents]
        if scores != sorted(scores, reverse=True):
            raise ValueError("documents must be sorted by relevance, descending")
        if sum(len(p.content.encode()) for p in self.documents) >= MAX_RESPONSE_BYTES:
            raise ValueError("documents must stay under 55 KB together")
        return self
