"""Documents inside documents, and files with the same bytes: what else goes, stays or takes over when a row changes.

A file with the same bytes as one that is indexed is listed as its duplicate and has no passages of its own. When the original goes
away or changes, a duplicate takes its passages over: the two rows exchange their places on the disk, so that nothing in the store has
to be written. All functions run inside a transaction of the caller.
"""

from __future__ import annotations

import sqlite3
import unicodedata
from collections.abc import Collection, Iterable, Sequence

_PLACE = ("path", "path_key", "size", "mtime_ns", "changed_ns", "source_id", "parent_id")
_BATCH = 500

CAUSED_BY_CONTENT = frozenset(
    {
        "no_text", "unsupported", "password_needed", "unreadable", "unsafe", "too_large", "parser_crashed", "parser_timeout",
        "parser_memory", "quarantined", "defect",
    }
)  # fmt: skip
"""Reasons that hold for every file with the same bytes."""

CAUSED_BY_PLACE = frozenset({"too_large", "unsafe", "parser_crashed", "parser_timeout", "parser_memory", "excluded"})
"""Reasons of documents inside others that need not hold where the same container lies elsewhere: limits are counted for each file of
the disk, and a person takes out one copy."""


def path_key(path: str) -> str:
    """NFC, for comparing names; the file system's own spelling is kept beside it."""
    return unicodedata.normalize("NFC", path)


def below(db: sqlite3.Connection, file_ids: Iterable[str]) -> list[str]:
    """These files and all documents inside them, containers before their content."""
    found: dict[str, None] = {}
    level = list(dict.fromkeys(file_ids))
    while level:
        found.update(dict.fromkeys(level))
        deeper: list[str] = []
        for start in range(0, len(level), _BATCH):
            part = level[start : start + _BATCH]
            rows = db.execute(f"SELECT id FROM files WHERE parent_id IN ({marks(part)})", part)
            deeper += [r["id"] for r in rows if r["id"] not in found]
        level = deeper
    return list(found)


def marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))


def remove(db: sqlite3.Connection, file_ids: Iterable[str]) -> list[str]:
    """Forget files with all documents inside them; duplicates elsewhere take their passages over.

    Returns the ids of the rows that are gone: whatever the store holds of them is a leftover.
    """
    doomed = dict.fromkeys(below(db, file_ids))
    saved: set[str] = set()
    for file_id in list(doomed):
        if file_id in saved:
            continue
        heir = _heir(db, file_id, doomed)
        if heir is None:
            continue
        exchange(db, file_id, heir)
        saved.update(below(db, [file_id]))
        doomed[heir] = None
    gone = [file_id for file_id in doomed if file_id not in saved]
    db.executemany("DELETE FROM files WHERE id = ?", [(file_id,) for file_id in gone])
    return gone


def release(db: sqlite3.Connection, file_id: str) -> str:
    """Before a file with new content is read: its duplicates keep the old content. Returns the id of the row that now stands at the
    file's path; it is another one, queued and without passages, when a duplicate took over."""
    heir = _heir(db, file_id, ())
    if heir is None:
        for changed in db.execute("SELECT id FROM files WHERE duplicate_of = ?", (file_id,)).fetchall():
            forget_reading(db, changed["id"])
        return file_id
    exchange(db, file_id, heir)
    forget_reading(db, heir)
    return heir


def _heir(db: sqlite3.Connection, file_id: str, excluded: Collection[str]) -> str | None:
    """A duplicate that has not changed itself, as far as is known."""
    rows = db.execute("SELECT id FROM files WHERE duplicate_of = ? AND needs_read = 0 ORDER BY path", (file_id,))
    return next((r["id"] for r in rows if r["id"] not in excluded), None)


def exchange(db: sqlite3.Connection, original: str, duplicate: str) -> None:
    """The rows change places; the original's passages stand for the duplicate's place from here on."""
    columns = ", ".join(_PLACE)
    query = f"SELECT {columns} FROM files WHERE id = ?"
    here = dict(db.execute(query, (original,)).fetchone())
    there = dict(db.execute(query, (duplicate,)).fetchone())
    # Two rows never share a path, not even for a moment.
    db.execute("UPDATE files SET path = ? WHERE id = ?", (f"\0{duplicate}", duplicate))
    move(db, original, there)
    move(db, duplicate, here)
    settle(db, original)


