"""What keeps a failing stage from taking the others along: waiting between tries, circuit breaker, token bucket.

Own code, because no kept library fits: pybreaker and purgatory count with the wall clock and know no window of failures, ``limits`` has
no token bucket and no clock of ours, and tenacity's limits in time read a clock that a test cannot set. Together some 100 lines.
"""

from __future__ import annotations

import random
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from app.pipeline.ports import Clock
from app.settings.schema import BreakerSettings, RetryPolicy, TokenBucketSettings
from models import errors
from models.errors import ModelError


def backoff_s(policy: RetryPolicy, attempt: int) -> float:
    """Seconds before the try after ``attempt`` (0 is the first): ``base · 2^attempt + U(0, jitter)`` (contract, section 1)."""
    return (policy.base_ms * (1 << attempt) + random.uniform(0, policy.jitter_ms)) / 1000


class BreakerOpen(Exception):
    """The stage failed too often and is left alone for ``retry_after_s`` more seconds."""

    def __init__(self, retry_after_s: float) -> None:
        super().__init__("the stage failed too often and is left alone for a while")
        self.retry_after_s = retry_after_s


@dataclass
class Attempt:
    """``stopped``: the call ended early and tells nothing."""

    stopped: bool = False


class CircuitBreaker:
    """Closed: calls pass, failures are counted. Open: none passes. Half-open, after ``open_ms``: one call decides.

    With ``window_ms`` it opens when so many failures fall into that time, without it when they come in a row. Each ``enter`` must be
    followed by exactly one of ``success``, ``failure``, ``release``. Safe to use from several threads.
    """

    def __init__(self, settings: BreakerSettings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._lock = threading.Lock()
        self._failures: deque[float] = deque()
        self._opened_at: float | None = None
        self._trying = False

    def enter(self) -> None:
        """Raises BreakerOpen while open, and while another call tries in its stead."""
        with self._lock:
            if self._opened_at is None:
                return
            left = self._opened_at + self._settings.open_ms / 1000 - self._clock()
            if left > 0 or self._trying:
                raise BreakerOpen(max(left, 1.0))
            self._trying = True

    def success(self) -> None:
        with self._lock:
            self._failures.clear()
            self._opened_at, self._trying = None, False

    def failure(self) -> None:
        with self._lock:
            now = self._clock()
            self._failures.append(now)
            window = self._settings.window_ms
            while window is not None and self._failures[0] < now - window / 1000:
                self._failures.popleft()
            if self._trying or len(self._failures) >= self._settings.failures:
                self._opened_at, self._trying = now, False
                self._failures.clear()

    @contextmanager
    def judged(self) -> Iterator[Attempt]:
        """One call of a model. What a person must repair, and a call that was stopped, say nothing about its health. Raises BreakerOpen, and
        what the call raises."""
        self.enter()
        attempt = Attempt()
        try:
            yield attempt
        except ModelError as error:
            if isinstance(error, errors.UserFixable | errors.Cancelled):
                self.release()
            else:
                self.failure()
            raise
        except BaseException:
            self.release()
            raise
        if attempt.stopped:
            self.release()
        else:
            self.success()

    def release(self) -> None:
        """The call ended without telling anything about the stage: stopped by the person, or refused for its own fault."""
        with self._lock:
            self._trying = False


class TokenBucket:
    """Lets ``requests_per_second`` pass on average and ``capacity`` at once, so that a stuck key cannot pile up work."""

    def __init__(self, settings: TokenBucketSettings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._lock = threading.Lock()
        self._tokens = float(settings.capacity)
        self._at = clock()

    def take(self) -> float:
        """0 when the request may pass, else the seconds until one could."""
        rate = self._settings.requests_per_second
        with self._lock:
            now = self._clock()
            self._tokens = min(float(self._settings.capacity), self._tokens + (now - self._at) * rate)
            self._at = now
            if self._tokens > 1.0 - 1e-9:
                self._tokens = max(0.0, self._tokens - 1.0)
                return 0.0
            return (1.0 - self._tokens) / rate
