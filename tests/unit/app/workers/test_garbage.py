"""Cycles are collected on the GUI thread, whoever made them."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.workers.garbage import GuiThreadGarbage


class Cycle:
    died: set[str] = set()

    def __init__(self) -> None:
        self.me = self

    def __del__(self) -> None:
        Cycle.died.add(threading.current_thread().name)


@pytest.fixture
def garbage(qtbot: QtBot) -> Iterator[GuiThreadGarbage]:
    made = GuiThreadGarbage()
    made.start()
    yield made
    made.stop()


def test_cycles_of_a_foreign_thread_die_on_the_gui_thread(qtbot: QtBot, garbage: GuiThreadGarbage) -> None:
    Cycle.died = set()
    thread = threading.Thread(target=lambda: [Cycle() for _ in range(20_000)], name="foreign")
    thread.start()
    qtbot.waitUntil(lambda: bool(Cycle.died))
    thread.join()
    garbage.stop()
    assert Cycle.died == {threading.main_thread().name}


def test_the_collector_is_given_back_at_the_end(garbage: GuiThreadGarbage) -> None:
    assert not gc.isenabled()
    garbage.stop()
    garbage.stop()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
