"""What the ingest thread owns: parser processes, and for each embedding model in use a session for passages with its importer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path

from app.settings.schema import ImportSettings
from index.chunking.chunker import CHUNKER_VERSION, ChunkLimits, chunk_document
from index.document import Chunk, ParsedDocument
from index.errors import UserFixable
from index.ingest.importer import Importer, ImportLimits
from index.ingest.ledger import Ledger
from index.ingest.progress import ImportProgress, ImportSummary
from index.ingest.reading import Cancelled
from index.ingest.rebuild import Rebuild
from index.parsers.base import ParseOptions
from index.parsers.sandbox import ParserPool
from index.store.writer import PassageWriter
from models.embedders.base import Embedder

TOKEN_BATCH = 500
"""Texts counted between two looks at the cancel flag: some 0.1 s."""


class OpenImport:
    """Built, used and closed on the ingest thread; writes happen on ``write_executor``, the only thread that writes."""

    def __init__(
        self,
        ledger: Ledger,
        writer: PassageWriter,
        pool: ParserPool,
        open_embedder: Callable[[str], Embedder],
        model_id: str,
        write_executor: Executor,
        settings: ImportSettings,
        pause: Callable[[], None],
        excluded: tuple[Path, ...],
        passwords: Mapping[str, str] | None = None,
    ) -> None:
        """``open_embedder`` makes the one of an id; ``model_id`` is that of new collections, the others keep theirs. ``passwords`` by path,
        as a person gives them while the program runs."""
        self._ledger = ledger
        self._writer = writer
        self._pool = pool
        self._open_embedder = open_embedder
        self._model_id = model_id
        self._executor = write_executor
        self._passwords: Mapping[str, str] = passwords if passwords is not None else {}
        self._options = ParseOptions(ocr=settings.ocr)
        self._limits = ImportLimits(files_in_flight=2 * settings.workers, batch_size=settings.embedding_batch)
        self._pause = pause
        self._excluded = excluded
        self._cancelled: Callable[[], bool] = lambda: False
        self._importers: dict[str, tuple[Embedder, Importer]] = {}

    def _with(self, model_id: str) -> tuple[Embedder, Importer]:
        """Raises models.errors."""
        if model_id not in self._importers:
            embedder = self._open_embedder(model_id)
            embedder.warm_up()
            self._importers[model_id] = embedder, self._importer_for(embedder)
        return self._importers[model_id]

    def _importer_for(self, embedder: Embedder) -> Importer:
        limits = ChunkLimits(max_tokens=embedder.max_tokens)

        def count_tokens(texts: Sequence[str]) -> list[int]:
            # A document of a hundred megabytes is cut for a minute; a person who stops the import does not wait for it.
            counts: list[int] = []
            for start in range(0, len(texts), TOKEN_BATCH):
                if self._cancelled():
                    raise Cancelled
                counts += embedder.count_tokens(texts[start : start + TOKEN_BATCH])
            return counts

        def cut(document: ParsedDocument, name: str) -> Sequence[Chunk]:
            return chunk_document(document, name, count_tokens, limits)

        return Importer(
            self._ledger,
            self._writer,
            self._pool.submit,
            cut,
            embedder,
            self._executor,
            chunker_version=CHUNKER_VERSION,
            options=self._options,
            limits=self._limits,
            excluded=self._excluded,
            pause=self._pause,
        )

    def run(
        self,
        collection: str,
        paths: Sequence[Path],
        progress: Callable[[ImportProgress], None],
        cancelled: Callable[[], bool],
        *,
        by_person: bool,
    ) -> ImportSummary:
        """Into the collection of that name or alias; where there is none, a person's import makes one. Raises index.errors."""
        self._cancelled = cancelled
        found = self._ledger.collection_by_name(collection)
        if found is None and not by_person:
            raise UserFixable(
                f"There is no collection called “{collection}” any more.",
                next_step="Import its folders again if you want them back.",
            )
        embedder, importer = self._with(found.embedder_id if found is not None else self._model_id)
        if found is None:
            found = importer.write(
                lambda: self._ledger.create_collection(
                    collection,
                    embedder_id=embedder.embedder_id,
                    dimension=embedder.dimension,
                    chunker_version=CHUNKER_VERSION,
                )
            )
        return importer.run(found.id, paths, progress, cancelled, passwords=self._passwords, rebuild_damaged=by_person)

    def rebuild(
        self, collection_id: str, model_id: str, progress: Callable[[ImportProgress], None], cancelled: Callable[[], bool]
    ) -> ImportSummary:
        """Have the collection searched with this embedding model; the present one answers until all vectors are there. Raises index.errors,
        models.errors."""
        embedder, _ = self._with(model_id)
        return Rebuild(
            self._ledger, self._writer, self._executor, collection_id, embedder, progress, cancelled, limits=self._limits, pause=self._pause
        ).run()  # fmt: skip

    def prefer(self, file_ids: Iterable[str]) -> None:
        """What a person just asked for is completed first. From any thread."""
        for _, importer in tuple(self._importers.values()):
            importer.prefer(file_ids)

    def close(self) -> None:
        self._pool.close(cancel=True)
        self._executor.submit(self._writer.close).result()
        for embedder, _ in self._importers.values():
            embedder.close()
