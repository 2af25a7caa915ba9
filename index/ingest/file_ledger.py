"""The files of the ledger: what was found, what became of it, and the journal of what is being read right now."""

from __future__ import annotations

import json
import sqlite3
import unicodedata
import uuid
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Literal

from index import errors
from index.document import ParsedDocument
from index.ingest import texts
from index.ingest.database import Database
from index.ingest.rows import FileRow, FileStatus, FoundFile, IndexedFile, Summary

TRIED_AGAIN = frozenset({"locked", "index_busy", "retryable", "disk_full", "vanished", "no_permission"})
"""Reasons that may pass by themselves: such files are queued again by every import. All others wait for a change or a request."""

DEATHS_BEFORE_QUARANTINE = 2
"""The program died this often while reading the file; the second time it was the only one being read."""

_JSON = ("pages_without_text", "warnings")
_BATCH = 500


def path_key(path: str) -> str:
    """NFC, for comparing names; the file system's own spelling is kept beside it."""
    return unicodedata.normalize("NFC", path)


class FileLedger:
    """Thread-safe: each thread has its own connection. Writes are meant to come from one thread."""

    def __init__(self, database: Database) -> None:
        self._db = database

    # --- reading

    def file(self, file_id: str) -> FileRow | None:
        return self.files_by_id([file_id]).get(file_id)

    def files_by_id(self, file_ids: Iterable[str]) -> dict[str, FileRow]:
        """Unknown ids are left out."""
        ids = list(file_ids)
        rows: dict[str, FileRow] = {}
        with self._db.read() as db:
            for start in range(0, len(ids), _BATCH):
                part = ids[start : start + _BATCH]
                marks = ",".join("?" * len(part))
                rows.update((r["id"], to_file(r)) for r in db.execute(f"SELECT * FROM files WHERE id IN ({marks})", part))
        return rows

    def files(
        self,
        collection_id: str,
        *,
        status: FileStatus | None = None,
        source_id: str | None = None,
        limit: int = -1,
        offset: int = 0,
    ) -> list[FileRow]:
        """By path. ``limit`` -1 means all."""
        query = "SELECT * FROM files WHERE collection_id = ?"
        values: list[object] = [collection_id]
        for column, value in (("status", status), ("source_id", source_id)):
            if value is not None:
                query += f" AND {column} = ?"
                values.append(value)
        with self._db.read() as db:
            return [to_file(r) for r in db.execute(f"{query} ORDER BY path LIMIT ? OFFSET ?", (*values, limit, offset))]

    def file_by_path(self, collection_id: str, path: str) -> FileRow | None:
        """The exact spelling first, then one that differs only in its normal form."""
        with self._db.read() as db:
            row = db.execute(
                "SELECT * FROM files WHERE collection_id = ? AND path_key = ? ORDER BY path = ? DESC LIMIT 1",
                (collection_id, path_key(path), path),
            ).fetchone()
        return to_file(row) if row else None

    def file_by_hash(self, collection_id: str, sha256: str) -> list[FileRow]:
        with self._db.read() as db:
            rows = db.execute(
                "SELECT * FROM files WHERE collection_id = ? AND sha256 = ? ORDER BY path", (collection_id, sha256)
            )
            return [to_file(r) for r in rows]

    def document(self, file_id: str) -> ParsedDocument | None:
        """The extracted text with its blocks and pages, word for word as the passages were cut from it."""
        with self._db.read() as db:
            row = db.execute("SELECT text, layout FROM texts WHERE file_id = ?", (file_id,)).fetchone()
        return texts.unpack(row["text"], row["layout"]) if row else None

    def expected_passages(self, collection_id: str) -> dict[tuple[str, str], int]:
        """(File id, revision) to its number of passages; whatever else lies in the store is a leftover."""
        with self._db.read() as db:
            rows = db.execute(
                "SELECT id, revision, passages FROM files WHERE collection_id = ? AND revision IS NOT NULL", (collection_id,)
            )
            return {(r["id"], r["revision"]): int(r["passages"]) for r in rows}

    def languages(self, collection_ids: Sequence[str], limit: int = 4) -> tuple[str, ...]:
        """ISO 639-1 codes of the documents, the most passages first."""
        marks = ",".join("?" * len(collection_ids))
        with self._db.read() as db:
            rows = db.execute(
                f"SELECT language FROM files WHERE collection_id IN ({marks}) AND language IS NOT NULL AND passages > 0 "
                "GROUP BY language ORDER BY sum(passages) DESC LIMIT ?",
                (*collection_ids, limit),
            )
            return tuple(r["language"] for r in rows)

    def summary(self, collection_id: str) -> Summary:
        """Counts for the completeness line; found = queued + indexed + skipped + failed."""
        with self._db.read() as db:
            counts = dict(
                db.execute(
                    "SELECT status, count(*) FROM files WHERE collection_id = ? GROUP BY status", (collection_id,)
                ).fetchall()
            )
            sums = db.execute(
                "SELECT total(pages), total(json_array_length(pages_without_text)), total(ocr_pages), total(passages) "
                "FROM files WHERE collection_id = ? AND status = 'indexed'",
                (collection_id,),
            ).fetchone()
            reasons = db.execute(
                "SELECT coalesce(reason_code, 'unknown'), count(*) FROM files "
                "WHERE collection_id = ? AND status IN ('skipped', 'failed') GROUP BY 1 ORDER BY 2 DESC",
                (collection_id,),
            ).fetchall()
        by_status = {name: int(counts.get(name, 0)) for name in ("queued", "indexed", "skipped", "failed")}
        pages, without, ocr, passages = (int(v) for v in sums)
        return Summary(
            found=sum(by_status.values()), **by_status, pages=pages, pages_without_text=without, ocr_pages=ocr, passages=passages,
            reasons={r[0]: int(r[1]) for r in reasons},
        )  # fmt: skip

    # --- writing

    def record_found(
        self, collection_id: str, source_id: str, found: Sequence[FoundFile], *, chunker_version: str, retry: bool = False
    ) -> None:
        """List what the scan saw: new and changed files are queued, unchanged ones are left alone (size and time are compared).

        ``retry`` queues failed files too, whatever their reason.
        """
        with self._db.write() as db:
            dropped = False
            for item in found:
                row = db.execute(
                    "SELECT * FROM files WHERE collection_id = ? AND path = ?", (collection_id, item.path)
                ).fetchone()
                if row is None:
                    _insert(db, collection_id, source_id, item)
                elif item.reason_code is not None:
                    if (row["status"], row["reason_code"]) != ("skipped", item.reason_code):
                        dropped |= row["revision"] is not None
                        refuse(db, row["id"], "skipped", item.reason_code, item.message, item.next_step, keep=False)
                elif _must_read(row, item, chunker_version, retry):
                    db.execute(
                        "UPDATE files SET status = 'queued', reason_code = NULL, message = NULL, next_step = NULL WHERE id = ?",
                        (row["id"],),
                    )
            if dropped:
                raise_version(db, collection_id)

    def mark_indexed(self, collection_id: str, rows: Sequence[IndexedFile]) -> list[str]:
        """One transaction for all: from here on the new revisions are what is found, and the old ones are leftovers.

        Returns the ids of files that a person removed meanwhile; their rows in the store are leftovers too.
        """
        now = datetime.now(UTC).isoformat()
        gone: list[str] = []
        with self._db.write() as db:
            for row in rows:
                values = row.model_dump(exclude={"file_id", "text", "layout"})
                values.update({name: json.dumps(values[name]) for name in _JSON})
                values.update(status="indexed", indexed_at=now, reason_code=None, message=None, next_step=None)
                assignments = ", ".join(f"{name} = :{name}" for name in values)
                changed = db.execute(
                    f"UPDATE files SET {assignments} WHERE id = :file_id", {**values, "file_id": row.file_id}
                ).rowcount
                db.execute("DELETE FROM in_flight WHERE file_id = ?", (row.file_id,))
                if changed:
                    db.execute("INSERT OR REPLACE INTO texts VALUES (?, ?, ?)", (row.file_id, row.text, row.layout))
                else:
                    gone.append(row.file_id)
            raise_version(db, collection_id)
        return gone

    def mark_unchanged(self, file_id: str, size: int, mtime_ns: int) -> None:
        """Touched but the same bytes: its passages stay."""
        with self._db.write() as db:
            db.execute(
                "UPDATE files SET status = 'indexed', size = ?, mtime_ns = ?, reason_code = NULL, message = NULL, next_step = NULL WHERE id = ?",
                (size, mtime_ns, file_id),
            )
            db.execute("DELETE FROM in_flight WHERE file_id = ?", (file_id,))

    def mark_refused(
        self,
        file_id: str,
        status: Literal["skipped", "failed"],
        error: errors.IndexError_,
        *,
        size: int,
        mtime_ns: int,
        keep: bool = False,
    ) -> None:
        """List why a file is not indexed. ``keep`` leaves the passages of its last good reading."""
        with self._db.write() as db:
            row = db.execute("SELECT collection_id, revision FROM files WHERE id = ?", (file_id,)).fetchone()
            if row is None:
                return
            db.execute("UPDATE files SET size = ?, mtime_ns = ? WHERE id = ?", (size, mtime_ns, file_id))
            refuse(db, file_id, status, error.code, error.message, error.next_step, keep=keep)
            if row["revision"] is not None and not keep:
                raise_version(db, row["collection_id"])

    def mark_moved(self, file_id: str, replaced_id: str, found: FoundFile, source_id: str) -> None:
        """A file with the same bytes under a new name: it keeps its passages; the entry of the new name goes."""
        with self._db.write() as db:
            db.execute("DELETE FROM files WHERE id = ?", (replaced_id,))
            db.execute(
                "UPDATE files SET path = ?, path_key = ?, size = ?, mtime_ns = ?, source_id = ? WHERE id = ?",
                (found.path, path_key(found.path), found.size, found.mtime_ns, source_id, file_id),
            )
            row = db.execute("SELECT collection_id FROM files WHERE id = ?", (file_id,)).fetchone()
            raise_version(db, row["collection_id"])

    def remove_files(self, collection_id: str, file_ids: Sequence[str]) -> None:
        """Forget files, their texts included. Their passages in the store are leftovers from here on."""
        with self._db.write() as db:
            db.executemany("DELETE FROM files WHERE id = ? AND collection_id = ?", [(i, collection_id) for i in file_ids])
            raise_version(db, collection_id)

    def queue_again(self, collection_id: str, file_ids: Sequence[str]) -> None:
        """For a person's "try again", and for files whose passages are missing from the store."""
        with self._db.write() as db:
            db.executemany(
                "UPDATE files SET status = 'queued', revision = NULL, sha256 = NULL, reason_code = NULL, message = NULL, next_step = NULL, "
                "passages = 0 WHERE id = ? AND collection_id = ?",
                [(i, collection_id) for i in file_ids],
            )
            db.executemany("DELETE FROM in_flight WHERE file_id = ?", [(i,) for i in file_ids])
            raise_version(db, collection_id)

    # --- the journal

    def begin_reading(self, file_ids: Sequence[str]) -> None:
        """Written before a parser touches the files, so that a death of the program names its suspects."""
        with self._db.write() as db:
            db.executemany(
                "INSERT INTO in_flight (file_id) SELECT id FROM files WHERE id = ? ON CONFLICT (file_id) DO UPDATE SET running = 1",
                [(i,) for i in file_ids],
            )

    def stop_reading(self, file_ids: Sequence[str]) -> None:
        """Cancelled in an orderly way: nobody is suspected."""
        with self._db.write() as db:
            db.executemany("DELETE FROM in_flight WHERE file_id = ?", [(i,) for i in file_ids])

    def settle_journal(self, collection_id: str) -> list[str]:
        """On start: count a death for each file that was being read. Returns ids of suspects, to be read one at a time.

        A suspect that was being read at the second death is set aside as failed, "quarantined".
        """
        with self._db.write() as db:
            mine = "file_id IN (SELECT id FROM files WHERE collection_id = ?)"
            db.execute(f"UPDATE in_flight SET deaths = deaths + 1, running = 0 WHERE running = 1 AND {mine}", (collection_id,))
            rows = db.execute(f"SELECT file_id, deaths FROM in_flight WHERE {mine}", (collection_id,)).fetchall()
            for row in rows:
                if row["deaths"] >= DEATHS_BEFORE_QUARANTINE:
                    refuse(
                        db, row["file_id"], "failed", "quarantined", "The program ended twice while this file was being read.",
                        errors.ParserCrashed.next_step, keep=False,
                    )  # fmt: skip
                    raise_version(db, collection_id)
            return [r["file_id"] for r in rows if r["deaths"] < DEATHS_BEFORE_QUARANTINE]


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
    db.execute(
        "UPDATE files SET status = ?, reason_code = ?, message = ?, next_step = ? WHERE id = ?",
        (status, code, message, next_step, file_id),
    )
    db.execute("DELETE FROM in_flight WHERE file_id = ?", (file_id,))
    if not keep:
        db.execute("UPDATE files SET revision = NULL, sha256 = NULL, passages = 0 WHERE id = ?", (file_id,))
        db.execute("DELETE FROM texts WHERE file_id = ?", (file_id,))


