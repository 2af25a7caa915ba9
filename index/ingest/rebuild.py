"""A collection's passages with the vectors of another embedding model: made beside those that answer, which they replace at one moment.

The new table gets every passage as it is stored, nothing is parsed again, and nothing is found in it until it is whole. What the ledger
stands for at that moment is the measure: what was deleted or replaced meanwhile goes, what was imported meanwhile is still to be done.
The rows themselves say how far it is, so that a killed program embeds one group again at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from index import memory
from index.embedding import PassageEmbedder, embedded_text
from index.ingest import batch, reading
from index.ingest.ledger import Ledger
from index.ingest.progress import ImportProgress, ImportSummary, Meter
from index.ingest.rows import Collection
from index.ingest.run_context import ImportLimits
from index.ingest.upkeep import Upkeep
from index.store.schema import PassageRow
from index.store.writer import PassageWriter, no_checkpoint

_T = TypeVar("_T")
_SHORTEST_PIECE = 32
"""Characters; a text of that length is left to the model however many tokens it makes of it."""


@dataclass(frozen=True)
class _Part:
    """``count`` passages of a file from ``first`` on; the ``last`` ones complete it."""

    file_id: str
    revision: str
    path: str
    first: int
    count: int
    last: bool

    @property
    def key(self) -> tuple[str, str]:
        return self.file_id, self.revision


class Rebuild:
    """One run, on the ingest thread and never beside an import; all writes go through ``write_executor``."""

    def __init__(
        self,
        ledger: Ledger,
        writer: PassageWriter,
        write_executor: Executor,
        collection_id: str,
        embedder: PassageEmbedder,
        progress: Callable[[ImportProgress], None],
        cancelled: Callable[[], bool],
        *,
        limits: ImportLimits | None = None,
        pause: Callable[[], None] = lambda: None,
        checkpoint: Callable[[str], None] = no_checkpoint,
    ) -> None:
        """``pause`` is called between batches and may block."""
        self._ledger = ledger
        self._writer = writer
        self._executor = write_executor
        self._id = collection_id
        self._embedder = embedder
        self._cancelled = cancelled
        self._limits = limits or ImportLimits()
        self._pause = pause
        self._checkpoint = checkpoint
        self._upkeep = Upkeep(ledger, writer, write_executor)
        self._meter = Meter(progress, rebuilding=embedder.embedder_id, rebuilt_collection=collection_id)
        self._table = ""
        self._rows_since_tidy = 0

    def run(self) -> ImportSummary:
        """Until the collection is searched with the vectors of the model. Goes on with what an earlier run has made; what was begun with
        another model is dropped. Files that are read and have no vectors yet get those of the new model at once.

        Cancelling ends it within a batch, with what is done kept for the next run (``Upkeep.give_up_rebuild`` drops it). Raises
        UserFixable when the collection is gone, DiskFull, IndexDamaged, and what the embedder raises.
        """
        stopped = False
        try:
            if not self._is_done():
                self._upkeep.recover(self._id)
                self._table = self._write(self._begin)
                self._announce()
                while not self._write(self._take_place):
                    self._complete()
                memory.give_back()
        except reading.Cancelled:
            stopped = True
        meter = self._meter
        meter.current_file = None
        meter.tell()
        return ImportSummary(
            collection_id=self._id, found=meter.found, indexed=meter.indexed, unchanged=meter.unchanged, moved=0, removed=0, skipped=0,
            failed=0, queued=max(0, meter.found - meter.indexed - meter.unchanged), pages=0, passages=meter.passages,
            elapsed_s=meter.elapsed_s, cancelled=stopped, rebuilt=self._embedder.embedder_id,
        )  # fmt: skip

    # --- on the writer's thread

    def _begin(self) -> str:
        """The table to be filled. Raises Cancelled, also for one that was given up before its turn came."""
        if self._cancelled():
            raise reading.Cancelled
        rebuild, wanted = self._ledger.collection(self._id).rebuild, (self._embedder.embedder_id, self._embedder.dimension)
        if rebuild is not None and (rebuild.embedder_id, rebuild.dimension) != wanted:
            self._ledger.give_up_rebuild(self._id)
            self._writer.drop(rebuild.table)
            rebuild = None
        if rebuild is None:
            self._checkpoint("rebuild.begin.before")
            self._ledger.begin_rebuild(self._id, *wanted)
            self._checkpoint("rebuild.begin.after")
        return self._begun().tables[-1]

    def _begun(self) -> Collection:
        """Raises UserFixable when the collection is gone, Cancelled when the rebuild was given up."""
        collection = self._ledger.collection(self._id)
        if collection.rebuild is None or (self._table and collection.rebuild.table != self._table):
            raise reading.Cancelled
        return collection

    def _missing(self) -> list[_Part]:
        """What the new table has not, in parts of a group at most, the newest files first."""
        self._begun()
        stored, limit = self._writer.stored(self._table), self._limits.group_passages
        return [
            _Part(file_id, revision, path, first, min(limit, passages - first), first + limit >= passages)
            for file_id, revision, path, passages in self._ledger.readings(self._id)
            for first in range(stored.get((file_id, revision), 0), passages, limit)
        ]

    def _read(self, parts: list[_Part]) -> list[PassageRow]:
        """The passages as they answer now; of what the table has lost the file is read anew by the next import."""
        collection = self._begun()
        rows: list[PassageRow] = []
        whole = [part for part in parts if part.first == 0]
        if whole:
            rows = self._writer.rows(collection.table, [part.key for part in whole], limit=self._limits.group_passages)
        for part in parts:
            if part.first:
                rows += self._writer.rows(collection.table, [part.key], first=part.first, limit=part.count)
        counts: dict[str, int] = {}
        for row in rows:
            counts[row.file_id] = counts.get(row.file_id, 0) + 1
        lost = [part.file_id for part in parts if self._stands(part) and counts.get(part.file_id, 0) != part.count]
        if lost:
            self._ledger.queue_again(self._id, lost)
            for table in collection.tables:
                self._writer.delete_files(table, lost)
        return [row for row in rows if row.file_id not in lost]

    def _stands(self, part: _Part) -> bool:
        now = self._ledger.file(part.file_id)
        return now is not None and now.revision == part.revision

    def _store(self, parts: list[_Part], rows: list[PassageRow]) -> None:
        """Without what was taken out or read anew since it was read here."""
        self._begun()
        standing = {part.file_id for part in parts if self._stands(part)}
        rows = [row for row in rows if row.file_id in standing]
        self._writer.add(self._table, rows, self._embedder.dimension)
        self._ledger.note_rebuilt(self._id, self._writer.count(self._table))
        self._rows_since_tidy += len(rows)
        if self._rows_since_tidy >= self._limits.tidy_every_rows:
            self._rows_since_tidy = 0
            self._writer.optimize(self._table)

    def _take_place(self) -> bool:
        """The swap: False when something is still to be done. What follows a kill here is one of both tables, and the other one goes."""
        self._upkeep.tidy_rebuild(self._id)
        collection = self._begun()
        expected = {key: passages for key, passages in self._ledger.expected_passages(self._id).items() if passages}
        if self._writer.stored(self._table) != expected:
            return False
        # Merged and with its full text before anybody searches in it.
        self._writer.optimize(self._table)
        self._checkpoint("rebuild.swap.before")
        self._ledger.finish_rebuild(self._id)
        self._checkpoint("rebuild.swap.after")
        self._writer.drop(collection.table)
        return True

    # --- on the ingest thread

    def _is_done(self) -> bool:
        """Already searched with this model: what was begun with another is given up."""
        collection = self._ledger.collection(self._id)
        if (collection.embedder_id, collection.dimension) != (self._embedder.embedder_id, self._embedder.dimension):
            return False
        self._upkeep.give_up_rebuild(self._id)
        return True

    def _announce(self) -> None:
        """Counts in files, as an import does; those that an earlier run has made are unchanged."""
        meter, left = self._meter, self._write(self._missing)
        meter.found = len(self._ledger.readings(self._id))
        meter.unchanged = meter.found - len({part.file_id for part in left})
        meter.begin_work([part.count for part in left], paths=[part.path for part in left], stage="vectors")
        meter.tell()

    def _complete(self) -> None:
        """One pass over what is missing."""
        for group in _groups(self._write(self._missing), self._limits.group_passages):
            self._rest()
            rows = self._write(lambda group=group: self._read(group))  # type: ignore[misc]
            made = self._embedded(rows)
            self._write(lambda group=group, made=made: self._store(group, made))  # type: ignore[misc]
            for part in group:
                self._meter.current_file = part.path
                self._meter.passages += part.count
                self._meter.indexed += part.last
                self._meter.finished(part.count, path=part.path, stage="vectors")
            self._meter.tell()

    def _embedded(self, rows: list[PassageRow]) -> list[PassageRow]:
        """A passage was cut for another model: one that is too long for this one has the mean of its pieces' vectors."""
        texts: list[str] = []
        owners: list[int] = []
        for index, row in enumerate(rows):
            for piece in self._pieces(row):
                texts.append(piece)
                owners.append(index)
        vectors = batch.embed(
            texts, self._embedder, batch_size=self._limits.batch_size, pause=self._rest, cancelled=self._cancelled,
            told=lambda _: self._meter.tell(),
        )  # fmt: skip
        sums = np.zeros((len(rows), self._embedder.dimension), dtype=np.float32)
        np.add.at(sums, owners, vectors)
        norms = np.linalg.norm(sums, axis=1, keepdims=True)
        sums /= np.maximum(norms, 1e-12)
        return [replace(row, vector=vector) for row, vector in zip(rows, sums, strict=True)]

    def _pieces(self, row: PassageRow) -> Iterator[str]:
        left = [row.content]
        while left:
            content = left.pop()
            text = embedded_text(row.context, content)
            if len(content) < 2 * _SHORTEST_PIECE or self._embedder.count_tokens([text])[0] <= self._embedder.max_tokens:
                yield text
                continue
            middle = len(content) // 2
            space = content.rfind(" ", _SHORTEST_PIECE, middle)
            cut = space if space > 0 else middle
            left += [content[cut:], content[:cut]]

    def _rest(self) -> None:
        """Blocks while the rebuild is paused or gives way; that time counts as no work. Raises Cancelled."""
        self._meter.rest(True)
        try:
            self._pause()
        finally:
            self._meter.rest(False)
        if self._cancelled():
            raise reading.Cancelled

    def _write(self, call: Callable[[], _T]) -> _T:
        return self._executor.submit(call).result()


def _groups(parts: list[_Part], limit: int) -> Iterator[list[_Part]]:
    """Parts that are embedded and written together: at most ``limit`` passages, one part a file."""
    group: list[_Part] = []
    for part in parts:
        if group and (sum(p.count for p in group) + part.count > limit or group[-1].file_id == part.file_id):
            yield group
            group = []
        group.append(part)
    if group:
        yield group
