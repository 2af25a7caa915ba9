"""A document cut into sections that a small model can read one at a time, from its first character to its last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from app.messages.retrieval import MAX_PASSAGE_BYTES, Passage
from app.pipeline.tasks.documents import WholeDocument
from index.chunking.sentences import split_sentences
from index.document import Block

MAX_CHARACTERS = 3_000
"""Of one section: some 700 tokens, which a 1.5B model still reads whole; set by hand."""
ENOUGH_CHARACTERS = 1_200
"""From here on a new heading begins a new section."""


@dataclass(frozen=True)
class Section:
    """``document.text[start:end]``; ``number`` counts from 1."""

    document: WholeDocument
    number: int
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.document.parsed.text[self.start : self.end]

    def passage(self) -> Passage:
        """As the validator takes it. Its place is that of the beginning; ``WholeDocument.cite`` has those of the sentences."""
        row = self.document.row
        path = self.document.place_at(self.start).heading_path
        return Passage(
            doc_id=row.id,
            chunk_id=f"{row.id}:{self.number}",
            collection_id=row.collection_id,
            content=self.text,
            context=" › ".join((PurePath(row.path).name, *path)),
            relevance_score=1.0,
            source=row.path,
            title=row.title,
            source_type=row.kind or "txt",
            chunk_index=self.number - 1,
            place=self.document.place_at(self.start),
            start=self.start,
            end=self.end,
        )


def sections_of(document: WholeDocument) -> tuple[Section, ...]:
    """In reading order; every block of the document with text is in one of them. Empty for a document without text."""
    spans = list(_joined(document, list(_pieces(document))))
    return tuple(Section(document, number, start, end) for number, (start, end) in enumerate(spans, start=1))


def _pieces(document: WholeDocument) -> Iterator[tuple[int, int, bool]]:
    """(start, end, begins anew) of blocks, those too long cut at sentences."""
    text = document.parsed.text
    for block in document.parsed.blocks:
        if not text[block.start : block.end].strip():
            continue
        if _fits(text[block.start : block.end]):
            yield block.start, block.end, block.kind == "heading"
        else:
            yield from ((start, end, False) for start, end in _cut(text, block))


def _cut(text: str, block: Block) -> Iterator[tuple[int, int]]:
    begin = end = block.start
    for span in split_sentences(text[block.start : block.end]):
        start, stop = block.start + span.start, block.start + span.end
        if end > begin and not _fits(text[begin:stop]):
            yield begin, end
            begin = start
        while not _fits(text[begin:stop]):  # a sentence without an end, such as a table in one line
            yield begin, begin + MAX_CHARACTERS // 3
            begin += MAX_CHARACTERS // 3
        end = stop
    if end > begin:
        yield begin, end


def _joined(document: WholeDocument, pieces: Sequence[tuple[int, int, bool]]) -> Iterator[tuple[int, int]]:
    text = document.parsed.text
    begin: int | None = None
    end = 0
    for start, stop, anew in pieces:
        if begin is not None and (not _fits(text[begin:stop]) or (anew and end - begin >= ENOUGH_CHARACTERS)):
            yield begin, end
            begin = None
        begin = start if begin is None else begin
        end = stop
    if begin is not None:
        yield begin, end


def _fits(text: str) -> bool:
    return len(text) <= MAX_CHARACTERS and len(text.encode()) < MAX_PASSAGE_BYTES
