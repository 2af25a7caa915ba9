"""Events of the reasoning trace: ids, counts and times only, never text of a person or of a document."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from app.messages.base import StageMessage

TraceStep = Literal[
    "intent_analysis",
    "query_planning",
    "retrieving",
    "reranking",
    "grounding_check",
    "prompt",
    "sources",
    "generating",
    "validating",
    "answer",
]


class TraceEvent(StageMessage):
    kind: Literal["trace"] = "trace"
    step: TraceStep
    status: Literal["running", "done", "skipped", "failed"]
    elapsed_ms: float = Field(ge=0.0)
    fields: dict[str, str | int | float | bool | None] = Field(default_factory=dict)
