"""What a person does to the library beside importing: try again, take out, delete, give a password, switch watching.

Calls return at once with a future; the work is done on a thread of its own, so that a slow folder that is being counted delays
nothing, and the writes on the writer's thread, between those of a running import.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Protocol

from app.engine.import_queue import ImportRequest
from app.engine.owner import OwnerThread
from index.errors import IndexError_, UserFixable
from index.ingest.rows import Collection, FileRow

_log = logging.getLogger(__name__)


class LedgerSide(Protocol):
    """``index.ingest.ledger.Ledger``."""

    def collection(self, collection_id: str) -> Collection: ...

    def collections(self) -> list[Collection]: ...

    def collection_by_name(self, name: str) -> Collection | None: ...

    def file(self, file_id: str) -> FileRow | None: ...

    def set_watch(self, source_id: str, watch: bool) -> None: ...

    def change_collection(self, collection_id: str, *, name: str | None = None) -> Collection: ...

    def set_aliases(self, collection_id: str, aliases: Sequence[str]) -> None: ...

    def set_default(self, collection_id: str | None) -> None: ...


class UpkeepSide(Protocol):
    """``index.ingest.upkeep.Upkeep``; opening it brings the index along. Its calls wait for the writer's thread."""

    def retry(self, collection_id: str, file_ids: Sequence[str]) -> None: ...

    def recover_library(self) -> None: ...

    def exclude_file(self, file_id: str) -> None: ...

    def remove_source(self, source_id: str) -> None: ...

    def delete_collection(self, collection_id: str) -> None: ...

    def queue_rebuild(self, collection_id: str, embedder_id: str) -> None: ...

    def give_up_rebuild(self, collection_id: str) -> None: ...


