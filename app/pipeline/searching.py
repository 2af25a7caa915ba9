"""Searching: the passages of a question and of its sub-queries, merged, on screen before the model says anything."""

from __future__ import annotations

from collections.abc import Sequence

from app.facts.book import FactsUnread
from app.messages.answer import ErrorCode
from app.messages.events import PassagesFound
from app.messages.retrieval import RetrievalFilters, RetrievalRequest, RetrievalResponse
from app.pipeline.attached import MAX_DOCUMENTS, find_attached, with_attached
from app.pipeline.cancelling import result_of
from app.pipeline.merging import MERGED_PER_KEPT, merge
from app.pipeline.offered import named_subjects, with_facts
from app.pipeline.resilience import BreakerOpen
from app.pipeline.retriever import RetrievalTimeout
from app.pipeline.run import Run, Stages
from app.pipeline.trace import StepRecord
from app.settings.schema import Settings
from index.errors import IndexError_
from models.errors import ModelError

_PART_FAILED = "One part of the question could not be searched for; the others were."
_ATTACHED_ALONE = "Your documents could not be searched; the answer is from what you attached alone."


class Searching:
    def __init__(self, stages: Stages, settings: Settings) -> None:
        self._stages = stages
        self._settings = settings

    def keep(self, run: Run) -> int:
        """How many passages the question gets."""
        retrieval = self._settings.retrieval
        return retrieval.thorough_top_k if run.question.depth == "thorough" else retrieval.top_k

    def find(self, run: Run) -> list[RetrievalResponse]:
        """What the whole question found, in ``run.response`` too, and on screen: in Thorough before anything is planned.

        Raises Cancelled, BreakerOpen, RetrievalTimeout, index.errors, models.errors.
        """
        with run.trace.step("retrieving") as step:
            step["opening_ms"] = round(self.open(run) * 1000, 1)
            responses = [self._first(run)]
            find_attached(run, self._stages, self._settings)
            merged = merge(responses, self.keep(run))
            _tell(step, merged, [run.asked])
            if run.question.attachments:
                step["attached"] = len(run.attached)
            self._add_facts(run, [run.asked], step)
        self._take(run, merged, considered=merged.metadata.total_candidates)
        return responses

    def open(self, run: Run) -> float:
        """Seconds until index and embedder are there: right after the start they may still be loading, which is no part of a search's
        budget. Raises as ``find``."""
        begun = run.clock()
        result_of(self._stages.search.preload(), run.cancelled, run.clock)
        waited = run.clock() - begun
        run.waited(waited)
        return waited

    def more(self, run: Run, queries: Sequence[str], earlier: list[RetrievalResponse]) -> list[RetrievalResponse]:
        """What further queries find, behind ``earlier``; ``run.response`` is all together. A query that fails counts as empty, with a
        warning. Raises Cancelled."""
        with run.trace.step("retrieving") as step:
            found = [self._part(run, query) for query in queries]
            merged = merge([*earlier, *found], self.keep(run))
            _tell(step, merge(found, self.keep(run)), queries)
            self._add_facts(run, queries, step)
        responses = [*earlier, *found]
        pool = {p.chunk_id for r in responses for p in r.documents}
        self._take(run, merged, considered=min(len(pool), MERGED_PER_KEPT * self.keep(run)))
        return responses

    def within(self, run: Run, query: str, documents: Sequence[str], limit: int) -> RetrievalResponse:
        """What one query finds in these documents alone (all of the question's where there are none). Raises as ``find``."""
        filters = self._filters(run).model_copy(update={"documents": tuple(documents)})
        return self._search(run, query, filters, limit)

    def _take(self, run: Run, merged: RetrievalResponse, considered: int) -> None:
        """``considered``: passages that were ranked to choose these."""
        with run.trace.step("reranking") as step:
            step["kept"] = len(merged.documents)
            step["of"] = considered
        run.response = with_facts(with_attached(named_subjects(merged, run.subjects), run.attached), run.facts)
        for warning in merged.warnings:
            run.warn(warning)
        run.listen(PassagesFound(correlation_id=run.question.correlation_id, response=run.response))
        run.evidence_shown()

    def _first(self, run: Run) -> RetrievalResponse:
        """With an attachment the documents may fail: the question is answered from it alone then, and the answer says so."""
        return self._part(run, run.asked, _ATTACHED_ALONE) if run.question.attachments else self._search(run, run.asked)

    def _add_facts(self, run: Run, queries: Sequence[str], step: StepRecord) -> None:
        """Of the collections that are searched, and of no other (I1). A question limited to a time gets none: a fact has no date of its own
        by which it could be left out."""
        filters = run.question.filters
        if filters.date_from is not None or filters.date_to is not None:
            return
        for query in queries:
            try:
                found = self._stages.facts.about(query, run.language, filters.collections)
            except FactsUnread:
                run.warn("The pinned facts could not be read in time and are not used.")
                continue
            run.facts[query] = tuple(
                p for p in found.passages if not filters.source_types or p.source_type in filters.source_types
            )
            for label in found.stale:
                run.warn(f"The pinned fact “{label}” is not used: its sentence has changed or is gone.")
        step["facts"] = len({p.chunk_id for found in run.facts.values() for p in found})

    def _part(self, run: Run, query: str, warning: str = _PART_FAILED) -> RetrievalResponse:
        try:
            return self._search(run, query)
        except (RetrievalTimeout, BreakerOpen, IndexError_, ModelError) as error:
            if isinstance(error, RetrievalTimeout):
                run.met("RETRIEVAL_TIMEOUT")
            run.warn(warning)
            return RetrievalResponse(correlation_id=run.question.correlation_id, status="failure")

    def _search(
        self, run: Run, query: str, filters: RetrievalFilters | None = None, limit: int | None = None
    ) -> RetrievalResponse:
        usual = MAX_DOCUMENTS if run.question.depth == "thorough" else self.keep(run)
        request = RetrievalRequest(
            correlation_id=run.question.correlation_id,
            query=query,
            max_documents=limit or usual,
            filters=filters or self._filters(run),
            retrieval_strategy=self._settings.retrieval.strategy,
        )

        def failed(code: ErrorCode, attempt: int, begun: float) -> None:
            run.met(code)
            run.trace.tried("retrieving", begun, code, attempt)

        return self._stages.retriever.retrieve(request, run.cancelled, failed)

    def _filters(self, run: Run) -> RetrievalFilters:
        """The question's filters; the threshold is the settings' own unless the question names one."""
        filters = run.question.filters
        if "min_relevance" in filters.model_fields_set:
            return filters
        return filters.model_copy(update={"min_relevance": self._settings.retrieval.min_relevance})


def _tell(step: StepRecord, found: RetrievalResponse, queries: Sequence[str]) -> None:
    step["queries"] = len(queries)
    step["total"] = found.metadata.total_candidates
    step["found"] = len(found.documents)
    step["cache"] = found.metadata.cache
    if found.metadata.cache_reason:
        step["cache_reason"] = found.metadata.cache_reason
    step["index_version"] = found.metadata.index_version
    step.say("queries", queries)
