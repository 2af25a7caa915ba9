"""Pictures of document pages, rendered in a process of their own: a hostile file costs its picture, never the window.

The owner thread looks at the file and the cache and waits for the child; callers get futures.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError, Future, wait
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from app.engine.owner import OwnerThread
from app.privacy.guard import prepare_child
from index.errors import FileVanished, ParserCrashed, ParserTimeout

if TYPE_CHECKING:
    from pebble import ProcessPool

PAGE_TIMEOUT_S = 20.0
"""The heaviest page of the corpus took under 2 s; more is a file made to hang."""
START_TIMEOUT_S = 20.0
"""For the child to start, on a busy machine too. A child killed from outside while it waited takes the pool's lock along, and the next
page would never begin: then the pool is thrown away."""
CACHE_BYTES = 64 * 1024 * 1024
CLOSE_TIMEOUT_S = 5.0
_LOOK_S = 0.1


_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PagePicture:
    """``png`` is the page, ``pages`` the number of all; ``marks`` are (left, top, right, bottom) as fractions of its width and height, 0 to 1, from the top left."""

    png: bytes
    pages: int
    marks: tuple[tuple[float, float, float, float], ...]


class PagePictures:
    """Light constructor; the child starts with the first picture and ends in ``close``."""

    def __init__(self, *, page_timeout_s: float = PAGE_TIMEOUT_S, start_timeout_s: float = START_TIMEOUT_S) -> None:
        self._page_timeout_s = page_timeout_s
        self._start_timeout_s = start_timeout_s
        self._owner = OwnerThread("pages")
        self._pool: ProcessPool | None = None
        self._cache: OrderedDict[tuple[object, ...], PagePicture] = OrderedDict()
        self._cached_bytes = 0
        self._closing = threading.Event()
        self._passwords: Mapping[str, str] = {}

    def use_passwords(self, passwords: Mapping[str, str]) -> None:
        """Passwords by path, looked at with each picture: the person gives them while the program runs, and they stay in memory."""
        self._passwords = passwords

    def picture(self, source: str, page: int, scale: float, quotes: Sequence[str] = ()) -> Future[PagePicture]:
        """Page ``page`` (from 1) of ``source`` at ``scale`` pixels a point, with the quotes located.

        The future may be cancelled while it waits. Raises FileVanished, PasswordNeeded, UnreadableDocument, ParserCrashed,
        ParserTimeout.
        RuntimeError after ``close``.
        """
        return self._owner.submit(self._picture, source, page, scale, tuple(quotes))

    def close(self, timeout_s: float = CLOSE_TIMEOUT_S) -> bool:
        """Ends the child too. Idempotent."""
        self._closing.set()
        return self._owner.finish(self._stop, timeout_s)

    def _picture(self, source: str, page: int, scale: float, quotes: tuple[str, ...]) -> PagePicture:
        try:
            file = file_of(source)
            state = os.stat(file)
        except OSError as error:
            raise FileVanished("The file is not there any more.") from error
        key = (source, state.st_mtime_ns, state.st_size, page, scale, quotes)
        cached = self._cache.get(key)
        if cached is not None:
            self._cache.move_to_end(key)
            return cached
        made = self._render(source, file, page, scale, quotes)
        self._keep(key, made)
        return made

    def _render(self, source: str, file: str, page: int, scale: float, quotes: tuple[str, ...]) -> PagePicture:
        from pebble import ProcessExpired, ProcessPool  # with the first page, not with the window

        if self._pool is None:
            self._pool = ProcessPool(max_workers=1, max_tasks=0, initializer=prepare_child, context=get_context("spawn"))
        arguments = (source, file, page, scale, quotes, self._passwords.get(source), self._passwords.get(file))
        future = self._pool.schedule(render, args=arguments, timeout=self._page_timeout_s)
        end = time.monotonic() + self._page_timeout_s + self._start_timeout_s
        while not wait((future,), timeout=_LOOK_S).done:
            # A page that renders forever would hold up the closing for its whole time limit.
            if self._closing.is_set():
                future.cancel()
                raise CancelledError
            if time.monotonic() > end:
                self._stop()
                raise ParserTimeout("Drawing this page took too long.")
        try:
            return future.result()  # type: ignore[no-any-return]
        except TimeoutError as error:
            raise ParserTimeout("Drawing this page took too long.") from error
        except ProcessExpired as error:
            raise ParserCrashed("Drawing this page failed.") from error

    def _keep(self, key: tuple[object, ...], made: PagePicture) -> None:
        self._cache[key] = made
        self._cached_bytes += len(made.png)
        while self._cached_bytes > CACHE_BYTES and len(self._cache) > 1:
            _, dropped = self._cache.popitem(last=False)
            self._cached_bytes -= len(dropped.png)

    def _stop(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.stop()
            try:
                pool.join(timeout=CLOSE_TIMEOUT_S)
            except TimeoutError:
                _log.error("pages_did_not_end")


def file_of(source: str) -> str:
    """The file on the disk that holds ``source``: itself, or the mail or archive of which it is a part."""
    path = source
    while not os.path.isfile(path):
        above = os.path.dirname(path)
        if above == path or os.path.isdir(above):
            return source
        path = above
    return path


def render(
    source: str,
    file: str,
    page: int,
    scale: float,
    quotes: tuple[str, ...],
    password: str | None = None,
    container_password: str | None = None,
) -> PagePicture:
    """Runs in the child; imports there, so that a broken library costs a picture. ``file`` holds ``source``. Raises index.errors."""
    if file == source:
        return _render_file(Path(source), page, scale, quotes, password)
    from index.parsers.base import ParseOptions
    from index.parsers.children import extract_member

    name = source[len(file) :].lstrip(os.sep).replace(os.sep, "/")
    with TemporaryDirectory(prefix="page-") as folder:
        part = Path(folder) / "part.pdf"
        part.write_bytes(extract_member(Path(file), name, ParseOptions(password=container_password)))
        return _render_file(part, page, scale, quotes, password)


def _render_file(path: Path, page: int, scale: float, quotes: tuple[str, ...], password: str | None) -> PagePicture:
    from index.parsers.geometry import locate, render_page
    from index.parsers.pdf import open_pdf

    png = render_page(path, page, scale, password)
    with open_pdf(path, password) as document:
        pages, sheet = len(document), document[page - 1]
        width, height = max(sheet.get_width(), 1.0), max(sheet.get_height(), 1.0)
        sheet.close()
    marks = [
        (rect.left / width, 1.0 - rect.top / height, rect.right / width, 1.0 - rect.bottom / height)
        for quote in quotes
        for rect in locate(path, page, quote, password)
    ]
    return PagePicture(png=png, pages=pages, marks=tuple(marks))
