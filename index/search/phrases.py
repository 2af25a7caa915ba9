"""Words in quotation marks: they must stand side by side, as they are."""

from __future__ import annotations

import re

from index.store.analysis import folded

_PHRASE = re.compile(r'["„“”«»]([^"„“”«»]+)["“”«»]')


def phrases_in(text: str) -> tuple[str, ...]:
    """What stands in quotation marks, as it is compared."""
    return tuple(plain for found in _PHRASE.findall(text) if (plain := comparable(found)))


def comparable(text: str) -> str:
    """Folded, with single spaces."""
    return " ".join(folded(text).split())
