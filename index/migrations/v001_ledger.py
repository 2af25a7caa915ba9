"""Collections, sources, files, their extracted texts, and the journal of running imports."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    """
    CREATE TABLE collections (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL UNIQUE,
        aliases TEXT NOT NULL DEFAULT '[]',
        embedder_id TEXT NOT NULL,
        dimension INTEGER NOT NULL,
        chunker_version TEXT NOT NULL,
        index_version INTEGER NOT NULL DEFAULT 0,
        created TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE sources (
        id TEXT PRIMARY KEY,
        collection_id TEXT NOT NULL REFERENCES collections(id) ON DELETE CASCADE,
        path TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('file', 'folder')),
        added TEXT NOT NULL,
        UNIQUE (collection_id, path)
    ) STRICT
    """,
    """
    CREATE TABLE files (
        id TEXT PRIMARY KEY,
        collection_id TEXT NOT NULL REFERENCES collections(id) ON DELETE CASCADE,
        source_id TEXT NOT NULL REFERENCES sources(id) ON DELETE CASCADE,
        path TEXT NOT NULL,
        path_key TEXT NOT NULL,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        sha256 TEXT,
        revision TEXT,
        status TEXT NOT NULL CHECK (status IN ('queued', 'indexed', 'skipped', 'failed')),
        reason_code TEXT,
        message TEXT,
        next_step TEXT,
        kind TEXT,
        title TEXT,
        language TEXT,
        document_modified TEXT,
        pages INTEGER NOT NULL DEFAULT 0,
        pages_without_text TEXT NOT NULL DEFAULT '[]',
        ocr_pages INTEGER NOT NULL DEFAULT 0,
        passages INTEGER NOT NULL DEFAULT 0,
        parser TEXT,
        chunker_version TEXT,
        warnings TEXT NOT NULL DEFAULT '[]',
        indexed_at TEXT,
        UNIQUE (collection_id, path)
    ) STRICT
    """,
    "CREATE INDEX files_by_status ON files (collection_id, status)",
    "CREATE INDEX files_by_source ON files (source_id)",
    "CREATE INDEX files_by_hash ON files (collection_id, sha256)",
    """
    CREATE TABLE texts (
        file_id TEXT PRIMARY KEY REFERENCES files(id) ON DELETE CASCADE,
        text BLOB NOT NULL,
        layout BLOB NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE in_flight (
        file_id TEXT PRIMARY KEY REFERENCES files(id) ON DELETE CASCADE,
        deaths INTEGER NOT NULL DEFAULT 0,
        running INTEGER NOT NULL DEFAULT 1
    ) STRICT
    """,
)


def apply(connection: sqlite3.Connection) -> None:
    """Runs inside the transaction that also sets ``user_version``."""
    for statement in STATEMENTS:
        connection.execute(statement)
