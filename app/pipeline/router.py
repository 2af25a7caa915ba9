"""Router: takes a question through the stages and turns whatever happens into one Answer.

Nothing degrades silently: each step down is a warning on the answer and an event in the trace (contract, sections 1 and 5).
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass

from app.messages.answer import Answer, AnswerMetadata, ErrorCode, ErrorDetails, ErrorEnvelope, Question
from app.messages.events import AnswerEvent, AnswerWithdrawn, PassagesFound, TokensArrived
from app.messages.retrieval import Passage, RetrievalFilters, RetrievalRequest, RetrievalResponse
from app.messages.validation import ValidationReport
from app.pipeline.compose import Composer, Outcome
from app.pipeline.generator import Generated, Generator
from app.pipeline.grounding import Grounding
from app.pipeline.language import detect_language
from app.pipeline.planner import plan_queries
from app.pipeline.ports import CancelFlag, Clock, ModelPort, ModelProvider, SearchPort
from app.pipeline.prompt import PromptAssembler
from app.pipeline.query import QueryInvalid, clean_query
from app.pipeline.retriever import RetrievalTimeout, Retriever, merge_round_robin
from app.pipeline.trace import Trace
from app.pipeline.validator import Validator
from app.settings.schema import Settings
from index.errors import IndexBusy, IndexDamaged, IndexError_
from models.errors import GenerationStalled, ModelError

Listener = Callable[[AnswerEvent], None]
OPENING_POLL_S = 0.1


class Cancelled(Exception):
    """The person pressed stop; what is there so far is the answer."""


@dataclass(frozen=True)
class Stages:
    """The stages and ports that a Router drives; built by ``app.bootstrap``."""

    search: SearchPort
    models: ModelProvider
    retriever: Retriever
    grounding: Grounding
    assembler: PromptAssembler
    generator: Generator
    validator: Validator
    composer: Composer


class Router:
    def __init__(self, stages: Stages, settings: Settings, consent_given: Callable[[], bool], clock: Clock) -> None:
        self._stages = stages
        self._settings = settings
        self._consent_given = consent_given
        self._clock = clock

    def answer(self, question: Question, listen: Listener, cancelled: CancelFlag) -> Answer:
        """Runs on the pipeline thread. Never raises what the contract's error table covers."""
        run = _Run(self._stages, self._settings, question, listen, cancelled, self._clock)
        if not self._consent_given():
            return run.failed(
                "CONSENT_REQUIRED",
                "Dossier works only after its privacy notice has been accepted. Read it and accept it first.",
                "router",
            )
        return run.execute()


