"""Vectors of another embedding model, made in a table of their own beside the one that answers, until one takes the other's place."""

from __future__ import annotations

import sqlite3

# table_id NULL: the table bears the collection's own id, as every table did before. next_…: what is being made; next_passages of it are
# done.
STATEMENTS = (
    "ALTER TABLE collections ADD COLUMN table_id TEXT",
    "ALTER TABLE collections ADD COLUMN next_table TEXT",
    "ALTER TABLE collections ADD COLUMN next_embedder TEXT",
    "ALTER TABLE collections ADD COLUMN next_dimension INTEGER",
    "ALTER TABLE collections ADD COLUMN next_passages INTEGER NOT NULL DEFAULT 0",
)


def apply(connection: sqlite3.Connection) -> None:
    """Runs inside the transaction that also sets ``user_version``."""
    for statement in STATEMENTS:
        connection.execute(statement)