class LibraryChanges:
    """Futures raise index.errors. ``passwords`` by path as the ledger has it are in memory until ``finish``, and nowhere else."""

    def __init__(self, ledger: LedgerSide, open_upkeep: Callable[[], UpkeepSide]) -> None:
        """``open_upkeep`` is called once, on the thread of the changes, with the first one that writes to the index."""
        self._ledger = ledger
        self._open_upkeep = open_upkeep
        self._upkeep: UpkeepSide | None = None
        self._owner = OwnerThread("library")
        self.passwords: dict[str, str] = {}
        self._resume: Callable[[str], object] = lambda name: None
        self._stop_imports: Callable[[Callable[[ImportRequest], bool]], None] = lambda concerned: None
        self._rebuild: Callable[[Collection], object] = lambda collection: None
        self._sources_changed: Callable[[], None] = lambda: None

    def connect(
        self,
        resume: Callable[[str], object],
        stop_imports: Callable[[Callable[[ImportRequest], bool]], None],
        sources_changed: Callable[[], None],
        rebuild: Callable[[Collection], object],
    ) -> None:
        """The engine's: take up what is undone in the collection of that name; cancel these imports; tell who watches folders; go on with
        the rebuild of a collection."""
        self._resume, self._stop_imports, self._sources_changed, self._rebuild = resume, stop_imports, sources_changed, rebuild

    def recover(self) -> Future[None]:
        """At the start of the program: what a killed one left half done is tidied away, collection by collection. The future never
        raises: another program may be writing, and what is damaged is told to whoever asks it."""

        def work() -> None:
            try:
                self._open().recover_library()
            except IndexError_ as error:
                _log.warning("library_not_recovered", extra={"code": error.code})

        return self._owner.submit(work)

    def retry(self, collection_id: str, file_ids: Sequence[str]) -> Future[None]:
        """Read these files again, whatever was wrong with them. The future ends when they are queued and the import is asked for."""
        return self._owner.submit(lambda: self._retry(collection_id, tuple(file_ids)))

    def give_password(self, file_id: str, password: str) -> Future[None]:
        """And read the file again with it."""
        return self._owner.submit(lambda: self._give_password(file_id, password))

    def forget(self, collection_id: str, file_ids: Sequence[str]) -> Future[None]:  # noqa: ARG002 - a file belongs to one collection
        """Take files out: they stay listed as taken out, and no import reads them until ``retry``."""

        def work() -> None:
            for file_id in file_ids:
                self._open().exclude_file(file_id)

        return self._owner.submit(work)

    def remove_source(self, source_id: str) -> Future[None]:
        """With everything that was found below it and below no other source."""

        def work() -> None:
            self._open().remove_source(source_id)
            self._sources_changed()

        return self._owner.submit(work)

    def delete_collection(self, collection_id: str) -> Future[None]:
        """Imports into it end; the person's own files stay."""

        def work() -> None:
            self._stop_imports(lambda request: self._is_into(request, collection_id) or _rebuilds(request, collection_id))
            self._open().delete_collection(collection_id)
            self._sources_changed()

        return self._owner.submit(work)

    def rename_collection(self, collection_id: str, name: str) -> Future[None]:
        """Imports are asked for by name, so those of the collection end first. The future raises UserFixable for a name that is taken."""

        def work() -> None:
            self._stop_imports(lambda request: self._is_into(request, collection_id))
            self._ledger.change_collection(collection_id, name=name)
            self._sources_changed()

        return self._owner.submit(work)

    def begin_rebuild(self, collection_id: str, model_id: str) -> Future[None]:
        """The future ends when it is written down and has its place after all imports."""

        def work() -> None:
            self._stop_imports(lambda request: _rebuilds(request, collection_id))
            self._open().queue_rebuild(collection_id, model_id)
            self._rebuild(self._ledger.collection(collection_id))

        return self._owner.submit(work)

    def give_up_rebuild(self, collection_id: str) -> Future[None]:
        """The present embedding model stays; what was made with the other one is deleted."""

        def work() -> None:
            self._stop_imports(lambda request: _rebuilds(request, collection_id))
            self._open().give_up_rebuild(collection_id)

        return self._owner.submit(work)

    def go_on_rebuilding(self) -> Future[None]:
        """What was asked for, and not finished when the program ended."""

        def work() -> None:
            for collection in self._ledger.collections():
                if collection.rebuild is not None:
                    self._rebuild(collection)

        return self._owner.submit(work)

    def watch(self, source_id: str, on: bool) -> Future[None]:
        """Whether changes below a source are imported by themselves."""

        def work() -> None:
            self._ledger.set_watch(source_id, on)
            self._sources_changed()

        return self._owner.submit(work)

    def name_collection(self, collection_id: str, aliases: Sequence[str], *, default: bool) -> Future[None]:
        """By which other names questions call it, and whether it is the one that questions go to which name none."""

        def work() -> None:
            self._ledger.set_aliases(collection_id, aliases)
            if default:
                self._ledger.set_default(collection_id)
            elif self._ledger.collection(collection_id).is_default:
                self._ledger.set_default(None)

        return self._owner.submit(work)

    def finish(self, timeout_s: float) -> bool:
        ended = self._owner.finish(timeout_s=timeout_s)
        self.passwords.clear()
        return ended

    def _is_into(self, request: ImportRequest, collection_id: str) -> bool:
        """An import, by whatever name it was asked for."""
        found = self._ledger.collection_by_name(request.collection) if request.rebuild is None else None
        return found is not None and found.id == collection_id

    def _open(self) -> UpkeepSide:
        if self._upkeep is None:
            self._upkeep = self._open_upkeep()
        return self._upkeep

    def _retry(self, collection_id: str, file_ids: Sequence[str]) -> None:
        name = self._ledger.collection(collection_id).name
        self._open().retry(collection_id, file_ids)
        self._resume(name)

    def _give_password(self, file_id: str, password: str) -> None:
        row = self._ledger.file(file_id)
        if row is None:
            raise UserFixable("This file is not in the library any more.", next_step="Import it again.")
        self.passwords[row.path] = password
        self._retry(row.collection_id, (file_id,))


def _rebuilds(request: ImportRequest, collection_id: str) -> bool:
    return request.rebuild is not None and request.rebuild.collection_id == collection_id