class _Run:
    """One question on its way. Requests carry their own state; nothing here outlives the answer."""

    def __init__(
        self,
        stages: Stages,
        settings: Settings,
        question: Question,
        listen: Listener,
        cancelled: CancelFlag,
        clock: Clock,
    ) -> None:
        self._stages = stages
        self._settings = settings
        self._question = question
        self._listen = listen
        self._cancelled = cancelled
        self._trace = Trace(question.correlation_id, clock, listen)
        self._warnings: list[str] = []
        self._language = "en"
        self._evidence_ms: float | None = None
        self._response = RetrievalResponse(correlation_id=question.correlation_id, status="success")
        self._model_id: str | None = None

    def execute(self) -> Answer:
        try:
            with self._trace.step("intent_analysis") as fields:
                query = clean_query(self._question.text)
                self._language = detect_language(query, self._settings.fallback_language)
                fields["language"] = self._language
                fields["depth"] = self._question.depth
        except QueryInvalid as error:
            return self.failed("QUERY_INVALID", str(error), "router")
        try:
            self._retrieve(query)
        except Cancelled:
            return self._finish(self._stages.composer.cancelled(self._language))
        except IndexBusy as error:
            return self.failed("INDEX_BUSY", f"{error.message} {error.next_step}", "retriever", retry_after_ms=5000)
        except IndexDamaged as error:
            return self.failed("INDEX_DAMAGED", f"{error.message} {error.next_step}", "retriever")
        except ModelError as error:
            return self.failed("RETRIEVAL_FAILED", f"{error.message} {error.next_step}", "retriever")
        except (RetrievalTimeout, IndexError_):
            return self.failed(
                "RETRIEVAL_FAILED",
                "Your documents could not be searched. Try again; if it happens again, run `dossier doctor`.",
                "retriever",
                retryable=True,
            )
        return self._finish(self._answer_from_passages(query))

    def _wait_until_open(self) -> None:
        """Right after the start the index and the embedder may still be loading; that is no part of a search's budget."""
        opening = self._stages.search.preload()
        while True:
            if self._cancelled():
                raise Cancelled
            try:
                opening.result(timeout=OPENING_POLL_S)
            except FutureTimeout:
                continue
            return

    def _retrieve(self, query: str) -> None:
        self._wait_until_open()
        if self._question.depth == "thorough":
            with self._trace.step("query_planning") as fields:
                queries = plan_queries(query, self._language)
                fields["sub_queries"] = len(queries)
        else:
            self._trace.skipped("query_planning")
            queries = (query,)
        with self._trace.step("retrieving") as fields:
            responses = [self._search(q) for q in queries]
            self._response = merge_round_robin(responses, self._max_documents())
            fields["total"] = self._response.metadata.total_candidates
            fields["found"] = len(self._response.documents)
            fields["cache"] = self._response.metadata.cache
        self._warnings += self._response.warnings
        self._listen(PassagesFound(correlation_id=self._question.correlation_id, response=self._response))
        self._evidence_ms = self._trace.total_ms

    def _filters(self) -> RetrievalFilters:
        """The question's filters; the threshold is the settings' own unless the question names one."""
        filters = self._question.filters
        if "min_relevance" in filters.model_fields_set:
            return filters
        return filters.model_copy(update={"min_relevance": self._settings.retrieval.min_relevance})

    def _max_documents(self) -> int:
        settings = self._settings.retrieval
        return settings.thorough_top_k if self._question.depth == "thorough" else settings.top_k

    def _search(self, query: str) -> RetrievalResponse:
        if self._cancelled():
            raise Cancelled
        return self._stages.retriever.retrieve(
            RetrievalRequest(
                correlation_id=self._question.correlation_id,
                query=query,
                max_documents=self._max_documents(),
                filters=self._filters(),
            )
        )

    def _answer_from_passages(self, query: str) -> Outcome:
        composer = self._stages.composer
        with self._trace.step("grounding_check") as fields:
            grounding = self._stages.grounding.check(query, self._response.documents, self._language)
            fields["sufficient"] = grounding.sufficient
            fields["confidence"] = round(grounding.confidence, 3)
        if not grounding.sufficient:
            return composer.not_found(self._language)
        passages = self._response.documents
        for role in ("answers", "fallback"):
            try:
                generated, used = self._generate(role, query, passages)
            except ModelError as error:
                self._listen(AnswerWithdrawn(correlation_id=self._question.correlation_id))
                self._warnings.append(_model_warning(role, error))
                continue
            if generated.cancelled:
                return composer.cancelled(self._language, generated.draft.answer)
            return self._compose(query, generated, used)
        empty = ValidationReport(correlation_id=self._question.correlation_id, verdict="unsupported")
        return composer.evidence_only(query, passages, self._language, empty)

    def _generate(self, role: str, query: str, passages: tuple[Passage, ...]) -> tuple[Generated, tuple[Passage, ...]]:
        model: ModelPort = self._stages.models.get(role)
        self._model_id = model.model_id
        with self._trace.step("prompt") as fields:
            prompt = self._stages.assembler.assemble(
                query, passages, self._language, model, self._settings.generation.max_tokens
            )
            fields["passages"] = len(prompt.passages)
            fields["tokens"] = prompt.tokens
            if prompt.dropped:
                self._warnings.append(
                    f"{prompt.dropped} of {len(passages)} passages did not fit the model's context and were left out."
                )
        with self._trace.step("generating") as fields:
            generated = self._stages.generator.generate(model, prompt, self._show, self._cancelled)
            fields["model"] = model.model_id
            fields["completion_tokens"] = generated.metadata.completion_tokens
            fields["first_token_ms"] = round(generated.metadata.time_to_first_token_ms, 1)
        return generated, prompt.passages

    def _show(self, text: str) -> None:
        self._listen(TokensArrived(correlation_id=self._question.correlation_id, text=text))

    def _compose(self, query: str, generated: Generated, passages: tuple[Passage, ...]) -> Outcome:
        def check(text: str) -> ValidationReport:
            return self._stages.validator.check(
                self._question.correlation_id, query, text, generated.metadata, passages, self._language
            )

        with self._trace.step("validating") as fields:
            outcome = self._stages.composer.answered(query, generated.draft, passages, self._language, check)
            if outcome.report is not None:
                fields["sentences"] = len(outcome.report.sentences)
                fields["verdict"] = outcome.report.verdict
        if outcome.report is not None and outcome.report.unvalidated:
            self._warnings.append("The answer could not be checked in time and is shown unchecked.")
        return outcome

    def _finish(self, outcome: Outcome) -> Answer:
        with self._trace.step("answer") as fields:
            fields["status"] = outcome.status
        report: ValidationReport | None = outcome.report
        closest = self._response.closest
        if outcome.status == "not_found":
            # What was retrieved did not answer: it is the closest match now, in the order of relevance.
            closest = (self._response.documents + closest)[: self._max_documents()]
        return Answer(
            correlation_id=self._question.correlation_id,
            status=outcome.status,
            text=outcome.text,
            passages=() if outcome.status == "not_found" else self._response.documents,
            closest=closest,
            report=report,
            metadata=self._metadata(report),
        )

    def failed(
        self,
        code: ErrorCode,
        message: str,
        agent: str,
        *,
        retryable: bool = False,
        retry_after_ms: int | None = None,
    ) -> Answer:
        details = ErrorDetails.model_validate({"agent": agent, "retryable": retryable, "retry_after_ms": retry_after_ms})
        return Answer(
            correlation_id=self._question.correlation_id,
            status="error",
            text=message,
            metadata=self._metadata(None),
            error=ErrorEnvelope(correlation_id=self._question.correlation_id, code=code, message=message, details=details),
        )

    def _metadata(self, report: ValidationReport | None) -> AnswerMetadata:
        cited = [c.source for s in report.sentences for c in s.citations] if report else []
        return AnswerMetadata(
            latency_ms={**self._trace.latency_ms, "total": self._trace.total_ms},
            evidence_ms=self._evidence_ms,
            degraded=bool(self._warnings),
            warnings=tuple(self._warnings),
            sources_used=tuple(dict.fromkeys(cited)),
            model=self._model_id,
            index_version=self._response.metadata.index_version,
            language=self._language,
        )


def _model_warning(role: str, error: ModelError) -> str:
    which = "The model" if role == "answers" else "The fallback model"
    if isinstance(error, GenerationStalled):
        return f"{which} did not answer in time."
    return f"{which} could not answer: {error.message} {error.next_step}".rstrip()
