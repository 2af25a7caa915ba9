"""Reading the files of the ledger: what was found, what became of it, what is left to do."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence

from index.document import ParsedDocument
from index.ingest import relations, texts
from index.ingest.database import Database
from index.ingest.relations import marks, path_key
from index.ingest.rows import FileRow, FileStatus, Summary

_JSON = ("pages_without_text", "warnings")
_BATCH = 500
_OPEN = "revision IS NOT NULL AND needs_vectors = 1"


class FileReads:
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
                found = db.execute(f"SELECT * FROM files WHERE id IN ({marks(part)})", part)
                rows.update((r["id"], to_file(r)) for r in found)
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

    def original_by_hash(self, collection_id: str, sha256: str, chunker_version: str) -> FileRow | None:
        """The file of this content whose passages stand for all its copies, None when there is none yet."""
        with self._db.read() as db:
            row = db.execute(
                "SELECT * FROM files WHERE collection_id = ? AND sha256 = ? AND chunker_version = ? AND revision IS NOT NULL "
                "AND duplicate_of IS NULL AND needs_read = 0 AND status IN ('indexed', 'queued') LIMIT 1",
                (collection_id, sha256, chunker_version),
            ).fetchone()
        return to_file(row) if row else None

    def paths_of(self, file_id: str) -> tuple[str, ...]:
        """Every path at which a file's content stands: its own first, then those of its duplicates, by name; () when unknown."""
        with self._db.read() as db:
            return tuple(relations.paths(db, file_id))

    def originals(self, file_ids: Iterable[str]) -> tuple[str, ...]:
        """Ids of the files whose passages stand for these: a duplicate's original, every other file itself."""
        return tuple(dict.fromkeys(row.duplicate_of or row.id for row in self.files_by_id(file_ids).values()))

    def statuses(self, collection_id: str, paths: Sequence[str]) -> dict[str, FileStatus]:
        """Path to status; unknown paths are left out."""
        found: dict[str, FileStatus] = {}
        with self._db.read() as db:
            for start in range(0, len(paths), _BATCH):
                part = paths[start : start + _BATCH]
                rows = db.execute(
                    f"SELECT path, status FROM files WHERE collection_id = ? AND path IN ({marks(part)})",
                    (collection_id, *part),
                )
                found.update((r["path"], r["status"]) for r in rows)
        return found

    def has_copies(self, file_id: str) -> bool:
        """Whether other files are duplicates of this one."""
        with self._db.read() as db:
            return db.execute("SELECT 1 FROM files WHERE duplicate_of = ?", (file_id,)).fetchone() is not None

    def inside(self, file_id: str) -> list[FileRow]:
        """The documents inside a file, those inside them included, by path; [] for an ordinary file."""
        with self._db.read() as db:
            ids = relations.below(db, [file_id])[1:]
        return sorted(self.files_by_id(ids).values(), key=lambda row: row.path)

    def container_of(self, file_id: str) -> FileRow | None:
        """The file on the disk in which a document lies; the file itself when it is one."""
        with self._db.read() as db:
            return self.file(relations.container(db, file_id))

    # --- what is left to do

    def to_read(self, collection_id: str) -> list[tuple[str, str, int]]:
        """(id, path, size) of all files on the disk that wait to be read, the newest first."""
        with self._db.read() as db:
            rows = db.execute(
                "SELECT id, path, size FROM files WHERE collection_id = ? AND status = 'queued' AND needs_read = 1 "
                "AND parent_id IS NULL ORDER BY mtime_ns DESC, path",
                (collection_id,),
            )
            return [tuple(r) for r in rows]

    def to_embed(self, collection_id: str, limit: int, preferred: Sequence[str] = ()) -> list[FileRow]:
        """Up to ``limit`` files whose passages have no vectors yet: ``preferred`` ids first, then the newest."""
        first = [i for i in self.originals(preferred)] if preferred else []
        with self._db.read() as db:
            rows = db.execute(
                f"SELECT * FROM files WHERE collection_id = ? AND {_OPEN} ORDER BY id IN ({marks(first)}) DESC, mtime_ns DESC, id LIMIT ?",
                (collection_id, *first, limit),
            )
            return [to_file(r) for r in rows]

    def sizes_to_embed(self, collection_id: str) -> list[tuple[str, int]]:
        """(path, passages) of all files without vectors, for an estimate of the time."""
        with self._db.read() as db:
            rows = db.execute(f"SELECT path, passages FROM files WHERE collection_id = ? AND {_OPEN}", (collection_id,))
            return [tuple(r) for r in rows]

    def to_recognise(self, collection_id: str, preferred: Sequence[str] = ()) -> list[tuple[str, str, int]]:
        """(id, path, pages without text) of the files on the disk for which text recognition is due, also because of a document
        inside them: ``preferred`` ids first, then the newest."""
        first = set(self.originals(preferred)) if preferred else set()
        found: dict[str, tuple[bool, int, str, int]] = {}
        with self._db.read() as db:
            rows = db.execute(
                "SELECT id, json_array_length(pages_without_text) AS pages FROM files WHERE collection_id = ? AND needs_ocr = 1 AND needs_read = 0",
                (collection_id,),
            ).fetchall()
            for row in rows:
                outer = relations.container(db, row["id"])
                at = db.execute("SELECT path, mtime_ns, needs_read FROM files WHERE id = ?", (outer,)).fetchone()
                if at["needs_read"]:
                    continue
                wanted, _, _, pages = found.get(outer, (False, 0, "", 0))
                found[outer] = (wanted or row["id"] in first, at["mtime_ns"], at["path"], pages + row["pages"])
        ordered = sorted(found.items(), key=lambda item: (not item[1][0], -item[1][1], item[1][2]))
        return [(file_id, path, pages) for file_id, (_, _, path, pages) in ordered]

    def begun(self, collection_id: str) -> set[tuple[str, str]]:
        """(File id, revision) of readings whose vectors are being made: in the store in part, and no leftovers."""
        with self._db.read() as db:
            rows = db.execute(
                "SELECT id, next_revision FROM files WHERE collection_id = ? AND next_revision IS NOT NULL", (collection_id,)
            )
            return {(r["id"], r["next_revision"]) for r in rows}

    def document(self, file_id: str) -> ParsedDocument | None:
        """The extracted text with its blocks and pages, word for word as the passages were cut from it."""
        with self._db.read() as db:
            row = db.execute(
                "SELECT text, layout FROM texts WHERE file_id = (SELECT coalesce(duplicate_of, id) FROM files WHERE id = ?)",
                (file_id,),
            ).fetchone()
        return texts.unpack(row["text"], row["layout"]) if row else None

    def text(self, file_id: str) -> str | None:
        """The words of ``document`` alone, a tenth of its work: for looking whether a document is worth reading."""
        with self._db.read() as db:
            row = db.execute(
                "SELECT text FROM texts WHERE file_id = (SELECT coalesce(duplicate_of, id) FROM files WHERE id = ?)", (file_id,)
            ).fetchone()
        return texts.unpack_text(row["text"]) if row else None

    def expected_passages(self, collection_id: str) -> dict[tuple[str, str], int]:
        """(File id, revision) to its number of passages; whatever else lies in the store is a leftover."""
        with self._db.read() as db:
            rows = db.execute(
                "SELECT id, revision, passages FROM files WHERE collection_id = ? AND revision IS NOT NULL", (collection_id,)
            )
            return {(r["id"], r["revision"]): int(r["passages"]) for r in rows}

    def readings(self, collection_id: str) -> list[tuple[str, str, str, int]]:
        """(File id, revision, path, passages) of all files with passages, the newest first."""
        with self._db.read() as db:
            rows = db.execute(
                "SELECT id, revision, path, passages FROM files WHERE collection_id = ? AND revision IS NOT NULL AND passages > 0 "
                "ORDER BY mtime_ns DESC, id",
                (collection_id,),
            )
            return [tuple(r) for r in rows]

    def languages(self, collection_ids: Sequence[str], limit: int = 16) -> tuple[str, ...]:
        """ISO 639-1 codes of the documents, the most passages first. A word is looked for as each of them would stem it, so one that is
        left out is a language in which only words without endings are found."""
        with self._db.read() as db:
            rows = db.execute(
                f"SELECT language FROM files WHERE collection_id IN ({marks(collection_ids)}) AND language IS NOT NULL AND passages > 0 "
                "GROUP BY language ORDER BY sum(passages) DESC LIMIT ?",
                (*collection_ids, limit),
            )
            return tuple(r["language"] for r in rows)

    def people(self, collection_id: str) -> list[tuple[str, str | None, str | None]]:
        """(File id, author, recipients) of all files with one of both."""
        with self._db.read() as db:
            rows = db.execute(
                "SELECT id, author, recipients FROM files WHERE collection_id = ? AND passages > 0 "
                "AND (author IS NOT NULL OR recipients IS NOT NULL)",
                (collection_id,),
            )
            return [tuple(r) for r in rows]

    def matching_files(
        self,
        collection_ids: Sequence[str],
        *,
        author: str | None = None,
        recipient: str | None = None,
        title: str | None = None,
        folder: str | None = None,
    ) -> tuple[str, ...]:
        """Ids of files with passages whose author, recipients and title (or path) hold these words (case counts in letters beyond ASCII
        only) and that lie below ``folder``; also where a copy of them does."""
        conditions: list[str] = [f"f.collection_id IN ({marks(collection_ids)})"]
        values: list[object] = [*collection_ids]
        for column, text in (
            ("f.author", author),
            ("f.recipients", recipient),
            ("coalesce(f.title, '') || ' ' || f.path", title),
        ):
            if text is not None:
                conditions.append(f"instr(lower({column}), lower(?)) > 0")
                values.append(text.strip())
        if folder is not None:
            below = folder.rstrip("/\\")
            conditions.append("(substr(f.path, 1, ?) IN (?, ?))")
            values += [len(below) + 1, below + "/", below + "\\"]
        with self._db.read() as db:
            rows = db.execute(
                f"SELECT DISTINCT coalesce(f.duplicate_of, f.id) FROM files AS f WHERE {' AND '.join(conditions)}", values
            )
            return tuple(r[0] for r in rows)

    def unread(self, collection_ids: Iterable[str]) -> int:
        """Files that wait for their first reading: nothing of them can be found yet."""
        wanted = list(dict.fromkeys(collection_ids))
        with self._db.read() as db:
            row = db.execute(
                f"SELECT count(*) FROM files WHERE status = 'queued' AND revision IS NULL AND collection_id IN ({marks(wanted)})",
                wanted,
            ).fetchone()
        return int(row[0])

    def summary(self, collection_id: str) -> Summary:
        """Counts for the completeness line; found = queued + indexed + skipped + failed."""
        with self._db.read() as db:
            counts = dict(
                db.execute(
                    "SELECT status, count(*) FROM files WHERE collection_id = ? GROUP BY status", (collection_id,)
                ).fetchall()
            )
            sums = db.execute(
                "SELECT total(pages), total(json_array_length(pages_without_text)), total(ocr_pages), total(passages), "
                "total(NOT needs_read AND NOT needs_vectors AND NOT needs_ocr) FROM files WHERE collection_id = ? AND status = 'indexed'",
                (collection_id,),
            ).fetchone()
            reasons = db.execute(
                "SELECT coalesce(reason_code, 'unknown'), count(*) FROM files "
                "WHERE collection_id = ? AND status IN ('skipped', 'failed') GROUP BY 1 ORDER BY 2 DESC",
                (collection_id,),
            ).fetchall()
        by_status = {name: int(counts.get(name, 0)) for name in ("queued", "indexed", "skipped", "failed")}
        pages, without, ocr, passages, complete = (int(v) for v in sums)
        return Summary(
            found=sum(by_status.values()), **by_status, pages=pages, pages_without_text=without, ocr_pages=ocr, passages=passages, complete=complete,
            reasons={r[0]: int(r[1]) for r in reasons},
        )  # fmt: skip


def to_file(row: sqlite3.Row) -> FileRow:
    values = {name: row[name] for name in row.keys() if name != "path_key"}  # noqa: SIM118 - Row iterates over values
    values.update({name: json.loads(values[name]) for name in _JSON})
    return FileRow.model_validate(values)
