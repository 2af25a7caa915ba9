"""Writing the files of the ledger: every change of what became of a file is one transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from index import errors
from index.ingest import relations
from index.ingest.database import Database
from index.ingest.file_reads import FileReads, to_file
from index.ingest.file_stamp import FileStamp
from index.ingest.journal import Journal
from index.ingest.relations import path_key
from index.ingest.row_changes import (
    OPEN_AGAIN,
    fill,
    insert,
    is_of,
    leave_out,
    moment,
    put_child,
    read_again,
    refuse,
    set_stamp,
    settle_duplicates,
)
from index.ingest.rows import ChildFile, FileRow, FoundFile, IndexedFile
from index.ingest.stamps import TRIED_AGAIN
from index.ingest.versions import raise_version

EXCLUDED = "excluded"
"""Reason code of a file that a person took out: it stays out until they ask for it."""

_FOUND_BY_READING = frozenset({errors.UnsupportedFormat.code, errors.NoText.code})


class FileLedger(FileReads, Journal):
    """Thread-safe: each thread has its own connection. Writes are meant to come from one thread."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)

    def record_found(
        self, collection_id: str, source_id: str, found: Sequence[FoundFile], *, chunker_version: str, retry: bool = False
    ) -> list[str]:
        """List what the scan saw: new and changed files are queued, unchanged ones are left alone (size and time are compared).

        ``retry`` queues failed files too, whatever their reason. Returns ids of files that are not read any more (empty now, too
        large): their rows in the store are leftovers.
        """
        gone: list[str] = []
        with self._db.write() as db:
            for item in found:
                row = db.execute(
                    "SELECT * FROM files WHERE collection_id = ? AND path = ?", (collection_id, item.path)
                ).fetchone()
                if row is None:
                    insert(db, collection_id, source_id, item)
                elif item.reason_code is not None:
                    if (row["status"], row["reason_code"]) != ("skipped", item.reason_code):
                        gone += leave_out(db, row["id"], item)
                elif _must_read(row, item, chunker_version, retry):
                    db.execute(OPEN_AGAIN, (row["id"],))
                elif row["changed_ns"] == 0:  # read by an earlier version
                    set_stamp(db, row["id"], item.stamp)
            if gone:
                raise_version(db, collection_id)
        return gone

    def mark_indexed(
        self,
        collection_id: str,
        rows: Sequence[IndexedFile],
        *,
        children: Sequence[ChildFile] = (),
        kept: Mapping[str, Collection[str]] | None = None,
    ) -> list[str]:
        """One transaction for all: from here on the new revisions are what is found, and the old ones are leftovers.

        ``children`` are the documents inside these files, containers before their content; ``kept`` has for the id of each file
        and container the paths of the documents directly in it: others that were there are forgotten. Returns the ids of files that
        are gone (a person removed them meanwhile, or their container has them no more); their rows in the store are leftovers too.
        """
        gone: list[str] = []
        with self._db.write() as db:
            inner = {child.file_id for child in children}
            for row in rows:
                if row.file_id not in inner:
                    fill(db, row, gone)
            entries = {row.file_id: row for row in rows if row.file_id in inner}
            for child in children:
                put_child(db, collection_id, child, entries.get(child.file_id), gone)
            for container, paths in (kept or {}).items():
                inside = db.execute("SELECT id, path FROM files WHERE parent_id = ?", (container,)).fetchall()
                gone += relations.remove(db, [r["id"] for r in inside if r["path"] not in paths])
            for row in rows:
                relations.settle(db, row.file_id)
                settle_duplicates(db, row.file_id)
            raise_version(db, collection_id)
        return gone

    def mark_vectors(self, collection_id: str, changes: Sequence[tuple[str, str, str]]) -> list[str]:
        """(File id, old revision, new revision): the same passages, now with their vectors. One transaction.

        Returns the ids of files that were removed or read anew meanwhile; the rows of their new revision are leftovers.
        """
        gone: list[str] = []
        with self._db.write() as db:
            for file_id, old, new in changes:
                changed = db.execute(
                    "UPDATE files SET revision = ?, next_revision = NULL, needs_vectors = 0 WHERE id = ? AND revision = ?",
                    (new, file_id, old),
                ).rowcount
                if not changed:
                    gone.append(file_id)
            raise_version(db, collection_id)
        return gone

    def begin_vectors(self, file_id: str, revision: str) -> None:
        """Before the first part of a large file is stored with vectors: what is stored of ``revision`` is not a leftover."""
        with self._db.write() as db:
            db.execute("UPDATE files SET next_revision = ? WHERE id = ?", (revision, file_id))

    def mark_recognised(self, warnings: Mapping[str, Sequence[str]]) -> None:
        """Text recognition is over for these file ids, and found nothing more; with the warnings that hold from now on."""
        with self._db.write() as db:
            for file_id, texts in warnings.items():
                db.execute(
                    "UPDATE files SET needs_ocr = 0, warnings = ? WHERE id = ?", (json.dumps(list(texts)), file_id)
                )  # fmt: skip
                db.execute("DELETE FROM in_flight WHERE file_id = ?", (file_id,))

    def mark_unchanged(self, file_id: str, stamp: FileStamp) -> None:
        """Touched but the same bytes: its passages stay."""
        with self._db.write() as db:
            set_stamp(db, file_id, stamp)
            relations.settle(db, file_id)
            db.execute("DELETE FROM in_flight WHERE file_id = ?", (file_id,))

    def mark_duplicate(self, file_id: str, original: FileRow, stamp: FileStamp, *, instead: bool = False) -> list[str]:
        """The same bytes as ``original``, whose passages stand for both; ``instead``: from now on at this file's place. Returns ids whose
        rows in the store are leftovers."""
        with self._db.write() as db:
            before = db.execute("SELECT revision, collection_id FROM files WHERE id = ?", (file_id,)).fetchone()
            if before is None:
                return []
            gone = relations.remove(db, relations.below(db, [file_id])[1:])
            gone += [file_id] if before["revision"] is not None else []
            relations.forget_reading(db, file_id)
            same = (
                "sha256",
                "kind",
                "title",
                "language",
                "document_modified",
                "author",
                "recipients",
                "pages",
                "pages_without_text",
                "parser",
                "chunker_version",
            )
            values = db.execute(f"SELECT {', '.join(same)} FROM files WHERE id = ?", (original.id,)).fetchone()
            if values is None:  # removed this very moment: the file is read itself
                return gone
            db.execute(
                f"UPDATE files SET size = ?, mtime_ns = ?, changed_ns = ?, duplicate_of = ?, status = ?, needs_read = 0, indexed_at = ?, warnings = '[]', "
                f"{', '.join(f'{name} = ?' for name in same)} WHERE id = ?",
                (*stamp, original.id, original.status, moment(), *values, file_id),
            )
            db.execute("DELETE FROM in_flight WHERE file_id = ?", (file_id,))
            if instead:
                relations.exchange(db, original.id, file_id)
            raise_version(db, before["collection_id"])
            return gone

    def release(self, file_id: str) -> FileRow | None:
        """Before new content of a file is read: duplicates keep the old. Returns the row that stands at the file's path from now on."""
        with self._db.write() as db:
            if db.execute("SELECT 1 FROM files WHERE id = ?", (file_id,)).fetchone() is None:
                return None
            now = relations.release(db, file_id)
            return to_file(db.execute("SELECT * FROM files WHERE id = ?", (now,)).fetchone())

    def mark_refused(
        self,
        file_id: str,
        status: Literal["skipped", "failed"],
        error: errors.IndexError_,
        stamp: FileStamp,
        *,
        keep: bool = False,
    ) -> list[str]:
        """List why a file is not indexed. ``keep`` leaves the passages of its last good reading; without it the documents inside
        it go. Returns ids whose rows in the store are leftovers."""
        with self._db.write() as db:
            row = db.execute("SELECT collection_id, revision FROM files WHERE id = ?", (file_id,)).fetchone()
            if row is None:
                return []
            set_stamp(db, file_id, stamp)
            gone = [] if keep else relations.remove(db, relations.below(db, [file_id])[1:])
            refuse(db, file_id, status, error.code, error.message, error.next_step, keep=keep)
            if (row["revision"] is not None or gone) and not keep:
                raise_version(db, row["collection_id"])
                gone.append(file_id)
            return gone

    def mark_moved(self, moves: Sequence[tuple[str, str, FoundFile, str]]) -> None:
        """(File id, id of the new name's row, what was found there, source id): a file with the same bytes under a new name keeps
        its passages, and what lies inside it; the row of the new name goes. One transaction for all."""
        collections: set[str] = set()
        with self._db.write() as db:
            for file_id, replaced_id, found, source_id in moves:
                row = db.execute("SELECT collection_id FROM files WHERE id = ?", (file_id,)).fetchone()
                if row is None:  # a person removed it meanwhile: what stands at the new name is read itself
                    continue
                db.execute("DELETE FROM files WHERE id = ?", (replaced_id,))
                relations.move(
                    db,
                    file_id,
                    {
                        "path": found.path, "path_key": path_key(found.path), **found.stamp._asdict(), "source_id": source_id,
                    },
                )  # fmt: skip
                relations.settle(db, file_id)
                collections.add(row["collection_id"])
            for collection_id in collections:
                raise_version(db, collection_id)

    def remove_files(self, collection_id: str, file_ids: Sequence[str]) -> list[str]:
        """Forget files and the documents inside them, their texts included; duplicates take their passages over.

        Returns the ids of the rows that are gone: their passages in the store are leftovers from here on.
        """
        with self._db.write() as db:
            mine = [i for i in file_ids if is_of(db, i, collection_id)]
            gone = relations.remove(db, mine)
            raise_version(db, collection_id)
        return gone

    def exclude(self, file_id: str, sha256: str | None = None) -> list[str]:
        """A person takes a file or a document inside one out: it stays listed, unread, until they ask for it. Its hash (``sha256``
        where the ledger has none) stays as well, so that it is known again under another name.

        Returns ids whose rows in the store are leftovers.
        """
        with self._db.write() as db:
            row = db.execute("SELECT * FROM files WHERE id = ?", (file_id,)).fetchone()
            if row is None:
                return []
            now = relations.release(db, file_id)
            gone = relations.remove(db, relations.below(db, [now])[1:])
            refuse(db, now, "skipped", EXCLUDED, "You took it out.", "Try it again to have it read after all.", keep=False)
            if row["parent_id"] is None:
                db.execute("UPDATE files SET sha256 = ? WHERE id = ?", (row["sha256"] or sha256, now))
            raise_version(db, row["collection_id"])
            return [*gone, now]

    def queue_again(self, collection_id: str, file_ids: Sequence[str]) -> None:
        """For a person's "try again", and for files whose passages are missing from the store. A document inside another is read
        again with its container."""
        with self._db.write() as db:
            for file_id in file_ids:
                if not is_of(db, file_id, collection_id):
                    continue
                original = db.execute("SELECT duplicate_of FROM files WHERE id = ?", (file_id,)).fetchone()["duplicate_of"]
                for one in {file_id, original} - {None}:
                    relations.forget_reading(db, one)
                    db.execute("DELETE FROM in_flight WHERE file_id = ?", (one,))
                    if relations.container(db, one) != one:
                        read_again(db, one)
            raise_version(db, collection_id)


def _stamp(row: sqlite3.Row) -> FileStamp:
    return FileStamp(row["size"], row["mtime_ns"], row["changed_ns"])


def _must_read(row: sqlite3.Row, item: FoundFile, chunker_version: str, retry: bool) -> bool:
    """Whether the file has to be looked into: changed on the disk, cut by an older chunker, or worth another try."""
    if row["reason_code"] == EXCLUDED:
        return False
    if not _stamp(row).holds(item.stamp):
        return True
    if row["status"] == "indexed":
        return bool(row["chunker_version"] != chunker_version)
    if row["reason_code"] in TRIED_AGAIN:
        return True
    if row["status"] == "queued":
        return False
    # Listed by the scan's own rules last time, allowed now.
    scan_rule = row["status"] == "skipped" and row["parser"] is None and row["reason_code"] not in _FOUND_BY_READING
    return retry or scan_rule
