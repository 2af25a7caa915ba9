"""An engine that plays scripted functions on its own threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeAlias

from app.engine.jobs import Job
from app.engine.owner import OwnerThread
from app.messages.answer import Answer, Question
from app.messages.events import AnswerEvent
from index.ingest.progress import ImportProgress, ImportSummary

Listener: TypeAlias = Callable[[AnswerEvent], None]
ProgressListener: TypeAlias = Callable[[ImportProgress], None]
Answering: TypeAlias = Callable[[Question, Listener, Callable[[], bool]], Answer]
Importing: TypeAlias = Callable[[str, Sequence[Path], ProgressListener, Callable[[], bool]], ImportSummary]


class FakeEngine:
    """``answering`` and ``importing`` run on threads of the fake; what they raise reaches the window as from the real one."""

    def __init__(self, answering: Answering, importing: Importing) -> None:
        self._answering = answering
        self._importing = importing
        self._questions = OwnerThread("fake-questions")
        self._imports = OwnerThread("fake-imports")
        self._jobs: list[Job[Any]] = []
        self.preload_error: Exception | None = None
        self.imported: list[tuple[str, tuple[Path, ...]]] = []
        self.asked: list[Question] = []
        self.closed = threading.Event()

    def preload(self) -> tuple[Future[object], ...]:
        future: Future[object] = Future()
        if self.preload_error is not None:
            future.set_exception(self.preload_error)
        else:
            future.set_result(None)
        return (future,)

    def ask(self, question: Question, listen: Listener) -> Job[Answer]:
        self.asked.append(question)
        job: Job[Answer] = Job()
        self._jobs.append(job)
        _follow(self._questions.submit(self._answering, question, listen, job.cancelled), job)
        return job

    def import_paths(self, collection: str, paths: Sequence[Path], progress: ProgressListener) -> Job[ImportSummary]:
        self.imported.append((collection, tuple(paths)))
        job: Job[ImportSummary] = Job()
        self._jobs.append(job)
        _follow(self._imports.submit(self._importing, collection, tuple(paths), progress, job.cancelled), job)
        return job

    def close(self) -> bool:
        for job in self._jobs:
            job.cancel()
        ended = [self._questions.finish(), self._imports.finish()]
        self.closed.set()
        return all(ended)


def _follow(running: Future[Any], job: Job[Any]) -> None:
    def hand_over(done: Future[Any]) -> None:
        if done.cancelled():
            job.future.cancel()
            job.future.set_running_or_notify_cancel()
        elif (error := done.exception()) is not None:
            job.future.set_exception(error)
        else:
            job.future.set_result(done.result())

    running.add_done_callback(hand_over)
