"""Writing the files of the ledger: every change of what became of a file is one transaction."""

from __future__ import annotations

import json
import sqlite3
import uuid
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Literal

from index import errors
from index.ingest import relations
from index.ingest.database import Database
from index.ingest.file_reads import FileReads, to_file
from index.ingest.journal import Journal
from index.ingest.relations import path_key
from index.ingest.rows import ChildFile, FileRow, FoundFile, IndexedFile
from index.ingest.stamps import TRIED_AGAIN
from index.ingest.versions import raise_version

EXCLUDED = "excluded"
"""Reason code of a file that a person took out: it stays out until they ask for it."""

_FOUND_BY_READING = frozenset({errors.UnsupportedFormat.code, errors.NoText.code})
_JSON = ("pages_without_text", "warnings")
_OPEN_AGAIN = (
    "UPDATE files SET status = 'queued', needs_read = 1, reason_code = NULL, message = NULL, next_step = NULL WHERE id = ?"
)


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
                    _insert(db, collection_id, source_id, item)
                elif item.reason_code is not None:
                    if (row["status"], row["reason_code"]) != ("skipped", item.reason_code):
                        gone += _leave_out(db, row["id"], item)
                elif _must_read(row, item, chunker_version, retry):
                    db.execute(_OPEN_AGAIN, (row["id"],))
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
                    _fill(db, row, gone)
            entries = {row.file_id: row for row in rows if row.file_id in inner}
            for child in children:
                _put_child(db, collection_id, child, entries.get(child.file_id), gone)
            for container, paths in (kept or {}).items():
                inside = db.execute("SELECT id, path FROM files WHERE parent_id = ?", (container,)).fetchall()
                gone += relations.remove(db, [r["id"] for r in inside if r["path"] not in paths])
            for row in rows:
                relations.settle(db, row.file_id)
                _settle_duplicates(db, row.file_id)
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

    def mark_unchanged(self, file_id: str, size: int, mtime_ns: int) -> None:
        """Touched but the same bytes: its passages stay."""
        with self._db.write() as db:
            db.execute("UPDATE files SET size = ?, mtime_ns = ? WHERE id = ?", (size, mtime_ns, file_id))
            relations.settle(db, file_id)
            db.execute("DELETE FROM in_flight WHERE file_id = ?", (file_id,))

    def mark_duplicate(self, file_id: str, original: FileRow, *, size: int, mtime_ns: int) -> list[str]:
        """The same bytes as ``original``, whose passages stand for both. Returns ids whose rows in the store are leftovers."""
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
                "pages",
                "pages_without_text",
                "parser",
                "chunker_version",
            )
            values = db.execute(f"SELECT {', '.join(same)} FROM files WHERE id = ?", (original.id,)).fetchone()
            if values is None:  # removed this very moment: the file is read itself
                return gone
            db.execute(
                f"UPDATE files SET size = ?, mtime_ns = ?, duplicate_of = ?, status = ?, needs_read = 0, indexed_at = ?, warnings = '[]', "
                f"{', '.join(f'{name} = ?' for name in same)} WHERE id = ?",
                (size, mtime_ns, original.id, original.status, _now(), *values, file_id),
            )
            db.execute("DELETE FROM in_flight WHERE file_id = ?", (file_id,))
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
        *,
        size: int,
        mtime_ns: int,
        keep: bool = False,
    ) -> list[str]:
        """List why a file is not indexed. ``keep`` leaves the passages of its last good reading; without it the documents inside
        it go. Returns ids whose rows in the store are leftovers."""
        with self._db.write() as db:
            row = db.execute("SELECT collection_id, revision FROM files WHERE id = ?", (file_id,)).fetchone()
            if row is None:
                return []
            db.execute("UPDATE files SET size = ?, mtime_ns = ? WHERE id = ?", (size, mtime_ns, file_id))
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
                db.execute("DELETE FROM files WHERE id = ?", (replaced_id,))
                relations.move(
                    db,
                    file_id,
                    {
                        "path": found.path, "path_key": path_key(found.path), "size": found.size, "mtime_ns": found.mtime_ns,
                        "source_id": source_id,
                    },
                )  # fmt: skip
                relations.settle(db, file_id)
                row = db.execute("SELECT collection_id FROM files WHERE id = ?", (file_id,)).fetchone()
                collections.add(row["collection_id"])
            for collection_id in collections:
                raise_version(db, collection_id)

    def remove_files(self, collection_id: str, file_ids: Sequence[str]) -> list[str]:
        """Forget files and the documents inside them, their texts included; duplicates take their passages over.

        Returns the ids of the rows that are gone: their passages in the store are leftovers from here on.
        """
        with self._db.write() as db:
            mine = [i for i in file_ids if _is_of(db, i, collection_id)]
            gone = relations.remove(db, mine)
            raise_version(db, collection_id)
        return gone

    def exclude(self, file_id: str) -> list[str]:
        """A person takes a file or a document inside one out: it stays listed, unread, until they ask for it.

        Returns ids whose rows in the store are leftovers.
        """
        with self._db.write() as db:
            row = db.execute("SELECT * FROM files WHERE id = ?", (file_id,)).fetchone()
            if row is None:
                return []
            now = relations.release(db, file_id)
            gone = relations.remove(db, relations.below(db, [now])[1:])
            refuse(db, now, "skipped", EXCLUDED, "You took it out.", "Use “Try again” to have it read after all.", keep=False)
            raise_version(db, row["collection_id"])
            return [*gone, now]

    def queue_again(self, collection_id: str, file_ids: Sequence[str]) -> None:
        """For a person's "try again", and for files whose passages are missing from the store. A document inside another is read
        again with its container."""
        with self._db.write() as db:
            for file_id in file_ids:
                if not _is_of(db, file_id, collection_id):
                    continue
                original = db.execute("SELECT duplicate_of FROM files WHERE id = ?", (file_id,)).fetchone()["duplicate_of"]
                for one in {file_id, original} - {None}:
                    relations.forget_reading(db, one)
                    db.execute("DELETE FROM in_flight WHERE file_id = ?", (one,))
                    if relations.container(db, one) != one:
                        _read_again(db, one)
            raise_version(db, collection_id)


