"""The best passages in the order of a reranker and of the search together."""

from __future__ import annotations

from collections.abc import Sequence

from index.embedding import embedded_text
from index.reranking import PassageReranker
from index.search.fusion import reciprocal_rank_fusion
from index.search.hit import Hit

DEPTH = 20
"""Passages that a reranker reads. Not measured: no cross-encoder could be had where this was written."""


def reranked(question: str, hits: Sequence[Hit], reranker: PassageReranker) -> list[Hit]:
    """The first ``DEPTH`` in a new order, the others as they were.

    The two orders are fused by rank, as scores of a reranker cannot be compared with ours. A relevance belongs to its rank afterwards:
    how much the best passage of a search can be trusted does not change with which one it is, and the list stays sorted by it.
    """
    top, rest = list(hits[:DEPTH]), list(hits[DEPTH:])
    if len(top) < 2:
        return list(hits)
    scores = reranker.scores(question, [embedded_text(hit.context, hit.content) for hit in top])
    by_reranker = sorted(range(len(top)), key=lambda i: -scores[i])
    fused = reciprocal_rank_fusion([(1.0, range(len(top))), (1.0, by_reranker)])
    order = sorted(range(len(top)), key=lambda i: (-fused[i], i))
    moved = [top[i].model_copy(update={"relevance": top[rank].relevance}) for rank, i in enumerate(order)]
    return [*moved, *rest]
