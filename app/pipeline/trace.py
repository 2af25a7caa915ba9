"""Collects the steps of one question with their times and passes each on as it happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID

from app.messages.trace import TraceEvent, TraceStep
from app.pipeline.ports import Clock

Fields = dict[str, str | int | float | bool | None]


class Trace:
    """One per question. ``fields`` take ids, counts and times only: texts never enter a trace."""

    def __init__(self, correlation_id: UUID, clock: Clock, emit: Callable[[TraceEvent], None]) -> None:
        self._id = correlation_id
        self._clock = clock
        self._emit = emit
        self._started = clock()
        self.latency_ms: dict[str, float] = {}

    @property
    def total_ms(self) -> float:
        return (self._clock() - self._started) * 1000

    def skipped(self, step: TraceStep, **fields: str | int | float | bool | None) -> None:
        self._emit(TraceEvent(correlation_id=self._id, step=step, status="skipped", elapsed_ms=0.0, fields=fields))

    @contextmanager
    def step(self, step: TraceStep) -> Iterator[Fields]:
        """Yields the fields to fill in. A step that raises is reported as failed with the error's class name."""
        begun = self._clock()
        self._emit(TraceEvent(correlation_id=self._id, step=step, status="running", elapsed_ms=0.0))
        fields: Fields = {}
        try:
            yield fields
        except BaseException as error:
            self._finish(step, begun, "failed", fields | {"error": type(error).__name__})
            raise
        self._finish(step, begun, "done", fields)

    def _finish(self, step: TraceStep, begun: float, status: str, fields: Fields) -> None:
        elapsed = (self._clock() - begun) * 1000
        self.latency_ms[step] = self.latency_ms.get(step, 0.0) + elapsed
        self._emit(
            TraceEvent.model_validate(
                {"correlation_id": self._id, "step": step, "status": status, "elapsed_ms": elapsed, "fields": fields}
            )
        )
