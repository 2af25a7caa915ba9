"""Names of conversations: the first question in short, or what a person calls them."""

from __future__ import annotations

import unicodedata

MAX_TITLE = 80
SHORT = 60
"""Characters of a name that is made from a question: one line of the list."""


def title_of(question: str) -> str:
    """The question in one line, cut between words."""
    words = clean_title(question, limit=10 * MAX_TITLE)
    if len(words) <= SHORT:
        return words
    cut = words[:SHORT].rsplit(" ", 1)[0] if " " in words[:SHORT] else words[:SHORT]
    return f"{cut.rstrip(' ,;:–-')} …"


def clean_title(text: str, limit: int = MAX_TITLE) -> str:
    """In one line without control characters, at most ``limit`` characters; may be empty."""
    visible = "".join(
        " " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in text if not 0xD800 <= ord(c) <= 0xDFFF
    )
    return " ".join(visible.split())[:limit].rstrip()
