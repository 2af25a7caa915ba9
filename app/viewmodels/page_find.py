"""Finding words in the pages of a document: from the page in sight onwards, while the first hits are shown already."""

from __future__ import annotations

from bisect import bisect_left
from concurrent.futures import Future

from PySide6.QtCore import QObject, Signal

from app.engine.page_child import Found
from app.engine.pages import PagePictures
from app.workers.background import Background
from index.parsers.layer_text import Box

Hit = tuple[int, int, tuple[Box, ...]]
"""(page, number on the page, boxes)"""
_PAGES = 250
"""Asked for at once; the process stops by itself after a moment."""
MOST = 5000
"""Hits; somebody who searches for "e" wants to see that it works."""


class PageFind(QObject):
    changed = Signal()
    moved = Signal()
    """Another hit is the current one"""

    def __init__(self, background: Background, pages: PagePictures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background, self._pages = background, pages
        self._asked: Future[Found] | None = None
        self._source, self._kind, self._count, self._begin = "", "", 0, 1
        self._words = ""
        self.hits: list[Hit] = []
        self.current: int | None = None
        self.running = False
        self.blank = 0
        """Pages without any text that were searched."""

    def use(self, source: str, kind: str, count: int) -> None:
        if (source, kind, count) != (self._source, self._kind, self._count):
            self.stop()
            self._source, self._kind, self._count = source, kind, count

    def search(self, words: str, page: int) -> None:
        """From ``page`` to the end, then from the beginning; the first hit from there on becomes the current one."""
        self._clear()
        self._words, self._begin = words.strip(), min(max(page, 1), max(self._count, 1))
        if self._words and self._kind == "pdf":
            self.running = True
            self._ask([*range(self._begin, self._count + 1), *range(1, self._begin)])
        self.changed.emit()

    def stop(self) -> None:
        self._clear()
        self._words = ""
        self.changed.emit()

    def step(self, by: int) -> None:
        """To the next or the last hit, around the ends."""
        if self.hits:
            at = self.current if self.current is not None else -1 if by > 0 else 0
            self.current = (at + by) % len(self.hits)
            self.moved.emit()

    def on(self, page: int) -> list[tuple[int, tuple[Box, ...]]]:
        """(number of the hit, boxes) on a page."""
        start, end = bisect_left(self.hits, (page,)), bisect_left(self.hits, (page + 1,))
        return [(number, self.hits[number][2]) for number in range(start, end)]

    def _clear(self) -> None:
        if self._asked is not None:
            self._asked.cancel()
        self._asked = None
        self.hits, self.current, self.running, self.blank = [], None, False, 0

    def _ask(self, pages: list[int]) -> None:
        batch, rest = pages[:_PAGES], pages[_PAGES:]
        try:
            asked = self._pages.find(self._source, self._kind, self._words, batch)
        except RuntimeError:
            return
        self._asked = asked

        def take(found: Found) -> None:
            if asked is not self._asked:
                return
            self._add(found)
            left = batch[batch.index(found.next_page) :] if found.next_page is not None else []
            if (left or rest) and len(self.hits) < MOST:
                self._ask(left + rest)
            else:
                self.running = False
            self.changed.emit()

        def fail(_: object) -> None:
            if asked is self._asked:
                self.running = False
                self.changed.emit()

        self._background.follow(asked, take, fail)

    def _add(self, found: Found) -> None:
        self.blank += found.blank
        if not found.hits:
            return
        now = self.hits[self.current] if self.current is not None else None
        numbers: dict[int, int] = {}
        fresh: list[Hit] = []
        for page, boxes in found.hits:
            numbers[page] = numbers.get(page, 0) + 1
            fresh.append((page, numbers[page], boxes))
        self.hits = sorted([*self.hits, *fresh])
        if now is not None:
            self.current = self.hits.index(now)
        else:
            self.current = bisect_left(self.hits, (self._begin,)) % len(self.hits)
            self.moved.emit()
