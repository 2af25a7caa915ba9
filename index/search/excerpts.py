"""The part of a passage that holds what a person looked for, in one line."""

from __future__ import annotations

import re

from index.search.phrases import phrases_in
from index.store.analysis import folded

_WORD = re.compile(r"[\w§@]+(?:[-./:+@]\w+)*")
_MORE = "…"
_BEFORE = 0.3
"""Share of the characters that stands before the word."""


def around(content: str, typed: str, characters: int) -> str:
    """At most ``characters`` of ``content`` around the first place of what was typed (a phrase in quotation marks before longer
    words before shorter ones), cut at spaces; from the beginning where none of it stands there word for word."""
    words = " ".join(content.split())
    if len(words) <= characters:
        return words
    at = _place(words, typed)
    start = max(0, min(at - int(characters * _BEFORE), len(words) - characters))
    part = words[start : start + characters]
    if start:
        part = f"{_MORE} {_after_space(part)}"
    return f"{_before_space(part)} {_MORE}" if start + characters < len(words) else part


def _place(words: str, typed: str) -> int:
    """Folding may change the length of a text (ß, ligatures): places are looked for in windows of the words themselves."""
    plain = words.casefold()
    wanted = [*phrases_in(typed), *sorted(_WORD.findall(typed), key=len, reverse=True)]
    for part in wanted:
        at = plain.find(part.casefold())
        if at >= 0:
            return min(at, len(words))
    for part in wanted:
        key = folded(part)
        for match in _WORD.finditer(words):
            if folded(match[0]).startswith(key[: max(4, len(key) - 2)]):
                return match.start()
    return 0


def _after_space(part: str) -> str:
    head, space, tail = part.partition(" ")
    return tail if space and len(head) < 30 else part


def _before_space(part: str) -> str:
    head, space, tail = part.rpartition(" ")
    return head if space and len(tail) < 30 else part
