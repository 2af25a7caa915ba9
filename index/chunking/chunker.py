"""Cuts a document into passages along its structure, measured with the embedder's own tokenizer.

A chunk holds whole sentences of one section and, where pages are known, of one page; headings stay with what follows them. Each
run of text between such borders is parted evenly, so that no section ends in a crumb.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import Field

from index.chunking.context import ContextParts, bounded_contexts, chunk_text, informative_stem
from index.chunking.units import CountTokens, Unit, document_units
from index.document import Block, Chunk, Frozen, ParsedDocument, Place

CHUNKER_VERSION = "1"
"""Stored with each collection; another version means that passages are cut anew."""

_SLACK_TOKENS = 6
"""Tokens that putting pieces together may add over the sum of their counts."""
_EASE = 1.25
"""A section up to this much above the target stays one chunk rather than two halves."""
_LEAD_IN_CHARS = 220
_END = ".!?。！？؟"


class ChunkLimits(Frozen):
    """``max_tokens`` is the embedder's longest input, prefix and special tokens included; nothing is ever cut by the embedder."""

    target_tokens: int = Field(default=200, ge=16, description="content tokens that a chunk should have")
    max_tokens: int = Field(default=512, ge=64)
    max_context_tokens: int = Field(default=60, ge=0)
    max_bytes: int = Field(default=4_900, ge=64, description="UTF-8 bytes of the content; the contract allows 5 KB")


def chunk_document(document: ParsedDocument, file_name: str, count_tokens: CountTokens, limits: ChunkLimits) -> list[Chunk]:
    """Chunks in order. ``document.text[c.start:c.end] == c.content``; ranges do not overlap and hold every visible character.

    ``count_tokens`` counts a text as the embedder would feed it; it is called a handful of times with many texts.
    """
    overhead = count_tokens([""])[0]
    room = limits.max_tokens - overhead - limits.max_context_tokens - _SLACK_TOKENS
    hard = max(min(room, int(limits.target_tokens * 1.6)), 8)
    units = document_units(document, count_tokens, hard, limits.max_bytes)
    groups: list[list[Unit]] = []
    for run in _runs(document, units):
        groups += _part_evenly(document, run, min(limits.target_tokens, hard), hard, limits.max_bytes)
    names = _document_names(document, file_name)
    return _finish(document, groups, names, count_tokens, limits)


# --- borders ---------------------------------------------------------------------------------------------------------------


def _runs(document: ParsedDocument, units: Sequence[Unit]) -> Iterator[list[Unit]]:
    """Runs of units between hard borders: a heading after content, another page, slide, sheet or mail part."""
    run: list[Unit] = []
    for unit in units:
        if run and _is_border(document, run, unit):
            yield run
            run = []
        run.append(unit)
    if run:
        yield run


def _is_border(document: ParsedDocument, run: list[Unit], unit: Unit) -> bool:
    last = run[-1]
    if last.block == unit.block:
        return False
    before, now = document.blocks[last.block], document.blocks[unit.block]
    if _spot(before.place) != _spot(now.place):
        # A sentence that goes on over the page stays whole; the chunk ends after it.
        return not _goes_on(document, before, now)
    if unit.kind == "heading":
        return last.kind != "heading"
    # The rest of a page after a sentence that came over from the page before.
    return _spot(document.blocks[run[0].block].place) != _spot(now.place) and last.block != run[0].block


def _spot(place: Place) -> tuple[object, ...]:
    return (place.page, place.slide, place.sheet)


def _goes_on(document: ParsedDocument, before: Block, now: Block) -> bool:
    if before.place.page is None or before.kind not in {"paragraph", "list_item"} or now.kind != "paragraph":
        return False
    return document.text[before.end - 1] not in _END + ":" and document.text[now.start].islower()


def _part_evenly(document: ParsedDocument, run: list[Unit], target: int, hard: int, max_bytes: int) -> list[list[Unit]]:
    total = sum(unit.tokens for unit in run)
    goal = total / math.ceil(total / (_EASE * target))
    block_tokens: dict[int, int] = {}
    for unit in run:
        block_tokens[unit.block] = block_tokens.get(unit.block, 0) + unit.tokens
    groups: list[list[Unit]] = []
    group: list[Unit] = []
    tokens = size = 0
    for unit in run:
        new_block = bool(group) and unit.block != group[-1].block
        full = tokens + unit.tokens > hard or size + unit.size + 2 > max_bytes
        reached = tokens + unit.tokens / 2 > goal
        early = new_block and tokens > 0.7 * goal and tokens + block_tokens[unit.block] > 1.2 * goal
        only_headings = all(u.kind == "heading" for u in group)
        if group and (full or ((reached or early) and not only_headings)):
            groups.append(group)
            group, tokens, size = [], 0, 0
        group.append(unit)
        tokens += unit.tokens
        size += unit.size + 2
    groups.append(group)
    return groups


# --- context and measuring ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Draft:
    units: tuple[Unit, ...]
    parts: ContextParts