def refuse(
    db: sqlite3.Connection,
    file_id: str,
    status: str,
    code: str | None,
    message: str | None,
    next_step: str | None,
    *,
    keep: bool,
) -> None:
    """Inside a transaction: the file is listed with its reason; without ``keep`` its passages and text are given up."""
    if not keep:
        relations.forget_reading(db, file_id)
    db.execute(
        "UPDATE files SET status = ?, needs_read = 0, reason_code = ?, message = ?, next_step = ? WHERE id = ?",
        (status, code, message, next_step, file_id),
    )
    db.execute("DELETE FROM in_flight WHERE file_id = ?", (file_id,))
    if not keep:
        relations.refuse_duplicates(db, file_id, status, code)


def _leave_out(db: sqlite3.Connection, file_id: str, item: FoundFile) -> list[str]:
    now = relations.release(db, file_id)
    gone = relations.remove(db, relations.below(db, [now])[1:])
    if db.execute("SELECT revision FROM files WHERE id = ?", (now,)).fetchone()["revision"] is not None:
        gone.append(now)
    db.execute("UPDATE files SET size = ?, mtime_ns = ? WHERE id = ?", (item.size, item.mtime_ns, now))
    refuse(db, now, "skipped", item.reason_code, item.message, item.next_step, keep=False)
    return gone


def _now() -> str:
    return datetime.now(UTC).isoformat()


def _is_of(db: sqlite3.Connection, file_id: str, collection_id: str) -> bool:
    row = db.execute("SELECT 1 FROM files WHERE id = ? AND collection_id = ?", (file_id, collection_id)).fetchone()
    return row is not None


def _fill(db: sqlite3.Connection, row: IndexedFile, gone: list[str]) -> None:
    values = row.model_dump(exclude={"file_id", "text", "layout", "waits"})
    values.update({name: json.dumps(values[name]) for name in _JSON})
    values.update(
        status="queued" if row.waits else "indexed", needs_read=0, next_revision=None, duplicate_of=None, indexed_at=_now(),
        reason_code=None, message=None, next_step=None,
    )  # fmt: skip
    assignments = ", ".join(f"{name} = :{name}" for name in values)
    changed = db.execute(f"UPDATE files SET {assignments} WHERE id = :file_id", {**values, "file_id": row.file_id}).rowcount
    db.execute("DELETE FROM in_flight WHERE file_id = ?", (row.file_id,))
    if changed:
        db.execute("INSERT OR REPLACE INTO texts VALUES (?, ?, ?)", (row.file_id, row.text, row.layout))
    else:
        gone.append(row.file_id)


