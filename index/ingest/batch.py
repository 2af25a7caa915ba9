"""From a parsed document to rows of the store, and vectors in small batches of like length."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
import numpy.typing as npt

from index.document import Chunk, ParsedDocument
from index.embedding import PassageEmbedder, embedded_text
from index.ingest.file_stamp import FileStamp
from index.ingest.reading import Cancelled
from index.ingest.rows import IndexedFile
from index.ingest.texts import pack
from index.store.analysis import document_terms
from index.store.schema import PassageRow

Vector = npt.NDArray[np.float32]
_SURROGATES = {code: "\ufffd" for code in range(0xD800, 0xE000)}
_MAX_PEOPLE = 2000
"""Characters of a mail's fields that are kept for finding people: some fifty addresses."""
_FEW_CHARACTERS = 20
"""A page with fewer visible characters (a stamped number) is taken for a scan, as ``index.parsers.pdf`` does."""


@dataclass(frozen=True)
class ReadFile:
    """A document that is parsed and cut. ``sha256`` is that of its bytes."""

    file_id: str
    stamp: FileStamp
    sha256: str
    document: ParsedDocument
    chunks: tuple[Chunk, ...]
    needs_ocr: bool
    previous: str | None
    """The revision that this reading replaces, whose vectors serve where a passage is the same."""


def clean(document: ParsedDocument) -> ParsedDocument:
    """Lone surrogates (from broken encodings) cannot be stored or tokenised; one character for one, so that offsets hold."""
    if document.text.isascii() or not any("\ud800" <= c <= "\udfff" for c in document.text):
        return document
    return document.model_copy(update={"text": document.text.translate(_SURROGATES)})


def awaits_ocr(document: ParsedDocument) -> bool:
    """Whether text recognition may find more in a document that was read without it."""
    if document.awaits_ocr or document.pages_without_text:
        return True
    return document.kind == "pdf" and any(
        sum(not c.isspace() for c in document.text[page.start : min(page.end, page.start + 400)]) < _FEW_CHARACTERS
        for page in document.pages
    )


def embed(
    texts: Sequence[str],
    embedder: PassageEmbedder,
    *,
    batch_size: int,
    pause: Callable[[], None],
    cancelled: Callable[[], bool],
    told: Callable[[int], None],
) -> npt.NDArray[np.float32]:
    """Vectors of the texts, shape (texts, dimension).

    All texts are sorted by length first, so that a batch holds texts of like length (padding is what costs). ``pause`` may
    block while a person waits for an answer; ``cancelled`` is asked between batches (raises Cancelled); ``told`` gets the size
    of each finished batch.
    """
    vectors = np.empty((len(texts), embedder.dimension), dtype=np.float32)
    lengths = embedder.count_tokens(texts)
    order = sorted(range(len(texts)), key=lambda i: lengths[i], reverse=True)
    for batch in _batches(order, batch_size):
        pause()
        if cancelled():
            raise Cancelled
        vectors[batch] = embedder.embed_passages([texts[i] for i in batch])
        told(len(batch))
    return vectors


def to_rows(
    file: ReadFile, chunker_version: str, vectors: Mapping[str, Vector] | None = None
) -> tuple[IndexedFile, list[PassageRow]]:
    """The ledger's entry and the store's rows of one reading, under a new revision. ``vectors`` are those already known, by the text
    that was embedded; passages without one get theirs later."""
    revision = uuid.uuid4().hex
    document = file.document
    modified = _moment(document.modified) or _file_time(file.stamp.mtime_ns)
    known = vectors or {}
    rows: list[PassageRow] = []
    for chunk in file.chunks:
        text = embedded_text(chunk.context, chunk.content)
        rows.append(
            PassageRow(
                file_id=file.file_id, revision=revision, content_hash=file.sha256, chunk_index=chunk.chunk_index, kind=document.kind,
                content=chunk.content, context=chunk.context, terms=document_terms(text, document.language),
                language=document.language, start=chunk.start, end=chunk.end, place=chunk.place, modified=modified,
                vector=known.get(text),
            )
        )  # fmt: skip
    text_bytes, layout = pack(document)
    entry = IndexedFile(
        file_id=file.file_id, **file.stamp._asdict(), sha256=file.sha256, revision=revision,
        kind=document.kind, title=document.title, language=document.language, document_modified=document.modified,
        author=_storable(document.author), recipients=recipients_of(document),
        pages=len(document.pages), pages_without_text=document.pages_without_text, ocr_pages=sum(page.ocr for page in document.pages),
        passages=len(rows), parser=document.parser, chunker_version=chunker_version, warnings=document.warnings, text=text_bytes,
        layout=layout, needs_vectors=any(row.vector is None for row in rows), needs_ocr=file.needs_ocr,
        waits=file.needs_ocr and not rows and not document.children,
    )  # fmt: skip
    return entry, rows


def _batches(order: list[int], size: int) -> Iterator[list[int]]:
    for start in range(0, len(order), size):
        yield order[start : start + size]


def _storable(text: str | None) -> str | None:
    return text.translate(_SURROGATES)[:_MAX_PEOPLE] if text else None


def recipients_of(document: ParsedDocument) -> str | None:
    """The fields To and Cc of a mail in one line, None for anything else."""
    fields = "\n".join(document.text[b.start : b.end] for b in document.blocks if b.place.part == "fields")
    found = [line.split(":", 1)[1].strip() for line in fields.split("\n") if line.startswith(("To:", "Cc:"))]
    return _storable(", ".join(found))


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
