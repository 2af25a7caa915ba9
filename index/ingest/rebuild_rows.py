"""Which table of passages stands for a collection, and which one is being made with another embedding model."""

from __future__ import annotations

import uuid

from index.ingest.database import Database
from index.ingest.versions import raise_version

_NOTHING_BEGUN = "next_table = NULL, next_embedder = NULL, next_dimension = NULL, next_passages = 0"


class RebuildRows:
    """Thread-safe: each thread has its own connection. Writes are meant to come from one thread."""

    _db: Database

    def begin_rebuild(self, collection_id: str, embedder_id: str, dimension: int) -> None:
        """From now on a table of that model is being made; one that was begun before is a leftover. What answers stays."""
        with self._db.write() as db:
            db.execute(
                "UPDATE collections SET next_table = ?, next_embedder = ?, next_dimension = ?, next_passages = 0 WHERE id = ?",
                (uuid.uuid4().hex, embedder_id, dimension, collection_id),
            )

    def note_rebuilt(self, collection_id: str, passages: int) -> None:
        """How many passages the new table has."""
        with self._db.write() as db:
            db.execute("UPDATE collections SET next_passages = ? WHERE id = ?", (passages, collection_id))

    def give_up_rebuild(self, collection_id: str) -> None:
        """What was made is a leftover."""
        with self._db.write() as db:
            db.execute(f"UPDATE collections SET {_NOTHING_BEGUN} WHERE id = ?", (collection_id,))

    def finish_rebuild(self, collection_id: str) -> None:
        """One transaction: from here on the new table is what is found, every passage in it has its vector, and the old table is a
        leftover."""
        with self._db.write() as db:
            db.execute(
                "UPDATE collections SET embedder_id = next_embedder, dimension = next_dimension, table_id = next_table, "
                f"{_NOTHING_BEGUN} WHERE id = ? AND next_table IS NOT NULL",
                (collection_id,),
            )
            db.execute(
                "UPDATE files SET needs_vectors = 0, next_revision = NULL WHERE collection_id = ? AND revision IS NOT NULL",
                (collection_id,),
            )
            raise_version(db, collection_id)
