"""Router: takes a question through the stages and turns whatever happens into one Answer.

Nothing degrades silently: each step down is a warning on the answer and an event in the trace (contract, sections 1 and 5).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.messages.answer import Answer, ErrorCode, HistoryMessage, Question
from app.pipeline.answering import Answering
from app.pipeline.cancelling import Cancelled
from app.pipeline.clarify import choices_of
from app.pipeline.compose import Outcome
from app.pipeline.followup import standalone
from app.pipeline.intent import intent_by_rules
from app.pipeline.language import detect_language
from app.pipeline.phrases import phrase
from app.pipeline.ports import CancelFlag, Clock
from app.pipeline.provenance import Changed, with_changes_marked
from app.pipeline.query import QueryInvalid, clean_query
from app.pipeline.resilience import BreakerOpen, TokenBucket
from app.pipeline.retriever import RetrievalTimeout
from app.pipeline.run import Listener, Run, Stages, error_answer
from app.pipeline.scope import scope_of
from app.pipeline.searching import Searching
from app.pipeline.stepwise import steps_of
from app.pipeline.tasks.whole import WholeDocuments
from app.pipeline.thorough import Thorough
from app.rules.subject import Subject, named_subjects, subject_of
from app.settings.schema import Settings
from index.errors import IndexBusy, IndexDamaged, IndexError_
from models.errors import ModelError

INDEX_BUSY_WAIT_MS = 5000
_CONSENT = "Dossier works only after its privacy notice has been accepted. Read it and accept it first."
_NOT_SEARCHED = "Your documents could not be searched. Try again; if it happens again, run `dossier doctor`."


@dataclass(frozen=True)
class Failure:
    """Why the documents could not be searched, as the error table says it."""

    code: ErrorCode
    message: str
    retryable: bool = False
    retry_after_ms: int | None = None


class Router:
    """``locked``: whether policy decides about a setting (``mode``, ``strict``); a question cannot choose it then. ``subjects``: the
    collections as questions may call them; it may raise index.errors."""

    def __init__(
        self,
        stages: Stages,
        settings: Settings,
        consent_given: Callable[[], bool],
        clock: Clock,
        sleep: Callable[[float], None],
        *,
        locked: Callable[[str], bool] = lambda name: False,
        changed: Changed = lambda file_ids: frozenset(),
        subjects: Callable[[], Sequence[Subject]] = lambda: (),
    ) -> None:
        self._stages = stages
        self._settings = settings
        self._consent_given = consent_given
        self._clock = clock
        self._locked = locked
        self._changed = changed
        self._subjects = subjects
        self._bucket = TokenBucket(settings.token_bucket, clock)
        self._searching = Searching(stages, settings)
        self._answering = Answering(stages, settings, sleep)
        self._thorough = Thorough(stages, settings, self._searching, stages.tasks)
        self._whole = (
            WholeDocuments(stages, settings, self._searching, stages.documents, stages.summaries)
            if stages.documents is not None
            else None
        )

    def admit(self, question: Question) -> Answer | None:
        """None when the question may come in, else the answer that says how long to wait. Safe on every thread, returns at once."""
        wait_s = self._bucket.take()
        if not wait_s:
            return None
        wait_ms = max(1, round(wait_s * 1000))
        message = f"Dossier is busy: too many questions at once. Try again in {_plain_wait(wait_s)}."
        return error_answer(question, "SYSTEM_OVERLOAD", message, "router", retryable=True, retry_after_ms=wait_ms)

    def answer(self, question: Question, listen: Listener, cancelled: CancelFlag) -> Answer:
        """Blocks; several questions may run on threads of their own. Never raises what the contract's error table covers."""
        return with_changes_marked(self._answer(question, listen, cancelled), self._changed)

    def _answer(self, question: Question, listen: Listener, cancelled: CancelFlag) -> Answer:
        run = Run(
            question,
            listen,
            cancelled,
            self._clock,
            self._settings.budgets,
            open_mode=self._choice("mode", question.mode, self._settings.mode) == "open",
            strict=bool(self._choice("strict", question.strict, self._settings.strict)),
        )
        if not self._consent_given():
            return run.failed("CONSENT_REQUIRED", _CONSENT, "router")
        try:
            self._take_up(run)
            self._find_subject(run)
        except QueryInvalid as error:
            return run.failed("QUERY_INVALID", str(error), "router")
        except IndexError_ as error:
            return self._without_documents(run, failure_of(error))
        if (aside := self._aside(run)) is not None:
            return run.finish(aside, 0)
        try:
            answer = run.finish(self._outcome(run), self._searching.keep(run))
        except Cancelled:
            return run.finish(self._stages.composer.cancelled(run.language), self._searching.keep(run))
        except (IndexError_, ModelError, RetrievalTimeout, BreakerOpen) as error:
            if isinstance(error, RetrievalTimeout):
                run.met("RETRIEVAL_TIMEOUT")
            return self._without_documents(run, failure_of(error))
        self._stages.earlier.keep(run.question, run.asked, answer)
        return answer

    def _choice(self, name: str, wanted: object, usual: object) -> object:
        return usual if wanted is None or self._locked(name) else wanted

    def _take_up(self, run: Run) -> None:
        """Raises QueryInvalid."""
        with run.trace.step("intent_analysis") as step:
            query = clean_query(run.question.text)
            run.language = self._language(query, run.question.history)
            run.asked = query
            if (whole := standalone(query, run.question.history, run.language)) is not None:
                run.asked = whole
                run.history = run.question.history
                step.say("standalone", [whole])
            step["follow_up"] = run.asked != query
            # "What's the date?" after a question about a contract asks for the contract's.
            scope = scope_of(query)
            run.scope = "documents" if scope == "outside" and run.asked != query else scope
            step["scope"] = run.scope
            step["language"] = run.language
            step["depth"] = run.question.depth
            intent = intent_by_rules(run.asked, run.language)
            step["intent"] = intent.type
            step["intent_reason"] = intent.reason
            run.offer_thorough = run.question.depth == "quick" and intent.requires_decomposition

    def _language(self, query: str, history: Sequence[HistoryMessage]) -> str:
        """A short question ("why?") may not tell its language; it is taken for that of the question before."""
        before = next((m.text for m in reversed(history) if m.role == "user"), None)
        usual = self._settings.fallback_language
        return detect_language(query, detect_language(before, usual) if before else usual)

    def _find_subject(self, run: Run) -> None:
        """The collection of a question that comes without one, and the name by which it calls its collection. Raises QueryInvalid where
        that leaves several, index.errors."""
        subjects = self._subjects()
        chosen = run.question.filters.collections
        named = named_subjects(run.asked, subjects)
        if not chosen and subjects:
            found = subject_of(run.asked, subjects)
            if found is None:
                names = ", ".join(s.names[0] for s in subjects if not named or s.id in named)
                raise QueryInvalid(f"Several collections could be meant. Name one of them in the question: {names}.")
            filters = run.question.filters.model_copy(update={"collections": (found,)})
            run.question = run.question.model_copy(update={"filters": filters})
            # A question that names its subject, or goes to the default one, is answered, not met with a question.
            run.asks_back = False
        run.subjects = {key: name for key, name in named.items() if key in run.question.filters.collections}
        run.asks_back = run.asks_back and not run.subjects

    def _aside(self, run: Run) -> Outcome | None:
        """What is said to the program itself, or what no document can know, is answered at once; a question asked again with
        ``clarify`` off is searched all the same."""
        if not run.question.clarify or run.scope == "documents" or (run.scope == "outside" and run.open_mode):
            return None
        run.trace.skipped("retrieving")
        return Outcome("clarify", phrase(f"scope_{run.scope}", run.language))

    def _outcome(self, run: Run) -> Outcome:
        whole = self._whole.outcome(run) if self._whole is not None else None
        if whole is not None:
            return whole
        return self._thoroughly(run) if run.question.depth == "thorough" else self._quickly(run)

    def _quickly(self, run: Run) -> Outcome:
        """One search and one call to the model."""
        run.trace.skipped("query_planning")
        self._searching.find(run)
        with run.trace.step("grounding_check") as step:
            grounding = self._stages.grounding.check(run.asked, run.response.documents, run.language, run.subject)
            step["by"] = "rules"
            step["sufficient"] = grounding.sufficient
            step["confidence"] = round(grounding.confidence, 3)
            step["reason"] = grounding.reason
        return self._answering.from_passages(run) if grounding.sufficient else self._answering.not_grounded(run)

    def _thoroughly(self, run: Run) -> Outcome:
        # Evidence first: planning may ask the model, which takes seconds.
        responses = self._searching.find(run)
        plan = self._thorough.plan(run)
        if len(plan.queries) > 1:
            responses = self._searching.more(run, plan.queries[1:], responses)
        if plan.intent.type == "ambiguous" and run.asks_back:
            run.choices = choices_of(run.response.documents)
            if run.choices:
                lines = [phrase("which_one", run.language), *(f"• {choice}" for choice in run.choices)]
                return Outcome("clarify", "\n".join(lines))
        grounding, responses = self._thorough.ground(run, responses)
        if not grounding.sufficient:
            return self._answering.not_grounded(run)
        return self._answering.from_passages(run, steps_of(run, plan, responses, self._settings.retrieval.top_k))

    def _without_documents(self, run: Run, failure: Failure) -> Answer:
        """Step 1 and 4 of the degradation: open mode answers under the banner; else an earlier answer to the same question, while the
        documents are as they were; else the plain error."""
        keep = self._searching.keep(run)
        run.met(failure.code)
        if run.open_mode:
            run.warn(failure.message)
            try:
                outcome = self._answering.open_answer(run)
            except Cancelled:
                outcome = self._stages.composer.cancelled(run.language)
            if outcome is not None:
                return run.finish(outcome, keep)
        if failure.code == "RETRIEVAL_FAILED" and (earlier := self._earlier(run, failure)) is not None:
            return earlier
        return run.failed(
            failure.code, failure.message, "retriever", retryable=failure.retryable, retry_after_ms=failure.retry_after_ms
        )

    def _earlier(self, run: Run, failure: Failure) -> Answer | None:
        try:
            version = self._stages.search.version(run.question.filters.collections)
        except IndexError_:
            return None
        found = self._stages.earlier.find(run.question, run.asked, version)
        if found is None:
            return None
        answer, at = found
        run.warn(
            f"{failure.message} This is the earlier answer of {at.astimezone():%Y-%m-%d %H:%M}; your documents have not changed since."
        )
        report = answer.report and answer.report.model_copy(update={"correlation_id": run.question.correlation_id})
        metadata = run.metadata(answer.metadata.sources_used, earlier_from=at).model_copy(
            update={"index_version": version, "model": answer.metadata.model}
        )
        return answer.model_copy(
            update={
                "correlation_id": run.question.correlation_id,
                "report": report,
                "metadata": metadata,
                "trace": tuple(run.trace.events),
            }
        )


def failure_of(error: Exception) -> Failure:
    """The line of the error table that an error of the Retriever belongs to."""
    if isinstance(error, IndexBusy):
        return Failure("INDEX_BUSY", f"{error.message} {error.next_step}", True, INDEX_BUSY_WAIT_MS)
    if isinstance(error, IndexDamaged):
        return Failure("INDEX_DAMAGED", f"{error.message} {error.next_step}")
    if isinstance(error, BreakerOpen):
        wait = f" It is tried again in {_plain_wait(error.retry_after_s)}."
        return Failure("RETRIEVAL_FAILED", _NOT_SEARCHED + wait, True, round(error.retry_after_s * 1000))
    if isinstance(error, ModelError):
        return Failure("RETRIEVAL_FAILED", f"{error.message} {error.next_step}".rstrip())
    return Failure("RETRIEVAL_FAILED", _NOT_SEARCHED, True)


def _plain_wait(seconds: float) -> str:
    whole = max(1, round(seconds))
    return "1 second" if whole == 1 else f"{whole} seconds"
