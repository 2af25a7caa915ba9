"""What is done to single rows of the ledger's files; every function runs inside a transaction of the caller."""

from __future__ import annotations

import json
import sqlite3
import uuid
from datetime import UTC, datetime

from index.ingest import relations
from index.ingest.file_stamp import FileStamp
from index.ingest.relations import path_key
from index.ingest.rows import ChildFile, FoundFile, IndexedFile

JSON_COLUMNS = ("pages_without_text", "warnings")
OPEN_AGAIN = (
    "UPDATE files SET status = 'queued', needs_read = 1, reason_code = NULL, message = NULL, next_step = NULL WHERE id = ?"
)


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
    """The file is listed with its reason; without ``keep`` its passages and text are given up."""
    if not keep:
        relations.forget_reading(db, file_id)
    db.execute(
        "UPDATE files SET status = ?, needs_read = 0, reason_code = ?, message = ?, next_step = ? WHERE id = ?",
        (status, code, message, next_step, file_id),
    )
    db.execute("DELETE FROM in_flight WHERE file_id = ?", (file_id,))
    if not keep:
        relations.refuse_duplicates(db, file_id, status, code)


def leave_out(db: sqlite3.Connection, file_id: str, item: FoundFile) -> list[str]:
    now = relations.release(db, file_id)
    gone = relations.remove(db, relations.below(db, [now])[1:])
    if db.execute("SELECT revision FROM files WHERE id = ?", (now,)).fetchone()["revision"] is not None:
        gone.append(now)
    set_stamp(db, now, item.stamp)
    refuse(db, now, "skipped", item.reason_code, item.message, item.next_step, keep=False)
    return gone


def set_stamp(db: sqlite3.Connection, file_id: str, stamp: FileStamp) -> None:
    db.execute("UPDATE files SET size = ?, mtime_ns = ?, changed_ns = ? WHERE id = ?", (*stamp, file_id))


def moment() -> str:
    return datetime.now(UTC).isoformat()


def is_of(db: sqlite3.Connection, file_id: str, collection_id: str) -> bool:
    row = db.execute("SELECT 1 FROM files WHERE id = ? AND collection_id = ?", (file_id, collection_id)).fetchone()
    return row is not None


def fill(db: sqlite3.Connection, row: IndexedFile, gone: list[str]) -> None:
    values = row.model_dump(exclude={"file_id", "text", "layout", "waits"})
    values.update({name: json.dumps(values[name]) for name in JSON_COLUMNS})
    values.update(
        status="queued" if row.waits else "indexed", needs_read=0, next_revision=None, duplicate_of=None, indexed_at=moment(),
        reason_code=None, message=None, next_step=None,
    )  # fmt: skip
    assignments = ", ".join(f"{name} = :{name}" for name in values)
    changed = db.execute(f"UPDATE files SET {assignments} WHERE id = :file_id", {**values, "file_id": row.file_id}).rowcount
    db.execute("DELETE FROM in_flight WHERE file_id = ?", (row.file_id,))
    if changed:
        db.execute("INSERT OR REPLACE INTO texts VALUES (?, ?, ?)", (row.file_id, row.text, row.layout))
    else:
        gone.append(row.file_id)


def put_child(db: sqlite3.Connection, collection_id: str, child: ChildFile, entry: IndexedFile | None, gone: list[str]) -> None:
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
        read_again(db, child.parent_id)
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
        fill(db, entry, gone)
        db.execute("UPDATE files SET size = ?, mtime_ns = ? WHERE id = ?", (child.size, parent["mtime_ns"], child.file_id))
    elif child.duplicate_of is not None:
        relations.forget_reading(db, child.file_id)
        gone += [child.file_id] if had_passages else []
        if db.execute("SELECT 1 FROM files WHERE id = ?", (child.duplicate_of,)).fetchone() is None:
            # Its first copy was removed this very moment: the container is read once more.
            read_again(db, child.parent_id)
            return
        db.execute(
            "UPDATE files SET (status, kind, title, language, document_modified, author, recipients, pages, parser, chunker_version) = (SELECT status, kind, "
            "title, language, document_modified, author, recipients, pages, parser, chunker_version FROM files WHERE id = :original), needs_read = 0, "
            "sha256 = :sha256, duplicate_of = :original, indexed_at = :now WHERE id = :id",
            {"original": child.duplicate_of, "sha256": child.sha256, "now": moment(), "id": child.file_id},
        )
    elif child.reason_code is not None:
        refuse(db, child.file_id, child.status, child.reason_code, child.message, child.next_step, keep=False)
        gone += [child.file_id] if had_passages else []


def read_again(db: sqlite3.Connection, file_id: str) -> None:
    """The file on the disk in which a document lies, though its bytes are the same."""
    outer = relations.container(db, file_id)
    db.execute(OPEN_AGAIN, (outer,))
    db.execute("UPDATE files SET sha256 = NULL WHERE id = ?", (outer,))


def settle_duplicates(db: sqlite3.Connection, original: str) -> None:
    """Copies of a file that waited for text recognition have its state."""
    db.execute(
        "UPDATE files SET status = (SELECT status FROM files AS o WHERE o.id = files.duplicate_of) WHERE duplicate_of = ? AND needs_read = 0",
        (original,),
    )


def insert(db: sqlite3.Connection, collection_id: str, source_id: str, item: FoundFile) -> None:
    db.execute(
        "INSERT INTO files (id, collection_id, source_id, path, path_key, size, mtime_ns, changed_ns, status, needs_read, reason_code, "
        "message, next_step) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            uuid.uuid4().hex, collection_id, source_id, item.path, path_key(item.path), *item.stamp,
            "skipped" if item.reason_code else "queued", not item.reason_code, item.reason_code, item.message, item.next_step,
        ),
    )  # fmt: skip
