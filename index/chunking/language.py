"""A cheap guess of a text's language from its script and its commonest words."""

from __future__ import annotations

import re
from collections import Counter

from index.chunking.abbreviations import HINTS

_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("zh", re.compile("[\u3400-\u9fff]")),
    ("ar", re.compile("[\u0600-\u06ff]")),
)
_WORD = re.compile(r"[^\W\d_]+")
_MIN_SHARE = 0.06
"""Share of hint words below which the guess is None; running text of each language has 0.12 to 0.25."""


def guess_language(text: str, sample: int = 6000) -> str | None:
    """ISO 639-1 code among the twelve languages of ``split_sentences``, or None when the words do not tell."""
    part = text[:sample]
    letters = sum(map(str.isalpha, part))
    if not letters:
        return None
    for language, script in _SCRIPTS if not part.isascii() else ():
        share = 0.05 if language == "ja" else 0.3
        if len(script.findall(part)) > share * letters:
            return language
    words = Counter(_WORD.findall(part.lower()))
    counts = {language: sum(map(words.__getitem__, words.keys() & hints)) for language, hints in HINTS.items()}
    best = max(counts, key=lambda language: counts[language])
    return best if counts[best] >= max(1, _MIN_SHARE * words.total()) else None
