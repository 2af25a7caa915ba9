"""Which files are not any more what was indexed, by size and time."""

from __future__ import annotations

from collections.abc import Sequence

from index.errors import IndexError_
from index.ingest.ledger import Ledger
from index.ingest.reading import stamp
from index.ingest.rows import FileRow


def changed_files(ledger: Ledger, file_ids: Sequence[str]) -> frozenset[str]:
    """Ids of files that were edited or are gone. A part of a mail or an archive is as old as the file that holds it."""
    changed = set()
    for file_id in ledger.files_by_id(file_ids):
        holder = ledger.container_of(file_id)
        if holder is None or not _is_as_indexed(holder):
            changed.add(file_id)
    return frozenset(changed)


def _is_as_indexed(row: FileRow) -> bool:
    try:
        return stamp(row.path) == (row.size, row.mtime_ns)
    except IndexError_:
        return False
