"""Cleaning and checking of what a person typed, before anything else sees it."""

from __future__ import annotations

import re
import unicodedata

from app.messages.retrieval import MAX_QUERY_CHARACTERS


class QueryInvalid(ValueError):
    """The question cannot be asked as it stands; the message tells a person what to change."""


def has_words(text: str) -> bool:
    """Is there a letter or a digit in it, something that can be searched for?"""
    return any(c.isalnum() for c in text)


_SPACE = re.compile(r"\s+")
# Joiners carry meaning in Persian, Hindi and emoji; every other format character (Cf) only hides text.
_KEPT_FORMAT_CHARACTERS = {"\u200c", "\u200d"}


def clean_query(text: str) -> str:
    """NFC, white space folded, invisible format characters dropped.

    Raises:
        QueryInvalid: empty, over 500 characters, or with control characters other than white space.
    """
    text = unicodedata.normalize("NFC", text)
    for character in text:
        if unicodedata.category(character) == "Cc" and not character.isspace():
            raise QueryInvalid("The question contains control characters. Type it anew instead of pasting it.")
        if 0xD800 <= ord(character) <= 0xDFFF:
            raise QueryInvalid("The question contains broken characters. Type it anew instead of pasting it.")
    visible = "".join(c for c in text if unicodedata.category(c) != "Cf" or c in _KEPT_FORMAT_CHARACTERS)
    cleaned = _SPACE.sub(" ", visible).strip()
    if not has_words(cleaned):
        raise QueryInvalid("The question is empty. Type what you want to know.")
    if len(cleaned) > MAX_QUERY_CHARACTERS:
        raise QueryInvalid(
            f"The question has {len(cleaned)} characters; at most {MAX_QUERY_CHARACTERS} can be asked at once. Shorten it."
        )
    return cleaned
