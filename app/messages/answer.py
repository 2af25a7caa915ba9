"""Router → user: the question as asked, the final answer, or an error in plain words."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from app.messages.base import Message, Provenance, StageMessage, utc_now
from app.messages.retrieval import Passage, RetrievalFilters
from app.messages.table import Coverage, Table, TaskKind
from app.messages.trace import TraceEvent
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
AnswerStatus = Literal["answered", "not_found", "evidence_only", "clarify", "cancelled", "error"]
Mode = Literal["documents_only", "open"]
MAX_HISTORY = 16
MAX_CHOSEN_DOCUMENTS = 10
MAX_ATTACHMENTS = 4


class HistoryMessage(Message):
    """An earlier message of the same conversation."""

    role: Literal["user", "assistant"]
    text: str


class Question(StageMessage):
    """What a person asked, and how they want it answered."""

    kind: Literal["question"] = "question"
    text: str
    filters: RetrievalFilters = RetrievalFilters()
    depth: Literal["quick", "thorough"] = "quick"
    mode: Mode | None = Field(default=None, description="None: as the settings say; a policy may lock it")
    strict: bool | None = Field(default=None, description="None: as the settings say; a policy may lock it")
    history: tuple[HistoryMessage, ...] = Field(
        default=(), max_length=MAX_HISTORY, description="of this conversation, oldest first, without this question"
    )
    conversation: UUID | None = Field(
        default=None, description="where it is kept, and whose earlier messages it may follow up on"
    )
    attachments: tuple[str, ...] = Field(
        default=(), max_length=MAX_ATTACHMENTS, description="ids of documents that count for this conversation alone"
    )
    clarify: bool = Field(default=True, description="False: answer an ambiguous question as it stands")
    documents: tuple[str, ...] = Field(
        default=(),
        max_length=MAX_CHOSEN_DOCUMENTS,
        description="ids of the files before the person: what “this document” means",
    )


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
    codes: tuple[ErrorCode, ...] = Field(default=(), description="what of the error table was met on the way, each once")
    reasons: tuple[str, ...] = Field(default=(), description="why the Validator withheld the model's words (strict mode)")
    earlier_from: datetime | None = Field(default=None, description="this is an earlier answer, of that time")
    offer_thorough: bool = Field(default=False, description="Quick saw a comparison or several questions in one")
    sources_used: tuple[str, ...] = ()
    model: str | None = None
    index_version: str = ""
    language: str = "en"


class Answer(StageMessage):
    """``text`` is what is shown; ``report`` has its sentences with their citations and findings.

    ``provenance`` "model": not from the documents; ``text`` then begins with the banner that says so, and nothing is cited.
    ``choices``: what the person may have meant, when ``status`` is "clarify". ``task``: this is no answer from a few passages but work
    over whole documents; ``table`` stands below the text and ``coverage`` says what was read.
    """

    kind: Literal["answer"] = "answer"
    status: AnswerStatus
    text: str
    passages: tuple[Passage, ...] = ()
    closest: tuple[Passage, ...] = ()
    report: ValidationReport | None = None
    provenance: Provenance = "documents"
    choices: tuple[str, ...] = ()
    task: TaskKind | None = None
    table: Table | None = None
    coverage: Coverage | None = None
    trace: tuple[TraceEvent, ...] = ()
    metadata: AnswerMetadata = AnswerMetadata()
    error: ErrorEnvelope | None = None
