"""What differs in a watched folder from what the ledger knows of it: one walk, no file is opened."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from index.ingest.drives import is_there
from index.ingest.ledger import Ledger
from index.ingest.rows import FoundFile, Source, Stamp
from index.ingest.scan import Scan, readable

ENOUGH = 1000
"""So many differences are named; an import of the folder finds the rest."""


def changed_paths(ledger: Ledger, source: Source, excluded: tuple[Path, ...], cancelled: Callable[[], bool]) -> list[str]:
    """Paths for which an import of the source would find something to do: new, changed, vanished, or worth another try.

    None while its drive is away, and after a cancel. Raises index.errors of the ledger.
    """
    if not is_there(source.path, source.mount):
        return []
    known = ledger.stamps(source.collection_id)
    scan = Scan((Path(source.path),), excluded=excluded)
    seen: set[str] = set()
    changed: list[str] = []
    for found in scan.walk():
        seen.add(found.path)
        if _differs(found, known.get(found.path)):
            changed.append(found.path)
        if cancelled() or len(changed) >= ENOUGH:
            return [] if cancelled() else changed
    if not scan.missing and source.kind == "folder":
        blind = tuple(readable(folder).rstrip(os.sep) + os.sep for folder in scan.unreadable)
        changed += [
            path for path, s in known.items() if s.source_id == source.id and path not in seen and not path.startswith(blind)
        ]
    return changed


def _differs(found: FoundFile, stamp: Stamp | None) -> bool:
    if found.reason_code is not None:
        # What is left out is no reason for an import, unless it was read before.
        return stamp is not None and stamp.status == "indexed"
    return stamp is None or not stamp.settled or not stamp.file.holds(found.stamp)
