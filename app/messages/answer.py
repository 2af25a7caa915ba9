"""Router → user: the question as asked, the final answer, or an error in plain words."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field

from app.messages.base import Message, Provenance, StageMessage, utc_now
from app.messages.retrieval import Passage, RetrievalFilters
from app.messages.validation import ValidationReport

ErrorCode = Literal[
    "QUERY_INVALID",
    "RETRIEVAL_TIMEOUT",
    "RETRIEVAL_FAILED",
    "GENERATION_TIMEOUT",
    "GENERATION_FAILED",
    "VALIDATION_TIMEOUT",
    "VALIDATION_REJECTED",
    "RESPONSE_TOO_LONG",
    "SYSTEM_OVERLOAD",
    "CONSENT_REQUIRED",
    "INDEX_BUSY",
    "INDEX_DAMAGED",
]
AnswerStatus = Literal["answered", "not_found", "evidence_only", "cancelled", "error"]


class Question(StageMessage):
    """What a person asked, and how they want it answered."""

    kind: Literal["question"] = "question"
    text: str
    filters: RetrievalFilters = RetrievalFilters()
    depth: Literal["quick", "thorough"] = "quick"


class ErrorDetails(Message):
    agent: Literal["router", "retriever", "generator", "validator"]
    retryable: bool = False
    retry_after_ms: int | None = Field(default=None, ge=0)


class ErrorEnvelope(StageMessage):
    kind: Literal["error"] = "error"
    code: ErrorCode
    message: str = Field(description="for a person: what happened and what to do")
    timestamp: datetime = Field(default_factory=utc_now)
    details: ErrorDetails


class AnswerMetadata(Message):
    latency_ms: dict[str, float] = Field(default_factory=dict, description="by stage, and total")
    evidence_ms: float | None = Field(default=None, description="until ranked passages were shown")
    degraded: bool = False
    warnings: tuple[str, ...] = ()
    sources_used: tuple[str, ...] = ()
    model: str | None = None
    index_version: str = ""
    language: str = "en"


class Answer(StageMessage):
    """``text`` is what is shown; ``report`` has its sentences with their citations and findings."""

    kind: Literal["answer"] = "answer"
    status: AnswerStatus
    text: str
    passages: tuple[Passage, ...] = ()
    closest: tuple[Passage, ...] = ()
    report: ValidationReport | None = None
    provenance: Provenance = "documents"
    metadata: AnswerMetadata = AnswerMetadata()
    error: ErrorEnvelope | None = None
