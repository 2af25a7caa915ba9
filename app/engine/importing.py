"""What the ingest thread owns: parser processes, an embedding session for passages, the importer."""

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
        embedder: Embedder,
        write_executor: Executor,
        settings: ImportSettings,
        pause: Callable[[], None],
        excluded: tuple[Path, ...],
        passwords: Mapping[str, str] | None = None,
    ) -> None:
        """``passwords`` by path, as a person gives them while the program runs."""
        self._ledger = ledger
        self._writer = writer
        self._pool = pool
        self._embedder = embedder
        self._executor = write_executor
        self._passwords: Mapping[str, str] = passwords if passwords is not None else {}
        self._cancelled: Callable[[], bool] = lambda: False
        embedder.warm_up()
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

        self._importer = Importer(
            ledger,
            writer,
            pool.submit,
            cut,
            embedder,
            write_executor,
            chunker_version=CHUNKER_VERSION,
            options=ParseOptions(ocr=settings.ocr),
            limits=ImportLimits(files_in_flight=2 * settings.workers, batch_size=settings.embedding_batch),
            excluded=excluded,
            pause=pause,
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
        if found is None:
            found = self._importer.write(
                lambda: self._ledger.create_collection(
                    collection,
                    embedder_id=self._embedder.embedder_id,
                    dimension=self._embedder.dimension,
                    chunker_version=CHUNKER_VERSION,
                )
            )
        return self._importer.run(found.id, paths, progress, cancelled, passwords=self._passwords, rebuild_damaged=by_person)

    def prefer(self, file_ids: Iterable[str]) -> None:
        """What a person just asked for is completed first. From any thread."""
        self._importer.prefer(file_ids)

    def close(self) -> None:
        self._pool.close(cancel=True)
        self._executor.submit(self._writer.close).result()
        self._embedder.close()
