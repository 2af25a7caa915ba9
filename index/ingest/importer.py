"""The import of files and folders into a collection: scan, read, cut, embed, write; the worst file costs only itself."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from index import errors
from index.document import Chunk, ParsedDocument
from index.embedding import PassageEmbedder
from index.ingest import batch, reading
from index.ingest.discovery import Discovery
from index.ingest.ledger import Ledger
from index.ingest.progress import ImportProgress, ImportSummary, Meter
from index.ingest.rows import FileRow, IndexedFile
from index.ingest.upkeep import Upkeep
from index.store.analysis import ANALYSIS_VERSION
from index.store.schema import PassageRow
from index.store.writer import PassageWriter, no_checkpoint

_T = TypeVar("_T")

Parse = Callable[[Path], "Future[ParsedDocument]"]
"""Starts parsing in a child process: ``lambda path: pool.submit(path, options)``."""

Cut = Callable[[ParsedDocument, str], Sequence[Chunk]]
"""Document and file name to chunks, measured with the embedder's tokenizer: ``chunk_document`` with its limits bound."""


@dataclass(frozen=True)
class ImportLimits:
    """``files_in_flight``: documents at the parsers at once, 2 × workers. ``batch_size``: passages embedded in one call; 16 take
    about 0.4 s on two cores, which bounds how long a cancel waits. ``group_passages``: passages written together, and so the most
    that a killed process has to embed again (besides one larger file). ``group_wait_s``: a smaller group is written when no
    document arrives for so long, or when it is ``group_age_s`` old. ``tidy_every_rows``: rows between two compactions within a run."""

    files_in_flight: int = 4
    batch_size: int = 16
    group_passages: int = 256
    group_wait_s: float = 0.25
    group_age_s: float = 2.0
    tidy_every_rows: int = 20_000


class Importer:
    """Runs on the ingest thread, one run at a time. All writes go through ``write_executor``, which has exactly one thread."""

    def __init__(
        self,
        ledger: Ledger,
        writer: PassageWriter,
        parse: Parse,
        cut: Cut,
        embedder: PassageEmbedder,
        write_executor: Executor,
        *,
        chunker_version: str,
        limits: ImportLimits | None = None,
        excluded: tuple[Path, ...] = (),
        pause: Callable[[], None] = lambda: None,
        checkpoint: Callable[[str], None] = no_checkpoint,
    ) -> None:
        """``excluded`` folders are never read (the program's own data). ``pause`` is called between batches and may block (a person paused, or waits for an answer)."""
        self._ledger = ledger
        self._writer = writer
        self._parse = parse
        self._cut = cut
        self._embedder = embedder
        self._executor = write_executor
        # What full text finds depends on its analysis as well: a change of either reads the files anew at their next import.
        self._chunker_version = f"{chunker_version}/{ANALYSIS_VERSION}"
        self._limits = limits or ImportLimits()
        self._excluded = excluded
        self._pause = pause
        self._checkpoint = checkpoint
        self.upkeep = Upkeep(ledger, writer, write_executor)

    def run(
        self,
        collection_id: str,
        paths: Sequence[Path],
        progress: Callable[[ImportProgress], None],
        cancelled: Callable[[], bool],
        *,
        retry_failed: bool = False,
    ) -> ImportSummary:
        """Bring the collection to the state of ``paths``: new files are added, changed ones replaced, vanished ones removed.

        ``retry_failed`` reads files again that failed before. Cancelling leaves a sound state within about a second.
        Raises UserFixable when the collection was made with another embedder, DiskFull, IndexDamaged, and what the embedder
        raises; whatever was not read yet stays queued and is taken up by the next run.
        """
        collection = self._ledger.collection(collection_id)
        if (collection.embedder_id, collection.dimension) != (self._embedder.embedder_id, self._embedder.dimension):
            raise errors.UserFixable(
                "This collection was built with another embedding model.",
                next_step="Choose that model again, or rebuild the collection with the present one.",
            )
        return _Run(self, collection_id, Meter(progress), cancelled).run(paths, retry_failed)

    def write(self, call: Callable[[], _T]) -> _T:
        """On the writer's thread; waits."""
        return self._executor.submit(call).result()


