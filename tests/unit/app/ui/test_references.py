"""The installed PySide6 keeps count of None, True and False (6.12.0 does not on Python 3.11, and ends the process after a while)."""

from __future__ import annotations

import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

CALLS = 500


class Bell(QObject):
    rung = Signal()

    @Slot()
    def hear(self) -> None:
        """Nothing to do."""


def lost(call: Callable[[], object]) -> int:
    """References to the three that are gone after CALLS calls; a handful may come and go by themselves."""
    before = [sys.getrefcount(o) for o in (None, True, False)]
    for _ in range(CALLS):
        call()
    after = [sys.getrefcount(o) for o in (None, True, False)]
    return max(b - a for a, b in zip(after, before, strict=True))


def test_emitting_a_signal_loses_no_reference(qtbot: QtBot) -> None:
    bell = Bell()
    bell.rung.connect(bell.hear)
    assert lost(bell.rung.emit) < CALLS / 10


def test_a_timer_and_the_event_loop_lose_no_reference(qtbot: QtBot) -> None:
    timer = QTimer()
    assert lost(lambda: timer.start(1000)) < CALLS / 10
    assert lost(QApplication.processEvents) < CALLS / 10