def raise_version(db: sqlite3.Connection, collection_id: str) -> None:
    """Inside a transaction that changes what can be found: every cache keyed by the version is out of date."""
    db.execute("UPDATE collections SET index_version = index_version + 1 WHERE id = ?", (collection_id,))


def to_file(row: sqlite3.Row) -> FileRow:
    values = {name: row[name] for name in row.keys() if name != "path_key"}  # noqa: SIM118 - Row iterates over values
    values.update({name: json.loads(values[name]) for name in _JSON})
    return FileRow.model_validate(values)


def _insert(db: sqlite3.Connection, collection_id: str, source_id: str, item: FoundFile) -> None:
    db.execute(
        "INSERT INTO files (id, collection_id, source_id, path, path_key, size, mtime_ns, status, reason_code, message, next_step) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            uuid.uuid4().hex, collection_id, source_id, item.path, path_key(item.path), item.size, item.mtime_ns,
            "skipped" if item.reason_code else "queued", item.reason_code, item.message, item.next_step,
        ),
    )  # fmt: skip


def _must_read(row: sqlite3.Row, item: FoundFile, chunker_version: str, retry: bool) -> bool:
    """Whether the file has to be looked into: changed on the disk, cut by an older chunker, or worth another try."""
    if (row["size"], row["mtime_ns"]) != (item.size, item.mtime_ns):
        return True
    if row["status"] == "indexed":
        return bool(row["chunker_version"] != chunker_version)
    if row["reason_code"] in TRIED_AGAIN:
        return True
    # Listed by the scan's own rules last time, allowed now.
    scan_rule = row["status"] == "skipped" and row["parser"] is None and row["reason_code"] != errors.UnsupportedFormat.code
    return retry or scan_rule
