"""What a listener hears while a question is being answered, before the Answer itself."""

from __future__ import annotations

from typing import Literal

from app.messages.base import StageMessage
from app.messages.retrieval import RetrievalResponse
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


AnswerEvent = TraceEvent | PassagesFound | TokensArrived | AnswerWithdrawn
