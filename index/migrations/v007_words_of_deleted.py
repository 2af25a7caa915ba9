"""What was read of a document leaves its pinned facts as well when the document is taken out: what a person wrote stays.

The digest stays too, so that the sentence is known again when the document comes back.
"""

from __future__ import annotations

import sqlite3

_FORGET = (
    "UPDATE facts SET quote = '', title = NULL, place = '{}', stale = 'vanished', checked_revision = NULL WHERE file_id = "
)
STATEMENTS = (
    f"CREATE TRIGGER words_of_deleted AFTER DELETE ON files BEGIN {_FORGET} OLD.id; END",
    f"CREATE TRIGGER words_of_taken_out AFTER UPDATE OF status ON files WHEN NEW.status = 'skipped' BEGIN {_FORGET} NEW.id; END",
    _FORGET.removesuffix("file_id = ") + "stale = 'vanished'",
)


def apply(connection: sqlite3.Connection) -> None:
    """Runs inside the transaction that also sets ``user_version``."""
    for statement in STATEMENTS:
        connection.execute(statement)
