"""Words in quotation marks: they must stand side by side, as they are."""

from __future__ import annotations

import re

from index.store.analysis import folded

QUOTATION_MARKS = '"„“”«»「」『』《》'
_PHRASE = re.compile(
    f"[{QUOTATION_MARKS}]([^{QUOTATION_MARKS}]+)[{QUOTATION_MARKS}]|(?<!\\S)[{QUOTATION_MARKS}]([^{QUOTATION_MARKS}]+)$"
)


def phrases_in(text: str) -> tuple[str, ...]:
    """What stands in quotation marks, as it is compared; one that is not closed yet ends with the text. An inch sign
    ("a 19\" rack") begins none."""
    return tuple(plain for closed, begun in _PHRASE.findall(text) if (plain := comparable(closed or begun)))


def comparable(text: str) -> str:
    """Folded, with single spaces."""
    return " ".join(folded(text).split())
