"""Keeping ledger and store in step: recovery after a kill, removing files, sources and collections, rebuilding."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import timedelta
from functools import partial
from typing import TypeVar

from index.errors import DiskFull, IndexDamaged, IndexError_
from index.ingest import reading
from index.ingest.ledger import Ledger
from index.ingest.rows import FileRow
from index.store.connection import is_lasting
from index.store.writer import PassageWriter

_T = TypeVar("_T")

ERASE_AT_ONCE_ROWS = 50_000
"""Up to so many passages the index is written anew whoever deleted from it (a few seconds); above, only where a deletion left its mark."""

DIMENSION_NOT_KNOWN = 1
"""Of a rebuild that only waits: the model tells it when it is loaded, and the rebuild is begun anew with the true one."""


class Upkeep:
    """Callable from any thread, also while an import runs; the work is done on the writer's thread."""

    def __init__(self, ledger: Ledger, writer: PassageWriter, write_executor: Executor) -> None:
        self._ledger = ledger
        self._writer = writer
        self._executor = write_executor

    def recover(self, collection_id: str) -> set[str]:
        """Make ledger and store agree. Rows that the ledger does not know are deleted; files whose rows are missing are
        queued again; files that killed the program twice are set aside. Returns the ids of files to be read one at a time, last.

        Cheap when nothing is wrong (two columns are read). Raises IndexDamaged when the store cannot be opened.
        """
        return self._write(lambda: self._recover(collection_id))

    def recover_library(self) -> None:
        """On start: all collections, and tables of collections that the ledger does not know any more. What was being read when
        the program died is judged by the next import (``recover``), so that this may run beside one."""

        def sweep() -> None:
            known = {table for collection in self._ledger.collections() for table in collection.tables}
            for stranger in self._writer.tables() - known:
                self._writer.drop(stranger)

        self._write(sweep)
        for collection in self._ledger.collections():
            self._write(partial(self._sweep, collection.id))

    def remove_file(self, file_id: str) -> None:
        """Forget a file with all documents inside it. It is listed anew by the next import of its folder, should it still be there."""
        row = self._ledger.file(file_id)
        if row is None:
            return

        def remove() -> None:
            gone = self._ledger.remove_files(row.collection_id, [file_id])
            self._delete(row.collection_id, gone)
            self._erase(row.collection_id)

        self._write_freeing(remove)

    def exclude_file(self, file_id: str) -> None:
        """Take a file, or a document inside one, out for good: it stays listed as skipped and is not read again until ``retry``."""
        self.exclude_files([file_id])

    def exclude_files(self, file_ids: Sequence[str]) -> None:
        """The same for many; their traces are erased once. Unknown ids are left out."""

        rows = list(self._ledger.files_by_id(file_ids).values())
        hashes = {row.id: _hash_of(row) for row in rows if row.parent_id is None and row.sha256 is None}

        def exclude() -> None:
            collections: dict[str, list[str]] = {}
            for row in rows:
                collections.setdefault(row.collection_id, []).extend(self._ledger.exclude(row.id, hashes.get(row.id)))
            for collection_id, gone in collections.items():
                self._delete(collection_id, gone)
                self._erase(collection_id)

        self._write_freeing(exclude)

    def retry(self, collection_id: str, file_ids: Sequence[str]) -> None:
        """Have files read again by the next run, whatever was wrong with them; a document inside another with its container."""
        self._write(lambda: self._ledger.queue_again(collection_id, file_ids))

    def remove_source(self, source_id: str) -> None:
        """Forget a file or folder that a person added, with all that was found below it and below no other source."""

        def remove() -> None:
            collections = [
                c.id for c in self._ledger.collections() if any(s.id == source_id for s in self._ledger.sources(c.id))
            ]
            self._ledger.remove_source(source_id)
            for collection_id in collections:
                self._sweep(collection_id)
                self._erase(collection_id)

        self._write_freeing(remove)

    def delete_collection(self, collection_id: str) -> None:
        """All of it; the original files are untouched."""

        def delete() -> None:
            tables = self._tables(collection_id)
            try:
                self._ledger.delete_collection(collection_id)
            except DiskFull:
                # Its passages first: that takes no room and gives some. A kill in between has the files read anew.
                self._drop(tables)
                self._ledger.delete_collection(collection_id)
            self._drop(tables)
            with suppress(DiskFull):
                self._ledger.forget_traces()

        self._write_freeing(delete)

    def reset_collection(self, collection_id: str) -> None:
        """After damage: passages are dropped, every file is queued anew."""

        def reset() -> None:
            tables = self._tables(collection_id)
            self._ledger.reset_collection(collection_id)
            self._drop(tables)

        self._write(reset)

    def queue_rebuild(self, collection_id: str, embedder_id: str) -> None:
        """Written down before its turn comes, so that it is not forgotten when the program ends. What was begun with another model goes.
        Raises UserFixable when the collection is gone."""

        def queue() -> None:
            begun = self._ledger.collection(collection_id).rebuild
            if begun is not None and begun.embedder_id == embedder_id:
                return
            self._give_up(collection_id)
            self._ledger.begin_rebuild(collection_id, embedder_id, DIMENSION_NOT_KNOWN)

        self._write(queue)

    def give_up_rebuild(self, collection_id: str) -> None:
        """What was made with another embedding model goes; what answers stays. A rebuild that runs ends by that."""

        self._write_freeing(partial(self._give_up, collection_id))

    def tidy_rebuild(self, collection_id: str) -> None:
        """On the writer's thread, after passages were replaced or deleted: nothing of them stays in the table that is being made."""
        self._sweep_rebuild(collection_id)
        rebuild = self._ledger.collection(collection_id).rebuild
        if rebuild is not None and self._writer.has_traces(rebuild.table):
            with self._dropped_if_damaged(rebuild.table):
                self._writer.optimize(rebuild.table)

    def _recover(self, collection_id: str) -> set[str]:
        suspects = set(self._ledger.settle_journal(collection_id))
        self._sweep(collection_id)
        return suspects

    def _sweep(self, collection_id: str) -> None:
        """Also right while an import runs: rows and their entry are written in one task of the writer's thread."""
        tables = self._tables(collection_id)
        if not tables:
            return  # deleted meanwhile
        table = tables[0]
        stored = self._writer.stored(table)
        expected = self._ledger.expected_passages(collection_id)
        lost = [file_id for (file_id, revision), passages in expected.items() if stored.get((file_id, revision), 0) != passages]
        if lost:
            self._ledger.queue_again(collection_id, lost)
        gone = set(lost)
        begun = self._ledger.begun(collection_id)
        leftovers = [key for key in stored if (key not in expected and key not in begun) or key[0] in gone]
        if leftovers:
            self._writer.delete_revisions(table, leftovers)
        self._sweep_rebuild(collection_id)

    def _sweep_rebuild(self, collection_id: str) -> None:
        """Of the table that is being made stays what the ledger stands for, a part of a file too. One that cannot be read is begun anew."""
        rebuild = self._ledger.collection(collection_id).rebuild
        if rebuild is None:
            return
        expected = self._ledger.expected_passages(collection_id)
        with self._dropped_if_damaged(rebuild.table):
            leftovers = [key for key, rows in self._writer.stored(rebuild.table).items() if rows > expected.get(key, 0)]
            self._writer.delete_revisions(rebuild.table, leftovers)
        self._ledger.note_rebuilt(collection_id, self._writer.count(rebuild.table))

    def _tables(self, collection_id: str) -> tuple[str, ...]:
        """The one that answers first; none of a collection that is gone."""
        return next((c.tables for c in self._ledger.collections() if c.id == collection_id), ())

    def _delete(self, collection_id: str, file_ids: Sequence[str]) -> None:
        for table, guard in self._guarded(collection_id):
            with guard:
                self._writer.delete_files(table, file_ids)

    def _guarded(self, collection_id: str) -> list[tuple[str, AbstractContextManager[None]]]:
        """The tables, each with what its damage means: that of one that is only being made stops no deletion."""
        tables = self._tables(collection_id)
        return [(table, self._dropped_if_damaged(table) if number else nullcontext()) for number, table in enumerate(tables)]

    @contextmanager
    def _dropped_if_damaged(self, table: str) -> Iterator[None]:
        """For a table that is being made: one that cannot be read is begun anew."""
        try:
            yield
        except IndexDamaged as error:
            if not is_lasting(error):
                raise
            self._writer.drop(table)

    def _give_up(self, collection_id: str) -> None:
        rebuild = self._ledger.collection(collection_id).rebuild
        if rebuild is not None:
            self._ledger.give_up_rebuild(collection_id)
            self._writer.drop(rebuild.table)

    def _drop(self, tables: Sequence[str]) -> None:
        for table in tables:
            self._writer.drop(table)

    def _erase(self, collection_id: str) -> None:
        # Writing the rest anew takes room for it; what a full disk leaves is found by nobody, and goes with the next import.
        with suppress(DiskFull):
            self._ledger.forget_traces()
            for table, guard in self._guarded(collection_id):
                with guard:
                    if self._writer.count(table) <= ERASE_AT_ONCE_ROWS:
                        self._writer.erase_traces(table)
                    else:
                        self._writer.optimize(table, keep=timedelta(0))

    def _write_freeing(self, call: Callable[[], None]) -> None:
        """What gives room back: on a full disk it is done in the room that was set aside. In one task, so that no import takes that."""

        def work() -> None:
            try:
                call()
            except DiskFull:
                if not self._ledger.use_reserve():
                    raise
                call()
                # The first try may have come as far as the ledger.
                for collection in self._ledger.collections():
                    self._sweep(collection.id)
            self._ledger.set_reserve_aside()

        self._write(work)

    def _write(self, call: Callable[[], _T]) -> _T:
        return self._executor.submit(call).result()


def _hash_of(row: FileRow) -> str | None:
    """Of a file that was never read, or could not be; None when it is not what was listed any more."""
    try:
        mark = reading.fingerprint(row.path, lambda: False)
    except IndexError_:
        return None
    return mark.sha256 if mark.stamp[:2] == row.stamp[:2] else None