class _Run:
    """State of one run."""

    def __init__(self, owner: Importer, collection_id: str, meter: Meter, cancelled: Callable[[], bool]) -> None:
        self._o = owner
        self._collection_id = collection_id
        self._meter = meter
        self._cancelled = cancelled
        self._in_flight: dict[Future[ParsedDocument], tuple[FileRow, reading.Fingerprint]] = {}
        self._group: list[batch.ReadFile] = []
        self._group_since = 0.0
        self._again: list[FileRow] = []
        self._rows_since_tidy = 0
        self._wrote = False

    def run(self, paths: Sequence[Path], retry_failed: bool) -> ImportSummary:
        o, meter = self._o, self._meter
        suspects = o.upkeep.recover(self._collection_id)
        discovery = Discovery(o._ledger, o.write, self._collection_id, o._chunker_version, meter, self._cancelled, o._excluded)
        stopped = False
        try:
            discovery.run(paths, retry_failed)
            if discovery.gone:
                o.write(lambda: o._writer.delete_files(self._collection_id, discovery.gone))
            queued = self._take_stock(discovery)
            meter.begin_work([row.size for row in queued])
            meter.tell()
            self._read_all(queued, suspects)
        except reading.Cancelled:
            stopped = True
        finally:
            self._let_go()
            # Also on the way out of an error: what is written is made sound, and the error is what the caller sees.
            with suppress(errors.IndexError_):
                o.write(self._tidy)
        meter.current_file = None
        meter.tell()
        done = meter.indexed + meter.unchanged + meter.moved + meter.skipped + meter.failed
        return ImportSummary(
            collection_id=self._collection_id, found=meter.found, indexed=meter.indexed, unchanged=meter.unchanged, moved=meter.moved,
            removed=meter.removed, skipped=meter.skipped, failed=meter.failed, queued=max(0, meter.found - done), pages=meter.pages,
            passages=meter.passages, elapsed_s=meter.elapsed_s, cancelled=stopped, missing=tuple(discovery.missing),
            unreadable_folders=tuple(discovery.unreadable),
        )  # fmt: skip

    def _tidy(self) -> None:
        """On the writer's thread; also when an earlier run was killed before it came to this."""
        o = self._o
        if self._wrote or self._meter.removed or o._writer.unindexed_rows(self._collection_id):
            o._writer.optimize(self._collection_id)

    def _take_stock(self, discovery: Discovery) -> list[FileRow]:
        """The walk counted what it saw; now count what that is to us. Returns all files to be read, older ones included."""
        meter = self._meter
        queued: list[FileRow] = []
        meter.found, meter.skipped, meter.unchanged = 0, 0, -meter.moved
        for row in self._o._ledger.files(self._collection_id):
            if row.status == "queued":
                queued.append(row)
            elif row.path not in discovery.seen:
                continue
            elif row.status == "indexed":
                meter.unchanged += 1
            elif row.status == "skipped":
                meter.skipped += 1
            else:
                meter.failed += 1
            meter.found += 1
        return queued

    def _read_all(self, queued: list[FileRow], suspects: set[str]) -> None:
        # Files that were being read when the program died come first and alone: a second death then names the culprit.
        for row in [row for row in queued if row.id in suspects]:
            self._read([row], first_try=True)
        # Newest first: what a person worked on last is asked about first.
        rest = sorted((row for row in queued if row.id not in suspects), key=lambda row: row.mtime_ns, reverse=True)
        self._read(rest, first_try=True)
        again, self._again = self._again, []
        self._read(again, first_try=False)

    def _read(self, rows: Sequence[FileRow], *, first_try: bool) -> None:
        queue = deque(rows)
        while queue or self._in_flight:
            self._stop_if_cancelled()
            while queue and len(self._in_flight) < self._o._limits.files_in_flight:
                self._stop_if_cancelled()
                self._submit(queue.popleft(), first_try)
            if self._in_flight:
                done, _ = wait(self._in_flight, timeout=self._o._limits.group_wait_s, return_when=FIRST_COMPLETED)
                for future in done:
                    row, mark = self._in_flight.pop(future)
                    self._take(future, row, mark, first_try)
                if self._group and (not done or self._group_is_due()):
                    self._flush()
        self._flush()

    def _group_is_due(self) -> bool:
        limits = self._o._limits
        passages = sum(len(file.chunks) for file in self._group)
        return passages >= limits.group_passages or time.monotonic() - self._group_since >= limits.group_age_s

    def _submit(self, row: FileRow, first_try: bool) -> None:
        o = self._o
        self._meter.current_file = row.path
        try:
            mark = reading.fingerprint(row.path, self._cancelled)
        except errors.IndexError_ as error:
            self._refuse(row, error, first_try)
            return
        known = (row.sha256, row.chunker_version) == (mark.sha256, o._chunker_version) and row.revision is not None
        if known:
            o.write(lambda: o._ledger.mark_unchanged(row.id, mark.size, mark.mtime_ns))
            self._meter.unchanged += 1
            self._finished(row)
            return
        o.write(lambda: o._ledger.begin_reading([row.id]))
        self._checkpoint("parse.before")
        self._in_flight[o._parse(Path(row.path))] = (row, mark)

    def _take(self, future: Future[ParsedDocument], row: FileRow, mark: reading.Fingerprint, first_try: bool) -> None:
        trouble: BaseException | None = CancelledError() if future.cancelled() else future.exception()
        if trouble is not None:
            self._refuse(row, reading.classify(trouble), first_try)
            return
        try:
            document = batch.clean(future.result())
            if reading.stamp(row.path) != (mark.size, mark.mtime_ns):
                raise reading.being_written()
            chunks = tuple(self._o._cut(document, os.path.basename(row.path)))
            if not chunks:
                raise errors.NoText("No text was found in it.")
        except reading.Cancelled:
            raise
        except Exception as error:  # noqa: BLE001 - boundary: whatever one document provokes costs this document alone
            self._refuse(row, reading.classify(error), first_try)
            return
        if not self._group:
            self._group_since = time.monotonic()
        self._group.append(batch.ReadFile(row, mark, document, chunks))

    def _flush(self) -> None:
        """Embed and write the group. Order: store, ledger, then the rows that the new ones replace."""
        if not self._group:
            return
        o, group = self._o, self._group
        vectors = batch.embed(
            group, o._embedder, batch_size=o._limits.batch_size, pause=o._pause, cancelled=self._cancelled, told=self._told
        )  # fmt: skip
        made = [batch.to_rows(file, vs, o._chunker_version) for file, vs in zip(group, vectors, strict=True)]
        o.write(lambda: self._store(group, made))
        self._group = []
        for file in group:
            self._meter.indexed += 1
            self._meter.pages += len(file.document.pages)
            self._finished(file.row)

    def _store(self, group: list[batch.ReadFile], made: list[tuple[IndexedFile, list[PassageRow]]]) -> None:
        """On the writer's thread."""
        o, collection_id = self._o, self._collection_id
        o._ledger.collection(collection_id)  # deleted meanwhile: raises before its table would be made anew
        # Read and embedded without harm: a death from here on is not the fault of these documents.
        o._ledger.stop_reading([file.row.id for file in group])
        self._wrote = True
        o._writer.add(collection_id, [row for _, rows in made for row in rows], o._embedder.dimension)
        self._checkpoint("ledger.indexed.before")
        gone = o._ledger.mark_indexed(collection_id, [entry for entry, _ in made])
        self._checkpoint("ledger.indexed.after")
        replaced = {entry.file_id: entry.revision for file, (entry, _) in zip(group, made, strict=True) if file.row.revision}
        o._writer.delete_other_revisions(collection_id, {f: r for f, r in replaced.items() if f not in gone})
        if gone:
            o._writer.delete_files(collection_id, gone)
        self._rows_since_tidy += sum(len(rows) for _, rows in made)
        if self._rows_since_tidy >= o._limits.tidy_every_rows:
            self._rows_since_tidy = 0
            o._writer.optimize(collection_id)

    def _refuse(self, row: FileRow, error: errors.IndexError_, first_try: bool) -> None:
        if isinstance(error, errors.DiskFull):
            raise error
        if isinstance(error, errors.Retryable) and first_try:
            # Once more at the end of the run; until then nobody is told.
            self._o.write(lambda: self._o._ledger.stop_reading([row.id]))
            self._again.append(row)
            return
        size, mtime_ns = row.size, row.mtime_ns
        with suppress(errors.IndexError_):
            size, mtime_ns = reading.stamp(row.path)
        status, keep = reading.status_of(error), reading.keeps_passages(error)
        self._o.write(lambda: self._o._ledger.mark_refused(row.id, status, error, size=size, mtime_ns=mtime_ns, keep=keep))
        if row.revision is not None and not keep:
            self._o.write(lambda: self._o._writer.delete_files(self._collection_id, [row.id]))
            self._wrote = True
        if status == "skipped":
            self._meter.skipped += 1
        else:
            self._meter.failed += 1
        self._finished(row)

    def _finished(self, row: FileRow) -> None:
        self._meter.finished(row.size)
        self._meter.tell()

    def _told(self, passages: int) -> None:
        self._meter.passages += passages
        self._meter.tell()

    def _checkpoint(self, name: str) -> None:
        self._o._checkpoint(name)

    def _stop_if_cancelled(self) -> None:
        self._o._pause()
        if self._cancelled():
            raise reading.Cancelled

    def _let_go(self) -> None:
        """Nothing is being read any more; what was begun stays queued and nobody is suspected of anything."""
        for future in self._in_flight:
            future.cancel()
        ids = [row.id for row, _ in self._in_flight.values()] + [file.row.id for file in self._group]
        self._in_flight.clear()
        self._group = []
        if ids:
            with suppress(errors.IndexError_):
                self._o.write(lambda: self._o._ledger.stop_reading(ids))
