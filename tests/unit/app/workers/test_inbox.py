"""From foreign threads to the GUI thread: in order, in batches, nothing after the end."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, QThread, Slot
from pytestqt.qtbot import QtBot

from app.workers.inbox import Inbox


class Receiver(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.batches: list[list[object]] = []
        self.threads: set[object] = set()

    @Slot(list)
    def take(self, items: list[object]) -> None:
        self.batches.append(items)
        self.threads.add(QThread.currentThread())

    @property
    def items(self) -> list[object]:
        return [item for batch in self.batches for item in batch]


def test_items_of_a_foreign_thread_come_in_order_on_the_gui_thread(qtbot: QtBot) -> None:
    inbox, receiver = Inbox(interval_ms=1), Receiver()
    inbox.arrived.connect(receiver.take)
    thread = threading.Thread(target=lambda: [inbox.post(n) for n in range(5000)])
    thread.start()
    qtbot.waitUntil(lambda: len(receiver.items) == 5000)
    thread.join()
    assert receiver.items == list(range(5000))
    assert receiver.threads == {QThread.currentThread()}


def test_what_comes_together_is_delivered_together(qtbot: QtBot) -> None:
    inbox, receiver = Inbox(interval_ms=40), Receiver()
    inbox.arrived.connect(receiver.take)
    for number in range(100):
        inbox.post(number)
    qtbot.waitUntil(lambda: len(receiver.items) == 100)
    assert len(receiver.batches) == 1


def test_nothing_comes_after_the_end(qtbot: QtBot) -> None:
    inbox, receiver = Inbox(interval_ms=1), Receiver()
    inbox.arrived.connect(receiver.take)
    inbox.post("before")
    inbox.close()
    inbox.post("after")
    qtbot.wait(30)
    assert receiver.items == []
