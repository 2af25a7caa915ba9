"""Retriever: passages for a question from its cache or the index, within its budget, or an error that says what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from app.messages.answer import ErrorCode
from app.messages.retrieval import Passage, RetrievalMetadata, RetrievalRequest, RetrievalResponse
from app.pipeline.cancelling import Cancelled, result_of, sleep_unless
from app.pipeline.passage_cache import CacheKey, MissReason, PassageCache
from app.pipeline.passages import prefer_year, to_passage
from app.pipeline.ports import CancelFlag, Clock, SearchPort
from app.pipeline.resilience import CircuitBreaker, backoff_s
from app.settings.schema import RetrievalSettings, StageBudgets
from index.errors import IndexBusy, Retryable, UserFixable
from index.search.hit import Hit, SearchFilters, SearchResult
from models.errors import ModelError

FailedTry = Callable[[ErrorCode, int, float], None]
"""(code, number of the failed try from 1, when it began): another try follows."""


class RetrievalTimeout(Exception):
    """A search did not finish in its budget, and no further try is possible."""


class Retriever:
    """Asks the search port, with retries for what may pass; never starts a try behind one that is still running."""

    def __init__(
        self,
        search: SearchPort,
        cache: PassageCache,
        breaker: CircuitBreaker,
        settings: RetrievalSettings,
        budgets: StageBudgets,
        clock: Clock,
        sleep: Callable[[float], None],
    ) -> None:
        self._search = search
        self._cache = cache
        self._breaker = breaker
        self._settings = settings
        self._budgets = budgets
        self._clock = clock
        self._sleep = sleep

    def retrieve(
        self,
        request: RetrievalRequest,
        cancelled: CancelFlag = lambda: False,
        failed: FailedTry = lambda code, attempt, begun: None,
    ) -> RetrievalResponse:
        """Within the evidence budget, retries and their pauses included.

        Raises Cancelled, BreakerOpen, RetrievalTimeout, or index.errors and models.errors when every try failed.
        """
        begun = self._clock()
        limit = max(self._settings.candidates, 3 * request.max_documents)
        # Read before the search: what changes meanwhile has another version, and what was found is not kept under the new one.
        version = self._search.version(request.filters.collections)
        key = CacheKey.of(request, version, limit)
        result, reason = self._cache.get(key)
        hit = result is not None
        if result is None:
            end = begun + self._budgets.evidence_ms / 1000
            result = self._with_retries(request, limit, end, cancelled, failed)
            if not result.warnings and self._search.version(request.filters.collections) == version:
                self._cache.put(key, result)
        return self._respond(request, result, version, begun, reason, hit=hit)

    def _respond(
        self, request: RetrievalRequest, result: SearchResult, version: str, begun: float, reason: MissReason, *, hit: bool
    ) -> RetrievalResponse:
        keep, closest = self._split(result.hits, request)
        return RetrievalResponse(
            correlation_id=request.correlation_id,
            status="partial_failure" if result.warnings else "success",
            documents=keep,
            closest=closest,
            metadata=RetrievalMetadata(
                retrieval_time_ms=max(0.0, (self._clock() - begun) * 1000),
                total_candidates=result.total_candidates,
                fallback_used=bool(result.warnings),
                cache="hit" if hit else "miss",
                cache_reason=reason,
                strategy=request.retrieval_strategy,
                index_version=version,
            ),
            warnings=result.warnings,
        )

    def _with_retries(
        self, request: RetrievalRequest, limit: int, end: float, cancelled: CancelFlag, failed: FailedTry
    ) -> SearchResult:
        policy = self._budgets.retrieval_retry
        attempt = 0
        while True:
            begun = self._clock()
            try:
                return self._guarded(request, limit, cancelled)
            except (_CouldNotStart, Retryable) as error:
                delay = backoff_s(policy, attempt)
                if attempt == policy.retries or self._clock() + delay > end:
                    raise
                attempt += 1
                failed("RETRIEVAL_TIMEOUT" if isinstance(error, _CouldNotStart) else "RETRIEVAL_FAILED", attempt, begun)
            sleep_unless(delay, cancelled, self._sleep)

    def _guarded(self, request: RetrievalRequest, limit: int, cancelled: CancelFlag) -> SearchResult:
        """One try through the breaker. What a person must repair, or must wait for, says nothing about the stage."""
        self._breaker.enter()
        try:
            result = self._once(request, limit, cancelled)
        except (Cancelled, IndexBusy, UserFixable, ModelError):
            self._breaker.release()
            raise
        except BaseException:
            self._breaker.failure()
            raise
        self._breaker.success()
        return result

    def _once(self, request: RetrievalRequest, limit: int, cancelled: CancelFlag) -> SearchResult:
        # With a timestamp of this try; nobody checks a default against the clock, which may be set at any moment.
        fresh = RetrievalRequest.model_validate(request.model_dump(exclude={"timestamp"}))
        future = self._submit(fresh, limit)
        try:
            return result_of(future, cancelled, self._clock, self._budgets.retrieval_ms / 1000)
        except Cancelled:
            future.cancel()
            raise
        except TimeoutError:
            if not future.cancel():
                # The abandoned search still holds the reader; a second one would only wait behind it.
                raise RetrievalTimeout("the search took longer than its budget") from None
            raise _CouldNotStart("the search could not start within its budget") from None

    def _submit(self, request: RetrievalRequest, limit: int) -> Future[SearchResult]:
        filters = SearchFilters(
            kinds=request.filters.source_types,
            file_ids=request.filters.documents,
            modified_from=request.filters.date_from,
            modified_to=request.filters.date_to,
        )
        # More than is asked for, so that the closest matches below the threshold can be shown as well.
        return self._search.submit(request.query, request.filters.collections, request.retrieval_strategy, filters, limit)

    def _split(self, hits: tuple[Hit, ...], request: RetrievalRequest) -> tuple[tuple[Passage, ...], tuple[Passage, ...]]:
        passages = prefer_year([to_passage(hit) for hit in hits], request.query)
        threshold = request.filters.min_relevance
        keep = [p for p in passages if p.relevance_score >= threshold][: request.max_documents]
        chosen = {p.chunk_id for p in keep}
        closest = [p for p in passages if p.chunk_id not in chosen][: request.max_documents]
        return tuple(keep), tuple(closest)


class _CouldNotStart(RetrievalTimeout):
    """The search still waited in the queue and was taken back, so that another try is possible."""
