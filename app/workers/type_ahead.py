"""Search as you type between the window and the engine: one search at a time, and only the text typed last is waiting."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot

from app.workers.inbox import Inbox
from app.workers.ports import EngineLike
from index.search.hit import SearchFilters, SearchResult


@dataclass(frozen=True)
class _Ended:
    run: int
    future: Future[SearchResult]


class TypingWorker(QObject):
    """Signals come on the GUI thread and belong to the text typed last."""

    found = Signal(object)
    """SearchResult; None where the index was too slow or could not be read: the question itself will say what is wrong"""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inbox = Inbox(self)
        self._inbox.arrived.connect(self._deliver)
        self._run = 0
        self._running = False
        self._waiting: tuple[EngineLike, str, tuple[str, ...], SearchFilters] | None = None

    def look_up(self, engine: EngineLike, text: str, collection_ids: Sequence[str], filters: SearchFilters) -> None:
        """Returns at once. While a search runs the text waits, in the place of one that waited before: a person who types quickly
        must not queue searches in front of an answer."""
        self._run += 1
        self._waiting = (engine, text, tuple(collection_ids), filters)
        if not self._running:
            self._start()

    def cancel(self) -> None:
        """Nothing more is told of what was typed so far."""
        self._run += 1
        self._waiting = None

    def close(self) -> None:
        self.cancel()
        self._inbox.close()

    def _start(self) -> None:
        if self._waiting is None:
            return
        (engine, text, collection_ids, filters), self._waiting = self._waiting, None
        self._running = True
        run, post = self._run, self._inbox.post
        engine.matches(text, collection_ids, filters).add_done_callback(lambda future: post(_Ended(run, future)))

    @Slot(list)
    def _deliver(self, items: list[_Ended]) -> None:
        ended = items[-1]
        self._running = False
        self._start()
        if ended.run != self._run or ended.future.cancelled():
            return
        self.found.emit(ended.future.result() if ended.future.exception() is None else None)
