"""Loads the models behind the window and tells when they are ready."""

from __future__ import annotations

from concurrent.futures import Future

from PySide6.QtCore import QObject, Signal, Slot

from app.workers.failures import classify
from app.workers.inbox import Inbox
from app.workers.ports import EngineLike


class ModelLoading(QObject):
    ready = Signal()
    failed = Signal(object)
    """Failure of the first model that did not load"""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inbox = Inbox(self)
        self._inbox.arrived.connect(self._deliver)
        self._waiting = 0

    def start(self, engine: EngineLike) -> None:
        futures = engine.preload()
        self._waiting = len(futures)
        for future in futures:
            future.add_done_callback(self._inbox.post)

    def close(self) -> None:
        self._inbox.close()

    @Slot(list)
    def _deliver(self, futures: list[Future[object]]) -> None:
        for future in futures:
            self._waiting -= 1
            error = None if future.cancelled() else future.exception()
            if error is not None:
                self.failed.emit(classify(error))
                self._waiting = -1
        if self._waiting == 0:
            self.ready.emit()
