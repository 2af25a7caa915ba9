"""Questions on their way: a few at once, so that each has its evidence on screen within seconds while one of them has the model.

Later ones wait in their order, hear how many are ahead, and can be stopped at once.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from app.engine.conversations import Answers
from app.engine.jobs import Job
from app.engine.owner import OwnerThread
from app.messages.answer import Answer, Question
from app.messages.events import QueuePosition
from app.pipeline.phrases import phrase
from app.pipeline.run import Listener

AT_ONCE = 4
"""Searching is over in tenths of a second and one generator slot is behind it: more threads would only wait there."""
REMEMBERED_ANSWERS = 256

T = TypeVar("T")


@dataclass(frozen=True)
class _Waiting:
    question: Question
    listen: Listener
    job: Job[Answer]


class QuestionQueue:
    """``answered`` is told each answer on its thread, ``changed`` whenever a question ended."""

    def __init__(self, router: Answers, answered: Callable[[Answer], None], changed: Callable[[], None]) -> None:
        self._router = router
        self._answered = answered
        self._changed = changed
        self._lock = threading.Lock()
        self._threads = [OwnerThread("pipeline") for _ in range(AT_ONCE)]
        self._free = list(self._threads)
        self._pending: deque[_Waiting] = deque()
        self._known: OrderedDict[UUID, Job[Answer]] = OrderedDict()
        self._closed = False

    def unfinished(self) -> int:
        """Questions that somebody waits for."""
        with self._lock:
            return sum(not job.future.done() for job in self._known.values())

    def submit(self, work: Callable[[], T]) -> Future[T]:
        """Something beside the questions, such as loading what they need."""
        return self._threads[0].submit(work)

    def ask(self, question: Question, listen: Listener) -> Job[Answer]:
        """Returns at once. The same correlation id again joins the running question or gives the same answer: never two answers."""
        with self._lock:
            if self._closed:
                raise RuntimeError("the engine is closed")
            known = self._known.get(question.correlation_id)
            if known is not None:
                return known
            job: Job[Answer] = Job()
            refused = self._router.admit(question)
            if refused is None:
                self._remember(question.correlation_id, job)
                waiting = _Waiting(question, listen, job)
                job.on_cancel(lambda: self._take_out(waiting))
                self._pending.append(waiting)
        if refused is not None:
            # Not remembered: the same question may be asked again when the wait is over.
            job.future.set_result(refused)
        else:
            job.future.add_done_callback(lambda _: self._changed())
            self._dispatch()
        return job

    def finish(self, timeout_s: float) -> bool:
        """Stop all questions and end the threads. False when one took too long. Idempotent."""
        with self._lock:
            self._closed = True
            jobs = list(self._known.values())
        for job in jobs:
            job.cancel()
        return all([thread.finish(None, timeout_s) for thread in self._threads])

    def _remember(self, correlation_id: UUID, job: Job[Answer]) -> None:
        self._known[correlation_id] = job
        for known in list(self._known):
            if len(self._known) <= REMEMBERED_ANSWERS:
                return
            if self._known[known].future.done():
                del self._known[known]

    def _dispatch(self) -> None:
        started: list[tuple[OwnerThread, _Waiting]] = []
        with self._lock:
            while self._pending and self._free and not self._closed:
                started.append((self._free.pop(), self._pending.popleft()))
            still = list(self._pending)
            running = AT_ONCE - len(self._free)
        for thread, waiting in started:
            thread.submit(self._run, thread, waiting)
        for number, waiting in enumerate(still):
            waiting.listen(QueuePosition(correlation_id=waiting.question.correlation_id, ahead=running + number))

    def _run(self, thread: OwnerThread, waiting: _Waiting) -> None:
        job = waiting.job
        try:
            answer = self._router.answer(waiting.question, waiting.listen, job.cancelled)
            self._answered(answer)
            job.future.set_result(answer)
        except BaseException as error:  # noqa: BLE001 - handed to whoever waits for the answer
            job.future.set_exception(error)
        finally:
            with self._lock:
                self._free.append(thread)
            if not self._closed:
                self._dispatch()

    def _take_out(self, waiting: _Waiting) -> None:
        """A question that has not begun yet is stopped."""
        with self._lock:
            if waiting not in self._pending:
                return
            self._pending.remove(waiting)
        text = phrase("cancelled", "en")
        waiting.job.future.set_result(Answer(correlation_id=waiting.question.correlation_id, status="cancelled", text=text))
        if not self._closed:
            self._dispatch()
