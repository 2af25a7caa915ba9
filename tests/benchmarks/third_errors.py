"""The third planted errors: minutes, leaflets, product sheets, contracts and mails in eleven languages, answers in other words.

Written without looking at the rules. The text file holds blocks: ``# language domain``, ``P:`` the passage, ``A:`` a right answer in
other words, and below it ``family: old => new``, one wrong answer each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FAMILIES = ("number", "date", "name", "swap", "negation", "modality", "quantifier", "direction", "limit", "unit")
_FILE = Path(__file__).with_suffix(".txt")


@dataclass
class Answer:
    """``wrong``: (family, changed answer)."""

    name: str
    language: str
    passage: str
    text: str
    wrong: list[tuple[str, str]] = field(default_factory=list)


def answers() -> Iterator[Answer]:
    """All blocks; a substitution that does not fit its answer raises ValueError."""
    language = domain = passage = ""
    open_: Answer | None = None
    for number, line in enumerate(_FILE.read_text("utf-8").splitlines(), start=1):
        mark, _, rest = line.partition(" ")
        if mark in ("#", "A:") and open_ is not None:
            yield open_
            open_ = None
        if mark == "#":
            language, domain = rest.split()
        elif mark == "P:":
            passage = rest
        elif mark == "A:":
            open_ = Answer(f"{language} {domain} {number}", language, passage, rest)
        else:
            old, _, new = rest.partition(" => ")
            if open_ is None or mark.rstrip(":") not in FAMILIES or open_.text.count(old) < 1:
                raise ValueError(f"{_FILE.name}, line {number}: {line}")
            open_.wrong.append((mark.rstrip(":"), open_.text.replace(old, new, 1)))
    if open_ is not None:
        yield open_
