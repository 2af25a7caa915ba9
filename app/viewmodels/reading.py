"""What the reader has to know of a document before and while it is shown. Everything here reads the disk: background thread only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.engine.changed import FileState, file_state
from app.viewmodels.evidence import EvidenceTarget
from app.viewmodels.excerpt import Excerpts
from app.viewmodels.places import date_text
from app.viewmodels.table_rows import SEPARATOR
from app.workers.ports import LibraryLike
from index.document import Block, ParsedDocument, Place, Span
from index.ingest.rows import FileRow
from index.parsers.cells import parse_reference

WantedCells = tuple[tuple[int, tuple[int, ...] | None], ...]
"""Cited rows of a sheet, from 0, and the numbers of their filled cells; None for all"""


@dataclass(frozen=True)
class Known:
    """What the library knows: ``row`` is None when it does not know the document any more; ``attachments`` of a mail, by name."""

    row: FileRow | None
    state: FileState
    attachments: tuple[FileRow, ...]


@dataclass(frozen=True)
class FileNote:
    """What a passage's card says of its file."""

    date: str
    state: FileState


@dataclass(frozen=True)
class KeptText:
    """The text that the index keeps, and where in the original the cited words stand."""

    excerpts: Excerpts
    quotes: dict[int, tuple[str, ...]]
    """Words by page"""
    sheet: str | None
    cells: WantedCells


def look_up(library: LibraryLike, target: EvidenceTarget) -> Known:
    row = library.files_by_id((target.file_id,)).get(target.file_id)
    inside = library.inside(target.file_id) if row is not None else []
    return Known(row, file_state(library, target.file_id), tuple(r for r in inside if r.parent_id == target.file_id))


def file_notes(library: LibraryLike, file_ids: Sequence[str]) -> dict[str, FileNote]:
    """By file id; files that the library does not know are left out."""
    rows = library.files_by_id(file_ids)
    return {file_id: FileNote(date_text(row), file_state(library, file_id)) for file_id, row in rows.items()}


def read_text(library: LibraryLike, target: EvidenceTarget) -> KeptText | None:
    """None when the library does not keep it any more."""
    document = library.document(target.file_id)
    if document is None:
        return None
    sheet, cells = cited_cells(document, target.spans, target.place)
    return KeptText(Excerpts(document, target.spans), cited_pages(document, target.spans), sheet, cells)


def cited_pages(document: ParsedDocument, spans: Sequence[Span]) -> dict[int, tuple[str, ...]]:
    """The cited words by page; a sentence that goes on over the page stands on both, each its part."""
    found: dict[int, tuple[str, ...]] = {}
    for page in document.pages:
        for span in spans:
            start, end = max(span.start, page.start), min(span.end, page.end)
            words = document.text[start:end].strip()
            if start < end and words:
                found[page.number] = (*found.get(page.number, ()), words)
    return found


def cited_cells(document: ParsedDocument, spans: Sequence[Span], place: Place) -> tuple[str | None, WantedCells]:
    """The sheet of the place, and the cells whose words are cited there."""
    wanted: list[tuple[int, tuple[int, ...] | None]] = []
    sheet = place.sheet
    for block in document.blocks:
        row = _row(block)
        hits = [s for s in spans if s.start < block.end and s.end > block.start]
        if row is None or not hits or (wanted and block.place.sheet != sheet):
            continue
        sheet = block.place.sheet
        wanted.append((row, _parts(document.text, block, hits)))
    return sheet, tuple(wanted)


def _row(block: Block) -> int | None:
    first = (block.place.cells or "").partition(":")[0]
    reference = parse_reference(first)
    return reference[0] if reference is not None else None


def _parts(text: str, block: Block, spans: Sequence[Span]) -> tuple[int, ...] | None:
    """Numbers of the cells of a row's line that the spans touch; None for all."""
    touched, at = [], block.start
    parts = text[block.start : block.end].split(SEPARATOR)
    for number, part in enumerate(parts):
        if any(span.start < at + len(part) and span.end > at for span in spans):
            touched.append(number)
        at += len(part) + len(SEPARATOR)
    return None if len(touched) == len(parts) else tuple(touched)
