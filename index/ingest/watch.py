"""Watches folders: tells which of them changed, once what changed has come to rest. Plain library; the app decides what to do then.

Two ways lead to ``changed``: events of the system for local disks, and a sweep every few minutes for all, because events get lost,
network drives have none, and a system may refuse to watch (the inotify limit of Linux).
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from index.ingest.drives import is_network
from index.ingest.settling import Settling, WatchRoot
from index.ingest.watch_events import LIMIT_ERRNOS, FolderEvents

TICK_S = 0.5
FIRST_SWEEP_S = 10.0
"""After the start, for what changed while the program was closed; by then the models are loading or loaded."""
_SLEPT_S = 60.0
"""A tick that comes so late by the calendar's clock was delayed by a sleep of the machine, or the clock was set: look at once."""

Look = Callable[[WatchRoot, Callable[[], bool]], Sequence[str]]
"""(root, cancelled) to the paths below it that differ from what was imported: ``index.ingest.sweep.changed_paths``."""


class Events(Protocol):
    """``index.ingest.watch_events.FolderEvents``."""

    def add(self, root: WatchRoot) -> None: ...

    def check_limit(self) -> None: ...

    def remove(self, root: WatchRoot) -> None: ...

    def is_alive(self, root: WatchRoot) -> bool: ...

    def stop(self, timeout_s: float) -> bool: ...


class FolderWatch:
    """One thread of its own, and those of watchdog, from ``start`` to ``stop``. ``changed``, ``look`` and ``notice`` are called on it.

    ``notice`` gets a plain sentence and the root it is about, once for each cause.
    """

    def __init__(
        self,
        changed: Callable[[WatchRoot], None],
        look: Look,
        notice: Callable[[str, WatchRoot], None],
        *,
        sweep_s: float,
        excluded: tuple[Path, ...] = (),
        scratch: Path | None = None,
        first_sweep_s: float = FIRST_SWEEP_S,
        events: Callable[[Callable[[WatchRoot, str], None]], Events] | None = None,
        by_sweep_only: Callable[[str], bool] = is_network,
    ) -> None:
        self._changed = changed
        self._look = look
        self._notice = notice
        self._sweep_s = sweep_s
        self._first_sweep_s = first_sweep_s
        self._by_sweep_only = by_sweep_only
        self._inbox: queue.SimpleQueue[tuple[WatchRoot, str] | tuple[WatchRoot, ...]] = queue.SimpleQueue()
        told = self._told
        self._events: Events = events(told) if events is not None else FolderEvents(told, excluded, scratch)
        self._settling = Settling()
        self._roots: tuple[WatchRoot, ...] = ()
        self._noticed: set[tuple[str, str]] = set()
        self._refused: set[WatchRoot] = set()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def set_roots(self, roots: Sequence[WatchRoot]) -> None:
        """From now on these and no others. Returns at once."""
        self._inbox.put(tuple(roots))

    def stop(self, timeout_s: float) -> bool:
        """False when a thread did not end in time (a drive that does not answer). Idempotent."""
        self._stop.set()
        self._inbox.put(self._roots)
        if self._thread.is_alive():
            self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _told(self, root: WatchRoot, path: str) -> None:
        self._inbox.put((root, path))

    def _run(self) -> None:
        next_sweep = time.monotonic() + self._first_sweep_s
        calendar = time.time()
        try:
            while not self._stop.is_set():
                self._take_in()
                late = abs(time.time() - calendar) > _SLEPT_S
                if late or time.monotonic() >= next_sweep:
                    self._sweep()
                    next_sweep = time.monotonic() + self._sweep_s
                calendar = time.time()
                for root in self._settling.due():
                    if root in self._roots:
                        self._changed(root)
        finally:
            self._events.stop(timeout_s=5.0)

    def _take_in(self) -> None:
        """Wait for one message up to a tick, then take all there are."""
        try:
            item = self._inbox.get(timeout=TICK_S)
            while not self._stop.is_set():
                if len(item) == 2 and isinstance(item[1], str):
                    self._settling.note(item[0], item[1])
                else:
                    self._watch(tuple(root for root in item if isinstance(root, WatchRoot)))
                item = self._inbox.get_nowait()
        except queue.Empty:
            return

    def _watch(self, roots: tuple[WatchRoot, ...]) -> None:
        for old in set(self._roots) - set(roots):
            self._events.remove(old)
            self._settling.forget(old)
            self._refused.discard(old)
        new = [root for root in roots if root not in self._roots]
        self._roots = roots
        for root in new:
            self._observe(root)

    def _observe(self, root: WatchRoot) -> None:
        if self._by_sweep_only(root.path):
            self._refused.add(root)
            self._say("Changes on this network drive are looked for every few minutes.", root)
            return
        try:
            self._events.add(root)
        except OSError as error:
            self._refuse(root, error)

    def _refuse(self, root: WatchRoot, error: OSError) -> None:
        if error.errno in LIMIT_ERRNOS:
            self._refused.add(root)
            self._say(
                "The system cannot watch more folders, so changes are looked for every few minutes. "
                "An administrator can raise fs.inotify.max_user_watches.",
                root,
            )
        # Anything else (the drive is away) is tried again at the next sweep.

    def _say(self, message: str, root: WatchRoot) -> None:
        if (message, root.key) not in self._noticed:
            self._noticed.add((message, root.key))
            self._notice(message, root)

    def _sweep(self) -> None:
        for root in self._roots:
            if self._stop.is_set():
                return
            if root not in self._refused:
                self._keep_alive(root)
            for path in self._look(root, self._stop.is_set):
                self._settling.note(root, path, happened=False)

    def _keep_alive(self, root: WatchRoot) -> None:
        """A drive that was pulled and connected again, or a folder that was replaced, is watched anew; and new folders may have
        come up against the limit."""
        try:
            if self._events.is_alive(root):
                self._events.check_limit()
            else:
                self._events.remove(root)
                self._events.add(root)
        except OSError as error:
            self._refuse(root, error)
