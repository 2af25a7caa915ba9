"""The import of files and folders into a collection: scan, read, write the words, then the vectors, then text recognition."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from index import errors, memory
from index.embedding import PassageEmbedder
from index.ingest import reading
from index.ingest.containers import Cut
from index.ingest.discovery import Discovery
from index.ingest.drives import Presence
from index.ingest.ledger import Ledger
from index.ingest.progress import ImportProgress, ImportSummary, Meter
from index.ingest.read_stage import ReadStage, Work
from index.ingest.rows import Collection
from index.ingest.run_context import ImportLimits, Parse, RunContext
from index.ingest.upkeep import Upkeep
from index.ingest.vector_stage import VectorStage
from index.parsers.base import ParseOptions
from index.store.analysis import ANALYSIS_VERSION
from index.store.connection import is_lasting
from index.store.writer import PassageWriter, no_checkpoint

__all__ = ["Cut", "ImportLimits", "Importer", "Parse"]

_T = TypeVar("_T")
_PREFERRED = 64
"""Files that are kept in mind as asked for; the last few questions name fewer."""


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
        options: ParseOptions | None = None,
        limits: ImportLimits | None = None,
        excluded: tuple[Path, ...] = (),
        pause: Callable[[], None] = lambda: None,
        checkpoint: Callable[[str], None] = no_checkpoint,
    ) -> None:
        """``options``: how documents are parsed in the end; the first reading is always without text recognition. ``excluded``
        folders are never read (the program's own data). ``pause`` is called between batches and may block (a person paused, or
        waits for an answer)."""
        self._ledger = ledger
        self._writer = writer
        self._parse = parse
        self._cut = cut
        self._embedder = embedder
        self._executor = write_executor
        # What full text finds depends on its analysis as well: a change of either reads the files anew at their next import.
        self._chunker_version = f"{chunker_version}/{ANALYSIS_VERSION}"
        self._options = options or ParseOptions()
        self._limits = limits or ImportLimits()
        self._excluded = excluded
        self._pause = pause
        self._checkpoint = checkpoint
        self._preferred: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()
        self.upkeep = Upkeep(ledger, writer, write_executor)

    def prefer(self, file_ids: Iterable[str]) -> None:
        """What a person just asked for: these files get their vectors and their text recognition before the rest. Any thread."""
        with self._lock:
            for file_id in file_ids:
                self._preferred[file_id] = None
                self._preferred.move_to_end(file_id)
            while len(self._preferred) > _PREFERRED:
                self._preferred.popitem(last=False)

    def run(
        self,
        collection_id: str,
        paths: Sequence[Path],
        progress: Callable[[ImportProgress], None],
        cancelled: Callable[[], bool],
        *,
        retry_failed: bool = False,
        passwords: Mapping[str, str] | None = None,
        rebuild_damaged: bool = False,
    ) -> ImportSummary:
        """Bring the collection to the state of ``paths``: new files are added, changed ones replaced, vanished ones removed. First
        all text is made searchable by words, then vectors follow, then text recognition of scans and pictures; what earlier runs
        left undone is done too, so that without ``paths`` a run does just that.

        ``retry_failed`` reads files again that failed before. ``passwords`` by path as the ledger has it (also of a document inside
        another) are used in this run and kept nowhere; the files are read again for them. ``rebuild_damaged``: an index that cannot be
        read is dropped, and every file is read anew. Cancelling leaves a sound state within
        about a second. Raises UserFixable when the collection was made with another embedder, DiskFull, IndexDamaged, and what the
        embedder raises; whatever was not done yet is taken up by the next run.
        """
        collection = self._ledger.collection(collection_id)
        if (collection.embedder_id, collection.dimension) != (self._embedder.embedder_id, self._embedder.dimension):
            raise errors.UserFixable(
                "This collection was built with another embedding model.",
                next_step="Choose that model again, or rebuild the collection with the present one.",
            )
        context = RunContext(
            ledger=self._ledger, writer=self._writer, parse=self._parse, cut=self._cut, embedder=self._embedder, write=self.write,
            options=self._options, chunker_version=self._chunker_version, limits=self._limits, pause=self._pause,
            checkpoint=self._checkpoint, preferred=self._asked_for, collection_id=collection_id, table=collection.table, meter=Meter(progress),
            cancelled=cancelled, presence=Presence([os.path.abspath(path) for path in paths]), passwords=dict(passwords or {}),
        )  # fmt: skip
        suspects = self._recover(collection, rebuild_damaged)
        return self._run(context, paths, retry_failed, suspects)

    def write(self, call: Callable[[], _T]) -> _T:
        """On the writer's thread; waits."""
        return self._executor.submit(call).result()

    def _asked_for(self) -> tuple[str, ...]:
        with self._lock:
            return tuple(self._preferred)

    def _recover(self, collection: Collection, rebuild_damaged: bool) -> set[str]:
        try:
            return self.upkeep.recover(collection.id)
        except errors.IndexDamaged as error:
            if not rebuild_damaged or not is_lasting(error):
                raise
        self.upkeep.reset_collection(collection.id)
        return self.upkeep.recover(collection.id)

    def _run(self, context: RunContext, paths: Sequence[Path], retry_failed: bool, suspects: set[str]) -> ImportSummary:
        meter = context.meter
        discovery = Discovery(
            self._ledger, self.write, context.collection_id, self._chunker_version, meter, context.cancelled, self._excluded
        )
        stages = _Stages(context, suspects)
        stopped = False
        try:
            discovery.run(paths, retry_failed)
            context.in_scope = discovery.seen.__contains__
            if discovery.gone:
                self.write(lambda: self._writer.delete_files(context.table, discovery.gone))
                context.wrote = True
            self._reopen_with_passwords(context)
            stages.run(self._take_stock(context, discovery))
        except reading.Cancelled:
            stopped = True
        finally:
            stages.let_go()
            # Also on the way out of an error: what is written is made sound, and the error is what the caller sees.
            with suppress(errors.IndexError_):
                self.write(lambda: self._tidy(context))
        meter.current_file = None
        meter.tell()
        done = meter.indexed + meter.unchanged + meter.moved + meter.skipped + meter.failed
        return ImportSummary(
            collection_id=context.collection_id, found=meter.found, indexed=meter.indexed, unchanged=meter.unchanged,
            moved=meter.moved, removed=meter.removed, skipped=meter.skipped, failed=meter.failed, queued=max(0, meter.found - done),
            pages=meter.pages, passages=meter.passages, elapsed_s=meter.elapsed_s, cancelled=stopped,
            missing=tuple(discovery.missing), unreadable_folders=tuple(discovery.unreadable), special=tuple(discovery.special),
        )  # fmt: skip

    def _reopen_with_passwords(self, context: RunContext) -> None:
        rows = [self._ledger.file_by_path(context.collection_id, path) for path in context.passwords]
        ids = [row.id for row in rows if row is not None and row.reason_code == errors.PasswordNeeded.code]
        if ids:
            self.write(lambda: self._ledger.queue_again(context.collection_id, ids))

    def _tidy(self, context: RunContext) -> None:
        """On the writer's thread; also when an earlier run was killed before it came to this."""
        writer, table = self._writer, context.table
        if context.wrote or context.meter.removed or writer.has_traces(table) or writer.unindexed_rows(table):
            self._ledger.forget_traces()
            writer.optimize(table)
            memory.give_back()
        self.upkeep.tidy_rebuild(context.collection_id)

    def _take_stock(self, context: RunContext, discovery: Discovery) -> list[Work]:
        """The walk counted what it saw; now count what that is to us. Returns all files to be read, older ones included."""
        meter = context.meter
        work = self._ledger.to_read(context.collection_id)
        to_read = {item[0] for item in work}
        meter.found, meter.skipped, meter.unchanged = len(work), 0, -meter.moved
        inside: dict[str, bool] = {}
        # Containers come before what lies inside them: their paths begin it.
        for row in self._ledger.files(context.collection_id):
            if row.parent_id is not None:
                inside[row.id] = counts = inside.get(row.parent_id, False)
            else:
                waits = row.status == "queued" and row.id not in to_read
                inside[row.id] = counts = row.id not in to_read and (row.path in discovery.seen or waits)
            if counts:
                meter.found += 1
                context.count(row.path, row.status, unchanged=True)
        return work


