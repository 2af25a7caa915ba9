"""Collects the steps of one question with their times and passes each on as it happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

from app.messages.trace import TraceEvent, TraceStep
from app.pipeline.ports import Clock

Field = str | int | float | bool | None


class StepRecord:
    """What a step tells. ``fields`` take ids, counts and times only, they are exported; ``texts`` stay with the answer."""

    def __init__(self) -> None:
        self.fields: dict[str, Field] = {}
        self.texts: dict[str, tuple[str, ...]] = {}

    def __setitem__(self, name: str, value: Field) -> None:
        self.fields[name] = value

    def say(self, name: str, texts: Sequence[str]) -> None:
        self.texts[name] = tuple(texts)


class Trace:
    """One per question, used on one thread. ``events`` are kept with the answer."""

    def __init__(self, correlation_id: UUID, clock: Clock, emit: Callable[[TraceEvent], None]) -> None:
        self._id = correlation_id
        self._clock = clock
        self._emit = emit
        self._started = clock()
        self.events: list[TraceEvent] = []
        self.latency_ms: dict[str, float] = {}

    @property
    def total_ms(self) -> float:
        return (self._clock() - self._started) * 1000

    def skipped(self, step: TraceStep, **fields: Field) -> None:
        self._tell(step, "skipped", 0.0, fields, {})

    def tried(self, step: TraceStep, begun: float, code: str, attempt: int) -> None:
        """A try within a step failed and another one follows."""
        self._tell(step, "failed", (self._clock() - begun) * 1000, {"code": code, "attempt": attempt}, {})

    @contextmanager
    def step(self, step: TraceStep) -> Iterator[StepRecord]:
        """Yields what to fill in. A step that raises is reported as failed with the error's class name."""
        begun = self._clock()
        self._tell(step, "running", 0.0, {}, {})
        record = StepRecord()
        try:
            yield record
        except BaseException as error:
            record["error"] = type(error).__name__
            self._finish(step, begun, "failed", record)
            raise
        self._finish(step, begun, "done", record)

    def _finish(self, step: TraceStep, begun: float, status: str, record: StepRecord) -> None:
        elapsed = (self._clock() - begun) * 1000
        self.latency_ms[step] = self.latency_ms.get(step, 0.0) + elapsed
        self._tell(step, status, elapsed, record.fields, record.texts)

    def _tell(
        self, step: TraceStep, status: str, elapsed_ms: float, fields: dict[str, Field], texts: dict[str, tuple[str, ...]]
    ) -> None:
        event = TraceEvent.model_validate(
            {
                "correlation_id": self._id,
                "step": step,
                "status": status,
                "at_ms": max(0.0, self.total_ms),
                "elapsed_ms": max(0.0, elapsed_ms),
                "fields": fields,
                "texts": texts,
            }
        )
        self.events.append(event)
        self._emit(event)
