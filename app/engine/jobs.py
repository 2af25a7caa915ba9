"""Handles of running work: a future with a cancel button."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

T = TypeVar("T")


class Job(Generic[T]):
    """What ``Engine.ask`` and ``Engine.import_paths`` give back. ``cancel`` returns at once; the result tells how far it came, and
    raises CancelledError when it had not begun."""

    def __init__(self) -> None:
        self.future: Future[T] = Future()
        self._stop = threading.Event()
        self._heard: Callable[[], None] = lambda: None
        self._rest = threading.Event()

    def cancel(self) -> None:
        self._stop.set()
        self._heard()

    def on_cancel(self, heard: Callable[[], None]) -> None:
        """``heard`` is called by ``cancel``, on its thread: for work that has not begun and so looks at no flag."""
        self._heard = heard

    def cancelled(self) -> bool:
        return self._stop.is_set()

    def pause(self, resting: bool) -> None:
        """Let the work rest after its present batch, or go on; cancelling ends a rest. Only imports know rests."""
        if resting:
            self._rest.set()
        else:
            self._rest.clear()

    def paused(self) -> bool:
        return self._rest.is_set()

    def result(self, timeout_s: float | None = None) -> T:
        """Blocks. Raises what the work raised; TimeoutError after ``timeout_s`` seconds."""
        return self.future.result(timeout_s)
