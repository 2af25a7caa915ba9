"""From a parsed document to rows of the store: cut, embed in small batches of like length, add the terms of full text."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
import numpy.typing as npt

from index.document import Chunk, ParsedDocument
from index.embedding import PassageEmbedder, embedded_text
from index.ingest.reading import Cancelled, Fingerprint
from index.ingest.rows import FileRow, IndexedFile
from index.ingest.texts import pack
from index.store.analysis import document_terms
from index.store.schema import PassageRow

_SURROGATES = {code: "\ufffd" for code in range(0xD800, 0xE000)}


@dataclass(frozen=True)
class ReadFile:
    """A document that is parsed and cut, waiting for its vectors."""

    row: FileRow
    mark: Fingerprint
    document: ParsedDocument
    chunks: tuple[Chunk, ...]


def clean(document: ParsedDocument) -> ParsedDocument:
    """Lone surrogates (from broken encodings) cannot be stored or tokenised; one character for one, so that offsets hold."""
    if document.text.isascii() or not any("\ud800" <= c <= "\udfff" for c in document.text):
        return document
    return document.model_copy(update={"text": document.text.translate(_SURROGATES)})


def embed(
    files: Sequence[ReadFile],
    embedder: PassageEmbedder,
    *,
    batch_size: int,
    pause: Callable[[], None],
    cancelled: Callable[[], bool],
    told: Callable[[int], None],
) -> list[npt.NDArray[np.float32]]:
    """Vectors of each file's chunks, shape (chunks, dimension) each.

    All chunks are sorted by length first, so that a batch holds texts of like length (padding is what costs). ``pause`` may
    block while a person waits for an answer; ``cancelled`` is asked between batches (raises Cancelled); ``told`` gets the size
    of each finished batch.
    """
    texts = [embedded_text(chunk.context, chunk.content) for file in files for chunk in file.chunks]
    lengths = [chunk.token_count for file in files for chunk in file.chunks]
    vectors = np.empty((len(texts), embedder.dimension), dtype=np.float32)
    order = sorted(range(len(texts)), key=lambda i: lengths[i], reverse=True)
    for batch in _batches(order, batch_size):
        pause()
        if cancelled():
            raise Cancelled
        vectors[batch] = embedder.embed_passages([texts[i] for i in batch])
        told(len(batch))
    split: list[npt.NDArray[np.float32]] = []
    start = 0
    for file in files:
        split.append(vectors[start : start + len(file.chunks)])
        start += len(file.chunks)
    return split


def to_rows(file: ReadFile, vectors: npt.NDArray[np.float32], chunker_version: str) -> tuple[IndexedFile, list[PassageRow]]:
    """The ledger's entry and the store's rows of one reading, under a new revision."""
    revision = uuid.uuid4().hex
    document = file.document
    modified = _moment(document.modified) or _file_time(file.mark.mtime_ns)
    rows = [
        PassageRow(
            file_id=file.row.id, revision=revision, content_hash=file.mark.sha256, chunk_index=chunk.chunk_index, kind=document.kind,
            content=chunk.content, context=chunk.context, terms=document_terms(embedded_text(chunk.context, chunk.content), document.language),
            language=document.language, start=chunk.start, end=chunk.end, place=chunk.place, modified=modified, vector=vector,
        )
        for chunk, vector in zip(file.chunks, vectors, strict=True)
    ]  # fmt: skip
    text, layout = pack(document)
    entry = IndexedFile(
        file_id=file.row.id, size=file.mark.size, mtime_ns=file.mark.mtime_ns, sha256=file.mark.sha256, revision=revision,
        kind=document.kind, title=document.title, language=document.language, document_modified=document.modified,
        pages=len(document.pages), pages_without_text=document.pages_without_text, ocr_pages=sum(page.ocr for page in document.pages),
        passages=len(rows), parser=document.parser, chunker_version=chunker_version, warnings=document.warnings, text=text, layout=layout,
    )  # fmt: skip
    return entry, rows


def _batches(order: list[int], size: int) -> Iterator[list[int]]:
    for start in range(0, len(order), size):
        yield order[start : start + size]


def _moment(text: str | None) -> datetime | None:
    """A document's own date; None when it is missing or not a date. Without a zone it is taken as UTC."""
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _file_time(mtime_ns: int) -> datetime | None:
    """None for times that no calendar knows (some archives and network drives give such)."""
    try:
        return datetime.fromtimestamp(mtime_ns / 1e9, UTC)
    except (OverflowError, OSError, ValueError):
        return None
