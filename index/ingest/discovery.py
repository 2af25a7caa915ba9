"""The first part of a run: walk the roots, list everything in the ledger, notice what moved and what is gone."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from index import errors
from index.ingest import reading
from index.ingest.drives import is_there, is_within
from index.ingest.file_ledger import EXCLUDED
from index.ingest.ledger import Ledger
from index.ingest.progress import Meter
from index.ingest.rows import FileRow, FoundFile, Source, SourceKind
from index.ingest.scan import Scan, is_importable, readable

_BATCH = 500


class Discovery:
    """Used once. Afterwards ``seen`` holds every path listed, ``missing`` and ``unreadable`` what could not be looked into, ``special``
    the roots that are neither file nor folder, ``gone`` ids of files that the ledger has forgotten and whose passages are to be deleted."""

    def __init__(
        self,
        ledger: Ledger,
        write: Callable[[Callable[[], Any]], Any],
        collection_id: str,
        chunker_version: str,
        meter: Meter,
        cancelled: Callable[[], bool],
        excluded: tuple[Path, ...] = (),
    ) -> None:
        self._ledger = ledger
        self._write = write
        self._collection_id = collection_id
        self._chunker_version = chunker_version
        self._meter = meter
        self._cancelled = cancelled
        self._excluded = excluded
        self.seen: set[str] = set()
        self.gone: list[str] = []
        self.missing: list[str] = []
        self.unreadable: list[str] = []
        self.special: list[str] = []

    def run(self, paths: Sequence[Path], retry_failed: bool) -> None:
        """Raises reading.Cancelled."""
        folders: list[Source] = []
        for path in paths:
            source = self._walk(path, retry_failed)
            if source is not None and source.kind == "folder":
                folders.append(source)
        vanished = [
            row
            for source in folders
            for row in self._ledger.files(self._collection_id, source_id=source.id)
            if row.parent_id is None and row.path not in self.seen and not self._unknown(row.path)
        ]
        moved = self._settle_moves([row for row in vanished if row.sha256 is not None])
        removed = [row.id for row in vanished if row.id not in moved]
        if removed:
            self.gone += self._write(lambda: self._ledger.remove_files(self._collection_id, removed))
            self._meter.removed += len(removed)

    def _walk(self, root: Path, retry_failed: bool) -> Source | None:
        absolute = os.path.abspath(root)
        known = next((s for s in self._ledger.sources(self._collection_id) if s.path == readable(absolute)), None)
        if not is_there(absolute, known.mount if known else None):
            self.missing.append(readable(absolute))
            return None
        if not is_importable(absolute):
            self.special.append(readable(absolute))
            return None
        kind: SourceKind = "folder" if os.path.isdir(absolute) else "file"
        source: Source = self._write(lambda: self._ledger.add_source(self._collection_id, readable(absolute), kind))
        scan = Scan((Path(absolute),), excluded=self._excluded)
        waiting: list[FoundFile] = []
        for found in scan.walk():
            if self._cancelled():
                raise reading.Cancelled
            if found.path in self.seen:  # roots that overlap
                continue
            self.seen.add(found.path)
            waiting.append(found)
            self._count(found)
            if len(waiting) >= _BATCH:
                self._record(source, waiting, retry_failed)
                waiting = []
        self._record(source, waiting, retry_failed)
        self.unreadable += [readable(folder) for folder in scan.unreadable]
        if not is_there(absolute, source.mount):  # pulled meanwhile: that a file was not met says nothing
            self.missing.append(readable(absolute))
            return None
        return source

    def _count(self, found: FoundFile) -> None:
        self._meter.found += 1
        if found.reason_code is not None:
            self._meter.skipped += 1

    def _record(self, source: Source, found: list[FoundFile], retry: bool) -> None:
        if found:
            self.gone += self._write(
                lambda: self._ledger.record_found(
                    self._collection_id, source.id, found, chunker_version=self._chunker_version, retry=retry
                )
            )
        self._meter.tell()

    def _unknown(self, path: str) -> bool:
        """Below a folder that could not be opened: nothing is known, so nothing is forgotten."""
        return any(is_within(path, folder) for folder in self.unreadable)

    def _settle_moves(self, vanished: list[FileRow]) -> set[str]:
        """Files that vanished here and appeared there with the same bytes keep their passages, and stay out when a person took them out.
        Returns their ids.

        Only new files of exactly the same size are hashed for this.
        """
        taken_out = self._taken_out_elsewhere({row.id for row in vanished})
        sizes = {row.size for row in [*vanished, *taken_out.values()]}
        by_hash: dict[str, list[FileRow]] = defaultdict(list)
        for row in sorted(vanished, key=lambda row: row.path, reverse=True):
            by_hash[row.sha256 or ""].append(row)
        moves: list[tuple[str, str, FoundFile, str]] = []
        if not sizes:
            return set()
        for new in self._ledger.files(self._collection_id, status="queued"):
            known = new.revision is not None or new.duplicate_of is not None
            if known or new.size not in sizes or new.path not in self.seen:
                continue
            with suppress(errors.IndexError_):
                mark = reading.fingerprint(new.path, self._cancelled)
                if by_hash[mark.sha256]:
                    old = by_hash[mark.sha256].pop()
                    found = FoundFile(path=new.path, **mark.stamp._asdict())
                    moves.append((old.id, new.id, found, new.source_id))
                elif mark.sha256 in taken_out:
                    self._write(partial(self._ledger.exclude, new.id, mark.sha256))
            self._meter.tick()
        for start in range(0, len(moves), _BATCH):
            self._write(partial(self._ledger.mark_moved, moves[start : start + _BATCH]))
        out = {row.id for row in vanished if row.reason_code == EXCLUDED}
        moved = {move[0] for move in moves}
        self._meter.moved += len(moved - out)  # what was taken out counts as skipped under its new name too
        return moved

    def _taken_out_elsewhere(self, vanished: set[str]) -> dict[str, FileRow]:
        """By hash: files that a person took out and that are not at their place any more, though nothing says that they are gone: their
        folder was renamed, or is away, and is imported under another name."""
        rows = self._ledger.files(self._collection_id, status="skipped")
        return {
            row.sha256: row
            for row in rows
            if row.reason_code == EXCLUDED and row.sha256 and row.id not in vanished and not os.path.lexists(row.path)
        }
