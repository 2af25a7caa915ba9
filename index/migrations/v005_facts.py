"""Pinned facts with their source places, what was suggested and dismissed, and the collection that questions go to by themselves."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    # file_id is no reference: a fact whose file is gone stays, as stale, until its person decides.
    """
    CREATE TABLE facts (
        id TEXT PRIMARY KEY,
        collection_id TEXT NOT NULL REFERENCES collections(id) ON DELETE CASCADE,
        status TEXT NOT NULL CHECK (status IN ('pinned', 'suggested', 'dismissed')),
        kind TEXT NOT NULL,
        label TEXT NOT NULL,
        label_key TEXT NOT NULL,
        value TEXT NOT NULL,
        unit TEXT NOT NULL DEFAULT '',
        valid_from TEXT,
        quote TEXT NOT NULL,
        digest TEXT NOT NULL,
        file_id TEXT NOT NULL,
        source TEXT NOT NULL,
        title TEXT,
        source_type TEXT NOT NULL,
        place TEXT NOT NULL,
        start INTEGER NOT NULL,
        end INTEGER NOT NULL,
        stale TEXT CHECK (stale IN ('changed', 'vanished')),
        checked_revision TEXT,
        created TEXT NOT NULL,
        UNIQUE (collection_id, label_key, digest)
    ) STRICT
    """,
    # Which reading of a file was searched for facts to suggest.
    """
    CREATE TABLE fact_scans (
        file_id TEXT PRIMARY KEY REFERENCES files(id) ON DELETE CASCADE,
        revision TEXT NOT NULL
    ) STRICT
    """,
    # A pinned sentence is the person's own note; what a rule copied goes with its document.
    """
    CREATE TRIGGER suggestions_of_deleted AFTER DELETE ON files BEGIN
        DELETE FROM facts WHERE file_id = OLD.id AND status <> 'pinned';
    END
    """,
    """
    CREATE TRIGGER suggestions_of_taken_out AFTER UPDATE OF status ON files WHEN NEW.status = 'skipped' BEGIN
        DELETE FROM facts WHERE file_id = NEW.id AND status <> 'pinned';
    END
    """,
    "ALTER TABLE collections ADD COLUMN is_default INTEGER NOT NULL DEFAULT 0",
)


def apply(connection: sqlite3.Connection) -> None:
    """Runs inside the transaction that also sets ``user_version``."""
    for statement in STATEMENTS:
        connection.execute(statement)
