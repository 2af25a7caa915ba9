"""What all stages of one run share: the parts of the importer, the counts, and the looks at pause and cancel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

from index.document import ParsedDocument
from index.embedding import PassageEmbedder
from index.ingest import reading
from index.ingest.containers import Cut
from index.ingest.drives import Presence
from index.ingest.ledger import Ledger
from index.ingest.progress import Meter
from index.parsers.base import ParseOptions
from index.store.writer import PassageWriter

_T = TypeVar("_T")

Parse = Callable[[Path, ParseOptions], "Future[ParsedDocument]"]
"""Starts parsing in a child process: ``pool.submit``."""


class Write(Protocol):
    """Runs a call on the writer's thread and waits for it."""

    def __call__(self, call: Callable[[], _T]) -> _T: ...


@dataclass(frozen=True)
class ImportLimits:
    """``files_in_flight``: documents at the parsers at once, 2 × workers. ``batch_size``: passages embedded in one call; 16 take
    about 0.4 s on two cores, which bounds how long a cancel waits. ``group_passages``: passages whose vectors are written together,
    and so the most that a killed process has to embed again. ``text_passages``: passages whose words are written together.
    ``group_wait_s``: a smaller group is written when no document arrives for so long, or when it is ``group_age_s`` old.
    ``tidy_every_rows``: rows between two compactions within a run."""

    files_in_flight: int = 4
    batch_size: int = 16
    group_passages: int = 256
    text_passages: int = 2048
    group_wait_s: float = 0.25
    group_age_s: float = 2.0
    tidy_every_rows: int = 20_000


@dataclass
class RunContext:
    """Owned by the importing thread; ``wrote_rows`` is called on the writer's thread."""

    ledger: Ledger
    writer: PassageWriter
    parse: Parse
    cut: Cut
    embedder: PassageEmbedder
    write: Write
    options: ParseOptions
    chunker_version: str
    limits: ImportLimits
    pause: Callable[[], None]
    checkpoint: Callable[[str], None]
    preferred: Callable[[], tuple[str, ...]]
    collection_id: str
    table: str
    meter: Meter
    cancelled: Callable[[], bool]
    presence: Presence
    passwords: Mapping[str, str] = field(default_factory=dict, repr=False)
    waiting: set[str] = field(default_factory=set)
    """Paths of files that only text recognition can give words; counted when that is done. Rows may change places meanwhile
    (``index.ingest.relations``), paths do not."""
    in_scope: Callable[[str], bool] = lambda _: False
    """Whether a path on the disk was met by the walk of this run, and so is among the files that are counted."""
    wrote: bool = False
    _rows_since_tidy: int = 0

    def rest_if_asked(self) -> None:
        """Blocks while the import is paused or gives way; that time counts as no work."""
        self.meter.rest(True)
        try:
            self.pause()
        finally:
            self.meter.rest(False)

    def stop_if_cancelled(self) -> None:
        self.rest_if_asked()
        if self.cancelled():
            raise reading.Cancelled

    def options_for(self, path: str, *, ocr: bool) -> ParseOptions:
        """With the password that was given for this file or for a document inside it."""
        inside = path + "/"
        password = self.passwords.get(path) or next((p for name, p in self.passwords.items() if name.startswith(inside)), None)
        return self.options.model_copy(update={"ocr": ocr and self.options.ocr, "password": password})

    def wrote_rows(self, count: int) -> None:
        """Now and then the small pieces of the store are merged, so that a long import does not slow the search down."""
        self.wrote = True
        self._rows_since_tidy += count
        if self._rows_since_tidy >= self.limits.tidy_every_rows:
            self._rows_since_tidy = 0
            self.writer.optimize(self.table)

    # --- counts

    def count(self, path: str, status: str, *, unchanged: bool = False) -> None:
        """A file, or a document inside one, has come to its end, or waits for text recognition."""
        meter = self.meter
        if status == "queued":
            self.waiting.add(path)
        elif status == "skipped":
            meter.skipped += 1
        elif status == "failed":
            meter.failed += 1
        elif unchanged:
            meter.unchanged += 1
        else:
            meter.indexed += 1

    def count_inside(self, file_id: str, unchanged: set[str] | None = None) -> None:
        """The documents inside a file are found when it is read; without ``unchanged`` all of them are as they were."""
        for row in self.ledger.inside(file_id):
            self.meter.found += 1
            self.count(row.path, row.status, unchanged=unchanged is None or row.id in unchanged)

    def count_settled(self) -> None:
        """Those that waited and do no more."""
        now = self.ledger.statuses(self.collection_id, sorted(self.waiting))
        for path in sorted(self.waiting):
            if now.get(path) == "queued":
                continue
            self.waiting.discard(path)
            if path in now:
                self.count(path, now[path])
            else:
                self.meter.found -= 1
