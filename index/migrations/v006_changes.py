"""When a file was last changed by the system's own account, so that an edit is noticed whose size and modification time are as before."""

from __future__ import annotations

import sqlite3

# 0: not known; filled at the next import. -1: the file changed in the moment in which it was read (index.ingest.file_stamp).
STATEMENTS = ("ALTER TABLE files ADD COLUMN changed_ns INTEGER NOT NULL DEFAULT 0",)


def apply(connection: sqlite3.Connection) -> None:
    """Runs inside the transaction that also sets ``user_version``."""
    for statement in STATEMENTS:
        connection.execute(statement)
