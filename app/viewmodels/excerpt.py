"""A readable part of a document's extracted text around the marked words, so that a long document costs no more than a short one."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from index.document import Block, BlockKind, ParsedDocument, Place, Span

CHARACTERS_AROUND = 12_000
"""Text shown on each side of the mark: some six pages, built in a few milliseconds."""


@dataclass(frozen=True)
class ExcerptBlock:
    """``marks`` are offsets into ``text``, which begins at ``start`` of the document's text."""

    kind: BlockKind
    level: int
    text: str
    marks: tuple[Span, ...] = ()
    start: int = 0
    place: Place = Place()


@dataclass(frozen=True)
class Excerpt:
    """``start``/``end`` are offsets into the whole text; ``before``/``after`` say that there is more."""

    blocks: tuple[ExcerptBlock, ...]
    start: int
    end: int
    before: bool
    after: bool

    @property
    def marked_text(self) -> str:
        """All marked words, joined by a line break; what a person sees highlighted."""
        return "\n".join(b.text[m.start : m.end] for b in self.blocks for m in b.marks)


class Excerpts:
    """The excerpts of one document with the same words marked."""

    def __init__(self, document: ParsedDocument, spans: Sequence[Span]) -> None:
        self.text = document.text
        self._spans = tuple(spans)
        self._blocks = document.blocks or (Block(kind="paragraph", start=0, end=len(document.text)),)
        self._starts = [b.start for b in self._blocks]
        self._ends = [b.end for b in self._blocks]

    def first(self, around: int = CHARACTERS_AROUND) -> Excerpt:
        """Around the marked words; from the beginning where there are none."""
        first = min((s.start for s in self._spans), default=0)
        last = max((s.end for s in self._spans), default=0)
        return self.between(first - around, last + around)

    def around(self, offset: int, around: int = CHARACTERS_AROUND) -> Excerpt:
        return self.between(offset - around, offset + around)

    def later(self, shown: Excerpt, size: int = CHARACTERS_AROUND) -> Excerpt:
        """What follows; only to be asked for while ``shown.after``."""
        at = bisect_left(self._starts, shown.end)
        return self._of(at, max(bisect_left(self._starts, shown.end + size), at + 1))

    def earlier(self, shown: Excerpt, size: int = CHARACTERS_AROUND) -> Excerpt:
        """What stands before; only to be asked for while ``shown.before``."""
        at = bisect_right(self._ends, shown.start)
        return self._of(min(bisect_right(self._ends, shown.start - size), at - 1), at)

    def between(self, start: int, end: int) -> Excerpt:
        """All blocks of which something lies between the offsets, at least one."""
        first = min(bisect_right(self._ends, start), len(self._blocks) - 1)
        return self._of(first, max(bisect_left(self._starts, end), first + 1))

    def _of(self, first: int, last: int) -> Excerpt:
        shown = self._blocks[first:last]
        return Excerpt(
            blocks=tuple(self._block(b) for b in shown),
            start=shown[0].start,
            end=shown[-1].end,
            before=first > 0,
            after=last < len(self._blocks),
        )

    def _block(self, block: Block) -> ExcerptBlock:
        marks = []
        for span in self._spans:
            start, end = max(span.start, block.start), min(span.end, block.end)
            if start < end:
                marks.append(Span(start=start - block.start, end=end - block.start))
        text = self.text[block.start : block.end]
        return ExcerptBlock(block.kind, block.level, text, tuple(_merged(marks)), block.start, block.place)


def excerpt(document: ParsedDocument, spans: Sequence[Span], around: int = CHARACTERS_AROUND) -> Excerpt:
    """The blocks within ``around`` characters of the spans (from the beginning where there are none), with the spans marked."""
    return Excerpts(document, spans).first(around)


def _merged(marks: Sequence[Span]) -> list[Span]:
    merged: list[Span] = []
    for mark in sorted(marks, key=lambda m: m.start):
        if merged and mark.start <= merged[-1].end:
            merged[-1] = Span(start=merged[-1].start, end=max(mark.end, merged[-1].end))
        else:
            merged.append(mark)
    return merged
