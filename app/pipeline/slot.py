"""The generator's slot: one question at a time has the loaded model, the others wait in the order in which they came, visibly."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from app.pipeline.cancelling import Cancelled
from app.pipeline.ports import CancelFlag

POLL_S = 0.05
"""How often a waiting question looks whether it was stopped."""


class GeneratorSlot:
    """One per loaded model: a laptop has no capacity for two answers at once."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._queue: deque[object] = deque()

    @contextmanager
    def held(self, cancelled: CancelFlag, tell: Callable[[int], None]) -> Iterator[None]:
        """Waits for the turn and keeps it until left. ``tell`` hears how many are ahead, whenever that changes while waiting.

        Raises Cancelled when the person stops the question while it waits.
        """
        ticket = object()
        with self._turn:
            self._queue.append(ticket)
        try:
            self._wait(ticket, cancelled, tell)
            yield
        finally:
            with self._turn:
                self._queue.remove(ticket)
                self._turn.notify_all()

    def _wait(self, ticket: object, cancelled: CancelFlag, tell: Callable[[int], None]) -> None:
        told: int | None = None
        while True:
            with self._turn:
                ahead = self._queue.index(ticket)
            if ahead != told and (ahead or told is not None):
                tell(ahead)
            told = ahead
            if not ahead:
                return
            if cancelled():
                raise Cancelled
            with self._turn:
                if self._queue.index(ticket) == ahead:
                    self._turn.wait(POLL_S)
