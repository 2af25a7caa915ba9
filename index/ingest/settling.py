"""Waits until what changed has come to rest: half-copied files, and bursts such as an unpacked archive, become one change."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

SETTLE_S = 2.0
"""A file whose size and time stay the same for this long is not being copied any more."""
LONGEST_S = 20.0
"""Files at rest wait at most this long for others of their folder that are still being written (an edit is to be noticed within a
minute, must-hold 10)."""
PATIENCE_S = 600.0
"""A file that is written without a pause for so long (a log) is taken as it is."""
APART_S = 10.0
"""The least time between two imports of one folder."""
MOST_PATHS = 2000
"""Of so many paths a folder the size and time are watched; beyond that the folder only has to be quiet."""


@dataclass(frozen=True)
class WatchRoot:
    """A file or folder that a person added; ``key`` is the id of its source, ``collection`` the id of the collection."""

    key: str
    collection: str
    path: str
    kind: Literal["file", "folder"]


@dataclass
class _Dirty:
    stamp: tuple[int, int] | None
    since: float
    first: float


@dataclass
class _State:
    paths: dict[str, _Dirty]
    first: float
    noted: float
    more: bool = False


class Settling:
    """Not thread-safe: one thread notes and asks. Times are seconds of ``clock``, which never goes back."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, stamp: Callable[[str], tuple[int, int] | None] | None = None
    ) -> None:
        self._clock = clock
        self._stamp = stamp or _stamp
        self._dirty: dict[WatchRoot, _State] = {}
        self._told: dict[str, float] = {}

    def note(self, root: WatchRoot, path: str, *, happened: bool = True) -> None:
        """Something happened to ``path`` just now: it appeared, changed, or is gone; or (not ``happened``) a sweep found it differing."""
        now = self._clock()
        state = self._dirty.setdefault(root, _State({}, now, now))
        known = state.paths.get(path)
        if happened:
            state.noted = now
        if known is not None:
            known.since = now if happened else known.since
        elif len(state.paths) < MOST_PATHS:
            state.paths[path] = _Dirty(self._stamp(path), now, now)
        else:
            state.more = True

    def forget(self, root: WatchRoot) -> None:
        self._dirty.pop(root, None)

    def due(self) -> list[WatchRoot]:
        """Roots with changes that are at rest; each is named once, and again only after it was noted again."""
        now = self._clock()
        return [root for root, state in list(self._dirty.items()) if self._is_due(root, state, now)]

    def _is_due(self, root: WatchRoot, state: _State, now: float) -> bool:
        moving: dict[str, _Dirty] = {}
        for path, dirty in state.paths.items():
            stamp = self._stamp(path)
            if stamp != dirty.stamp:
                dirty.stamp, dirty.since = stamp, now
            if now - dirty.since < SETTLE_S and now - dirty.first < PATIENCE_S:
                moving[path] = dirty
        waits = now - state.first < LONGEST_S
        busy = len(moving) == len(state.paths) or (waits and (moving or (state.more and now - state.noted < SETTLE_S)))
        if busy or now - self._told.get(root.key, -APART_S) < APART_S:
            return False
        self._told[root.key] = now
        if moving:
            self._dirty[root] = _State(moving, now, state.noted)
        else:
            del self._dirty[root]
        return True


def _stamp(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_size, status.st_mtime_ns
