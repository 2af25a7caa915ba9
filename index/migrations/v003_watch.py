"""Watching: a switch for each source, and where its file system was mounted when it was added."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    "ALTER TABLE sources ADD COLUMN watch INTEGER NOT NULL DEFAULT 1",
    # NULL: added by an earlier version; filled at its next import.
    "ALTER TABLE sources ADD COLUMN mount TEXT",
)


def apply(connection: sqlite3.Connection) -> None:
    """Runs inside the transaction that also sets ``user_version``."""
    for statement in STATEMENTS:
        connection.execute(statement)
