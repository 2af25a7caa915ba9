"""Reads an attached document into memory: parser process, passages, their words. Imported with the first attachment, not with the window."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from app.engine.attachments import PREFIX, Attached, Held
from index.chunking.chunker import ChunkLimits, chunk_document
from index.document import ParsedDocument
from index.errors import IndexError_, NoText, TooLarge, UnsupportedFormat
from index.ingest import batch
from index.ingest.reading import classify, stamp
from index.parsers.base import ParseOptions
from index.search.in_memory import InMemory
from models.embedders.base import Embedder

_LOOK_S = 0.1


class Pool(Protocol):
    """``index.parsers.sandbox.ParserPool``"""

    def submit(self, path: Path, options: ParseOptions) -> Future[ParsedDocument]: ...

    def close(self, cancel: bool = False) -> None: ...


@dataclass
class AttachmentReading:
    """``open_pool`` starts a parser process, which ends with its document."""

    open_pool: Callable[[], Pool]
    open_embedder: Callable[[], Embedder]
    options: ParseOptions = ParseOptions()
    max_bytes: int = 500 << 20
    _embedder: Embedder | None = field(default=None, init=False)

    def read(self, path: Path, ident: str, password: str | None, given_up: Callable[[], bool]) -> Held:
        """On one thread. Raises index.errors, models.errors; CancelledError when it was given up."""
        path = Path(os.path.abspath(path))
        try:
            if path.is_dir():
                raise UnsupportedFormat("A folder cannot be attached.", next_step="Import it, or attach one file of it.")
            size, mtime_ns, _ = stamp(str(path))
            if size > self.max_bytes:
                raise TooLarge("The file is larger than what is read.", next_step="Attach a part of it.")
            document = self._parse(path, password, given_up)
        except IndexError_:
            raise
        except (OSError, MemoryError, TimeoutError) as error:
            raise classify(error) from error
        passages, documents = self._passages(str(path), ident, document)
        attached = Attached(
            ident,
            str(path),
            size,
            mtime_ns,
            document.kind,
            len(document.pages),
            len(passages),
            passages.tokens,
            document.warnings,
        )
        return Held(attached, passages, documents)

    def embedder(self) -> Embedder:
        made = self.open_embedder()
        made.warm_up()
        return made

    def close(self) -> None:
        if self._embedder is not None:
            self._embedder.close()

    def _passages(self, path: str, ident: str, document: ParsedDocument) -> tuple[InMemory, dict[str, ParsedDocument]]:
        embedder = self._embedder = self._embedder or self.embedder()
        limits = ChunkLimits(max_tokens=embedder.max_tokens)
        passages, documents = InMemory(f"{PREFIX}{ident}", embedder.embedder_id), dict[str, ParsedDocument]()
        for number, (source, part) in enumerate(_walk(path, document)):
            file_id = f"{PREFIX}{ident}/{number}" if number else f"{PREFIX}{ident}"
            cleaned = documents[file_id] = batch.clean(part)
            name = os.path.basename(source)
            passages.add(file_id, source, cleaned, chunk_document(cleaned, name, embedder.count_tokens, limits))
        if not len(passages):
            raise NoText("No text was found in it.")
        return passages, documents

    def _parse(self, path: Path, password: str | None, given_up: Callable[[], bool]) -> ParsedDocument:
        pool = self.open_pool()
        try:
            future = pool.submit(path, self.options.model_copy(update={"password": password}))
            while not wait((future,), timeout=_LOOK_S).done:
                if given_up():
                    future.cancel()
                    raise CancelledError
            return future.result()
        finally:
            pool.close(cancel=True)


def _walk(source: str, document: ParsedDocument) -> Iterator[tuple[str, ParsedDocument]]:
    """The document and those inside it that could be read, each with its path."""
    yield source, document
    for child in document.children:
        if child.document is not None:
            yield from _walk(f"{source}/{child.name}", child.document)
