"""Whether a fact of a manifest stands in a text. Knows neither the program nor any file of the corpus.

The notation of facts::

    fact    = cells | words [ " (" CELL " is " VALUE ")" ]
    cells   = value { ";" value }       in a CSV file, when a semicolon stands in the fact
            | value { "," value }       in a CSV file otherwise
    words   = any text, searched as it stands; each of its characters by itself when the manifest verified "(chars)"

A remark like "2018 (A2 is 2018-09-20)" explains the fact and is not searched; every other bracket belongs to the words. Cells are
a piece of a line of the file, so the first may be the end of its cell and the last the beginning of one, at the edge of a word.
Words may run over neighbouring cells of one row of a table, without the headers that a reader writes before them.

Two texts are the same when they are equal after these foldings, and only these: NFKC, typographic quotes and dashes as ASCII ones,
marks of direction and zero-width characters dropped, runs of white space as one space, a word broken at a line end with a hyphen put
together. Between two characters of a script without spaces (Han, kana, Thai …) white space may stand or lack. Case counts. Numbers
and words shorter than eight characters must begin and end where a word does: 280.34 is not in 1280.34. Soft hyphens are not
dropped: a text that keeps them inside words cannot be searched.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_SAME = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′´`", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"),
    }
)
_REMARK = re.compile(r" \((?P<cell>[A-Z]{1,3}[1-9][0-9]*) is (?P<value>[^()]+)\)$")
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3005-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # kana and Han
)
_IS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_WORD = r"[^\W_]"
_SHORT = 8
_BROKEN = "\ue000"
"""Stands in a folded text for a hyphen at a line end, which may belong to the word ("two-" / "column") or only to the line."""


@dataclass(frozen=True)
class Fact:
    """``values`` must all be there: cells of one row in their order, or single characters, else one text. ``cell`` is a cell that a
    remark names."""

    values: tuple[str, ...]
    are_cells: bool = False
    are_characters: bool = False
    cell: str | None = None


def read_fact(written: str, *, is_table: bool = False, are_characters: bool = False) -> Fact:
    """A fact as the manifest writes it; ``is_table``: the document is a CSV file, so that separators part cells.

    Raises ValueError when there is nothing to search.
    """
    text = written.strip()
    if is_table and (separator := next((mark for mark in ";," if mark in text), None)):
        values = tuple(value.strip() for value in text.split(separator))
        if not all(values):
            raise ValueError(f"an empty cell in the fact {written!r}")
        return Fact(values, are_cells=True)
    if are_characters and text:
        return Fact(tuple(text.replace(" ", "")), are_characters=True)
    remark = _REMARK.search(text)
    words = text[: remark.start()].strip() if remark else text
    if not fold(words):
        raise ValueError("a fact without words")
    return Fact((words,), cell=remark["cell"] if remark else None)


def fold(text: str) -> str:
    """One form for all notations of a text; see the list above."""
    text = unicodedata.normalize("NFKC", text.translate(_SAME)).translate(_SAME)
    text = re.sub(rf"(?<={_WORD})-[^\S\n]*\n\s*(?=[^\W\d_])", _BROKEN, text)
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(rf"(?<=[{_UNSPACED}]) (?=[{_UNSPACED}])", "", text)


def search(value: str, text: str, *, spaces: bool = True) -> re.Match[str] | None:
    """Where ``value`` stands in a folded text as whole words. ``spaces=False``: white space may lack or be added."""
    wanted = fold(value)
    if not wanted:
        return None
    characters = wanted if spaces else wanted.replace(" ", "")
    between = f"{_BROKEN}?" if spaces else rf"[\s{_BROKEN}]*"
    pattern = between.join(f"[{_BROKEN}-]" if character == "-" else re.escape(character) for character in characters)
    before = f"(?<!{_WORD})" if _needs_edge(wanted, 0) and spaces else ""
    after = f"(?!{_WORD})" if _needs_edge(wanted, -1) and spaces else ""
    return re.search(before + pattern + after, text)


def _needs_edge(wanted: str, at: int) -> bool:
    """Whether it must end where a word does. Scripts without spaces have no such edges, and Arabic joins articles to words."""
    character = wanted[at]
    if not character.isalnum() or _IS_UNSPACED.match(character) or unicodedata.bidirectional(character) in {"R", "AL"}:
        return False
    return character.isdigit() or len(wanted) < _SHORT


def stands(fact: Fact, text: str, *, spaces: bool = True) -> bool:
    """Whether all values of a fact stand in a text (not folded yet), cells in their order and each as a cell of its own."""
    if fact.are_cells:
        return in_row(fact.values, text)
    if fact.are_characters:
        return all(value in fold(text) for value in fact.values)
    if search(fact.values[0], fold(text), spaces=spaces):
        return True
    rows = (" ".join(_value(cell) for cell in cells_of(line)) for line in text.splitlines() if "|" in line)
    return any(search(fact.values[0], fold(row), spaces=spaces) for row in rows)


def cells_of(line: str) -> list[str]:
    """The cells of a row written "header: value | header: value" or "| value | value |", folded."""
    return [fold(cell) for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]


def _value(cell: str) -> str:
    return cell.rpartition(": ")[2]


def in_row(values: tuple[str, ...], row: str) -> bool:
    """Whether a row has these cells, neighbours in this order.

    Lines are taken one by one, because a text of many rows must not lend its cells to each other.
    """
    return any(cells_at(values, [_value(cell) for cell in cells_of(line)]) is not None for line in row.splitlines())


def cells_at(values: tuple[str, ...], row: list[str]) -> int | None:
    """The column from which on the cells of a row are these values; None when they do not stand there."""
    wanted = [fold(value) for value in values]
    for at in range(len(row) - len(wanted) + 1):
        here = [fold(cell) for cell in row[at : at + len(wanted)]]
        inner = here[1:-1] == wanted[1:-1]
        if inner and re.search(rf"(?<!{_WORD}){re.escape(wanted[0])}$", here[0]) and _begins(here[-1], wanted[-1]):
            return at
    return None


def _begins(cell: str, value: str) -> bool:
    return re.match(rf"{re.escape(value)}(?!{_WORD})", cell) is not None


def has_header(header: str, value: str, row: str) -> bool:
    """Whether a cell of a row begins with this header and ends with this value, or goes on after it at the edge of a word."""
    cells = (cell.removeprefix(f"{fold(header)}: ") for cell in cells_of(row) if cell.startswith(f"{fold(header)}: "))
    return any(re.search(rf"(?<!{_WORD}){re.escape(fold(value))}(?!{_WORD})", cell) for cell in cells)


def nearby(fact: Fact, text: str, width: int = 60) -> str:
    """What of the text resembles the fact most: the surroundings of its longest part that stands there, or nothing."""
    folded = fold(text)
    words = fold(" ".join(fact.values)).split()
    runs = [" ".join(words[i:j]) for i in range(len(words)) for j in range(i + 1, len(words) + 1)]
    for run in sorted((r for r in runs if len(r) > 3 or _IS_UNSPACED.search(r)), key=len, reverse=True):
        at = folded.find(run)
        if at >= 0:
            return folded[max(0, at - width) : at + len(run) + width]
    return ""
