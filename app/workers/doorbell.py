"""Tells the window of a second start, and what files it was given."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from app.engine.one_window import Doorbell
from app.workers.inbox import Inbox


class SecondStarts(QObject):
    rang = Signal(list)
    """Paths, none included"""

    def __init__(self, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inbox = Inbox(self, interval_ms=0)
        self._inbox.arrived.connect(self._deliver)
        self._bell = Doorbell(home, self._inbox.post)

    def close(self) -> bool:
        self._inbox.close()
        return self._bell.close()

    @Slot(list)
    def _deliver(self, starts: list[list[Path]]) -> None:
        for paths in starts:
            self.rang.emit(paths)
