"""What the palette finds: entries that match what was typed, the best first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from app.viewmodels.file_tree import folded

SHOWN = 12


@dataclass(frozen=True)
class Entry:
    """``keys`` is the shortcut that does the same; ``note`` says what kind of thing it is. ``run`` is called on the GUI thread."""

    title: str
    run: Callable[[], object]
    icon: str = "command"
    note: str = ""
    keys: str = ""


Find: TypeAlias = Callable[[str], Sequence[Entry]]
"""What was typed, to the entries that a source offers for it; they are filtered and put in order by ``best``."""


def best(entries: Iterable[Entry], typed: str, shown: int = SHOWN) -> list[Entry]:
    """Entries with every word of ``typed`` in their title or note; those whose title begins with it first, else in their order."""
    words = folded(typed).split()
    found: list[tuple[int, int, Entry]] = []
    for at, entry in enumerate(entries):
        title = folded(entry.title)
        text = f"{title} {folded(entry.note)}"
        if all(word in text for word in words):
            found.append((_rank(title, words), at, entry))
    return [entry for _, _, entry in sorted(found, key=lambda item: item[:2])[:shown]]


def _rank(title: str, words: Sequence[str]) -> int:
    """0: the title begins so; 1: a word of the title begins with the first one; 2: it stands somewhere."""
    if not words or title.startswith(" ".join(words)):
        return 0
    return 1 if any(part.startswith(words[0]) for part in title.split()) else 2
