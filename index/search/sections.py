"""A question that names a section wants the section itself before the passages that refer to it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from index.search.hit import Hit

ITSELF = 4.0
"""Log-odds that a passage gains which stands under the heading of the section: passages with many references have the number more often. Set
by hand on "§ 4 Abs. 1" over fifteen laws, not measured."""

_SECTION = re.compile(r"§+\s*(\d+[a-z]?)\b", re.IGNORECASE)
_HEADED = re.compile(r"\s*§+\s*(\d+[a-z]?)\b", re.IGNORECASE)
_FIRST_LINES = 3


def prefer_sections(hits: Sequence[Hit], question: str) -> list[Hit]:
    """The hits with those first, by ``ITSELF``, that stand under the heading of a section that the question names."""
    asked = {number.lower() for number in _SECTION.findall(question)}
    if not asked:
        return list(hits)
    raised = [hit.shifted(ITSELF) if _headings(hit) & asked else hit for hit in hits]
    return sorted(raised, key=lambda hit: (-hit.relevance, -hit.fused))


def _headings(hit: Hit) -> set[str]:
    """Sections in whose heading the passage stands, or with whose heading it begins."""
    lines = (hit.context.rpartition("›")[2], *hit.content.split("\n", _FIRST_LINES)[:_FIRST_LINES])
    return {found[1].lower() for line in lines if (found := _HEADED.match(line)) is not None}
