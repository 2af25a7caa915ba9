"""Vectors for passages that full text finds already: embedded in groups, written as a new reading of the same passages."""

from __future__ import annotations

import uuid
from collections import defaultdict
from dataclasses import replace

from index.embedding import embedded_text
from index.ingest import batch
from index.ingest.rows import FileRow
from index.ingest.run_context import RunContext
from index.store.schema import PassageRow

_FILES = 128
"""Files looked at for one group; small ones have a passage or two."""


class VectorStage:
    """Order of writes of a group: rows with vectors under a new revision, the ledger points to it, the rows without go.

    A file with more passages than a group is embedded in parts: the ledger knows the revision being made (``next_revision``), so
    that its parts survive a death of the program, and points to it when the last part is there.
    """

    def __init__(self, run: RunContext) -> None:
        self._run = run

    def finish(self) -> None:
        """Until all passages of the collection have vectors. Raises reading.Cancelled, DiskFull, IndexDamaged, and what the embedder raises."""
        while self.step():
            pass

    def step(self) -> bool:
        """One group; False when there is nothing left to do."""
        run = self._run
        run.stop_if_cancelled()
        files = run.ledger.to_embed(run.collection_id, _FILES, run.preferred())
        if not files:
            return False
        limit = run.limits.group_passages
        if files[0].passages > limit:
            self._part(files[0])
            return True
        group: list[FileRow] = []
        passages = 0
        for file in files:
            if file.passages > limit or (group and passages + file.passages > limit):
                break
            group.append(file)
            passages += file.passages
        self._whole(group)
        return True

    def _whole(self, files: list[FileRow]) -> None:
        run = self._run
        keys = [(file.id, file.revision or "") for file in files]
        stored: dict[str, list[PassageRow]] = defaultdict(list)
        for row in run.write(lambda: run.writer.rows(run.table, keys)):
            stored[row.file_id].append(row)
        lost = [file.id for file in files if len(stored[file.id]) != file.passages]
        complete = [file for file in files if file.id not in lost]
        rows = self._embedded([row for file in complete for row in stored[file.id]])
        revisions = {file.id: uuid.uuid4().hex for file in complete}
        rows = [replace(row, revision=revisions[row.file_id]) for row in rows]
        run.write(lambda: self._store([(file.id, file.revision or "", revisions[file.id]) for file in complete], rows, lost))
        self._told(complete)

    def _part(self, file: FileRow) -> None:
        run, limit = self._run, self._run.limits.group_passages
        old, new = file.revision or "", file.next_revision or uuid.uuid4().hex
        if file.next_revision is None:
            run.checkpoint("ledger.begin.before")
            run.write(lambda: run.ledger.begin_vectors(file.id, new))
            run.checkpoint("ledger.begin.after")
        done = run.write(lambda: run.writer.count(run.table, (file.id, new)))
        rows = run.write(lambda: run.writer.rows(run.table, [(file.id, old)], first=done, limit=limit))
        lost = [file.id] if len(rows) != min(limit, file.passages - done) else []
        rows = [replace(row, revision=new) for row in self._embedded(rows)]
        last = not lost and done + len(rows) == file.passages
        run.write(lambda: self._store([(file.id, old, new)] if last else [], [] if lost else rows, lost))
        if last:
            self._told([file])

    def _embedded(self, rows: list[PassageRow]) -> list[PassageRow]:
        """With vectors, the ones that are known left alone."""
        run = self._run
        bare = [index for index, row in enumerate(rows) if row.vector is None]
        vectors = batch.embed(
            [embedded_text(rows[i].context, rows[i].content) for i in bare], run.embedder, batch_size=run.limits.batch_size,
            pause=run.rest_if_asked, cancelled=run.cancelled, told=self._embedded_some,
        )  # fmt: skip
        made = list(rows)
        for index, vector in zip(bare, vectors, strict=True):
            made[index] = replace(rows[index], vector=vector)
        return made

    def _store(self, changes: list[tuple[str, str, str]], rows: list[PassageRow], lost: list[str]) -> None:
        """On the writer's thread."""
        run, collection_id = self._run, self._run.collection_id
        run.ledger.collection(collection_id)  # deleted meanwhile: raises before its table would be made anew
        run.wrote = True
        if rows and not changes and (rows[0].file_id, rows[0].revision) not in run.ledger.begun(collection_id):
            return  # removed meanwhile
        if rows:
            run.writer.add(run.table, rows, run.embedder.dimension)
        if changes:
            run.checkpoint("ledger.vectors.before")
            gone = run.ledger.mark_vectors(collection_id, changes)
            run.checkpoint("ledger.vectors.after")
            run.writer.delete_revisions(run.table, [(i, new if i in gone else old) for i, old, new in changes])
        if lost:  # passages that the store should have and has not: the file is read anew
            run.ledger.queue_again(collection_id, lost)
            run.writer.delete_files(run.table, lost)
        run.wrote_rows(len(rows))

    def _embedded_some(self, _: int) -> None:
        self._run.meter.tell()

    def _told(self, files: list[FileRow]) -> None:
        for file in files:
            self._run.meter.finished(file.passages, path=file.path, stage="vectors")
        self._run.meter.tell()
