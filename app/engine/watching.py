"""Watched folders of the library: what changes in them is imported by itself, while the window or the chat is open."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

from app.engine.jobs import Job
from app.settings.schema import WatchSettings
from index.errors import IndexError_
from index.ingest.progress import ImportProgress, ImportSummary
from index.ingest.rows import Collection, Source
from index.ingest.settling import WatchRoot
from index.ingest.watch import FolderWatch, Look

_log = logging.getLogger(__name__)


class WatchNotice(NamedTuple):
    """Something that a person may want to know: a plain sentence, and the folder it is about."""

    message: str
    path: str


class RebuildFailed(NamedTuple):
    """A rebuild that could not be done; it is begun again at the next start."""

    error: BaseException


WatchEvent: TypeAlias = WatchNotice | ImportProgress | ImportSummary | RebuildFailed
WatchListener: TypeAlias = Callable[[WatchEvent], None]
Submit: TypeAlias = Callable[[str, Sequence[Path], Callable[[ImportProgress], None]], Job[ImportSummary] | None]
"""(name of the collection, paths, progress) to the queued import; None when none is wanted now."""
MakeWatch: TypeAlias = Callable[[Callable[[WatchRoot], None], Look, Callable[[str, WatchRoot], None]], FolderWatch]
"""(changed, look, notice) to a watch that was not started yet."""
Changes: TypeAlias = Callable[[Source, Callable[[], bool]], list[str]]
"""``index.ingest.sweep.changed_paths`` over the ledger of the program."""


class Sources(Protocol):
    """The side of ``index.ingest.ledger.Ledger`` that this needs."""

    def collections(self) -> list[Collection]: ...

    def sources(self, collection_id: str) -> list[Source]: ...


class Watching:
    """Light constructor; ``start`` once; ``refresh`` when sources or their switches changed; ``stop`` leaves no thread behind.

    One import a source at a time; what changes meanwhile is imported after it.
    """

    def __init__(self, sources: Sources, settings: WatchSettings, changes: Changes, make_watch: MakeWatch) -> None:
        self._sources = sources
        self._settings = settings
        self._changes = changes
        self._make_watch = make_watch
        self._lock = threading.Lock()
        self._by_key: dict[str, tuple[str, Source]] = {}
        self._running: dict[str, Job[ImportSummary]] = {}
        self._again: set[str] = set()
        self._watch: FolderWatch | None = None
        self._submit: Submit | None = None
        self._listen: WatchListener = lambda _: None
        self._stopped = False

    def start(self, submit: Submit, listen: WatchListener) -> None:
        """Does nothing when the settings say so, or when it was started before."""
        with self._lock:
            if not self._settings.enabled or self._watch is not None or self._stopped:
                return
            self._submit, self._listen = submit, listen
            self._watch = self._make_watch(self._changed, self._look, self._notice)
            self._watch.start()
        self.refresh()

    def refresh(self) -> None:
        """From any thread; reads the ledger."""
        watch = self._watch
        if watch is None or self._stopped:
            return
        try:
            collections = self._sources.collections()
            found = {s.id: (c.name, s) for c in collections for s in self._sources.sources(c.id) if s.watch}
        except IndexError_ as error:
            _log.warning("watched_folders_not_read", extra={"code": error.code})
            return
        with self._lock:
            self._by_key = found
        watch.set_roots([WatchRoot(s.id, s.collection_id, s.path, s.kind) for _, s in found.values()])

    def stop(self, timeout_s: float) -> bool:
        """False when a thread did not end in time. Idempotent. Imports that were asked for are the engine's."""
        with self._lock:
            self._stopped = True
            watch, self._watch = self._watch, None
        return watch is None or watch.stop(timeout_s)

    def _look(self, root: WatchRoot, cancelled: Callable[[], bool]) -> Sequence[str]:
        # Another program (`dossier import`, `dossier watch`) may have changed what there is to watch.
        self.refresh()
        known = self._by_key.get(root.key)
        if known is None or root.key in self._running:
            return ()
        try:
            return self._changes(known[1], cancelled)
        except IndexError_ as error:
            _log.warning("watched_folder_not_compared", extra={"code": error.code})
            return ()

    def _changed(self, root: WatchRoot) -> None:
        """On the watching thread, once what changed has come to rest."""
        with self._lock:
            known = self._by_key.get(root.key)
            if known is None or self._stopped or self._submit is None:
                return
            if root.key in self._running:
                self._again.add(root.key)
                return
            try:
                job = self._submit(known[0], (Path(known[1].path),), self._listen)
            except RuntimeError:  # the engine is being closed
                return
            if job is None:
                return
            self._running[root.key] = job
        job.future.add_done_callback(lambda _: self._imported(root, job))

    def _imported(self, root: WatchRoot, job: Job[ImportSummary]) -> None:
        with self._lock:
            self._running.pop(root.key, None)
            again = root.key in self._again
            self._again.discard(root.key)
        if job.future.cancelled():
            return
        error = job.future.exception()
        if error is None:
            self._listen(job.future.result())
            if again:
                self._changed(root)
        elif isinstance(error, IndexError_):
            # The next sweep finds what is still to be done.
            _log.warning("watched_import_failed", extra={"code": error.code})
            self._notice(f"{error.message} {error.next_step}".strip(), root)
        else:
            _log.error("watched_import_failed", exc_info=error)
            self._notice("Changes in a folder could not be imported. They are tried again in a few minutes.", root)

    def _notice(self, message: str, root: WatchRoot) -> None:
        _log.info("watch_notice", extra={"code": "notice"})
        self._listen(WatchNotice(message, root.path))
