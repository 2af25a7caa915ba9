"""Retriever: passages for a question, within its budget, or a response that says what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from pathlib import Path

from app.messages.retrieval import MAX_PASSAGE_BYTES, Passage, RetrievalMetadata, RetrievalRequest, RetrievalResponse
from app.pipeline.ports import Clock, SearchPort
from app.pipeline.resilience import backoff_s
from app.rules.calendar_dates import years_in
from app.settings.schema import RetrievalSettings, StageBudgets
from index.errors import IndexBusy, IndexDamaged, Retryable
from index.search.hit import Hit, SearchFilters, SearchResult

YEAR_BONUS = 0.2
"""More than the difference in relevance between two versions of one rule (0.05 in the samples), less than that of another matter."""


class RetrievalTimeout(Exception):
    """A search did not finish in its budget, and no further try is possible."""


class Retriever:
    """Asks the search port, with retries for what may pass; never starts a try behind one that is still running."""

    def __init__(
        self,
        search: SearchPort,
        settings: RetrievalSettings,
        budgets: StageBudgets,
        clock: Clock,
        sleep: Callable[[float], None],
    ) -> None:
        self._search = search
        self._settings = settings
        self._budgets = budgets
        self._clock = clock
        self._sleep = sleep

    def retrieve(self, request: RetrievalRequest) -> RetrievalResponse:
        """Raises RetrievalTimeout, or index.errors when every try failed."""
        begun = self._clock()
        result = self._with_retries(request, begun)
        keep, closest = self._split(result.hits, request)
        return RetrievalResponse(
            correlation_id=request.correlation_id,
            status="partial_failure" if result.warnings else "success",
            documents=keep,
            closest=closest,
            metadata=RetrievalMetadata(
                retrieval_time_ms=(self._clock() - begun) * 1000,
                total_candidates=result.total_candidates,
                cache_reason="new",
                strategy=request.retrieval_strategy,
                index_version=str(result.index_version),
            ),
            warnings=result.warnings,
        )

    def _with_retries(self, request: RetrievalRequest, begun: float) -> SearchResult:
        policy = self._budgets.retrieval_retry
        for attempt in range(policy.retries + 1):
            future = self._submit(request)
            try:
                return future.result(timeout=self._budgets.retrieval_ms / 1000)
            except FutureTimeout:
                if not future.cancel():
                    # The abandoned search still holds the reader; a second one would only wait behind it.
                    raise RetrievalTimeout("the search took longer than its budget") from None
                error: Exception = RetrievalTimeout("the search could not start within its budget")
            except (IndexDamaged, IndexBusy):
                raise
            except Retryable as retryable:
                error = retryable
            delay = backoff_s(policy, attempt)
            spent = self._clock() - begun
            if attempt == policy.retries or spent + delay > self._budgets.evidence_ms / 1000:
                raise error
            self._sleep(delay)
        raise AssertionError("the loop returns or raises")

    def _submit(self, request: RetrievalRequest) -> Future[SearchResult]:
        filters = SearchFilters(
            kinds=request.filters.source_types,
            modified_from=request.filters.date_from,
            modified_to=request.filters.date_to,
        )
        # More than is asked for, so that the closest matches below the threshold can be shown as well.
        limit = max(self._settings.candidates, request.max_documents)
        return self._search.submit(request.query, request.filters.collections, request.retrieval_strategy, filters, limit)

    def _split(self, hits: tuple[Hit, ...], request: RetrievalRequest) -> tuple[tuple[Passage, ...], tuple[Passage, ...]]:
        passages = prefer_year([to_passage(hit) for hit in hits], request.query)
        threshold = request.filters.min_relevance
        keep = [p for p in passages if p.relevance_score >= threshold][: request.max_documents]
        chosen = {p.chunk_id for p in keep}
        closest = [p for p in passages if p.chunk_id not in chosen][: request.max_documents]
        return tuple(keep), tuple(closest)


def to_passage(hit: Hit) -> Passage:
    content = hit.content
    if len(content.encode()) >= MAX_PASSAGE_BYTES:
        content = content.encode()[: MAX_PASSAGE_BYTES - 1].decode(errors="ignore")
    return Passage(
        doc_id=hit.file_id,
        chunk_id=hit.chunk_id,
        collection_id=hit.collection_id,
        content=content,
        context=named_context(hit.source_path, hit.context),
        relevance_score=hit.relevance,
        cosine=hit.cosine,
        source=hit.source_path,
        title=hit.title,
        source_type=hit.kind,
        chunk_index=hit.chunk_index,
        place=hit.place,
        start=hit.start,
        end=hit.start + len(content),
    )


def prefer_year(passages: Sequence[Passage], question: str) -> list[Passage]:
    """Most relevant first; passages of a document whose name bears a year that the question names come up by ``YEAR_BONUS``.

    Only where documents of other years compete: two versions of a rule read alike, and the year in the file's name is all that tells
    them apart.
    """
    asked = years_in(question)
    years = [years_in(f"{Path(p.source).name} {p.title or ''}") for p in passages]
    if any(y & asked for y in years) and any(y and not y & asked for y in years):
        passages = [
            p.model_copy(update={"relevance_score": min(1.0, p.relevance_score + YEAR_BONUS)}) if y & asked else p
            for p, y in zip(passages, years, strict=True)
        ]
    return sorted(passages, key=lambda p: -p.relevance_score)


def named_context(source: str, context: str) -> str:
    """Title and heading path behind the file's name, which often says what the text does not (a year, a version)."""
    path = Path(source)
    return context if context.casefold().startswith(path.stem.casefold()) else f"{path.name} › {context}".rstrip(" ›")


def merge_round_robin(responses: Sequence[RetrievalResponse], limit: int) -> RetrievalResponse:
    """One response out of several sub-queries: by rank in turn, so that no later sub-query starves; duplicates once.

    ``documents`` stay sorted by relevance as the message demands; which ones are in is decided by turn.
    """
    first = responses[0]
    if len(responses) == 1:
        return first
    documents = _in_turn([r.documents for r in responses], limit, frozenset())
    closest = _in_turn([r.closest for r in responses], limit, frozenset(p.chunk_id for p in documents))
    metadata = first.metadata.model_copy(
        update={
            "retrieval_time_ms": sum(r.metadata.retrieval_time_ms for r in responses),
            "total_candidates": sum(r.metadata.total_candidates for r in responses),
        }
    )
    return RetrievalResponse(
        correlation_id=first.correlation_id,
        status="partial_failure" if any(r.status != "success" for r in responses) else "success",
        documents=tuple(sorted(documents, key=lambda p: -p.relevance_score)),
        closest=closest,
        metadata=metadata,
        warnings=tuple(dict.fromkeys(w for r in responses for w in r.warnings)),
    )


def _in_turn(lists: Sequence[tuple[Passage, ...]], limit: int, seen: frozenset[str]) -> tuple[Passage, ...]:
    merged: dict[str, Passage] = {}
    for rank in range(max(map(len, lists), default=0)):
        for passages in lists:
            if rank < len(passages) and passages[rank].chunk_id not in seen:
                merged.setdefault(passages[rank].chunk_id, passages[rank])
    return tuple(merged.values())[:limit]
