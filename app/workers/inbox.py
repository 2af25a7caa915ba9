"""From foreign threads to the GUI thread: a queue that is emptied in batches, so that a flood of events never blocks the window."""

from __future__ import annotations

import threading
from collections import deque

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

BATCH_INTERVAL_MS = 40
"""Tokens reach the window in batches of 30 to 50 ms: faster is not seen and costs repaints."""


class Inbox(QObject):
    """``post`` from any thread; ``arrived`` is emitted on the thread on which the Inbox was made, with the items in their order."""

    arrived = Signal(list)
    _woken = Signal()

    def __init__(self, parent: QObject | None = None, *, interval_ms: int = BATCH_INTERVAL_MS) -> None:
        super().__init__(parent)
        self._items: deque[object] = deque()
        self._lock = threading.Lock()
        self._pending = False
        self._closed = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(interval_ms)
        self._timer.timeout.connect(self._deliver)
        self._woken.connect(self._schedule, Qt.ConnectionType.QueuedConnection)

    def post(self, item: object) -> None:
        """Returns at once. What is posted after ``close`` is dropped."""
        with self._lock:
            if self._closed:
                return
            self._items.append(item)
            if self._pending:
                return
            self._pending = True
            # Inside the lock: once close() has returned, nothing touches this object from another thread any more.
            self._woken.emit()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._items.clear()
        self._timer.stop()

    @Slot()
    def _schedule(self) -> None:
        if not self._closed:
            self._timer.start()

    @Slot()
    def _deliver(self) -> None:
        with self._lock:
            items = list(self._items)
            self._items.clear()
            self._pending = False
        if items:
            self.arrived.emit(items)
