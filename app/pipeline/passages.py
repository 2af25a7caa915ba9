"""Hits of the index as passages: what is shown, read by the model and cited."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.messages.retrieval import MAX_PASSAGE_BYTES, Passage
from app.rules.calendar_dates import years_in
from index.search.hit import Hit

YEAR_BONUS = 0.2
"""More than the difference in relevance between two versions of one rule (0.05 in the samples), less than that of another matter."""


def to_passage(hit: Hit) -> Passage:
    content = hit.content
    if len(content.encode()) >= MAX_PASSAGE_BYTES:
        content = content.encode()[: MAX_PASSAGE_BYTES - 1].decode(errors="ignore")
    return Passage(
        doc_id=hit.file_id,
        chunk_id=hit.chunk_id,
        collection_id=hit.collection_id,
        content=content,
        context=named_context(hit.source_path, hit.context),
        relevance_score=hit.relevance,
        cosine=hit.cosine,
        source=hit.source_path,
        title=hit.title,
        source_type=hit.kind,
        chunk_index=hit.chunk_index,
        place=hit.place,
        start=hit.start,
        end=hit.start + len(content),
    )


def prefer_year(passages: Sequence[Passage], question: str) -> list[Passage]:
    """Most relevant first; passages of a document whose name bears a year that the question names come up by ``YEAR_BONUS``.

    Only where documents of other years compete: two versions of a rule read alike, and the year in the file's name is all that tells
    them apart.
    """
    asked = years_in(question)
    years = [years_in(f"{Path(p.source).name} {p.title or ''}") for p in passages]
    if any(y & asked for y in years) and any(y and not y & asked for y in years):
        passages = [
            p.model_copy(update={"relevance_score": min(1.0, p.relevance_score + YEAR_BONUS)}) if y & asked else p
            for p, y in zip(passages, years, strict=True)
        ]
    return sorted(passages, key=lambda p: -p.relevance_score)


def named_context(source: str, context: str) -> str:
    """Title and heading path behind the file's name, which often says what the text does not (a year, a version)."""
    path = Path(source)
    return context if context.casefold().startswith(path.stem.casefold()) else f"{path.name} › {context}".rstrip(" ›")
