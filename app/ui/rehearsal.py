"""Opens the real window, waits until it shows what it has to, looks at it and closes it: a step of the self-test."""

from __future__ import annotations

import multiprocessing
import os
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Slot
from PySide6.QtGui import QFontDatabase, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QLabel

from app.privacy.guard import prepare_child
from app.ui.application import make_application, run
from app.ui.session import ProgramLike
from app.ui.window import MainWindow

LOOK_MS = 50
TIMEOUT_MS = 60_000
"""For the models of the self-test to be there on a slow disk; with them warm it took under a second."""
START_TIMEOUT_S = 60.0
_SAMPLES = 64


@dataclass(frozen=True)
class Rehearsal:
    """What was seen. ``found`` says whether the wanted text stood in the window; ``colours`` counts those of a grid of points."""

    platform: str
    exit_code: int
    found: bool
    width: int = 0
    height: int = 0
    colours: int = 0
    fonts: int = 0
    texts: tuple[str, ...] = ()


def start_problem(log: Path) -> str:
    """Why Qt cannot start here, tried in a process of its own (it would end this one); empty when it can. ``log`` takes its words."""
    process = multiprocessing.get_context("spawn").Process(target=_start_and_end, args=(str(log),), daemon=True)
    process.start()
    process.join(START_TIMEOUT_S)
    if process.is_alive():
        process.kill()
        process.join()
        return f"Qt did not start within {START_TIMEOUT_S:.0f} seconds."
    if process.exitcode == 0:
        return ""
    words = [line.strip() for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    return f"Qt cannot start: {words[0] if words else f'its process ended with code {process.exitcode}'}"


def _start_and_end(log: str) -> None:
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    for stream in (1, 2):
        os.dup2(descriptor, stream)
    prepare_child()
    make_application()


def rehearse(program: ProgramLike, wanted: str, *, timeout_ms: int = TIMEOUT_MS) -> Rehearsal:
    """Run the window over ``program`` until a label shows ``wanted`` (or the time is over), then close it as a person does.

    Blocks; call on the main thread. Check ``app.ui.display`` before, without Qt.
    """
    application = make_application()
    visitor = _Visitor(wanted, timeout_ms)
    exit_code = run(program)
    visitor.stop()
    return Rehearsal(
        platform=QGuiApplication.platformName(),
        exit_code=exit_code,
        found=visitor.found,
        width=visitor.picture.width(),
        height=visitor.picture.height(),
        colours=_colours(visitor.picture),
        fonts=len(QFontDatabase.families()) if application is not None else 0,
        texts=visitor.texts,
    )


class _Visitor(QObject):
    """Looks at the window from within its event loop."""

    def __init__(self, wanted: str, timeout_ms: int) -> None:
        super().__init__()
        self._wanted = wanted
        self._timeout_ms = timeout_ms
        self._clock = QElapsedTimer()
        self._clock.start()
        self.found = False
        self.texts: tuple[str, ...] = ()
        self.picture = QImage()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)
        self._timer.start(LOOK_MS)

    def stop(self) -> None:
        self._timer.stop()

    @Slot()
    def _look(self) -> None:
        over = self._clock.elapsed() > self._timeout_ms
        window = next((w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)), None)
        if window is None or not window.isVisible():
            if over:
                self._timer.stop()
                QApplication.quit()
            return
        self.texts = tuple(label.text() for label in window.findChildren(QLabel) if label.isVisible() and label.text())
        self.found = any(self._wanted in text for text in self.texts)
        if self.found or over:
            self._timer.stop()
            self.picture = window.grab().toImage()
            window.close()


def _colours(picture: QImage) -> int:
    """Distinct colours on a grid of 64 × 64 points; a window that was not painted has one."""
    if picture.isNull():
        return 0
    columns = range(0, picture.width(), max(1, picture.width() // _SAMPLES))
    rows = range(0, picture.height(), max(1, picture.height() // _SAMPLES))
    return len({picture.pixel(x, y) for x in columns for y in rows})
