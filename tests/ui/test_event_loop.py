"""The window stays alive while the engine floods it with events."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from desk import Desk
from PySide6.QtCore import QObject, QTimer, Slot

from app.messages.answer import Answer, Question
from app.messages.events import TokensArrived
from app.workers.fakes import scenes
from app.workers.fakes.engine import Listener, ProgressListener
from index.ingest.progress import ImportProgress, ImportSummary

HANG_S = 2.0
"""Far beyond the goal of 50 ms, which the benchmark prints: here only a window that stands still fails, on a busy machine too."""


class Heartbeat(QObject):
    """The longest time between two turns of the event loop."""

    def __init__(self) -> None:
        super().__init__()
        self.longest = 0.0
        self._last = time.monotonic()
        self._timer = QTimer(self)
        self._timer.setInterval(5)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    @Slot()
    def _beat(self) -> None:
        now = time.monotonic()
        self.longest = max(self.longest, now - self._last)
        self._last = now


def test_a_flood_of_tokens_does_not_stop_the_window(desk: Desk) -> None:
    def flood(question: Question, listen: Listener, cancelled: Callable[[], bool]) -> Answer:
        for _ in range(20_000):
            listen(TokensArrived(correlation_id=question.correlation_id, text="word "))
        return scenes.checked(question, root=desk.root)

    desk.engine._answering = flood
    heart = Heartbeat()
    turn = desk.ask()
    assert turn.answer is not None
    assert heart.longest < HANG_S


def test_a_flood_of_progress_does_not_stop_the_window(desk: Desk, tmp_path: Path) -> None:
    def flood(
        collection: str, paths: Sequence[Path], progress: ProgressListener, cancelled: Callable[[], bool]
    ) -> ImportSummary:
        for done in range(20_000):
            progress(ImportProgress(20_000, done, done, 0, 0, done, done, "/x/file.pdf", 1.0, 1.0))
        return ImportSummary("collection-1", 20_000, 20_000, 0, 0, 0, 0, 0, 0, 1, 1, 1.0, cancelled=False)

    desk.engine._importing = flood
    heart = Heartbeat()
    assert desk.drop([tmp_path])
    desk.until(lambda: desk.window.library_panel.import_card.title.text() == "Import finished")
    assert heart.longest < HANG_S
