"""The engine: all owner threads behind four calls (ask, import, status, close). Plain Python; the window and the terminal use it alike.

Threads: one for the model, one for reading the index and embedding questions, one that writes ledger and index, one that runs imports,
one that runs questions. They start with their first work and end in ``close``.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar
from uuid import UUID

from app.engine.jobs import Job
from app.engine.model_thread import ModelThread
from app.engine.owner import OwnerThread
from app.engine.search_thread import SearchThread
from app.messages.answer import Answer, Question
from app.pipeline.language import detect_language
from app.pipeline.prompt import PROMPT_LANGUAGES
from app.pipeline.router import Listener, Router
from app.rules.check import warm_up
from index.ingest.progress import ImportProgress, ImportSummary

_log = logging.getLogger(__name__)
# A generation ends after one prompt slice or one token, an import within a second; ten covers a slow disk.
CLOSE_TIMEOUT_S = 10.0
REMEMBERED_ANSWERS = 256
# An import that waits for an answer looks this often whether it has been cancelled.
GIVE_WAY_POLL_S = 0.2

T = TypeVar("T")
ProgressListener = Callable[[ImportProgress], None]


Pause = Callable[[], None]
"""Called between batches of an import; blocks while a person waits for an answer."""


class Importing(Protocol):
    """The import side, built on the ingest thread at the first import (its models and processes cost memory)."""

    def run(
        self, collection: str, paths: Sequence[Path], progress: ProgressListener, cancelled: Callable[[], bool]
    ) -> ImportSummary: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class EngineParts:
    """Built by ``app.bootstrap``. ``open_importing`` is called once, on the ingest thread."""

    router: Router
    model: ModelThread
    search: SearchThread
    writer: OwnerThread
    open_importing: Callable[[Pause], Importing]


class Engine:
    def __init__(self, parts: EngineParts) -> None:
        self._parts = parts
        self._questions = OwnerThread("pipeline")
        self._ingest = OwnerThread("ingest")
        self._importing: Importing | None = None
        self._import_job: Job[ImportSummary] | None = None
        self._waiting = 0
        self._nobody_waits = threading.Condition()
        self._jobs: list[Job[Any]] = []
        self._answers: OrderedDict[UUID, Job[Answer]] = OrderedDict()

    def preload(self) -> tuple[Future[Any], ...]:
        """Load the models behind the window. The futures end when each is ready, or raise models.errors."""
        return (
            self._questions.submit(_warm_pipeline),
            self._parts.search.preload(),
            self._parts.model.preload("answers"),
        )

    def ask(self, question: Question, listen: Listener) -> Job[Answer]:
        """Queue a question. The same correlation id again joins the running question or gives the same answer."""
        known = self._answers.get(question.correlation_id)
        if known is not None:
            return known
        job: Job[Answer] = Job()
        self._answers[question.correlation_id] = job
        while len(self._answers) > REMEMBERED_ANSWERS:
            self._answers.popitem(last=False)
        with self._nobody_waits:
            self._waiting += 1
        job.future.add_done_callback(lambda _: self._answered())
        self._start(job, self._questions, lambda: self._answer(question, listen, job.cancelled))
        return job

    def import_paths(self, collection: str, paths: Sequence[Path], progress: ProgressListener) -> Job[ImportSummary]:
        """Queue an import into the collection of that name (created when new)."""
        job: Job[ImportSummary] = Job()
        self._start(job, self._ingest, lambda: self._import(collection, paths, progress, job))
        return job

    def close(self) -> bool:
        """Staged shutdown: stop taking work, cancel, close natives on their threads, bounded wait. False if a thread did not end."""
        for job in self._jobs:
            job.cancel()
        ended = [
            self._ingest.finish(self._close_importing, CLOSE_TIMEOUT_S),
            self._questions.finish(None, CLOSE_TIMEOUT_S),
            self._parts.model.close(CLOSE_TIMEOUT_S),
            self._parts.search.close(CLOSE_TIMEOUT_S),
            self._parts.writer.finish(None, CLOSE_TIMEOUT_S),
        ]
        if not all(ended):
            _log.error("threads_did_not_end", extra={"count": ended.count(False)})
        return all(ended)

    def _start(self, job: Job[T], owner: OwnerThread, work: Callable[[], T]) -> None:
        """The job's own future, so that a job that never starts (closing) still ends, as cancelled."""
        self._jobs = [j for j in self._jobs if not j.future.done()]
        self._jobs.append(job)
        owner.submit(work).add_done_callback(lambda done: _hand_over(done, job.future))

    def _answer(self, question: Question, listen: Listener, cancelled: Callable[[], bool]) -> Answer:
        answer = self._parts.router.answer(question, listen, cancelled)
        code = answer.error.code if answer.error else None
        _log.info(
            "question_answered",
            extra={
                "correlation_id": str(question.correlation_id),
                "status": answer.status,
                "code": code,
                "total_ms": round(answer.metadata.latency_ms.get("total", 0.0)),
                "warnings": len(answer.metadata.warnings),
            },
        )
        return answer

    def _import(
        self,
        collection: str,
        paths: Sequence[Path],
        progress: ProgressListener,
        job: Job[ImportSummary],
    ) -> ImportSummary:
        if self._importing is None:
            self._importing = self._parts.open_importing(self._give_way)
        self._import_job = job
        summary = self._importing.run(collection, paths, progress, job.cancelled)
        _log.info(
            "import_finished",
            extra={
                "found": summary.found,
                "indexed": summary.indexed,
                "failed": summary.failed,
                "passages": summary.passages,
                "total_ms": round(summary.elapsed_s * 1000),
            },
        )
        return summary

    def _give_way(self) -> None:
        """Between two batches: rest while a person waits for an answer, or has paused the import; a cancelled one goes on to its end."""
        job = self._import_job
        with self._nobody_waits:
            while job is not None and (self._waiting or job.paused()) and not job.cancelled():
                self._nobody_waits.wait(GIVE_WAY_POLL_S)

    def _answered(self) -> None:
        with self._nobody_waits:
            self._waiting -= 1
            self._nobody_waits.notify_all()

    def _close_importing(self) -> None:
        importing, self._importing = self._importing, None
        if importing is not None:
            importing.close()


def _warm_pipeline() -> None:
    """Language detector and the rules' word lists: 1.5 s at the first question otherwise."""
    detect_language("")
    for language in PROMPT_LANGUAGES:
        warm_up(language)


def _hand_over(done: Future[T], target: Future[T]) -> None:
    if done.cancelled():
        target.cancel()
        target.set_running_or_notify_cancel()
    elif (error := done.exception()) is not None:
        target.set_exception(error)
    else:
        target.set_result(done.result())
