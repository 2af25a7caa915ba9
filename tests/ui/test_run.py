"""`run` shows the window, stays until it is closed, and leaves nothing behind."""

from __future__ import annotations

import signal
from pathlib import Path

from desk import Program
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QApplication

from app.ui.application import run
from app.ui.window import MainWindow
from app.workers.fakes import scenes
from app.workers.fakes.engine import FakeEngine


def close_the_window() -> None:
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, MainWindow) and widget.isVisible():
            widget.close()


def test_the_program_ends_with_its_window(application: QApplication, nothing_left: None, tmp_path: Path) -> None:
    engine = FakeEngine(lambda q, listen, cancelled: scenes.checked(q), lambda *_: None)  # type: ignore[arg-type, return-value]
    program = Program(tmp_path / "data", engine, scenes.library(), accepted=True)
    before = signal.getsignal(signal.SIGINT)
    QTimer.singleShot(500, close_the_window)
    assert run(program) == 0
    assert engine.closed.is_set()
    assert signal.getsignal(signal.SIGINT) is before
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
