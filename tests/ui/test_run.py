"""`run` shows the window, stays until it is closed, and leaves nothing behind."""

from __future__ import annotations

import signal
import time
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


def close_once_open(program: Program) -> None:
    """On a busy machine the engine is there later than any fixed time."""
    if "engine" in program.opened:
        close_the_window()
    else:
        QTimer.singleShot(50, lambda: close_once_open(program))


def test_the_program_ends_with_its_window(application: QApplication, nothing_left: None, tmp_path: Path) -> None:
    engine = FakeEngine(lambda q, listen, cancelled: scenes.checked(q), lambda *_: None)  # type: ignore[arg-type, return-value]
    program = Program(tmp_path / "data", engine, scenes.library(), accepted=True)
    before = signal.getsignal(signal.SIGINT)
    QTimer.singleShot(0, lambda: close_once_open(program))
    assert run(program) == 0
    assert engine.closed.is_set()
    assert signal.getsignal(signal.SIGINT) is before
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


class SlowProgram(Program):
    """Its engine is still being opened when the window is closed."""

    def engine(self) -> FakeEngine:
        time.sleep(0.5)
        return super().engine()  # type: ignore[return-value]


def test_an_engine_that_is_opened_while_the_window_closes_is_closed_as_well(
    application: QApplication, nothing_left: None, tmp_path: Path
) -> None:
    engine = FakeEngine(lambda q, listen, cancelled: scenes.checked(q), lambda *_: None)  # type: ignore[arg-type, return-value]
    program = SlowProgram(tmp_path / "data", engine, scenes.library(), accepted=True)
    QTimer.singleShot(200, close_the_window)
    assert run(program) == 0
    assert engine.closed.is_set()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
