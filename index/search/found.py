"""A passage on its way from the store to a hit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from index.ingest.ledger import Ledger
from index.ingest.rows import Collection, FileRow
from index.search.hit import Hit, SearchFilters
from index.store.schema import Candidate, where


@dataclass
class Found:
    """A passage on its way to a hit."""

    candidate: Candidate
    collection_id: str
    file: FileRow
    cosine: float | None = None
    bm25: float | None = None
    coverage: float = 0.0
    saturation: float = 0.0
    consensus: float = 0.0
    cosine_z: float = 0.0
    matter_z: float | None = None
    foreign: float = 0.0
    fused: float = 0.0
    also_in: list[str] = field(default_factory=list)


def where_of(filters: SearchFilters) -> str | None:
    return where(
        kinds=filters.kinds,
        file_ids=filters.file_ids,
        modified_from=filters.modified_from,
        modified_to=filters.modified_to,
        languages=filters.languages,
    )


def to_hit(item: Found, relevance: float) -> Hit:
    c = item.candidate
    return Hit(
        chunk_id=c.chunk_id, file_id=c.file_id, collection_id=item.collection_id, source_path=item.file.path,
        title=item.file.title, kind=c.kind, chunk_index=c.chunk_index, content=c.content, context=c.context,
        start=c.start, end=c.end, place=c.place, cosine=item.cosine, bm25=item.bm25, fused=item.fused,
        also_in=tuple(item.also_in), relevance=relevance,
    )  # fmt: skip


def _is_current(candidate: Candidate, file: FileRow) -> bool:
    return candidate.revision in (file.revision, file.next_revision)


def current(found: Iterable[tuple[str, Candidate]], files: Mapping[str, FileRow]) -> list[Found]:
    """Of (collection id, passage) those that the ledger stands for: passages of a replaced, removed or half-written reading are not shown. Of a large file whose
    vectors are being made both readings count: they are the same passages."""
    return [
        Found(candidate, collection_id, file)
        for collection_id, candidate in found
        if (file := files.get(candidate.file_id)) is not None and _is_current(candidate, file)
    ]


def moved(ledger: Ledger, collections: Iterable[Collection]) -> bool:
    """Whether another table has taken the place of one in which these collections were searched."""
    return any(ledger.collection(c.id).table != c.table for c in collections)


def overtaken(candidates: Iterable[Candidate], files: Mapping[str, FileRow]) -> bool:
    """Whether a file that counts has passages here, but none of its present reading."""
    read: dict[str, bool] = {}
    for candidate in candidates:
        file = files.get(candidate.file_id)
        if file is not None and file.revision is not None:
            read[file.id] = read.get(file.id, False) or _is_current(candidate, file)
    return not all(read.values())
