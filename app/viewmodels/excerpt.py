"""A readable part of a document's extracted text around the marked words, so that a long document costs no more than a short one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from index.document import Block, BlockKind, ParsedDocument, Span

CHARACTERS_AROUND = 12_000
"""Text shown on each side of the mark: some six pages, built in a few milliseconds."""


@dataclass(frozen=True)
class ExcerptBlock:
    """``marks`` are offsets into ``text``."""

    kind: BlockKind
    level: int
    text: str
    marks: tuple[Span, ...] = ()


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


def excerpt(document: ParsedDocument, spans: Sequence[Span], around: int = CHARACTERS_AROUND) -> Excerpt:
    """The blocks within ``around`` characters of the spans (from the beginning where there are none), with the spans marked."""
    first = min((s.start for s in spans), default=0)
    last = max((s.end for s in spans), default=0)
    blocks = document.blocks or (Block(kind="paragraph", start=0, end=len(document.text)),)
    shown = [b for b in blocks if b.end > first - around and b.start < last + around]
    if not shown:
        shown = list(blocks[:1])
    return Excerpt(
        blocks=tuple(_block(document.text, b, spans) for b in shown),
        start=shown[0].start,
        end=shown[-1].end,
        before=shown[0] is not blocks[0],
        after=shown[-1] is not blocks[-1],
    )


def _block(text: str, block: Block, spans: Sequence[Span]) -> ExcerptBlock:
    marks = []
    for span in spans:
        start, end = max(span.start, block.start), min(span.end, block.end)
        if start < end:
            marks.append(Span(start=start - block.start, end=end - block.start))
    return ExcerptBlock(block.kind, block.level, text[block.start : block.end], tuple(_merged(marks)))


def _merged(marks: Sequence[Span]) -> list[Span]:
    merged: list[Span] = []
    for mark in sorted(marks, key=lambda m: m.start):
        if merged and mark.start <= merged[-1].end:
            merged[-1] = Span(start=merged[-1].start, end=max(mark.end, merged[-1].end))
        else:
            merged.append(mark)
    return merged
