"""What the ledger knew of each file last, in one light pass: for a preview, and for the sweep of watched folders."""

from __future__ import annotations

from index.ingest.database import Database
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
                "SELECT path, source_id, size, mtime_ns, status, reason_code, needs_read OR needs_vectors FROM files "
                "WHERE collection_id = ? AND parent_id IS NULL",
                (collection_id,),
            )
            return {r[0]: Stamp(r[1], r[2], r[3], r[4], not r[6] and r[5] not in TRIED_AGAIN) for r in rows}

    def settled_stamps(self, collection_id: str) -> dict[str, tuple[int, int]]:
        """Path to (size, mtime in ns) of the files that an import leaves alone while these hold (``index.ingest.preview``)."""
        return {path: (stamp.size, stamp.mtime_ns) for path, stamp in self.stamps(collection_id).items() if stamp.settled}
