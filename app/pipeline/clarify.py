"""One short question back, when a question names a thing and asks nothing of it: which of the documents' own subjects is meant?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.messages.retrieval import Passage

MAX_CHOICES = 4
CLOSE = 0.5
"""A subject counts as a choice when its best passage has at least this share of the best relevance of all."""


def choices_of(passages: Sequence[Passage]) -> tuple[str, ...]:
    """Headings (or titles) of the passages that come close to the best one, the best first; empty when there are not two."""
    if not passages:
        return ()
    least = CLOSE * passages[0].relevance_score
    found = dict.fromkeys(_subject(p) for p in passages if p.relevance_score >= least)
    subjects = [subject for subject in found if subject]
    return tuple(subjects[:MAX_CHOICES]) if len(subjects) > 1 else ()


def _subject(passage: Passage) -> str:
    path = passage.place.heading_path
    return path[-1] if path else passage.title or Path(passage.source).stem
