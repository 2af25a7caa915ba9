"""Who wrote a document and to whom it went, so that a search can be narrowed to a person."""

from __future__ import annotations

import json
import re
import sqlite3
import zlib

# At the end of the kept layout, behind blocks and pages, which need not be read for it.
_AUTHOR = re.compile(rb'"author":"((?:[^"\\]|\\.)*)"')
_TAIL = 8192

STATEMENTS = (
    "ALTER TABLE files ADD COLUMN author TEXT",
    # Of mails: the fields To and Cc in one line. NULL: not a mail, or read by an earlier version and not since.
    "ALTER TABLE files ADD COLUMN recipients TEXT",
)


def apply(connection: sqlite3.Connection) -> None:
    """Runs inside the transaction that also sets ``user_version``. Authors are taken from what is kept; recipients come with the
    next reading of a mail."""
    for statement in STATEMENTS:
        connection.execute(statement)
    for row in connection.execute("SELECT file_id, layout FROM texts").fetchall():
        author = _author(row[1])
        if author:
            connection.execute("UPDATE files SET author = ? WHERE id = ? OR duplicate_of = ?", (author, row[0], row[0]))


def _author(layout: bytes) -> str | None:
    try:
        found = _AUTHOR.search(zlib.decompress(layout)[-_TAIL:])
        return str(json.loads(b'"' + found[1] + b'"')) if found else None
    except (zlib.error, ValueError):  # damaged: read anew at the next import
        return None
