"""Finding words in the whole text of a document, off the GUI thread."""

from __future__ import annotations

from bisect import bisect_left
from concurrent.futures import Future

from PySide6.QtCore import QObject, Signal

from app.workers.background import Background
from index.parsers.layer_text import found_in

Range = tuple[int, int]
"""Half-open, of the document's text"""


class TextFind(QObject):
    changed = Signal()
    moved = Signal()

    def __init__(self, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self._text = ""
        self._words = ""
        self._asked: Future[list[Range]] | None = None
        self.hits: list[Range] = []
        self.current: int | None = None
        self.running = False

    def use(self, text: str) -> None:
        self._text = text
        self.search("", 0)

    def search(self, words: str, offset: int) -> None:
        """The first hit from ``offset`` on becomes the current one."""
        if self._asked is not None:
            self._asked.cancel()
            self._asked = None
        self.hits, self.current, self._words = [], None, words.strip()
        self.running = bool(self._words)
        if self.running:
            text, wanted = self._text, self._words
            asked = self._background.run(lambda: found_in(text, wanted), lambda found: take(found), lambda _: take([]))
            self._asked = asked

            def take(found: list[Range]) -> None:
                if asked is self._asked:
                    self._take(found, offset)

        self.changed.emit()

    def step(self, by: int) -> None:
        """To the next or the last hit, around the ends."""
        if self.hits:
            self.current = ((self.current if self.current is not None else -1) + by) % len(self.hits)
            self.moved.emit()

    def hit(self) -> Range | None:
        return self.hits[self.current] if self.current is not None else None

    def between(self, start: int, end: int) -> list[tuple[int, Range]]:
        """(number, range) of the hits that begin between the offsets."""
        first, last = bisect_left(self.hits, (start, 0)), bisect_left(self.hits, (end, 0))
        return [(number, self.hits[number]) for number in range(first, last)]

    def _take(self, found: list[Range], offset: int) -> None:
        self.hits, self.running = found, False
        if found:
            self.current = bisect_left(found, (offset, 0)) % len(found)
        self.changed.emit()
        if found:
            self.moved.emit()
