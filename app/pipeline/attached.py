"""Attached documents of a question: found in memory, always shown to the model, beside what the question alone finds in the index."""

from __future__ import annotations

from collections.abc import Sequence

from app.messages.retrieval import MAX_RESPONSE_BYTES, Passage, RetrievalResponse
from app.pipeline.cancelling import result_of
from app.pipeline.passages import to_passage
from app.pipeline.run import Run, Stages
from app.settings.schema import Settings
from index.errors import IndexError_
from models.errors import ModelError

MAX_DOCUMENTS = 10
"""Of one response (contract, section 2)"""


def find_attached(run: Run, stages: Stages, settings: Settings) -> None:
    """Put the passages of the question's attachments into ``run.attached``, once. Raises Cancelled. What cannot be had is warned of."""
    if not run.question.attachments or run.attached:
        return
    wanted = stages.attachments.search(run.question.attachments, run.asked, settings.retrieval.attachment_tokens)
    try:
        hits = result_of(wanted, run.cancelled, run.clock, settings.budgets.attachment_ms / 1000)
    except (TimeoutError, IndexError_, ModelError):
        hits = ()
    if not hits:
        run.warn("The attached document could not be searched; attach it again.")
    run.attached = tuple(to_passage(hit).model_copy(update={"provenance": "attachment"}) for hit in hits[:MAX_DOCUMENTS])


def with_attached(response: RetrievalResponse, attached: Sequence[Passage]) -> RetrievalResponse:
    """The attachments' passages among those of the documents, which give way where all together would be too many."""
    if not attached:
        return response
    room = MAX_DOCUMENTS - len(attached)
    size = sum(len(p.content.encode()) for p in attached)
    kept = list(attached)
    for passage in response.documents[:room]:
        size += len(passage.content.encode())
        if size >= MAX_RESPONSE_BYTES:
            break
        kept.append(passage)
    return response.model_copy(update={"documents": tuple(sorted(kept, key=lambda p: -p.relevance_score))})
