"""Fetches what the reader needs of a document's pages, what is in sight first, and keeps a bounded part of it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

from app.engine.page_child import PICTURES, MarkedLayer, Outline
from app.engine.pages import PagePictures
from app.workers.background import Background
from app.workers.failures import Failure
from index.parsers.layer_text import Pixels

T = TypeVar("T")
KEPT_BYTES = 96 * 1024 * 1024
"""Of page pictures: twenty pages as wide as half a 1920 screen."""
KEPT_LAYERS = 60
AHEAD, BEHIND = 2, 1
"""Pages after and before those in sight that are drawn before they are asked for."""
_AT_ONCE = 2
"""Questions on the way: one is worked on while the next waits, so that the process never waits for the window."""


@dataclass(frozen=True)
class Drawn:
    """A page's picture at ``scale`` pixels a point."""

    pixels: Pixels
    scale: float


class PageStore(QObject):
    opened = Signal()
    drawn = Signal(int)
    """page"""
    read = Signal(int)
    """page, whose text has come"""
    failed = Signal(object)
    """Failure of the document, not of one page"""

    def __init__(self, background: Background, pages: PagePictures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background, self._pages = background, pages
        self.source, self.kind = "", ""
        self.outline: Outline | None = None
        self._quotes: Mapping[int, tuple[str, ...]] = {}
        self._pictures: dict[int, Drawn] = {}
        self._layers: OrderedDict[int, MarkedLayer] = OrderedDict()
        self._bytes = 0
        self._visible, self._scale = range(0), 1.0
        self._asked: set[Future[Any]] = set()
        self._slow: set[Future[Any]] = set()
        self._failed_pages: set[tuple[str, int]] = set()
        self._tried: set[int] = set()
        """Pages whose picture was read already"""
        self._underway: set[tuple[str, int]] = set()
        self._round = 0
        """What was asked in an earlier one is not heard any more"""

    def open(self, source: str, kind: str, quotes: Mapping[int, tuple[str, ...]]) -> None:
        """``quotes`` by page are located with the page's text."""
        same = (source, kind) == (self.source, self.kind) and self.outline is not None
        self.cancel()
        self._quotes = quotes
        if same:
            # Another sentence of the document that is open: its pictures are the same.
            self._layers.clear()
            self._tried.clear()
            self.opened.emit()
        else:
            self.source, self.kind, self.outline = source, kind, None
            self._forget()
        self._ask(lambda: self._pages.outline(source, kind), self._take_outline, self.failed.emit)

    def set_quotes(self, quotes: Mapping[int, tuple[str, ...]]) -> None:
        """What else is to be located, known since the document's text was read."""
        changed = [page for page in quotes if quotes[page] != self._quotes.get(page)]
        self._quotes = quotes
        for page in changed:
            if self._layers.pop(page, None) is not None:
                self._tried.discard(page)
        self._go_on()

    def want(self, visible: range, scale: float) -> None:
        """These pages are in sight, at this scale."""
        if (visible, scale) != (self._visible, self._scale):
            self._visible, self._scale = visible, scale
            self._go_on()

    def picture(self, page: int) -> Drawn | None:
        """The newest picture of a page, perhaps of another scale."""
        return self._pictures.get(page)

    def layer(self, page: int) -> MarkedLayer | None:
        return self._layers.get(page)

    def marked_pages(self) -> list[int]:
        return sorted(page for page, quotes in self._quotes.items() if quotes)

    def recognise(self, page: int) -> None:
        """Read the text of a page's picture: a person wants to select on a scan."""
        layer = self._layers.get(page)
        if layer is None or layer.layer.text or page in self._tried:
            return
        self._tried.add(page)
        quotes = self._quotes.get(page, ())
        self._ask(
            lambda: self._pages.recognised(self.source, self.kind, page, quotes),
            lambda found: self._take_layer(page, found),
            lambda _: self.read.emit(page),
            slow=True,
        )

    def cancel(self) -> None:
        """Nothing that is on the way is wanted any more."""
        for future in self._asked:
            future.cancel()
        self._asked.clear()
        self._slow.clear()
        self._underway.clear()
        self._round += 1

    @property
    def reading(self) -> bool:
        """Text recognition is at work."""
        return bool(self._slow)

    def _forget(self) -> None:
        for kept in (self._pictures, self._layers, self._asked, self._slow, self._failed_pages, self._tried, self._underway):
            kept.clear()
        self._bytes = 0
        self._visible, self._scale = range(0), 1.0

    def _take_outline(self, outline: Outline) -> None:
        if self.outline is not None:
            if outline.state == self.outline.state:
                return
            # Edited since it was opened before: nothing that was kept is of this file.
            self._forget()
        self.outline = outline
        self.opened.emit()
        self._go_on()

    def _go_on(self) -> None:
        """Ask for what is wanted most, until enough is on the way."""
        if self.outline is None:
            return
        for what, page in self._wanted():
            if len(self._asked) - len(self._slow) >= _AT_ONCE:
                return
            if (what, page) in self._underway or (what, page) in self._failed_pages:
                continue
            self._underway.add((what, page))
            if what == "picture":
                self._ask_picture(page)
            else:
                self._ask_layer(page)

    def _wanted(self) -> Iterator[tuple[str, int]]:
        assert self.outline is not None
        count = len(self.outline.sizes)
        visible = self._visible
        ahead = range(visible.stop, min(visible.stop + AHEAD, count + 1))
        behind = range(max(visible.start - BEHIND, 1), visible.start)
        beside = [*ahead, *behind]
        # Very large ones would push each other out again and again.
        if sum(self._size_of(page) for page in (*visible, *beside)) > KEPT_BYTES:
            beside = []
        for pages in (visible, beside):
            for what in ("picture", "layer"):
                for page in pages:
                    if self._lacks_picture(page) if what == "picture" else page not in self._layers:
                        yield what, page
        # Marks out of sight are counted and gone to as well.
        yield from (("layer", page) for page in self.marked_pages() if page not in self._layers and page <= count)

    def _size_of(self, page: int) -> int:
        """Bytes of a page's picture at the scale in force."""
        assert self.outline is not None
        width, height = self.outline.sizes[page - 1]
        return round(width * height * self._scale**2) * 4

    def _lacks_picture(self, page: int) -> bool:
        drawn = self._pictures.get(page)
        return drawn is None or drawn.scale != self._scale

    def _ask_picture(self, page: int) -> None:
        scale = self._scale

        def take(pixels: Pixels) -> None:
            self._keep_picture(page, Drawn(pixels, scale))
            self.drawn.emit(page)

        self._ask_page("picture", page, lambda: self._pages.picture(self.source, self.kind, page, scale), take)

    def _ask_layer(self, page: int) -> None:
        quotes = self._quotes.get(page, ())

        def take(found: MarkedLayer) -> None:
            if quotes == self._quotes.get(page, ()):
                self._take_layer(page, found)

        self._ask_page("layer", page, lambda: self._pages.layer(self.source, self.kind, page, quotes), take)

    def _ask_page(self, what: str, page: int, ask: Callable[[], Future[T]], take: Callable[[T], None]) -> None:
        def done(result: T) -> None:
            self._underway.discard((what, page))
            take(result)

        def fail(failure: Failure) -> None:
            self._underway.discard((what, page))
            self._failed_pages.add((what, page))
            # A damaged page stays white; where nothing of the document can be drawn that is the document's fault.
            if what == "picture" and not self._pictures:
                self.failed.emit(failure)

        self._ask(ask, done, fail)

    def _ask(
        self,
        ask: Callable[[], Future[T]],
        done: Callable[[T], None],
        failed: Callable[[Failure], None],
        *,
        slow: bool = False,
    ) -> None:
        try:
            future = ask()
        except RuntimeError:
            return  # the program is closing
        self._asked.add(future)
        if slow:
            self._slow.add(future)
        number = self._round

        def end(action: Callable[[], None]) -> None:
            self._asked.discard(future)
            self._slow.discard(future)
            if number == self._round:
                action()
                self._go_on()

        self._background.follow(future, lambda made: end(lambda: done(made)), lambda failure: end(lambda: failed(failure)))

    def _take_layer(self, page: int, found: MarkedLayer) -> None:
        self._layers[page] = found
        self._layers.move_to_end(page)
        while len(self._layers) > KEPT_LAYERS:
            self._layers.popitem(last=False)
        self.read.emit(page)
        wanted = bool(self._quotes.get(page))
        if wanted and not found.layer.text and not found.layer.recognised:
            self.recognise(page)

    def _keep_picture(self, page: int, drawn: Drawn) -> None:
        before = self._pictures.pop(page, None)
        self._bytes += len(drawn.pixels.data) - (len(before.pixels.data) if before is not None else 0)
        self._pictures[page] = drawn
        seen = self._visible or range(page, page + 1)
        for other in sorted(self._pictures, key=lambda p: -max(seen.start - p, p - seen.stop + 1)):
            if self._bytes <= KEPT_BYTES or other in seen:
                break  # the farthest go first
            self._bytes -= len(self._pictures.pop(other).pixels.data)
        if self.kind in PICTURES and self.outline is not None:
            self._correct_size(page, drawn)

    def _correct_size(self, page: int, drawn: Drawn) -> None:
        """Frames of a picture may differ in size; each tells its own when it is drawn."""
        assert self.outline is not None
        size = (drawn.pixels.width / drawn.scale, drawn.pixels.height / drawn.scale)
        known = self.outline.sizes[page - 1]
        if abs(known[0] / known[1] - size[0] / size[1]) > 0.02:
            sizes = (*self.outline.sizes[: page - 1], size, *self.outline.sizes[page:])
            self.outline = replace(self.outline, sizes=sizes)
            self.opened.emit()
