"""Events of the file system for folders on local disks: the door to watchdog."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from index.ingest import ignore
from index.ingest.settling import WatchRoot

if TYPE_CHECKING:
    from watchdog.events import FileSystemEvent
    from watchdog.observers.api import BaseObserver, ObservedWatch

LIMIT_ERRNOS = frozenset({errno.ENOSPC, errno.EMFILE, errno.ENFILE})
"""What Linux says when it watches no more folders for this person."""


class FolderEvents:
    """``told`` is called with root and path on a thread of watchdog; it must only take note. One thread makes all other calls.

    Our own reading makes no events: opening and closing without writing are not asked for.
    """

    def __init__(
        self, told: Callable[[WatchRoot, str], None], excluded: tuple[Path, ...] = (), scratch: Path | None = None
    ) -> None:
        """``excluded`` folders are silent (the program's own data, which changes with every import). ``scratch`` is a folder in
        which an empty one may be made to find out whether the system still watches more."""
        self._told = told
        self._excluded = tuple(os.path.realpath(folder) for folder in excluded)
        self._scratch = scratch
        self._observer: BaseObserver | None = None
        self._watches: dict[WatchRoot, ObservedWatch] = {}

    def add(self, root: WatchRoot) -> None:
        """Raises OSError when the system refuses (``LIMIT_ERRNOS``), or the folder cannot be watched."""
        from watchdog import events

        wanted: list[type[FileSystemEvent]] = [
            events.FileCreatedEvent, events.FileModifiedEvent, events.FileMovedEvent, events.FileDeletedEvent, events.FileClosedEvent,
            events.DirCreatedEvent, events.DirMovedEvent, events.DirDeletedEvent,
        ]  # fmt: skip
        take = self._take

        class Handler(events.FileSystemEventHandler):
            def on_any_event(self, event: FileSystemEvent) -> None:
                take(root, event)

        folder = root.path if root.kind == "folder" else os.path.dirname(root.path)
        watch = self._running().schedule(Handler(), folder, recursive=root.kind == "folder", event_filter=wanted)
        self._watches[root] = watch
        self.check_limit()

    def check_limit(self) -> None:
        """Raises OSError when the system watches no more. Folders below a root, or new ones, are then passed over without a word
        (watchdog 7.1), so it is asked by watching one folder more."""
        if self._scratch is None:
            return
        from watchdog.events import DirMovedEvent, FileSystemEventHandler

        probe = tempfile.mkdtemp(prefix="watch-", dir=self._scratch)
        try:
            observer = self._running()
            observer.unschedule(observer.schedule(FileSystemEventHandler(), probe, event_filter=[DirMovedEvent]))
        finally:
            shutil.rmtree(probe, ignore_errors=True)

    def remove(self, root: WatchRoot) -> None:
        watch = self._watches.pop(root, None)
        if watch is not None and self._observer is not None and watch not in self._watches.values():
            self._observer.unschedule(watch)

    def is_alive(self, root: WatchRoot) -> bool:
        """False when the root was never added, was deleted, or its drive went away."""
        watch = self._watches.get(root)
        if watch is None or self._observer is None:
            return False
        return any(emitter.watch == watch and emitter.is_alive() for emitter in self._observer.emitters)

    def stop(self, timeout_s: float) -> bool:
        """All threads of watchdog end. False when that took too long."""
        observer, self._observer = self._observer, None
        self._watches.clear()
        if observer is None:
            return True
        observer.stop()
        observer.join(timeout_s)
        return not observer.is_alive()

    def _running(self) -> BaseObserver:
        if self._observer is None:
            from watchdog.observers import Observer

            observer = Observer()
            observer.start()
            self._observer = observer
        return self._observer

    def _take(self, root: WatchRoot, event: FileSystemEvent) -> None:
        for name in (event.src_path, event.dest_path):
            path = os.fsdecode(name) if name else ""
            if path and self._concerns(root, path):
                self._told(root, path)

    def _concerns(self, root: WatchRoot, path: str) -> bool:
        if root.kind == "file":
            return path == root.path
        if any(path == folder or path.startswith(folder + os.sep) for folder in self._excluded):
            return False
        below = os.path.relpath(path, root.path)
        return below == os.curdir or not ignore.is_noise(below)
