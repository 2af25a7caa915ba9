"""Events of the reasoning trace. ``fields`` hold ids, counts and times only and may be exported; ``texts`` stay with the answer."""

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
    "task",
]


class TraceEvent(StageMessage):
    kind: Literal["trace"] = "trace"
    step: TraceStep
    status: Literal["running", "done", "skipped", "failed"]
    at_ms: float = Field(default=0.0, ge=0.0, description="since the question was taken up")
    elapsed_ms: float = Field(ge=0.0, description="of the step so far")
    fields: dict[str, str | int | float | bool | None] = Field(default_factory=dict)
    texts: dict[str, tuple[str, ...]] = Field(
        default_factory=dict, description="sub-queries and the like: shown to the person and kept with the answer, nowhere else"
    )
