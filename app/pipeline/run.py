"""One question on its way: what the stages share of it. Nothing here outlives the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from app.messages.answer import (
    Answer,
    AnswerMetadata,
    ErrorCode,
    ErrorDetails,
    ErrorEnvelope,
    HistoryMessage,
    Question,
)
from app.messages.base import Provenance
from app.messages.events import AnswerEvent, AnswerWithdrawn, QueuePosition, TokensArrived
from app.messages.retrieval import Passage, RetrievalResponse
from app.messages.validation import Citation, ValidationReport
from app.pipeline.compose import Composer, Outcome
from app.pipeline.earlier import EarlierAnswers
from app.pipeline.generator import Generator
from app.pipeline.grounding import Grounding
from app.pipeline.no_attachments import NoAttachments
from app.pipeline.passage_cache import PassageCache
from app.pipeline.ports import AttachmentPort, CancelFlag, Clock, FactsPort, ModelProvider, NoFacts, SearchPort
from app.pipeline.prompt import PromptAssembler
from app.pipeline.resilience import CircuitBreaker
from app.pipeline.retriever import Retriever
from app.pipeline.scope import Scope
from app.pipeline.slot import GeneratorSlot
from app.pipeline.trace import Trace
from app.pipeline.validator import Validator
from app.settings.schema import BreakersSettings, RetrievalSettings, StageBudgets

if TYPE_CHECKING:
    from app.pipeline.stated import StatedTemplate
    from app.pipeline.structured import ThoroughTemplate
    from app.pipeline.tasks.documents import DocumentsPort
    from app.pipeline.tasks.notes import SummaryTemplate

Listener = Callable[[AnswerEvent], None]


@dataclass(frozen=True)
class Stages:
    """The stages and ports that a Router drives; built by ``app.assembly``."""

    search: SearchPort
    models: ModelProvider
    retriever: Retriever
    grounding: Grounding
    assembler: PromptAssembler
    generator: Generator
    validator: Validator
    composer: Composer
    slot: GeneratorSlot
    breakers: dict[str, CircuitBreaker]
    """One for each role of a model"""
    earlier: EarlierAnswers
    tasks: dict[str, ThoroughTemplate]
    """What Thorough asks the model beside answers, by language"""
    documents: DocumentsPort | None = None
    """For work over whole documents; without it there is none"""
    summaries: dict[str, SummaryTemplate] = field(default_factory=dict)
    attachments: AttachmentPort = field(default_factory=NoAttachments)
    facts: FactsPort = NoFacts()
    stated: StatedTemplate | None = None
    """How the model is asked whether an answer is one; without it the rules alone decide"""


def make_retriever(
    search: SearchPort,
    retrieval: RetrievalSettings,
    breakers: BreakersSettings,
    budgets: StageBudgets,
    clock: Clock,
    sleep: Callable[[float], None],
) -> Retriever:
    """A Retriever with a cache and a breaker of its own."""
    breaker = CircuitBreaker(breakers.retriever, clock)
    return Retriever(search, PassageCache(retrieval, clock), breaker, retrieval, budgets, clock, sleep)


class Run:
    """State of one question, used on one thread. ``strict`` and ``mode`` are what counts for it after policy."""

    def __init__(
        self,
        question: Question,
        listen: Listener,
        cancelled: CancelFlag,
        clock: Clock,
        budgets: StageBudgets,
        *,
        open_mode: bool = False,
        strict: bool = False,
    ) -> None:
        self.question = question
        self.listen = listen
        self.cancelled = cancelled
        self.clock = clock
        self.open_mode = open_mode
        self.strict = strict
        self.trace = Trace(question.correlation_id, clock, listen)
        self.language = "en"
        self.history: tuple[HistoryMessage, ...] = ()
        """Earlier messages, where the question needs them"""
        self.asked = question.text
        """The question as it is searched: cleaned, and complete where it was a follow-up"""
        self.response = RetrievalResponse(correlation_id=question.correlation_id, status="success")
        self.attached: tuple[Passage, ...] = ()
        """Passages of the question's attachments"""
        self.facts: dict[str, tuple[Passage, ...]] = {}
        """Pinned facts by the question or sub-question that they are about"""
        self.subjects: dict[str, str] = {}
        """Collection id → the name by which the question calls it"""
        self.provenance: Provenance = "documents"
        self.model_id: str | None = None
        self.generations_left = budgets.max_generations
        self.scope: Scope = "documents"
        self.asks_back = question.clarify
        """An ambiguous question may be met with one"""
        self.choices: tuple[str, ...] = ()
        self.reasons: tuple[str, ...] = ()
        self.offer_thorough = False
        self._end = clock() + budgets.total_ms / 1000
        self._warnings: dict[str, None] = {}
        self._codes: dict[ErrorCode, None] = {}
        self._evidence_ms: float | None = None
        self._streamed = False

    @property
    def subject(self) -> str | None:
        """The name by which the question calls the one collection that is searched."""
        return next(iter(self.subjects.values())) if len(self.question.filters.collections) == len(self.subjects) == 1 else None

    # ---- time

    def over(self) -> bool:
        """The total ceiling is reached."""
        return self.clock() >= self._end

    def stop(self) -> bool:
        """The model has to stop: the person wants it, or the time is over."""
        return self.cancelled() or self.over()

    def allow(self, seconds: float) -> None:
        """Work over whole documents has a ceiling of its own, from now on."""
        self._end = self.clock() + seconds

    def waited(self, seconds: float) -> None:
        """Time in the queue, or until the index is open, is not the question's own."""
        self._end += seconds

    # ---- what happens on the way

    def warn(self, warning: str) -> None:
        self._warnings.setdefault(warning)

    def met(self, code: ErrorCode) -> None:
        self._codes.setdefault(code)

    def evidence_shown(self) -> None:
        if self._evidence_ms is None:
            self._evidence_ms = self.trace.total_ms

    def show(self, text: str) -> None:
        if text:
            self._streamed = True
            self.listen(TokensArrived(correlation_id=self.question.correlation_id, text=text))

    def withdraw(self) -> None:
        """What was streamed does not hold."""
        if self._streamed:
            self._streamed = False
            self.listen(AnswerWithdrawn(correlation_id=self.question.correlation_id))

    def queued(self, ahead: int) -> None:
        self.listen(QueuePosition(correlation_id=self.question.correlation_id, ahead=ahead))

    # ---- the end

    def finish(self, outcome: Outcome, keep: int) -> Answer:
        """``keep``: how many of the closest matches are named."""
        report: ValidationReport | None = outcome.report
        cited = [c for s in report.sentences for c in s.citations] if report is not None else []
        cited += outcome.table.citations() if outcome.table is not None else ()
        with self.trace.step("sources") as step:
            step["documents"] = len({c.doc_id for c in cited})
            step["citations"] = len(cited)
        with self.trace.step("answer") as step:
            step["status"] = outcome.status
            step["degraded"] = bool(self._warnings)
        closest = self.response.closest
        if outcome.status in ("not_found", "clarify"):
            # What was retrieved did not answer: it is the closest match now, in the order of relevance.
            closest = (self.response.documents + closest)[:keep]
        hidden = outcome.status in ("not_found", "clarify") or self.provenance == "model"
        return Answer(
            correlation_id=self.question.correlation_id,
            status=outcome.status,
            text=outcome.text,
            passages=() if hidden else self.response.documents,
            closest=closest,
            report=report,
            provenance=self._provenance(cited),
            choices=self.choices,
            task=outcome.task,
            table=outcome.table,
            coverage=outcome.coverage,
            trace=tuple(self.trace.events),
            metadata=self.metadata([c.source for c in cited]),
        )

    def _provenance(self, cited: Sequence[Citation]) -> Provenance:
        """ "attachment" or "facts" where the answer rests on attached documents or pinned facts alone; each citation says its own besides."""
        alone = {c.provenance for c in cited}
        return alone.pop() if len(alone) == 1 and self.provenance == "documents" else self.provenance

    def failed(
        self, code: ErrorCode, message: str, agent: str, *, retryable: bool = False, retry_after_ms: int | None = None
    ) -> Answer:
        self.met(code)
        answer = error_answer(self.question, code, message, agent, retryable=retryable, retry_after_ms=retry_after_ms)
        return answer.model_copy(update={"metadata": self.metadata(), "trace": tuple(self.trace.events)})

    def metadata(self, cited: Sequence[str] = (), earlier_from: datetime | None = None) -> AnswerMetadata:
        """``cited``: the files that citations name, each as often as it is cited."""
        return AnswerMetadata(
            latency_ms={**self.trace.latency_ms, "total": self.trace.total_ms},
            evidence_ms=self._evidence_ms,
            degraded=bool(self._warnings),
            warnings=tuple(self._warnings),
            codes=tuple(self._codes),
            reasons=self.reasons,
            offer_thorough=self.offer_thorough,
            earlier_from=earlier_from,
            sources_used=tuple(dict.fromkeys(cited)),
            model=self.model_id,
            index_version=self.response.metadata.index_version,
            language=self.language,
        )


def error_answer(
    question: Question, code: ErrorCode, message: str, agent: str, *, retryable: bool = False, retry_after_ms: int | None = None
) -> Answer:
    """An Answer that is an error in plain words."""
    details = ErrorDetails.model_validate({"agent": agent, "retryable": retryable, "retry_after_ms": retry_after_ms})
    return Answer(
        correlation_id=question.correlation_id,
        status="error",
        text=message,
        metadata=AnswerMetadata(codes=(code,)),
        error=ErrorEnvelope(correlation_id=question.correlation_id, code=code, message=message, details=details),
    )
