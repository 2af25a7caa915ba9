"""Work of the window that must not run on the GUI thread: reading the ledger, decoding pictures, looking at files."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Slot

from app.engine.owner import OwnerThread
from app.workers.failures import Failure, classify
from app.workers.inbox import Inbox

T = TypeVar("T")


class Background(QObject):
    """One thread; jobs run in the order in which they were given."""

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._owner = OwnerThread(name)
        self._inbox = Inbox(self, interval_ms=0)
        self._inbox.arrived.connect(self._deliver)

    def run(
        self, work: Callable[[], T], done: Callable[[T], None] | None = None, failed: Callable[[Failure], None] | None = None
    ) -> Future[T] | None:
        """``work`` on the thread, then ``done`` or ``failed`` on the GUI thread. None after ``close``; then nothing is called."""
        try:
            future = self._owner.submit(work)
        except RuntimeError:
            return None
        self.follow(future, done, failed)
        return future

    def follow(
        self, future: Future[T], done: Callable[[T], None] | None = None, failed: Callable[[Failure], None] | None = None
    ) -> None:
        """Hear of a future of somebody else's thread; a cancelled one calls nothing."""
        future.add_done_callback(lambda ended: self._inbox.post((ended, done, failed)))

    def close(self, timeout_s: float) -> bool:
        self._inbox.close()
        return self._owner.finish(timeout_s=timeout_s)

    @Slot(list)
    def _deliver(self, items: list[tuple[Future[Any], Callable[[Any], None] | None, Callable[[Failure], None] | None]]) -> None:
        for future, done, failed in items:
            if future.cancelled():
                continue
            error = future.exception()
            if error is None and done is not None:
                done(future.result())
            elif error is not None:
                failure = classify(error)
                if failed is not None:
                    failed(failure)
