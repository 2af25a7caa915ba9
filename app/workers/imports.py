"""One import at a time between the window and the engine; later drops wait in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from app.engine.jobs import Job
from app.engine.watching import RebuildFailed, WatchNotice
from app.workers.failures import classify
from app.workers.inbox import Inbox
from app.workers.ports import EngineLike
from index.ingest.progress import ImportProgress, ImportSummary


@dataclass(frozen=True)
class ImportRequest:
    collection: str
    paths: tuple[Path, ...]


@dataclass(frozen=True)
class _Ended:
    future: Future[ImportSummary]


class ImportWorker(QObject):
    started = Signal(object)
    """ImportRequest"""
    progressed = Signal(object)
    """ImportProgress; only the newest of a batch"""
    finished = Signal(object)
    """ImportSummary"""
    failed = Signal(object)
    """Failure"""
    background_progressed = Signal(object)
    """ImportProgress of an import that was not started here: a watched folder, or files that are tried again"""
    background_finished = Signal(object)
    """ImportSummary of such a one"""
    background_failed = Signal(object)
    """Failure of a rebuild"""
    noticed = Signal(object)
    """WatchNotice"""
    idle = Signal()
    """Nothing runs and nothing waits."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inbox = Inbox(self, interval_ms=100)
        self._inbox.arrived.connect(self._deliver)
        self._outside = Inbox(self, interval_ms=100)
        self._outside.arrived.connect(self._deliver_outside)
        self._waiting: deque[tuple[EngineLike, ImportRequest]] = deque()
        self._job: Job[ImportSummary] | None = None

    @property
    def running(self) -> bool:
        return self._job is not None

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def start(self, engine: EngineLike, collection: str, paths: Sequence[Path]) -> None:
        """Returns at once."""
        self._waiting.append((engine, ImportRequest(collection, tuple(paths))))
        if self._job is None:
            self._next()

    def listen(self, engine: EngineLike) -> None:
        """Have watched folders read, and tell of it."""
        engine.start_watching(self._outside.post)

    def cancel(self) -> None:
        """The running import and those that wait. What is indexed stays."""
        self._waiting.clear()
        if self._job is not None:
            self._job.cancel()

    def pause(self, resting: bool) -> None:
        """The running import rests after its present batch, or goes on."""
        if self._job is not None:
            self._job.pause(resting)

    def close(self) -> None:
        self.cancel()
        self._inbox.close()
        self._outside.close()

    def _next(self) -> None:
        engine, request = self._waiting.popleft()
        self.started.emit(request)
        self._job = engine.import_paths(request.collection, request.paths, self._inbox.post)
        self._job.future.add_done_callback(lambda future: self._inbox.post(_Ended(future)))

    @Slot(list)
    def _deliver(self, items: list[ImportProgress | _Ended]) -> None:
        newest: ImportProgress | None = None
        for item in items:
            if isinstance(item, ImportProgress):
                newest = item
                continue
            if newest is not None:
                self.progressed.emit(newest)
                newest = None
            self._end(item.future)
        if newest is not None:
            self.progressed.emit(newest)

    @Slot(list)
    def _deliver_outside(self, items: list[WatchNotice | ImportProgress | ImportSummary | RebuildFailed]) -> None:
        newest: ImportProgress | None = None
        for item in items:
            if isinstance(item, ImportProgress):
                newest = item
            elif isinstance(item, ImportSummary):
                newest = None
                self.background_finished.emit(item)
            elif isinstance(item, RebuildFailed):
                newest = None
                self.background_failed.emit(classify(item.error))
            else:
                self.noticed.emit(item)
        if newest is not None:
            self.background_progressed.emit(newest)

    def _end(self, future: Future[ImportSummary]) -> None:
        self._job = None
        if not future.cancelled():
            error = future.exception()
            if error is not None:
                self.failed.emit(classify(error))
            else:
                self.finished.emit(future.result())
        if self._waiting:
            self._next()
        else:
            self.idle.emit()
