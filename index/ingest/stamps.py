"""What the ledger knew of each file last, in one light pass: for a preview, and for the sweep of watched folders."""

from __future__ import annotations

from index.ingest.database import Database
from index.ingest.file_stamp import FileStamp
from index.ingest.rows import Stamp

TRIED_AGAIN = frozenset({"locked", "index_busy", "retryable", "disk_full", "vanished", "no_permission"})
"""Reasons that may pass by themselves: such files are queued again by every import. All others wait for a change or a request."""


class Stamps:
    """A part of ``index.ingest.ledger.Ledger``."""

    _db: Database

    def stamps(self, collection_id: str) -> dict[str, Stamp]:
        """By path. Documents inside others are left out: no walk meets them."""
        with self._db.read() as db:
            rows = db.execute(
                "SELECT path, source_id, size, mtime_ns, changed_ns, status, reason_code, needs_read OR needs_vectors FROM files "
                "WHERE collection_id = ? AND parent_id IS NULL",
                (collection_id,),
            )
            return {r[0]: Stamp(r[1], FileStamp(*r[2:5]), r[5], not r[7] and r[6] not in TRIED_AGAIN) for r in rows}

    def settled_stamps(self, collection_id: str) -> dict[str, FileStamp]:
        """By path, of the files that an import leaves alone while they hold (``index.ingest.preview``)."""
        # A file that is to be looked at again is most probably the same.
        return {
            path: stamp.file._replace(changed_ns=max(0, stamp.file.changed_ns))
            for path, stamp in self.stamps(collection_id).items()
            if stamp.settled
        }
