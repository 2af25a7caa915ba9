"""Generator → Validator → Router: the text to check and what the rules found, sentence by sentence."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from app.messages.base import Message, Provenance, StageMessage, Unit01
from app.messages.retrieval import Passage
from index.document import Place, Span

MAX_RESPONSE_CHARACTERS = 2000

RuleName = Literal["factuality", "citation", "numbers", "relevance", "contamination", "toxicity"]
DEFAULT_RULES: tuple[RuleName, ...] = ("factuality", "citation", "numbers", "relevance", "contamination", "toxicity")
SentenceVerdict = Literal["supported", "partly_supported", "unsupported", "no_claim"]
Verdict = Literal["supported", "partly_supported", "unsupported", "unvalidated"]


class GenerationMetadata(Message):
    model: str
    temperature: float = Field(ge=0.0)
    prompt_tokens: int = Field(ge=0)
    completion_tokens: int = Field(ge=0)
    time_to_first_token_ms: float = Field(ge=0.0)
    tokens_per_second: float = Field(ge=0.0)


class ValidationRequest(StageMessage):
    kind: Literal["validation_request"] = "validation_request"
    question: str
    response_text: str = Field(min_length=1, max_length=MAX_RESPONSE_CHARACTERS)
    passages: tuple[Passage, ...]
    source_documents: tuple[str, ...]
    generation_metadata: GenerationMetadata
    validation_rules: tuple[RuleName, ...] = DEFAULT_RULES
    strict_mode: bool = False

    @model_validator(mode="after")
    def _names_its_sources(self) -> ValidationRequest:
        if self.passages and not self.source_documents:
            raise ValueError("source_documents must name at least one document when passages were retrieved")
        return self


class Citation(Message):
    """The words in the original that support a sentence. ``start``/``end`` are offsets into the document's extracted text."""

    doc_id: str
    chunk_id: str
    source: str
    place: Place
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    quote: str
    changed_since_indexed: bool = False
    provenance: Provenance = "documents"


class Finding(Message):
    """One rule's word on one sentence. ``span`` is relative to the whole answer and marks the doubtful words."""

    rule: str
    outcome: Literal["pass", "doubt", "fail", "not_applicable"]
    message: str = Field(description="one plain sentence for a person")
    span: Span | None = None


class SentenceReport(Message):
    span: Span
    text: str
    verdict: SentenceVerdict
    score: Unit01
    citations: tuple[Citation, ...] = ()
    findings: tuple[Finding, ...] = ()


class ValidationReport(StageMessage):
    kind: Literal["validation_report"] = "validation_report"
    verdict: Verdict
    sentences: tuple[SentenceReport, ...] = ()
    unvalidated: bool = False
    elapsed_ms: float = 0.0

    @property
    def supported_count(self) -> int:
        return sum(s.verdict == "supported" for s in self.sentences)

    @property
    def claim_count(self) -> int:
        return sum(s.verdict != "no_claim" for s in self.sentences)
