"""The journal of what is being read right now: after a death of the program it names the suspects."""

from __future__ import annotations

import json
from collections.abc import Sequence

from index import errors
from index.ingest.database import Database
from index.ingest.relations import forget_reading, refuse_duplicates
from index.ingest.versions import raise_version

DEATHS_BEFORE_QUARANTINE = 2
"""The program died this often while reading the file; the second time it was the only one being read."""


class Journal:
    """Part of the ledger."""

    _db: Database

    def begin_reading(self, file_ids: Sequence[str]) -> None:
        """Written before a parser touches the files, so that a death of the program names its suspects."""
        with self._db.write() as db:
            db.executemany(
                "INSERT INTO in_flight (file_id) SELECT id FROM files WHERE id = ? ON CONFLICT (file_id) DO UPDATE SET running = 1",
                [(i,) for i in file_ids],
            )

    def stop_reading(self, file_ids: Sequence[str]) -> None:
        """Cancelled in an orderly way: nobody is suspected."""
        with self._db.write() as db:
            db.executemany("DELETE FROM in_flight WHERE file_id = ?", [(i,) for i in file_ids])

    def settle_journal(self, collection_id: str) -> list[str]:
        """On start: count a death for each file that was being read. Returns ids of suspects, to be read one at a time.

        A suspect that was being read at the second death is set aside as failed, "quarantined"; one that died in text
        recognition keeps the text that it has, with a warning.
        """
        with self._db.write() as db:
            mine = "file_id IN (SELECT id FROM files WHERE collection_id = ?)"
            db.execute(f"UPDATE in_flight SET deaths = deaths + 1, running = 0 WHERE running = 1 AND {mine}", (collection_id,))
            rows = db.execute(f"SELECT file_id, deaths FROM in_flight WHERE {mine}", (collection_id,)).fetchall()
            for row in rows:
                if row["deaths"] < DEATHS_BEFORE_QUARANTINE:
                    continue
                file = db.execute("SELECT * FROM files WHERE id = ?", (row["file_id"],)).fetchone()
                if file["status"] == "indexed" and not file["needs_read"]:
                    warnings = [
                        *json.loads(file["warnings"]),
                        "The program ended twice during text recognition; it was left out.",
                    ]
                    db.execute(
                        "UPDATE files SET needs_ocr = 0, warnings = ? WHERE id = ?", (json.dumps(warnings), row["file_id"])
                    )
                    db.execute("UPDATE files SET needs_ocr = 0 WHERE parent_id = ?", (row["file_id"],))
                    db.execute("DELETE FROM in_flight WHERE file_id = ?", (row["file_id"],))
                else:
                    forget_reading(db, row["file_id"])
                    db.execute(
                        "UPDATE files SET status = 'failed', needs_read = 0, reason_code = 'quarantined', message = ?, next_step = ? WHERE id = ?",
                        (
                            "The program ended twice while this file was being read.",
                            errors.ParserCrashed.next_step,
                            row["file_id"],
                        ),
                    )
                    db.execute("DELETE FROM in_flight WHERE file_id = ?", (row["file_id"],))
                    refuse_duplicates(db, row["file_id"], "failed", "quarantined")
                raise_version(db, collection_id)
            return [r["file_id"] for r in rows if r["deaths"] < DEATHS_BEFORE_QUARANTINE]