def _finish(
    document: ParsedDocument, groups: list[list[Unit]], names: tuple[str, ...], count_tokens: CountTokens, limits: ChunkLimits
) -> list[Chunk]:
    """Give contexts, count each chunk as it will be embedded, and part those that are still too long."""
    drafts = [_Draft(tuple(group), _context_parts(document, group, names)) for group in groups if group]
    contexts = bounded_contexts([draft.parts for draft in drafts], limits.max_context_tokens, count_tokens)
    measured: list[tuple[_Draft, str, int]] = []
    pending = [(draft, contexts[draft.parts][0]) for draft in drafts]
    while pending:
        texts = [chunk_text(context, _content(document, draft.units)) for draft, context in pending]
        again: list[tuple[_Draft, str]] = []
        for (draft, context), count in zip(pending, count_tokens(texts), strict=True):
            if count <= limits.max_tokens:
                measured.append((draft, context, count))
            elif len(draft.units) > 1:
                middle = len(draft.units) // 2
                again += [(_Draft(half, draft.parts), context) for half in (draft.units[:middle], draft.units[middle:])]
            elif context:
                again.append((draft, ""))
            else:
                halves = _halve(document, draft.units[0])
                if len(halves) == 1:  # one character: nothing smaller exists
                    measured.append((draft, context, count))
                else:
                    again += [(_Draft((half,), draft.parts), "") for half in halves]
        pending = again
    measured.sort(key=lambda item: item[0].units[0].start)
    return [
        Chunk(
            chunk_index=index,
            content=_content(document, draft.units),
            context=context,
            start=draft.units[0].start,
            end=draft.units[-1].end,
            place=_place(document, draft.units),
            token_count=count,
        )
        for index, (draft, context, count) in enumerate(measured)
    ]


def _halve(document: ParsedDocument, unit: Unit) -> list[Unit]:
    middle = (unit.start + unit.end) // 2
    cut = document.text.rfind(" ", unit.start + 1, middle + 1)
    cut = cut if cut > unit.start else middle
    pieces = [(unit.start, cut), (cut, unit.end)]
    halves: list[Unit] = []
    for start, end in pieces:
        text = document.text[start:end]
        start += len(text) - len(text.lstrip())
        end -= len(text) - len(text.rstrip())
        if start < end:
            halves.append(Unit(start, end, unit.block, unit.kind, max(unit.tokens // 2, 1), unit.size // 2))
    return halves


def _content(document: ParsedDocument, units: Sequence[Unit]) -> str:
    return document.text[units[0].start : units[-1].end]


def _document_names(document: ParsedDocument, file_name: str) -> tuple[str, ...]:
    """File name (if it says something new) and title."""
    title = document.title or ""
    top = " ".join(dict.fromkeys(b.place.heading_path[0] for b in document.blocks[:50] if b.place.heading_path))
    stem = informative_stem(file_name, f"{title} {top}" if title else "")
    return tuple(name for name in (stem, title[:200]) if name)


def _context_parts(document: ParsedDocument, units: Sequence[Unit], names: tuple[str, ...]) -> ContextParts:
    first = document.blocks[units[0].block]
    path = first.place.heading_path
    if units[0].kind == "heading" and units[0].start == first.start:
        path = path[:-1]  # the heading itself opens the content
    place = first.place
    where = (place.sheet,) if place.sheet and place.sheet not in path else ()
    return ContextParts(names, (*where, *path), _extra(document, units))


def _extra(document: ParsedDocument, units: Sequence[Unit]) -> str:
    """Header of a table that began in an earlier chunk, or the sentence that leads a list in ("The following apply:")."""
    first = units[0]
    block = document.blocks[first.block]
    if first.kind == "table_row":
        start = first.block
        while start > 0 and document.blocks[start - 1].kind == "table_row" and _same_table(document.blocks[start - 1], block):
            start -= 1
        header = _text(document, document.blocks[start])
        row = _text(document, block)
        if start == first.block and first.start == block.start:
            return ""
        if ": " in row and row.split(": ", 1)[0] in header:
            header = ""  # each cell carries its own header
        if first.start > block.start:  # a row in pieces: its first cell says which row it is
            return " ".join(part for part in (header, row.split(" | ", 1)[0][:_LEAD_IN_CHARS]) if part)
        return header[:_LEAD_IN_CHARS]
    if first.kind == "list_item":
        at = first.block - 1
        while at >= 0 and document.blocks[at].kind == "list_item" and document.text[document.blocks[at].end - 1] != ":":
            at -= 1
        if at >= 0 and document.blocks[at].place.heading_path == block.place.heading_path:
            lead = _text(document, document.blocks[at])
            if lead[-1] not in _END and document.blocks[at].kind != "heading" and len(lead) <= _LEAD_IN_CHARS:
                return lead
    return ""


def _same_table(one: Block, other: Block) -> bool:
    return one.place.heading_path == other.place.heading_path and _spot(one.place) == _spot(other.place)


def _text(document: ParsedDocument, block: Block) -> str:
    return document.text[block.start : block.end]


def _place(document: ParsedDocument, units: Sequence[Unit]) -> Place:
    """Page, slide or sheet of the first block; the heading path of the first block that is no heading; cells of all rows."""
    place = document.blocks[units[0].block].place
    body = next((unit for unit in units if unit.kind != "heading"), units[-1])
    inner = document.blocks[body.block].place
    update: dict[str, object] = {"heading_path": inner.heading_path}
    if place.kind == "whole" and inner.heading_path:
        update["kind"] = "heading"
    ranges = [cells for unit in units if (cells := document.blocks[unit.block].place.cells)]
    if ranges:
        update["cells"] = f"{ranges[0].split(':')[0]}:{ranges[-1].split(':')[-1]}"
    return place.model_copy(update=update)
