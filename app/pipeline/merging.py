"""Merges what the sub-queries of a question found (contract, section 7)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from app.messages.retrieval import MAX_RESPONSE_BYTES, Passage, RetrievalResponse

MERGED_PER_KEPT = 4
"""Merged passages that are ranked anew: at most four for each one kept."""

SURE_PER_QUERY = 2
"""Passages of each sub-query that stay in while there is room. With one, a part's evidence was left out where another
passage of the same document was nearer to the part."""


def merge(responses: Sequence[RetrievalResponse], keep: int) -> RetrievalResponse:
    """One response of at most ``keep`` passages out of those of the whole question (first) and of its sub-queries.

    Round-robin by rank, so that no later sub-query starves; a passage once; at most four times ``keep`` are then ranked by what they
    have to do with the whole question, and the best two of each sub-query stay in while there is room. ``documents`` are sorted by relevance.
    """
    first = responses[0]
    if len(responses) == 1:
        return first.model_copy(update={"documents": first.documents[:keep], "closest": first.closest[:keep]})
    pool = in_turn([r.documents for r in responses])[: MERGED_PER_KEPT * keep]
    documents = ranked(pool, responses, keep)
    chosen = {p.chunk_id for p in documents}
    closest = [
        p for p in in_turn([*(r.documents for r in responses), *(r.closest for r in responses)]) if p.chunk_id not in chosen
    ]
    metadata = first.metadata.model_copy(
        update={
            "retrieval_time_ms": sum(r.metadata.retrieval_time_ms for r in responses),
            "total_candidates": sum(r.metadata.total_candidates for r in responses),
            "cache": "hit" if all(r.metadata.cache == "hit" for r in responses) else "miss",
            "cache_reason": next((r.metadata.cache_reason for r in responses if r.metadata.cache == "miss"), ""),
        }
    )
    return RetrievalResponse(
        correlation_id=first.correlation_id,
        status="partial_failure" if any(r.status != "success" for r in responses) else "success",
        documents=_small_enough(documents),
        closest=tuple(closest[:keep]),
        metadata=metadata,
        warnings=tuple(dict.fromkeys(w for r in responses for w in r.warnings)),
    )


def in_turn(lists: Sequence[Sequence[Passage]]) -> list[Passage]:
    """First the best of each list, then the second best, …; each passage once, with the score of the first list that has it."""
    merged: dict[str, Passage] = {}
    for row in zip_longest(*lists):
        for passage in row:
            if passage is not None:
                merged.setdefault(passage.chunk_id, passage)
    scores = {p.chunk_id: p for passages in reversed(lists) for p in passages}
    return [scores[chunk_id] for chunk_id in merged]


def ranked(pool: Sequence[Passage], responses: Sequence[RetrievalResponse], keep: int) -> list[Passage]:
    """The ``keep`` most relevant of the pool, among them the best of each response, then the second best of each: what answers a part may
    have little to do with the whole question."""
    in_pool = {p.chunk_id for p in pool}
    best = in_turn([r.documents[:SURE_PER_QUERY] for r in responses])
    chosen = {p.chunk_id for p in [p for p in best if p.chunk_id in in_pool][:keep]}
    by_relevance = sorted(pool, key=lambda p: -p.relevance_score)
    rest = [p.chunk_id for p in by_relevance if p.chunk_id not in chosen][: keep - len(chosen)]
    return [p for p in by_relevance if p.chunk_id in {*chosen, *rest}]


def _small_enough(documents: Sequence[Passage]) -> tuple[Passage, ...]:
    kept: list[Passage] = []
    size = 0
    for passage in documents:
        size += len(passage.content.encode())
        if size >= MAX_RESPONSE_BYTES:
            break
        kept.append(passage)
    return tuple(kept)
