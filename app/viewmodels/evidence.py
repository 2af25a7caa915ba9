"""What can be opened on the right: a place in a document with the words to mark."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from app.engine.attachments import PREFIX
from app.engine.page_child import PICTURES, SHEETS
from app.messages.retrieval import MAX_PASSAGE_BYTES, Passage
from app.messages.validation import Citation
from index.chunking.sentences import split_sentences
from index.document import Place, Span
from index.ingest.rows import FileRow

Shape = Literal["pages", "cells", "text"]
SourceSign = Literal["", "attached", "changed"]
"""What a chip tells of its document beside its number"""
_SAME = {
    "jpeg": "jpg", "tif": "tiff", "heif": "heic", "htm": "html", "xhtml": "html", "markdown": "md", "docm": "docx", "xlsm": "xlsx", "tsv": "csv",
    "tab": "csv", "pptm": "pptx", "emlx": "eml",
}  # fmt: skip
"""Endings that name the kind of another."""


@dataclass(frozen=True)
class EvidenceTarget:
    """``spans`` are offsets into the document's extracted text, ``quotes`` the words there; both in the same order."""

    file_id: str
    source: str
    kind: str
    title: str | None
    place: Place
    spans: tuple[Span, ...]
    quotes: tuple[str, ...]
    number: int | None = None
    changed: bool = False

    @property
    def attached(self) -> bool:
        """From a document that was attached to the conversation, not from the library."""
        return self.file_id.startswith(PREFIX)

    @property
    def sign(self) -> SourceSign:
        return "attached" if self.attached else "changed" if self.changed else ""

    @property
    def shape(self) -> Shape:
        """How the original is shown: by the pictures of its pages, as a grid of cells, or as text."""
        if self.kind in PICTURES or (self.kind == "pdf" and self.place.page is not None):
            return "pages"
        return "cells" if self.kind in SHEETS else "text"


def of_file(row: FileRow) -> EvidenceTarget:
    """The document from its beginning, nothing marked."""
    kind = row.kind or kind_by_name(row.path)
    place = Place(kind="page", page=1) if kind == "pdf" or kind in PICTURES else Place()
    return EvidenceTarget(
        file_id=row.id, source=row.path, kind=kind, title=row.title, place=place, spans=(), quotes=()
    )  # fmt: skip


def of_passage(passage: Passage, number: int | None = None) -> EvidenceTarget:
    """The whole passage marked."""
    return EvidenceTarget(
        file_id=passage.doc_id,
        source=passage.source,
        kind=passage.source_type,
        title=passage.title,
        place=passage.place,
        spans=(Span(start=passage.start, end=passage.end),),
        quotes=(passage.content,),
        number=number,
    )


def of_citations(citations: Iterable[Citation], passage: Passage | None, number: int | None) -> EvidenceTarget:
    """The cited words of one passage marked. ``citations`` is not empty and of one document."""
    cited = list(citations)
    first = cited[0]
    return EvidenceTarget(
        file_id=first.doc_id,
        source=first.source,
        kind=passage.source_type if passage is not None else kind_by_name(first.source),
        title=passage.title if passage is not None else None,
        place=first.place,
        spans=tuple(Span(start=c.start, end=c.end) for c in cited),
        quotes=tuple(c.quote for c in cited),
        number=number,
        changed=any(c.changed_since_indexed for c in cited),
    )


def sentences_in(target: EvidenceTarget) -> list[tuple[Span, str]]:
    """The sentences and rows of what is marked, each with its place in the document's text."""
    found: list[tuple[Span, str]] = []
    for span, words in zip(target.spans, target.quotes, strict=False):
        # Offsets within the words are offsets of the text only where both are the same characters.
        parts = split_sentences(words) if len(words) == span.end - span.start else []
        found += [
            (Span(start=span.start + part.start, end=span.start + part.end), words[part.start : part.end]) for part in parts
        ] or [(span, words)]
    return found


def passage_of(target: EvidenceTarget) -> Passage:
    """The cited words as a passage, for the list of what an answer over whole documents rests on."""
    content = "\n".join(target.quotes).encode()[: MAX_PASSAGE_BYTES - 1].decode(errors="ignore") or "…"
    start = target.spans[0].start if target.spans else 0
    return Passage(
        doc_id=target.file_id, chunk_id=f"{target.file_id}:{start}", collection_id="", content=content, relevance_score=1.0,
        source=target.source, title=target.title, source_type=target.kind, chunk_index=0, place=target.place, start=start,
        end=target.spans[-1].end if target.spans else 0,
    )  # fmt: skip


def kind_by_name(source: str) -> str:
    """Kind from the file's name, where no passage tells it."""
    name, dot, ending = source.rpartition(".")
    kind = ending.casefold() if dot and name else "txt"
    return _SAME.get(kind, kind)
