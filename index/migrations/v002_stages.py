"""Stages of a file (read, vectors, text recognition), documents inside documents, and files with the same bytes."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    "ALTER TABLE files ADD COLUMN parent_id TEXT REFERENCES files(id) ON DELETE CASCADE",
    "ALTER TABLE files ADD COLUMN duplicate_of TEXT REFERENCES files(id) ON DELETE SET NULL",
    "ALTER TABLE files ADD COLUMN needs_read INTEGER NOT NULL DEFAULT 1",
    "ALTER TABLE files ADD COLUMN needs_vectors INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE files ADD COLUMN needs_ocr INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE files ADD COLUMN next_revision TEXT",
    # What earlier versions had indexed had its vectors and its text recognition at once.
    "UPDATE files SET needs_read = (status = 'queued')",
    "CREATE INDEX files_by_parent ON files (parent_id) WHERE parent_id IS NOT NULL",
    "CREATE INDEX files_by_original ON files (duplicate_of) WHERE duplicate_of IS NOT NULL",
    "CREATE INDEX files_without_vectors ON files (collection_id, mtime_ns) WHERE needs_vectors = 1",
)


def apply(connection: sqlite3.Connection) -> None:
    """Runs inside the transaction that also sets ``user_version``."""
    for statement in STATEMENTS:
        connection.execute(statement)
