"""What the reader shows of a document's original: page pictures, the text under them, and the cells of sheets.

Two processes do it, so that a person who scrolls never waits for text recognition or for a large workbook. Owner threads look at the
file and wait for the children; callers get futures.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Concatenate, ParamSpec, TypeVar

from app.engine import page_child
from app.engine.owner import OwnerThread
from app.engine.page_child import DocumentKey, Found, MarkedLayer, Outline, SheetOutline
from app.engine.page_process import CLOSE_TIMEOUT_S, START_TIMEOUT_S, PageProcess
from index.errors import FileVanished
from index.parsers.layer_text import Pixels

PAGE_TIMEOUT_S = 20.0
"""The heaviest page of the corpus took under 2 s; more is a file made to hang."""
SLOW_TIMEOUT_S = 60.0
"""Text recognition of a page takes seconds, and so does reading a sheet of some hundred thousand rows."""
P = ParamSpec("P")
T = TypeVar("T")


class PagePictures:
    """Light constructor; the children start with the first question to them and end in ``close``.

    ``kind`` is that of the document (``index.document.ParsedDocument.kind``). Futures may be cancelled while they wait. They raise
    FileVanished, PasswordNeeded, UnreadableDocument, ParserCrashed, ParserTimeout, ParserOutOfMemory; the methods RuntimeError after
    ``close``.
    """

    def __init__(self, *, page_timeout_s: float = PAGE_TIMEOUT_S, start_timeout_s: float = START_TIMEOUT_S) -> None:
        self._page_timeout_s = page_timeout_s
        self._closing = threading.Event()
        self._quick = PageProcess(self._closing, start_timeout_s=start_timeout_s)
        self._slow = PageProcess(self._closing, start_timeout_s=start_timeout_s)
        self._quick_owner, self._slow_owner = OwnerThread("pages"), OwnerThread("page-texts")
        self._passwords: Mapping[str, str] = {}

    def use_passwords(self, passwords: Mapping[str, str]) -> None:
        """Passwords by path, looked at with each question: the person gives them while the program runs, and they stay in memory."""
        self._passwords = passwords

    def outline(self, source: str, kind: str) -> Future[Outline]:
        """Sizes and labels of all pages of a PDF or a picture; a thousand take a few milliseconds."""
        return self._ask(source, kind, page_child.outline)

    def picture(self, source: str, kind: str, page: int, scale: float) -> Future[Pixels]:
        """Page ``page`` (from 1) at ``scale`` pixels a point."""
        return self._ask(source, kind, page_child.draw, page, scale)

    def layer(self, source: str, kind: str, page: int, quotes: Sequence[str] = ()) -> Future[MarkedLayer]:
        """The text of a page with the quotations located."""
        return self._ask(source, kind, page_child.layer, page, tuple(quotes))

    def find(self, source: str, kind: str, words: str, pages: Sequence[int]) -> Future[Found]:
        """The words on these pages of a PDF, as far as a moment goes."""
        return self._ask(source, kind, page_child.find, words, tuple(pages))

    def recognised(self, source: str, kind: str, page: int, quotes: Sequence[str] = ()) -> Future[MarkedLayer]:
        """As ``layer``, for a scan or a picture, by text recognition."""
        return self._ask_slow(source, kind, page_child.recognised, page, tuple(quotes))

    def sheet(
        self, source: str, kind: str, name: str | None, wanted: Sequence[tuple[int, Sequence[int] | None]]
    ) -> Future[SheetOutline]:
        """A sheet and its cited cells: rows from 0 with the numbers of their filled cells, None for all of a row."""
        return self._ask_slow(source, kind, page_child.sheet, name, tuple(wanted))

    def sheet_rows(self, source: str, kind: str, name: str | None, first: int, count: int) -> Future[dict[int, dict[int, str]]]:
        """Row to column to shown value, of ``count`` rows from ``first`` on."""
        return self._ask_slow(source, kind, page_child.sheet_rows, name, first, count)

    def sheet_find(self, source: str, kind: str, name: str | None, words: str) -> Future[list[tuple[int, int]]]:
        """(row, column) of the cells that hold the words."""
        return self._ask_slow(source, kind, page_child.sheet_find, name, words)

    def close(self, timeout_s: float = CLOSE_TIMEOUT_S) -> bool:
        """Ends the children too. Idempotent."""
        self._closing.set()
        ended = [
            owner.finish(process.stop, timeout_s)
            for owner, process in ((self._quick_owner, self._quick), (self._slow_owner, self._slow))
        ]
        return all(ended)

    def _ask(
        self, source: str, kind: str, function: Callable[Concatenate[DocumentKey, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        return self._quick_owner.submit(
            lambda: self._quick.call(self._page_timeout_s, function, self._key(source, kind), *args, **kwargs)
        )

    def _ask_slow(
        self, source: str, kind: str, function: Callable[Concatenate[DocumentKey, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        return self._slow_owner.submit(
            lambda: self._slow.call(SLOW_TIMEOUT_S, function, self._key(source, kind), *args, **kwargs)
        )

    def _key(self, source: str, kind: str) -> DocumentKey:
        try:
            file = file_of(source)
            state = os.stat(file)
        except OSError as error:
            raise FileVanished("The file is not there any more.") from error
        stamp = (state.st_size, state.st_mtime_ns)
        return DocumentKey(source, file, kind, stamp, self._passwords.get(source), self._passwords.get(file))


def file_of(source: str) -> str:
    """The file on the disk that holds ``source``: itself, or the mail or archive of which it is a part."""
    path = source
    while not os.path.isfile(path):
        above = os.path.dirname(path)
        if above == path or os.path.isdir(above):
            return source
        path = above
    return path