class _Stages:
    """One after the other; while slow documents are at the parsers, vectors are made."""

    def __init__(self, context: RunContext, suspects: set[str]) -> None:
        self._context = context
        self._suspects = suspects
        self._vectors = VectorStage(context)
        self._text = ReadStage(context, ocr=False, idle=self._vectors.step)
        self._recognition = ReadStage(context, ocr=True, idle=self._vectors.step)

    def run(self, work: Sequence[Work]) -> None:
        context, meter = self._context, self._context.meter
        meter.begin_work([size for _, _, size in work], paths=[path for _, path, _ in work])
        left = context.ledger.sizes_to_embed(context.collection_id)
        meter.begin_work([passages for _, passages in left], paths=[path for path, _ in left], stage="vectors")
        meter.tell()
        # Files that were being read when the program died come last and alone: a second death then names the culprit, and it has
        # cost the others nothing.
        self._text.read([item for item in work if item[0] not in self._suspects])
        self._text.read_alone([item for item in work if item[0] in self._suspects])
        self._vectors.finish()
        if context.options.ocr:
            self._recognise()

    def _recognise(self) -> None:
        context = self._context
        due = context.ledger.to_recognise(context.collection_id, context.preferred())
        context.meter.begin_work([pages for _, _, pages in due], paths=[path for _, path, _ in due], stage="ocr")
        self._recognition.read([item for item in due if item[0] not in self._suspects])
        self._recognition.read_alone([item for item in due if item[0] in self._suspects])
        self._vectors.finish()

    def let_go(self) -> None:
        self._text.let_go()
        self._recognition.let_go()
