"""A child process that reads documents for the reader: a hostile file costs one answer, never the window.

The calls block; an owner thread makes them, one at a time.
"""

from __future__ import annotations

import logging
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, wait
from multiprocessing import get_context
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from app.privacy.guard import prepare_child
from index.errors import ParserCrashed, ParserOutOfMemory, ParserTimeout
from index.parsers import sandbox_child

if TYPE_CHECKING:
    from pebble import ProcessPool

P = ParamSpec("P")
T = TypeVar("T")
START_TIMEOUT_S = 20.0
"""For the child to start, on a busy machine too. A child killed from outside while it waited takes the pool's lock along, and the next
page would never begin: then the pool is thrown away."""
CLOSE_TIMEOUT_S = 5.0
MEMORY_BYTES = 1 << 30
"""Of the child: the largest picture with text recognition takes half of it."""
_LOOK_S = 0.1
_TOO_LONG = "Reading this part of the document took too long."
_log = logging.getLogger(__name__)


class PageProcess:
    """Light constructor; the child starts with the first call and ends in ``stop``, or when this process ends."""

    def __init__(self, closing: threading.Event, *, start_timeout_s: float = START_TIMEOUT_S) -> None:
        self._closing = closing
        self._start_timeout_s = start_timeout_s
        self._pool: ProcessPool | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def call(self, timeout_s: float, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """``function`` in the child. Raises what it raises, ParserTimeout, ParserOutOfMemory and ParserCrashed; CancelledError when
        ``closing`` is set meanwhile."""
        from pebble import ProcessExpired  # with the first page, not with the window

        future = self._started().schedule(function, args=args, kwargs=kwargs, timeout=timeout_s)
        end = time.monotonic() + timeout_s + self._start_timeout_s
        while not wait((future,), timeout=_LOOK_S).done:
            # A page that renders forever would hold up the closing for its whole time limit.
            if self._closing.is_set():
                future.cancel()
                raise CancelledError
            if time.monotonic() > end:
                self.stop()
                raise ParserTimeout(_TOO_LONG)
        try:
            return future.result()  # type: ignore[no-any-return]
        except TimeoutError as error:
            raise ParserTimeout(_TOO_LONG) from error
        except ProcessExpired as error:
            if error.exitcode == sandbox_child.OUT_OF_MEMORY:
                raise ParserOutOfMemory("Showing this part of the document needed more memory than allowed.") from error
            raise ParserCrashed("Showing this part of the document failed.") from error

    def stop(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.stop()
            try:
                pool.join(timeout=CLOSE_TIMEOUT_S)
            except TimeoutError:
                _log.error("pages_did_not_end")
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _started(self) -> ProcessPool:
        from pebble import ProcessPool

        if self._pool is None:
            self._folder = tempfile.TemporaryDirectory(prefix="pages-", ignore_cleanup_errors=True)
            self._pool = ProcessPool(
                max_workers=1,
                max_tasks=0,
                initializer=sandbox_child.prepare_child,
                initargs=(self._folder.name, MEMORY_BYTES, prepare_child),
                context=get_context("spawn"),
            )
        return self._pool
