"""``run(program)``: the window from start to end."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app.settings.paths import resources_dir
from app.ui import translations
from app.ui.session import ProgramLike, Session
from app.ui.theme import theme
from app.workers.doorbell import SecondStarts

SIGNAL_CHECK_MS = 500
"""Python's own signal handlers run only when Python runs: Ctrl-C in the terminal is heard within this time."""


def run(program: ProgramLike, paths: Sequence[Path] = ()) -> int:
    """Show the window and stay until it is closed; ``paths`` are looked at as if they were dropped. Returns the exit code.

    Check ``app.ui.display`` and ``app.engine.one_window`` before, without Qt.
    """
    application = make_application()
    language = translations.install(application, program.settings.language)
    session = Session(program, language)
    second_starts = SecondStarts(program.paths.home)
    second_starts.rang.connect(session.start_again)
    session.take(paths)
    application.aboutToQuit.connect(session.shut_down)
    previous = signal.signal(signal.SIGINT, _quit)
    timer = QTimer()
    timer.start(SIGNAL_CHECK_MS)
    timer.timeout.connect(_nothing)
    try:
        session.begin()
        return application.exec()
    finally:
        second_starts.close()
        session.shut_down()
        timer.stop()
        signal.signal(signal.SIGINT, previous)


def make_application() -> QApplication:
    """The one QApplication, with names and theme. What there is already (in tests) is used."""
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    application.setApplicationName("dossier")
    application.setApplicationDisplayName("Dossier")
    application.setDesktopFileName("dossier")
    icon: Path = resources_dir() / "icons" / "dossier.svg"
    application.setWindowIcon(QIcon(str(icon)))
    theme.install(application)
    return application


def _quit(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
    QApplication.quit()


def _nothing() -> None:
    """Gives Python a turn."""
