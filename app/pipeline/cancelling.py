"""Stopping a question: what the stages raise when the person pressed stop, and waiting that notices it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import TypeVar

from app.pipeline.ports import CancelFlag, Clock

T = TypeVar("T")
POLL_S = 0.05
"""A person sees that stop was heard within 100 ms."""


class Cancelled(Exception):
    """The person pressed stop; what is there so far is the answer."""


def result_of(future: Future[T], cancelled: CancelFlag, clock: Clock, budget_s: float = float("inf")) -> T:
    """The future's result. Raises Cancelled, TimeoutError after ``budget_s`` seconds of ``clock``, or what the work raised."""
    end = clock() + budget_s
    while True:
        if cancelled():
            raise Cancelled
        left = end - clock()
        try:
            return future.result(timeout=min(POLL_S, max(left, 0.0)))
        except CancelledError:
            # The program closes: its owner threads take no more work.
            raise Cancelled from None
        except FutureTimeout:
            if future.done():
                # The work itself raised a time-out, or ended this very moment.
                return future.result()
            if clock() >= end:
                raise


def sleep_unless(seconds: float, cancelled: CancelFlag, sleep: Callable[[float], None]) -> None:
    """Sleeps in short steps. Raises Cancelled."""
    left = seconds
    while left > 0:
        if cancelled():
            raise Cancelled
        sleep(min(POLL_S, left))
        left -= POLL_S