def move(db: sqlite3.Connection, file_id: str, place: dict[str, object]) -> None:
    """Give a row another place on the disk, with the documents inside it. ``place`` has any of path, path_key, size, …"""
    old = db.execute("SELECT path FROM files WHERE id = ?", (file_id,)).fetchone()["path"]
    db.execute(f"UPDATE files SET {', '.join(f'{name} = ?' for name in place)} WHERE id = ?", (*place.values(), file_id))
    inside = below(db, [file_id])[1:]
    if inside:
        row = db.execute("SELECT path, source_id FROM files WHERE id = ?", (file_id,)).fetchone()
        for inner in inside:
            name = db.execute("SELECT path FROM files WHERE id = ?", (inner,)).fetchone()["path"][len(old) :]
            path = row["path"] + name
            db.execute(
                "UPDATE files SET path = ?, path_key = ?, source_id = ? WHERE id = ?",
                (path, path_key(path), row["source_id"], inner),
            )


def settle(db: sqlite3.Connection, file_id: str) -> None:
    """What was read of it holds: indexed, or queued while only text recognition can give it words."""
    db.execute(
        "UPDATE files SET needs_read = 0, reason_code = NULL, message = NULL, next_step = NULL, "
        "status = CASE WHEN needs_ocr AND passages = 0 AND duplicate_of IS NULL "
        "AND NOT EXISTS (SELECT 1 FROM files AS inner WHERE inner.parent_id = files.id) THEN 'queued' ELSE 'indexed' END "
        "WHERE id = ? AND (revision IS NOT NULL OR duplicate_of IS NOT NULL)",
        (file_id,),
    )


def forget_reading(db: sqlite3.Connection, file_id: str) -> None:
    """To be read anew from nothing; its passages in the store, if any, are leftovers."""
    db.execute(
        "UPDATE files SET status = 'queued', needs_read = 1, needs_vectors = 0, needs_ocr = 0, duplicate_of = NULL, revision = NULL, "
        "next_revision = NULL, sha256 = NULL, passages = 0, reason_code = NULL, message = NULL, next_step = NULL, title = NULL, "
        "language = NULL, document_modified = NULL, author = NULL, recipients = NULL, warnings = '[]' WHERE id = ?",
        (file_id,),
    )
    db.execute("DELETE FROM texts WHERE file_id = ?", (file_id,))


def container(db: sqlite3.Connection, file_id: str) -> str:
    """The id of the file on the disk in which a document lies; its own when it is one."""
    while (row := db.execute("SELECT parent_id FROM files WHERE id = ?", (file_id,)).fetchone()) and row["parent_id"]:
        file_id = row["parent_id"]
    return file_id


def refuse_duplicates(db: sqlite3.Connection, file_id: str, status: str, code: str | None) -> None:
    """The original has no passages any more: what its content caused holds for its duplicates too, else they are read themselves."""
    rows = [r["id"] for r in db.execute("SELECT id FROM files WHERE duplicate_of = ?", (file_id,))]
    for duplicate in rows:
        forget_reading(db, duplicate)
        if code in CAUSED_BY_CONTENT:
            db.execute(
                "UPDATE files SET status = ?, needs_read = 0, (reason_code, message, next_step) = "
                "(SELECT reason_code, message, next_step FROM files WHERE id = ?) WHERE id = ?",
                (status, file_id, duplicate),
            )


def paths(db: sqlite3.Connection, file_id: str) -> list[str]:
    """Where the same content stands on the disk: the file's own path first, then its duplicates'; for a document inside another
    also under every copy of the container."""
    row = db.execute("SELECT id, path, parent_id, duplicate_of FROM files WHERE id = ?", (file_id,)).fetchone()
    if row is None:
        return []
    original = row["duplicate_of"] or row["id"]
    found = {row["path"]: None}
    same = db.execute("SELECT id, path, parent_id FROM files WHERE id = ? OR duplicate_of = ?", (original, original)).fetchall()
    for copy in sorted(same, key=lambda r: (r["id"] != original, r["path"])):
        found[copy["path"]] = None
        if copy["parent_id"] is not None:
            outer = paths(db, copy["parent_id"])
            name = copy["path"][len(outer[0]) :]
            found.update(dict.fromkeys(path + name for path in outer[1:]))
    return list(found)
