"""The version of a collection: raised by every change of what can be found in it."""

from __future__ import annotations

import sqlite3


def raise_version(db: sqlite3.Connection, collection_id: str) -> None:
    """Inside a transaction that changes what can be found: every cache keyed by the version is out of date."""
    db.execute("UPDATE collections SET index_version = index_version + 1 WHERE id = ?", (collection_id,))
