"""Searching: the passages of a question and of its sub-queries, merged, on screen before the model says anything."""

from __future__ import annotations

from collections.abc import Sequence

from app.messages.answer import ErrorCode
from app.messages.events import PassagesFound
from app.messages.retrieval import RetrievalFilters, RetrievalRequest, RetrievalResponse
from app.pipeline.cancelling import result_of
from app.pipeline.merging import MERGED_PER_KEPT, merge
from app.pipeline.retriever import RetrievalTimeout
from app.pipeline.run import Run, Stages
from app.settings.schema import Settings
from index.errors import IndexBusy, IndexDamaged, Retryable

MAX_DOCUMENTS = 10
"""Of one request and of one response (contract, section 2)"""


class Searching:
    def __init__(self, stages: Stages, settings: Settings) -> None:
        self._stages = stages
        self._settings = settings

    def keep(self, run: Run) -> int:
        """How many passages the question gets."""
        retrieval = self._settings.retrieval
        return retrieval.thorough_top_k if run.question.depth == "thorough" else retrieval.top_k

    def find(self, run: Run, queries: Sequence[str]) -> list[RetrievalResponse]:
        """What each query found, the whole question's first; ``run.response`` is what they found together.

        A sub-query that fails counts as empty, with a warning; the whole question's failure is raised: Cancelled, BreakerOpen,
        RetrievalTimeout, index.errors, models.errors.
        """
        with run.trace.step("retrieving") as step:
            begun = run.clock()
            # Right after the start the index and the embedder may still be loading; that is no part of a search's budget.
            result_of(self._stages.search.preload(), run.cancelled, run.clock)
            run.search_began = run.clock()
            step["opening_ms"] = round((run.search_began - begun) * 1000, 1)
            responses = [
                self._search(run, query, whole=number == 0, several=len(queries) > 1) for number, query in enumerate(queries)
            ]
            merged = merge(responses, self.keep(run))
            step["queries"] = len(queries)
            step["total"] = merged.metadata.total_candidates
            step["found"] = len(merged.documents)
            step["cache"] = merged.metadata.cache
            if merged.metadata.cache_reason:
                step["cache_reason"] = merged.metadata.cache_reason
            step["index_version"] = merged.metadata.index_version
            step.say("queries", queries)
        self._take(run, merged, considered=sum(len(r.documents) for r in responses))
        return responses

    def refine(self, run: Run, query: str, earlier: list[RetrievalResponse]) -> list[RetrievalResponse]:
        """One more query, merged with what the earlier ones found."""
        with run.trace.step("retrieving") as step:
            responses = [*earlier, self._search(run, query, whole=False, several=True)]
            merged = merge(responses, self.keep(run))
            step["refined"] = True
            step["found"] = len(merged.documents)
            step["cache"] = responses[-1].metadata.cache
            step.say("queries", [query])
        self._take(run, merged, considered=sum(len(r.documents) for r in responses))
        return responses

    def _take(self, run: Run, merged: RetrievalResponse, considered: int) -> None:
        with run.trace.step("reranking") as step:
            step["kept"] = len(merged.documents)
            step["of"] = min(considered, MERGED_PER_KEPT * self.keep(run)) if considered else 0
        run.response = merged
        for warning in merged.warnings:
            run.warn(warning)
        run.listen(PassagesFound(correlation_id=run.question.correlation_id, response=merged))
        run.evidence_shown()

    def _search(self, run: Run, query: str, *, whole: bool, several: bool) -> RetrievalResponse:
        request = RetrievalRequest(
            correlation_id=run.question.correlation_id,
            query=query,
            max_documents=MAX_DOCUMENTS if several else self.keep(run),
            filters=self._filters(run),
            retrieval_strategy=self._settings.retrieval.strategy,
        )

        def failed(code: ErrorCode, attempt: int, begun: float) -> None:
            run.met(code)
            run.trace.tried("retrieving", begun, code, attempt)

        until = run.search_began + self._settings.budgets.evidence_ms / 1000
        try:
            return self._stages.retriever.retrieve(request, run.cancelled, failed, until)
        except (IndexBusy, IndexDamaged):
            raise
        except (RetrievalTimeout, Retryable) as error:
            if isinstance(error, RetrievalTimeout):
                run.met("RETRIEVAL_TIMEOUT")
            if whole:
                raise
            run.warn("One part of the question could not be searched for; the others were.")
            return RetrievalResponse(correlation_id=run.question.correlation_id, status="failure")

    def _filters(self, run: Run) -> RetrievalFilters:
        """The question's filters; the threshold is the settings' own unless the question names one."""
        filters = run.question.filters
        if "min_relevance" in filters.model_fields_set:
            return filters
        return filters.model_copy(update={"min_relevance": self._settings.retrieval.min_relevance})
