"""Is a fact's sentence still what its document says? Sentences are found the same way when a fact is pinned and whenever it is checked."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.facts.fact import Fact, digest_of
from index.chunking.sentences import split_sentences
from index.document import ParsedDocument, Place, Span


@dataclass(frozen=True)
class Sentence:
    """``text`` stands at ``span`` of the document's text."""

    span: Span
    text: str
    place: Place


def whole_sentence(document: ParsedDocument, start: int, end: int) -> Sentence | None:
    """The sentences, rows or lines that ``start:end`` touches, whole; None where there is no text."""
    end = min(end, len(document.text))
    blocks = [b for b in document.blocks if b.start < end and start < b.end]
    if not blocks or start >= end:
        return None
    low, high = min(b.start for b in blocks), max(b.end for b in blocks)
    found = split_sentences(document.text[low:high], document.language)
    spans = [Span(start=low + s.start, end=low + s.end) for s in found]
    touched = [s for s in spans if s.start < end and start < s.end]
    if not touched:
        return None
    span = Span(start=touched[0].start, end=touched[-1].end)
    place = next(b.place for b in blocks if b.end > span.start)
    return Sentence(span, document.text[span.start : span.end], place)


def find_words(text: str, words: str) -> list[Span]:
    """Where ``words`` stand in ``text``, white space aside."""
    parts = words.split()
    if not parts:
        return []
    pattern = re.compile(r"\s+".join(map(re.escape, parts)))
    return [Span(start=m.start(), end=m.end()) for m in pattern.finditer(text)]


def recheck(fact: Fact, document: ParsedDocument | None, revision: str | None) -> Fact:
    """The fact as it stands after a new reading of its document: valid where its sentence is, moved along where it moved within
    the document, else stale. ``document`` None: it is gone from the collection."""
    if document is None:
        return fact.model_copy(update={"stale": "vanished", "checked_revision": revision})
    at = _same_at(fact, document, fact.start, fact.end)
    if at is None:
        # Without its words (the document was taken out meanwhile) each sentence is compared by its hash.
        places = find_words(document.text, fact.quote) if fact.quote else split_sentences(document.text, document.language)
        others = sorted(places, key=lambda s: abs(s.start - fact.start))
        at = next((found for s in others if (found := _same_at(fact, document, s.start, s.end)) is not None), None)
    if at is None:
        return fact.model_copy(update={"stale": "changed", "checked_revision": revision})
    return fact.model_copy(
        update={
            "stale": None, "checked_revision": revision, "start": at.span.start, "end": at.span.end, "place": at.place, "quote": at.text,
        }
    )  # fmt: skip


def _same_at(fact: Fact, document: ParsedDocument, start: int, end: int) -> Sentence | None:
    """The whole sentence there, if it is word for word the fact's: one that has grown says something else."""
    found = whole_sentence(document, start, end)
    return found if found is not None and digest_of(found.text) == fact.digest else None
