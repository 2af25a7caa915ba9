"""What a listener hears while a question is being answered, before the Answer itself."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from app.messages.base import StageMessage
from app.messages.retrieval import RetrievalResponse
from app.messages.table import TaskKind
from app.messages.trace import TraceEvent


class PassagesFound(StageMessage):
    """Evidence is ready to be shown; the model has not said anything yet."""

    kind: Literal["passages_found"] = "passages_found"
    response: RetrievalResponse


class TokensArrived(StageMessage):
    """More text of the answer. It is unchecked until the Answer with its report arrives."""

    kind: Literal["tokens"] = "tokens"
    text: str


class AnswerWithdrawn(StageMessage):
    """The streamed text did not hold (retry or failed check); what follows replaces it."""

    kind: Literal["withdrawn"] = "withdrawn"


class QueuePosition(StageMessage):
    """The question waits for the model; ``ahead`` questions come first. 0: it is this one's turn."""

    kind: Literal["queued"] = "queued"
    ahead: int = Field(ge=0)


class StillWorking(StageMessage):
    """The model did not answer in time and is asked once more; the person may stop it (GENERATION_TIMEOUT)."""

    kind: Literal["still_working"] = "still_working"
    attempt: int = Field(ge=1, description="of the try that begins now, 1 is the first")


class TaskProgress(StageMessage):
    """How far a task over whole documents has come; it can be stopped between two of them."""

    kind: Literal["task_progress"] = "task_progress"
    task: TaskKind
    done: int = Field(ge=0)
    total: int = Field(ge=0, description="sections of a summary, documents of a list, cells of a comparison")


AnswerEvent = TraceEvent | PassagesFound | TokensArrived | AnswerWithdrawn | QueuePosition | StillWorking | TaskProgress
