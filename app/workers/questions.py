"""One question at a time between the window and the engine."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from uuid import UUID

from PySide6.QtCore import QObject, Signal, Slot

from app.engine.jobs import Job
from app.messages.answer import Answer, Question
from app.messages.events import (
    AnswerEvent,
    AnswerWithdrawn,
    PassagesFound,
    QueuePosition,
    StillWorking,
    TaskProgress,
    TokensArrived,
)
from app.messages.trace import TraceEvent
from app.workers.failures import classify
from app.workers.inbox import Inbox
from app.workers.ports import EngineLike


@dataclass(frozen=True)
class _Ended:
    correlation_id: UUID
    future: Future[Answer]


class QuestionWorker(QObject):
    """Signals come on the GUI thread and belong to the question asked last; events of earlier ones are dropped."""

    step_changed = Signal(object)
    """TraceEvent"""
    passages_found = Signal(object)
    """RetrievalResponse"""
    progressed = Signal(object)
    """TaskProgress, the last one of those that came together; QueuePosition, StillWorking"""
    text_arrived = Signal(str)
    withdrawn = Signal()
    answered = Signal(object)
    """Answer"""
    failed = Signal(object)
    """Failure"""
    stopped = Signal()
    """Ended without an answer, because the program closes."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inbox = Inbox(self)
        self._inbox.arrived.connect(self._deliver)
        self._job: Job[Answer] | None = None
        self._current: UUID | None = None

    @property
    def running(self) -> bool:
        return self._current is not None

    def ask(self, engine: EngineLike, question: Question) -> None:
        """Returns at once."""
        self._current = question.correlation_id
        job = engine.ask(question, self._inbox.post)
        self._job = job
        job.future.add_done_callback(lambda future: self._inbox.post(_Ended(question.correlation_id, future)))

    def cancel(self) -> None:
        """What is written so far comes as the answer."""
        if self._job is not None:
            self._job.cancel()

    def close(self) -> None:
        self.cancel()
        self._inbox.close()

    @Slot(list)
    def _deliver(self, items: list[AnswerEvent | _Ended]) -> None:
        text = ""
        progress = [i for i in items if isinstance(i, TaskProgress) and i.correlation_id == self._current]
        if progress:
            self.progressed.emit(progress[-1])
        for item in items:
            if item.correlation_id != self._current:
                continue
            if isinstance(item, TokensArrived):
                text += item.text
                continue
            if text:
                self.text_arrived.emit(text)
                text = ""
            self._tell(item)
        if text:
            self.text_arrived.emit(text)

    def _tell(self, item: AnswerEvent | _Ended) -> None:
        if isinstance(item, _Ended):
            self._end(item.future)
        elif isinstance(item, TraceEvent):
            self.step_changed.emit(item)
        elif isinstance(item, PassagesFound):
            self.passages_found.emit(item.response)
        elif isinstance(item, AnswerWithdrawn):
            self.withdrawn.emit()
        elif isinstance(item, QueuePosition | StillWorking):
            self.progressed.emit(item)

    def _end(self, future: Future[Answer]) -> None:
        self._current = None
        self._job = None
        if future.cancelled():
            self.stopped.emit()
        elif (error := future.exception()) is not None:
            self.failed.emit(classify(error))
        else:
            self.answered.emit(future.result())
