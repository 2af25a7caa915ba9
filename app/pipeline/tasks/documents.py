"""Whole documents for tasks: which there are, what becomes of each, and their text with exact places."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from app.messages.retrieval import RetrievalFilters
from app.messages.table import Coverage, LeftOut
from app.messages.validation import Citation
from index.document import Block, ParsedDocument, Place
from index.ingest.rows import FileRow, FileStatus


class DocumentsPort(Protocol):
    """``index.ingest.ledger.Ledger``: safe on every thread. Raises index.errors."""

    def files(self, collection_id: str, *, status: FileStatus | None = None) -> list[FileRow]: ...

    def document(self, file_id: str) -> ParsedDocument | None: ...

    def text(self, file_id: str) -> str | None: ...

    def people(self, collection_id: str) -> list[tuple[str, str | None, str | None]]: ...


@dataclass(frozen=True)
class Inventory:
    """Of the collections of a question: ``rows`` have a text that can be read, one for each text; ``left_out`` counts the others."""

    rows: tuple[FileRow, ...]
    left_out: dict[LeftOut, int]

    @classmethod
    def take(cls, documents: DocumentsPort, filters: RetrievalFilters) -> Inventory:
        everything = [row for i in dict.fromkeys(filters.collections) for row in documents.files(i)]
        if filters.source_types:
            everything = [row for row in everything if row.kind in filters.source_types]
        holders = {row.parent_id for row in everything if row.parent_id}
        readable: list[FileRow] = []
        left: Counter[LeftOut] = Counter()
        for row in everything:
            reason = _left_out(row, row.id in holders)
            if reason is not None:
                left[reason] += 1
            elif row.passages:
                readable.append(row)
        return cls(tuple(sorted(readable, key=lambda r: r.path)), dict(left))

    def coverage(self, read: int) -> Coverage:
        """Of all that are documents; what an import left out and copies are none of them."""
        missing = sum(self.left_out.get(reason, 0) for reason in ("queued", "failed", "empty"))
        return Coverage(unit="documents", done=read, total=len(self.rows) + missing, left_out=self.left_out)


def _left_out(row: FileRow, holds_others: bool) -> LeftOut | None:
    if row.status == "queued":
        return "queued"
    if row.status == "failed":
        return "failed"
    if row.status == "skipped":
        return "skipped"
    if row.duplicate_of is not None:
        return "copies"
    # An archive or mailbox is no document beside those in it.
    return "empty" if not row.passages and not holds_others else None


@dataclass(frozen=True)
class WholeDocument:
    """A document with the row that stands for it."""

    row: FileRow
    parsed: ParsedDocument

    @cached_property
    def _starts(self) -> list[int]:
        return [block.start for block in self.parsed.blocks]

    def block_at(self, offset: int) -> Block | None:
        at = bisect_right(self._starts, offset) - 1
        return self.parsed.blocks[at] if at >= 0 else None

    def place_at(self, offset: int) -> Place:
        block = self.block_at(offset)
        return block.place if block is not None else Place()

    def cite(self, start: int, end: int, key: str = "") -> Citation:
        """The words at ``start:end``. ``key`` groups places under one number; by default each block has its own."""
        block = self.block_at(start)
        return Citation(
            doc_id=self.row.id,
            chunk_id=f"{self.row.id}:{key or (block.start if block is not None else 0)}",
            source=self.row.path,
            place=self.place_at(start),
            start=start,
            end=end,
            quote=self.parsed.text[start:end],
        )


def open_document(documents: DocumentsPort, row: FileRow) -> WholeDocument | None:
    """None when it went out of the library meanwhile."""
    parsed = documents.document(row.id)
    return WholeDocument(row, parsed) if parsed is not None else None
