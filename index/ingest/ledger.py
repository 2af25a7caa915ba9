"""The ledger: which collections, sources and files there are, and what became of every one of them (SQLite)."""

from __future__ import annotations

import json
import os
import sqlite3
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from index import disk, errors
from index.ingest import relations
from index.ingest.database import Database
from index.ingest.drives import mount_point
from index.ingest.file_ledger import FileLedger
from index.ingest.rebuild_rows import RebuildRows
from index.ingest.reserve import Reserve
from index.ingest.rows import Collection, Rebuild, Source, SourceKind
from index.ingest.stamps import Stamps
from index.ingest.subjects import MAX_NAME, Subjects, name_key
from index.ingest.versions import raise_version


class Ledger(FileLedger, RebuildRows, Stamps, Subjects):
    """Light constructor; ``warm_up`` creates or migrates ``path`` (``library.sqlite``), ``close`` closes all connections.

    Thread-safe: each thread has its own connection. All calls may raise IndexDamaged, IndexBusy or DiskFull.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(Database(path))
        self._path = path
        self._reserve = Reserve(path.with_name("reserve"))

    def warm_up(self) -> None:
        """Raises IndexDamaged for a file of a newer version or one that is not ours."""
        if disk.is_full(self._path):
            self._reserve.use()  # SQLite makes a file for its memory between processes before it reads
        self._db.warm_up()
        self._reserve.set_aside()

    def close(self) -> None:
        self._db.close()
        self._reserve.set_aside()

    def use_reserve(self) -> bool:
        """On a full disk: the room that was set aside for taking out and deleting. False when there is none."""
        return self._reserve.use()

    def set_reserve_aside(self) -> None:
        self._reserve.set_aside()

    def forget_traces(self) -> None:
        """After a deletion: nothing of what was deleted stays in the file or its log. Not inside a transaction."""
        self._db.forget_traces()

    # --- collections

    def create_collection(
        self, name: str, *, embedder_id: str, dimension: int, chunker_version: str, aliases: Sequence[str] = ()
    ) -> Collection:
        """Raises UserFixable when the name is empty or taken (compared without case)."""
        check_name(name)
        collection_id = uuid.uuid4().hex
        try:
            with self._db.write() as db:
                db.execute(
                    "INSERT INTO collections (id, name, name_key, aliases, embedder_id, dimension, chunker_version, created) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        collection_id, name.strip(), name_key(name), json.dumps(list(aliases)), embedder_id, dimension,
                        chunker_version, datetime.now(UTC).isoformat(),
                    ),
                )  # fmt: skip
        except sqlite3.IntegrityError as error:
            raise errors.UserFixable(
                f"There is a collection named “{name.strip()}” already.", next_step="Choose another name."
            ) from error
        return self.collection(collection_id)

    def collections(self) -> list[Collection]:
        """By name."""
        with self._db.read() as db:
            return [_to_collection(r) for r in db.execute("SELECT * FROM collections ORDER BY name_key")]

    def collection(self, collection_id: str) -> Collection:
        """Raises UserFixable when there is none of this id (any more)."""
        with self._db.read() as db:
            row = db.execute("SELECT * FROM collections WHERE id = ?", (collection_id,)).fetchone()
        if row is None:
            raise errors.UserFixable("This collection does not exist any more.", next_step="Choose another collection.")
        return _to_collection(row)

    def collection_by_name(self, name: str) -> Collection | None:
        """By name, then by alias; case does not count."""
        key = name_key(name)
        everything = self.collections()
        return next(
            (c for c in everything if name_key(c.name) == key),
            next((c for c in everything if key in {name_key(a) for a in c.aliases}), None),
        )

    def change_collection(
        self, collection_id: str, *, name: str | None = None, aliases: Sequence[str] | None = None
    ) -> Collection:
        """Raises UserFixable when the new name is empty or taken."""
        if name is not None:
            check_name(name)
        try:
            with self._db.write() as db:
                if name is not None:
                    db.execute(
                        "UPDATE collections SET name = ?, name_key = ? WHERE id = ?",
                        (name.strip(), name_key(name), collection_id),
                    )
        except sqlite3.IntegrityError as error:
            raise errors.UserFixable(
                f"There is a collection named “{name}” already.", next_step="Choose another name."
            ) from error
        if aliases is not None:
            self.set_aliases(collection_id, aliases)
        return self.collection(collection_id)

    def reset_collection(self, collection_id: str) -> None:
        """Queue every file anew; the passages so far are leftovers from here on."""
        with self._db.write() as db:
            db.execute(
                "UPDATE files SET status = 'queued', needs_read = 1, needs_vectors = 0, needs_ocr = 0, duplicate_of = NULL, revision = NULL, "
                "next_revision = NULL, sha256 = NULL, passages = 0 WHERE collection_id = ? AND status IN ('indexed', 'queued')",
                (collection_id,),
            )
            # An archive whose parts are all refused is read anew too; the parts follow it.
            db.execute(
                "UPDATE files SET status = 'queued', needs_read = 1, sha256 = NULL WHERE collection_id = ? AND parent_id IS NULL "
                "AND EXISTS (SELECT 1 FROM files AS inner WHERE inner.parent_id = files.id)",
                (collection_id,),
            )
            raise_version(db, collection_id)

    def delete_collection(self, collection_id: str) -> None:
        """With all its sources, files and texts."""
        with self._db.write() as db:
            db.execute("DELETE FROM collections WHERE id = ?", (collection_id,))

    # --- sources

    def add_source(self, collection_id: str, path: str, kind: SourceKind) -> Source:
        """The existing one when the path was added before. Notes where its file system is mounted: the path is there now."""
        with self._db.write() as db:
            db.execute(
                "INSERT INTO sources (id, collection_id, path, kind, added, mount) VALUES (?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (collection_id, path) DO UPDATE SET mount = excluded.mount",
                (uuid.uuid4().hex, collection_id, path, kind, datetime.now(UTC).isoformat(), mount_point(path)),
            )
            row = db.execute("SELECT * FROM sources WHERE collection_id = ? AND path = ?", (collection_id, path)).fetchone()
        return Source.model_validate(dict(row))

    def set_watch(self, source_id: str, watch: bool) -> None:
        """Whether changes in the source are imported by themselves from now on."""
        with self._db.write() as db:
            db.execute("UPDATE sources SET watch = ? WHERE id = ?", (int(watch), source_id))

    def sources(self, collection_id: str) -> list[Source]:
        """In the order in which they were added."""
        with self._db.read() as db:
            rows = db.execute("SELECT * FROM sources WHERE collection_id = ? ORDER BY added, path", (collection_id,))
            return [Source.model_validate(dict(r)) for r in rows]

    def remove_source(self, source_id: str) -> None:
        """With its files and their texts; files that lie below another source of the collection stay and go over to it."""
        with self._db.write() as db:
            row = db.execute("SELECT collection_id FROM sources WHERE id = ?", (source_id,)).fetchone()
            if row is None:
                return
            others = db.execute(
                "SELECT id, path FROM sources WHERE collection_id = ? AND id != ? ORDER BY length(path)",
                (row["collection_id"], source_id),
            ).fetchall()
            for other in others:
                below = other["path"].rstrip(os.sep) + os.sep
                db.execute(
                    "UPDATE files SET source_id = ? WHERE source_id = ? AND (path = ? OR substr(path, 1, ?) = ?)",
                    (other["id"], source_id, other["path"], len(below), below),
                )
            relations.remove(db, [r["id"] for r in db.execute("SELECT id FROM files WHERE source_id = ?", (source_id,))])
            db.execute("DELETE FROM sources WHERE id = ?", (source_id,))
            raise_version(db, row["collection_id"])


def check_name(name: str) -> None:
    """Raises UserFixable for what no collection can be called."""
    if not name_key(name):
        raise errors.UserFixable("A collection needs a name.", next_step="Type a name.")
    if len(name) > MAX_NAME or any(not c.isprintable() for c in name):
        raise errors.UserFixable(
            f"A collection's name is one line of at most {MAX_NAME} characters.", next_step="Choose another name."
        )


def _to_collection(row: sqlite3.Row) -> Collection:
    values = dict(row)
    del values["name_key"]
    values["aliases"] = json.loads(values["aliases"])
    table, embedder_id, dimension, passages = (
        values.pop(f"next_{name}") for name in ("table", "embedder", "dimension", "passages")
    )
    if table is not None:
        values["rebuild"] = Rebuild(table=table, embedder_id=embedder_id, dimension=dimension, passages=passages)
    return Collection.model_validate(values)
