"""Reading: parse in child processes, cut, write the words. Run once for the text, and once more, last, with text recognition."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import suppress
from functools import partial
from pathlib import Path

from index import errors
from index.document import ParsedDocument
from index.embedding import embedded_text
from index.ingest import batch, reading
from index.ingest.containers import Reader, Reading
from index.ingest.drives import links_on
from index.ingest.estimate import Stage
from index.ingest.relations import CAUSED_BY_PLACE
from index.ingest.rows import FileRow, IndexedFile
from index.ingest.run_context import RunContext
from index.store.schema import PassageRow

Work = tuple[str, str, int]
"""(File id, path, size in bytes or pages without text) as ``to_read`` and ``to_recognise`` of the ledger give it."""


class ReadStage:
    """``ocr``: text recognition of what was read without it. ``idle`` is called while only slow documents are at the parsers."""

    def __init__(self, run: RunContext, *, ocr: bool, idle: Callable[[], object]) -> None:
        self._run = run
        self._ocr = ocr
        self._idle = idle
        self._reader = Reader(run.ledger, run.cut, run.chunker_version, self._release, ocr=ocr, recognise=run.options.ocr)
        self._in_flight: dict[Future[ParsedDocument], tuple[FileRow, reading.Fingerprint]] = {}
        self._group: list[tuple[Reading, int]] = []
        self._group_since = 0.0
        self._sizes: dict[str, int] = {}
        self._again: list[Work] = []
        self._contents: set[str] = set()
        self._copies: list[Work] = []

    def read(self, work: Iterable[Work]) -> None:
        """All of it; what was locked once more at the end. Raises reading.Cancelled, DiskFull, IndexDamaged."""
        self._read_all(work, first_try=True)
        again, self._again = self._again, []
        self._read_all(again, first_try=False)

    def read_alone(self, work: Iterable[Work]) -> None:
        """One after the other, for files that were being read when the program died."""
        for item in work:
            self._read_all([item], first_try=False)

    def let_go(self) -> None:
        """Nothing is being read any more; what was begun stays queued and nobody is suspected of anything."""
        for future in self._in_flight:
            future.cancel()
        ids = [row.id for row, _ in self._in_flight.values()] + [made.row.id for made, _ in self._group]
        self._in_flight.clear()
        self._group = []
        if ids:
            with suppress(errors.IndexError_):
                self._run.write(lambda: self._run.ledger.stop_reading(ids))

    def _read_all(self, work: Iterable[Work], *, first_try: bool) -> None:
        self._read(work, first_try)
        while self._copies:
            # Same bytes as a file that was being read: that one is in the ledger now, or was refused and these are read themselves.
            copies, self._copies = self._copies, []
            self._contents.clear()
            self._read(copies, first_try)
        self._contents.clear()

    def _read(self, work: Iterable[Work], first_try: bool) -> None:
        run = self._run
        queue = deque(work)
        while queue or self._in_flight:
            run.stop_if_cancelled()
            while queue and len(self._in_flight) < run.limits.files_in_flight:
                run.stop_if_cancelled()
                self._submit(queue.popleft(), first_try)
            if self._in_flight:
                done, _ = wait(self._in_flight, timeout=run.limits.group_wait_s, return_when=FIRST_COMPLETED)
                for future in done:
                    row, mark = self._in_flight.pop(future)
                    self._take(future, row, mark, first_try)
                if self._group and (not done or self._group_is_due()):
                    self._flush()
                elif not done and not queue:
                    self._idle()
                run.meter.tick()
            elif self._group and self._group_is_due():
                self._flush()
        self._flush()

    def _group_is_due(self) -> bool:
        limits = self._run.limits
        passages = sum(made.passages for made, _ in self._group)
        return passages >= limits.text_passages or time.monotonic() - self._group_since >= limits.group_age_s

    def _submit(self, item: Work, first_try: bool) -> None:
        run = self._run
        row = run.ledger.file(item[0])
        if row is None:  # a person removed it meanwhile
            run.meter.found -= not self._ocr
            return
        self._sizes[row.id] = item[2]
        run.meter.current_file = row.path
        try:
            mark = reading.fingerprint(row.path, run.cancelled)
        except errors.IndexError_ as error:
            self._refuse(row, error, first_try)
            return
        if self._ocr:
            if row.sha256 is not None and mark.sha256 != row.sha256:  # changed meanwhile: the next import reads it anew
                self._finished(row)
                return
        elif self._is_settled(row, mark, item, first_try):
            return
        elif row.sha256 not in (None, mark.sha256) and self._release(row.id):
            self._contents.discard(mark.sha256)
            self._again_at(row, item, first_try)
            return
        run.write(partial(run.ledger.begin_reading, [row.id]))
        run.checkpoint("parse.before")
        self._contents.add(mark.sha256)
        self._in_flight[run.parse(Path(row.path), run.options_for(row.path, ocr=self._ocr))] = (row, mark)

    def _release(self, file_id: str) -> bool:
        """Before new content of a file is stored: copies of the old take it over. True when there were any: rows have changed places
        then, so what was planned with them is written before."""
        run = self._run
        if not run.ledger.has_copies(file_id):
            return False
        self._flush()
        run.write(lambda: run.ledger.release(file_id))
        # The row stands where a copy stood; a copy of a container had nothing inside it that could have been counted.
        outer = run.ledger.container_of(file_id)
        if outer is not None and run.in_scope(outer.path):
            run.count_inside(file_id)
        return True

    def _again_at(self, row: FileRow, item: Work, first_try: bool) -> None:
        """Another row stands at this path now."""
        now = self._run.ledger.file_by_path(self._run.collection_id, row.path)
        self._sizes.pop(row.id, None)
        if now is not None:
            self._submit((now.id, now.path, item[2]), first_try)

    def _is_settled(self, row: FileRow, mark: reading.Fingerprint, item: Work, first_try: bool) -> bool:
        """Whether nothing has to be read: the same bytes as before, or as another file."""
        run = self._run
        known = (row.sha256, row.chunker_version) == (mark.sha256, run.chunker_version)
        if known and (row.revision is not None or row.duplicate_of is not None):
            run.write(lambda: run.ledger.mark_unchanged(row.id, mark.stamp))
            settled = run.ledger.file(row.id)
            run.count(row.path, settled.status if settled else "indexed", unchanged=True)
            run.count_inside(row.id)
            self._finished(row)
            return True
        if mark.sha256 in self._contents:
            self._copies.append(item)
            return True
        return self._copied(row, mark, item, first_try)

    def _copied(self, row: FileRow, mark: reading.Fingerprint, item: Work, first_try: bool) -> bool:
        """Whether the file has the bytes of another one that is in the index: then it is a copy of that."""
        run = self._run
        first = self._original(row, mark)
        if first is None:
            return False
        if row.sha256 is not None and self._release(row.id):
            self._again_at(row, item, first_try)
            return True
        if run.ledger.inside(row.id) or _stands_better(row, first):
            self._flush()  # rows may change places, with which something is planned
        original = self._original(row, mark)  # what was written meanwhile may have replaced it
        if original is None:
            return False

        def store() -> None:
            gone = run.ledger.mark_duplicate(row.id, original, mark.stamp, instead=_stands_better(row, original))
            run.writer.delete_files(run.table, gone)

        run.write(store)
        now = run.ledger.file(row.id)
        if now is not None:
            run.count(row.path, now.status)
        self._finished(row)
        return True

    def _original(self, row: FileRow, mark: reading.Fingerprint) -> FileRow | None:
        run = self._run
        original = run.ledger.original_by_hash(run.collection_id, mark.sha256, run.chunker_version)
        if original is None or original.id == row.id:
            return None
        outer = run.ledger.container_of(original.id)
        if outer is None or outer.id == row.id:  # what lay inside this very file goes
            return None
        return original if original.parent_id is None or not self._lost_something(original) else None

    def _lost_something(self, container: FileRow) -> bool:
        """Whether something in a container was left out because of where the container lies: too deep in others, or beyond what is read
        of one file of the disk. By itself it may be read whole."""
        return any(row.reason_code in CAUSED_BY_PLACE for row in self._run.ledger.inside(container.id))

    def _take(self, future: Future[ParsedDocument], row: FileRow, mark: reading.Fingerprint, first_try: bool) -> None:
        trouble: BaseException | None = CancelledError() if future.cancelled() else future.exception()
        if trouble is not None:
            self._refuse(row, reading.classify(trouble), first_try)
            return
        try:
            reading.check_unchanged(row.path, mark)
            if not self._ocr and mark.sha256 in self._reader.not_stored:
                # The same bytes as a document inside another that is about to be stored: looked at again after that.
                self._copies.append((row.id, row.path, self._sizes.get(row.id, row.size)))
                return
            made = self._reader.read(row, mark, future.result())
        except reading.Cancelled:
            raise
        except errors.DiskFull:
            raise
        except Exception as error:  # noqa: BLE001 - boundary: whatever one document provokes costs this document alone
            self._refuse(row, reading.classify(error), first_try)
            return
        if not self._group:
            self._group_since = time.monotonic()
        self._group.append((made, self._sizes.pop(row.id, row.size)))

    def _flush(self) -> None:
        """Write the group. Order: store, ledger, then the rows that the new ones replace."""
        if not self._group:
            return
        run, group = self._run, [made for made, _ in self._group]
        files = [file for made in group for file in made.files]
        known = self._vectors([(file.file_id, file.previous) for file in files if file.previous is not None and file.chunks])
        rows = [batch.to_rows(file, run.chunker_version, known.get(file.file_id)) for file in files]
        gone = set(run.write(lambda: self._store(group, rows)))
        self._reader.not_stored.clear()
        sizes, self._group = [size for _, size in self._group], []
        for made, size in zip(group, sizes, strict=True):
            self._count(made, gone)
            run.meter.current_file = made.row.path
            run.meter.finished(size, path=made.row.path, stage=self._stage, passages=None if self._ocr else made.passages)
        run.meter.tell()

    @property
    def _stage(self) -> Stage:
        return "ocr" if self._ocr else "text"

    def _vectors(self, keys: list[tuple[str, str]]) -> dict[str, dict[str, batch.Vector]]:
        """Of the passages that a new reading replaces, by file and by the text that was embedded."""
        run = self._run
        known: dict[str, dict[str, batch.Vector]] = {}
        if keys:
            for row in run.write(lambda: run.writer.rows(run.table, keys)):
                if row.vector is not None:
                    known.setdefault(row.file_id, {})[embedded_text(row.context, row.content)] = row.vector
        return known

    def _store(self, group: list[Reading], rows: list[tuple[IndexedFile, list[PassageRow]]]) -> list[str]:
        """On the writer's thread."""
        run, collection_id = self._run, self._run.collection_id
        run.ledger.collection(collection_id)  # deleted meanwhile: raises before its table would be made anew
        # Read without harm: a death from here on is not the fault of these documents.
        run.ledger.stop_reading([made.row.id for made in group])
        passages = [row for _, part in rows for row in part]
        run.wrote = True
        run.writer.add(run.table, passages, run.embedder.dimension)
        run.checkpoint("ledger.indexed.before")
        kept = {container: ids for made in group for container, ids in made.kept.items()}
        children = [child for made in group for child in made.children]
        gone = run.ledger.mark_indexed(collection_id, [entry for entry, _ in rows], children=children, kept=kept)
        run.checkpoint("ledger.indexed.after")
        settled = {file_id: warnings for made in group for file_id, warnings in made.settled.items()}
        if settled:
            run.ledger.mark_recognised(settled)
        replaced = {file.file_id for made in group for file in made.files if file.previous is not None}
        run.writer.delete_other_revisions(
            run.table,
            {entry.file_id: entry.revision for entry, _ in rows if entry.file_id in replaced and entry.file_id not in gone},
        )
        if gone:
            run.writer.delete_files(run.table, gone)
        run.wrote_rows(len(passages))
        return gone

    def _count(self, made: Reading, gone: set[str]) -> None:
        run = self._run
        if self._ocr:
            run.meter.passages += max(0, made.passages - made.row.passages)
            run.count_settled()
            return
        if made.row.id in gone:
            run.meter.found -= 1
            return
        run.meter.pages += made.pages
        run.meter.passages += made.passages
        row = run.ledger.file(made.row.id)
        run.count(made.row.path, row.status if row else "indexed")
        if made.kept:
            run.count_inside(made.row.id, made.unchanged)

    def _refuse(self, row: FileRow, error: errors.IndexError_, first_try: bool) -> None:
        run = self._run
        if isinstance(error, errors.DiskFull):
            raise error
        run.presence.check(row.path)
        if isinstance(error, errors.Retryable) and first_try:
            # Once more at the end of the run; until then nobody is told.
            run.write(lambda: run.ledger.stop_reading([row.id]))
            self._again.append((row.id, row.path, self._sizes.get(row.id, row.size)))
            return
        if self._ocr:
            self._refuse_recognition(row, error)
        else:
            self._refuse_text(row, error)
        self._finished(row)

    def _refuse_text(self, row: FileRow, error: errors.IndexError_) -> None:
        run = self._run
        status, keep = reading.status_of(error), reading.keeps_passages(error)
        if not keep and run.ledger.inside(row.id):
            self._flush()  # rows may change places, with which something is planned
        self._mark_refused(row, error)
        run.count(row.path, status)
        if keep:
            run.count_inside(row.id)

    def _mark_refused(self, row: FileRow, error: errors.IndexError_) -> None:
        run = self._run
        stamp = row.stamp
        if row.parent_id is None:
            with suppress(errors.IndexError_):
                stamp = reading.stamp(row.path).taken_now()
        status, keep = reading.status_of(error), reading.keeps_passages(error)

        def store() -> None:
            gone = run.ledger.mark_refused(row.id, status, error, stamp, keep=keep)
            if gone:
                run.writer.delete_files(run.table, gone)
                run.wrote = True

        run.write(store)

    def _refuse_recognition(self, row: FileRow, error: errors.IndexError_) -> None:
        """What has text keeps it, with a warning; what was nothing but pictures is refused; what may pass is tried next time."""
        run = self._run
        if isinstance(error, errors.Retryable | errors.FileVanished | errors.NoPermission | errors.PasswordNeeded):
            run.write(lambda: run.ledger.stop_reading([row.id]))
            return
        due = [file for file in (row, *run.ledger.inside(row.id)) if file.needs_ocr]
        with_text = {
            file.id: (*file.warnings, f"Text recognition: {error.message}") for file in due if file.status == "indexed"
        }
        run.write(lambda: run.ledger.mark_recognised(with_text))
        run.write(lambda: run.ledger.stop_reading([row.id]))
        for file in due:
            if file.id not in with_text:
                self._mark_refused(file, error)
        run.count_settled()

    def _finished(self, row: FileRow) -> None:
        self._run.meter.finished(self._sizes.pop(row.id, row.size), path=row.path, stage=self._stage)
        self._run.meter.tell()


def _stands_better(copy: FileRow, original: FileRow) -> bool:
    """Whether a copy is cited rather than the file that was read: a file of the disk, which can be opened, before its copy in an archive,
    and a file under its own name before a link to it."""
    return original.parent_id is not None or links_on(copy.path) < links_on(original.path)
