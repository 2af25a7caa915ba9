"""The smallest pieces that a chunk is made of: sentences, table rows, headings, lines of code."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from index.chunking.sentences import split_sentences
from index.document import BlockKind, ParsedDocument

CountTokens = Callable[[Sequence[str]], list[int]]
_ROW_BORDER = re.compile(r" \| ")
_CLAUSE_BORDER = re.compile(r"(?<=[;:,–—，；、：])\s*(?=\S)|\s(?=[–—(])")
_WORD_BORDER = re.compile(r"\s+")


@dataclass(frozen=True)
class Unit:
    """``document.text[start:end]``, a part of block number ``block``. ``tokens`` without prefix and special tokens."""

    start: int
    end: int
    block: int
    kind: BlockKind
    tokens: int
    size: int
    """UTF-8 bytes."""


def document_units(document: ParsedDocument, count_tokens: CountTokens, max_tokens: int, max_bytes: int) -> list[Unit]:
    """All units in order, none above the limits: a longer sentence is cut at clauses, then at words, then between characters.

    ``count_tokens`` is called once for all units and once for each round of cutting (two or three as a rule).
    """
    overhead = count_tokens([""])[0]
    spans: list[tuple[int, int, int]] = []
    for number, block in enumerate(document.blocks):
        spans += [(start, end, number) for start, end in _block_spans(document, number, block.start, block.end, block.kind)]
    finished: dict[tuple[int, int, int], int] = {}
    pending = spans
    for _ in range(12):
        counts = count_tokens([document.text[start:end] for start, end, _ in pending]) if pending else []
        long: list[tuple[int, int, int]] = []
        for span, count in zip(pending, counts, strict=True):
            tokens = max(count - overhead, 1)
            size = len(document.text[span[0] : span[1]].encode("utf-8"))
            if (tokens <= max_tokens and size <= max_bytes) or span[1] - span[0] <= 1:
                finished[span] = tokens
            else:
                share = min(max_tokens / tokens, max_bytes / size)
                long += [
                    (start, end, span[2])
                    for start, end in _cut(document.text, span[0], span[1], share, document.blocks[span[2]].kind)
                ]
        pending = long
        if not pending:
            break
    for span in pending:  # a tokenizer that gives more than one token for each of these characters: cut to single ones
        finished.update(((at, at + 1, span[2]), 1) for at in range(span[0], span[1]) if not document.text[at].isspace())
    return [
        Unit(start, end, block, document.blocks[block].kind, tokens, len(document.text[start:end].encode("utf-8")))
        for (start, end, block), tokens in sorted(finished.items())
    ]


def _block_spans(document: ParsedDocument, number: int, start: int, end: int, kind: BlockKind) -> list[tuple[int, int]]:
    text = document.text[start:end]
    if kind in {"heading", "table_row"}:
        return [(start, end)] if text.strip() else []
    if kind == "code":
        lines = re.finditer(r"[^\n]*\S[^\n]*", text)
        return [(start + m.start(), start + m.end()) for m in lines]
    return [(start + span.start, start + span.end) for span in split_sentences(text, document.language)]


def _cut(text: str, start: int, end: int, share: float, kind: BlockKind) -> list[tuple[int, int]]:
    """Pieces of about ``share`` of the length (a tenth less, for token density varies), at the best border near each cut."""
    wanted = max(int((end - start) * share * 0.9), 1)
    pieces: list[tuple[int, int]] = []
    at = start
    while end - at > wanted:
        cut = _border(text, at, at + wanted, kind)
        pieces.append((at, cut))
        at = cut
    pieces.append((at, end))
    trimmed = [_trim(text, piece_start, piece_end) for piece_start, piece_end in pieces]
    return [piece for piece in trimmed if piece[0] < piece[1]]


def _border(text: str, start: int, limit: int, kind: BlockKind) -> int:
    """The last border before ``limit`` in the second half of the piece; else between two characters."""
    floor = start + max((limit - start) // 2, 1)
    for pattern in (_ROW_BORDER, _CLAUSE_BORDER, _WORD_BORDER) if kind == "table_row" else (_CLAUSE_BORDER, _WORD_BORDER):
        cuts = [m.end() for m in pattern.finditer(text, floor, limit) if m.end() > start]
        if cuts:
            return cuts[-1]
    while limit > start + 1 and limit < len(text) and unicodedata.combining(text[limit]):
        limit -= 1
    return limit


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
