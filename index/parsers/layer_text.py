"""A page's picture and the text under it as values, and what a person does with the text: copy it, find words in it.

Light, since the window imports it; what makes these values (``page_layer.py``, ``geometry.py``) runs in a child process.
"""

from __future__ import annotations

import unicodedata
from array import array
from dataclasses import dataclass
from typing import NamedTuple

Box = tuple[float, float, float, float]
"""(left, top, right, bottom) as fractions of the page's width and height, 0 to 1, from the top left."""
SOFT_HYPHEN = "\u00ad"
"""Stands for a hyphen that breaks a word at the end of a line."""
_WIDE = 0x2E80
"""Code point from which scripts are written without spaces between words (CJK and what follows)."""


class Pixels(NamedTuple):
    """A drawn page: rows of four bytes a point (blue, green, red, unused), from the top."""

    data: bytes
    width: int
    height: int


@dataclass(frozen=True)
class PageLayer:
    """``text`` in reading order, lines parted by line breaks; ``boxes`` has four 32-bit floats (``Box``) for each of its characters,
    zeros for white space; ``lines`` are half-open ranges of ``text``. ``recognised``: read from the page's picture."""

    text: str
    boxes: bytes
    lines: tuple[tuple[int, int], ...]
    recognised: bool = False


def copied(text: str) -> str:
    """A part of a layer's text as it is put on the clipboard: ligatures as letters, words that a line's end broke in one piece."""
    parts: list[str] = []
    pieces = text.split(SOFT_HYPHEN + "\n")
    for number, piece in enumerate(pieces):
        if number:
            parts.append(_joint(piece))
        parts.append(piece)
    joined = "".join(parts).replace(SOFT_HYPHEN, "-")
    return "".join(unicodedata.normalize("NFKC", c) if "\ufb00" <= c <= "\ufb06" else c for c in joined)


def _joint(following: str) -> str:
    """What stands between the halves: "mobi" + "les" is one word, "E" + "Mail" keeps its hyphen, "Ein- und" its space too."""
    word = following.split(maxsplit=1)[0].casefold() if following.split() else ""
    if word in {"und", "oder", "bzw.", "and", "or", "et", "ou"}:
        return "- "
    return "" if following[:1].islower() else "-"


def found_in(text: str, words: str) -> list[tuple[int, int]]:
    """Half-open ranges of a layer's text at which the words stand, whatever their case, accents, ligatures and line breaks."""
    needle = _folded(words.strip())[0]
    if not _may_hold(text, needle):
        return []
    folded, origins = _folded(text)
    found: list[tuple[int, int]] = []
    at = folded.find(needle) if needle else -1
    while at >= 0:
        found.append((origins[at], origins[at + len(needle) - 1] + 1))
        at = folded.find(needle, at + len(needle))
    return found


def _may_hold(text: str, needle: str) -> bool:
    """A quick look that rules most pages out: the careful one costs a thousand times as much."""
    if not text.isascii() and any(ord(char) >= _WIDE for char in needle):
        return True
    plain = text.replace(SOFT_HYPHEN + "\n", "").replace(SOFT_HYPHEN, "")
    if not plain.isascii():
        plain = "".join(char for char in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(char))
    plain = plain.casefold()
    return all(word in plain for word in needle.split())


def _folded(text: str) -> tuple[str, list[int]]:
    """Text as it is compared, and for each of its characters the index in ``text``."""
    characters: list[str] = []
    origins: list[int] = []
    index = 0
    while index < len(text):
        char = text[index]
        start = index
        index += 1
        if char == SOFT_HYPHEN:
            index += text[index : index + 1] == "\n"
            continue
        if char.isspace():
            while index < len(text) and text[index].isspace():
                index += 1
            if not _is_wide(text, start, index):
                characters.append(" ")
                origins.append(start)
            continue
        for piece in unicodedata.normalize("NFKD", char).casefold():
            if not unicodedata.combining(piece):
                characters.append(piece)
                origins.append(start)
    return "".join(characters), origins


def _is_wide(text: str, start: int, end: int) -> bool:
    """A line break between two characters of a script without spaces is none of the text's."""
    return start > 0 and end < len(text) and ord(text[start - 1]) >= _WIDE and ord(text[end]) >= _WIDE


def boxes_of(layer: PageLayer, start: int, end: int) -> tuple[Box, ...]:
    """One box for each line of a half-open range of the text."""
    boxes = array("f", layer.boxes)
    found: list[Box] = []
    for first, last in layer.lines:
        if first >= end:
            break
        if last <= start:
            continue
        inside = [boxes[4 * i : 4 * i + 4] for i in range(max(first, start), min(last, end)) if boxes[4 * i + 2] > 0]
        if inside:
            found.append(
                (min(b[0] for b in inside), min(b[1] for b in inside), max(b[2] for b in inside), max(b[3] for b in inside))
            )
    return tuple(found)


def text_extent(layer: PageLayer) -> tuple[float, float] | None:
    """Left and right edge of all that is written on the page, as fractions of its width; None without text."""
    boxes = array("f", layer.boxes)
    drawn = [i for i in range(0, len(boxes), 4) if boxes[i + 2] > 0]
    if not drawn:
        return None
    return max(min(boxes[i] for i in drawn), 0.0), min(max(boxes[i + 2] for i in drawn), 1.0)