def _put_child(
    db: sqlite3.Connection, collection_id: str, child: ChildFile, entry: IndexedFile | None, gone: list[str]
) -> None:
    parent = db.execute("SELECT source_id, mtime_ns FROM files WHERE id = ?", (child.parent_id,)).fetchone()
    if parent is None:  # the container was removed meanwhile
        gone.append(child.file_id)
        return
    other = db.execute(
        "SELECT id FROM files WHERE collection_id = ? AND path = ? AND id != ?", (collection_id, child.path, child.file_id)
    ).fetchone()
    if (
        other is not None
    ):  # rows changed places this very moment, as a person removed something: the container is read once more
        _read_again(db, child.parent_id)
        gone.append(child.file_id)
        return
    before = db.execute("SELECT revision FROM files WHERE id = ?", (child.file_id,)).fetchone()
    had_passages = before is not None and before["revision"] is not None
    db.execute(
        "INSERT INTO files (id, collection_id, source_id, parent_id, path, path_key, size, mtime_ns, status, needs_read) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'queued', 0) ON CONFLICT (id) DO UPDATE SET size = excluded.size, mtime_ns = excluded.mtime_ns",
        (
            child.file_id, collection_id, parent["source_id"], child.parent_id, child.path, path_key(child.path), child.size,
            parent["mtime_ns"],
        ),
    )  # fmt: skip
    if entry is not None:
        _fill(db, entry, gone)
        db.execute("UPDATE files SET size = ?, mtime_ns = ? WHERE id = ?", (child.size, parent["mtime_ns"], child.file_id))
    elif child.duplicate_of is not None:
        relations.forget_reading(db, child.file_id)
        gone += [child.file_id] if had_passages else []
        if db.execute("SELECT 1 FROM files WHERE id = ?", (child.duplicate_of,)).fetchone() is None:
            # Its first copy was removed this very moment: the container is read once more.
            _read_again(db, child.parent_id)
            return
        db.execute(
            "UPDATE files SET (status, kind, title, language, document_modified, pages, parser, chunker_version) = (SELECT status, kind, "
            "title, language, document_modified, pages, parser, chunker_version FROM files WHERE id = :original), needs_read = 0, "
            "sha256 = :sha256, duplicate_of = :original, indexed_at = :now WHERE id = :id",
            {"original": child.duplicate_of, "sha256": child.sha256, "now": _now(), "id": child.file_id},
        )
    elif child.reason_code is not None:
        refuse(db, child.file_id, child.status, child.reason_code, child.message, child.next_step, keep=False)
        gone += [child.file_id] if had_passages else []


def _read_again(db: sqlite3.Connection, file_id: str) -> None:
    """The file on the disk in which a document lies, though its bytes are the same."""
    outer = relations.container(db, file_id)
    db.execute(_OPEN_AGAIN, (outer,))
    db.execute("UPDATE files SET sha256 = NULL WHERE id = ?", (outer,))


def _settle_duplicates(db: sqlite3.Connection, original: str) -> None:
    """Copies of a file that waited for text recognition have its state."""
    db.execute(
        "UPDATE files SET status = (SELECT status FROM files AS o WHERE o.id = files.duplicate_of) WHERE duplicate_of = ? AND needs_read = 0",
        (original,),
    )


def _insert(db: sqlite3.Connection, collection_id: str, source_id: str, item: FoundFile) -> None:
    db.execute(
        "INSERT INTO files (id, collection_id, source_id, path, path_key, size, mtime_ns, status, needs_read, reason_code, message, "
        "next_step) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            uuid.uuid4().hex, collection_id, source_id, item.path, path_key(item.path), item.size, item.mtime_ns,
            "skipped" if item.reason_code else "queued", not item.reason_code, item.reason_code, item.message, item.next_step,
        ),
    )  # fmt: skip


def _must_read(row: sqlite3.Row, item: FoundFile, chunker_version: str, retry: bool) -> bool:
    """Whether the file has to be looked into: changed on the disk, cut by an older chunker, or worth another try."""
    if row["reason_code"] == EXCLUDED:
        return False
    if (row["size"], row["mtime_ns"]) != (item.size, item.mtime_ns):
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
