"""Python's cyclic garbage collector, on the GUI thread alone while the window lives.

It otherwise runs on whichever thread happens to allocate. A cycle that holds a QObject is then destroyed on a foreign thread while the
GUI thread delivers it a timer or an event, which ends the process (seen here: an import's thread that made many small objects).
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer, Slot

INTERVAL_MS = 200
"""Often, so that the young generation stays small: what an import allocates in this time is looked through in a few milliseconds."""


class GuiThreadGarbage(QObject):
    """``start`` and ``stop`` on the GUI thread; both are idempotent."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._running = False
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self._collect)

    def start(self) -> None:
        """What is loaded by now stays for good and is not looked through again."""
        if self._running:
            return
        self._running = True
        gc.disable()
        gc.collect()
        gc.freeze()
        self._timer.start()

    def stop(self) -> None:
        """What a session leaves is collected here, before other threads may do it again."""
        if not self._running:
            return
        self._running = False
        self._timer.stop()
        gc.unfreeze()
        gc.collect()
        gc.enable()

    @Slot()
    def _collect(self) -> None:
        """The generations that are due by Python's own thresholds (gc.get_threshold)."""
        counts, thresholds = gc.get_count(), gc.get_threshold()
        if counts[0] < thresholds[0]:
            return
        due = [g for g in (1, 2) if counts[g] > thresholds[g]]
        gc.collect(max(due, default=0))
