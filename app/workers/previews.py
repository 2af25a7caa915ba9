"""Counts what a drop would import, through the engine; a new drop ends the count before it."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from app.engine.jobs import Job
from app.workers.failures import classify
from app.workers.inbox import Inbox
from app.workers.ports import EngineLike
from index.ingest.preview import ImportPreview


@dataclass(frozen=True)
class _Told:
    run: int
    item: ImportPreview | BaseException


class PreviewWorker(QObject):
    counted = Signal(object)
    """ImportPreview: partial ones while it counts, at last one that is ``complete``"""
    failed = Signal(object)
    """Failure"""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inbox = Inbox(self)
        self._inbox.arrived.connect(self._deliver)
        self._run = 0
        self._job: Job[ImportPreview] | None = None

    def start(self, engine: EngineLike, paths: Sequence[Path], collection: str) -> None:
        """Returns at once; a count that runs is given up."""
        self.cancel()
        run, post = self._run, self._inbox.post
        job = engine.preview(tuple(paths), lambda part: post(_Told(run, part)), collection=collection)
        self._job = job

        def ended(done: Future[ImportPreview]) -> None:
            if not done.cancelled():
                post(_Told(run, done.exception() or done.result()))

        job.future.add_done_callback(ended)

    def cancel(self) -> None:
        """Nothing more is told of the count that runs."""
        self._run += 1
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def close(self) -> None:
        self.cancel()
        self._inbox.close()

    @Slot(list)
    def _deliver(self, items: list[_Told]) -> None:
        mine = [told.item for told in items if told.run == self._run]
        if not mine:
            return
        newest = mine[-1]
        if isinstance(newest, BaseException):
            self.failed.emit(classify(newest))
        else:
            self.counted.emit(newest)
