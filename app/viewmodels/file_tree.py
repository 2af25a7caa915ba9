"""Rows of the ledger in order: filtered, sorted, what lies in a container below it. Pure; built on the background thread."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from app.viewmodels.file_wording import FileState, file_state
from app.viewmodels.places import file_name
from index.ingest.rows import FileRow

Column = Literal["name", "state", "pages", "passages"]
COLUMNS: tuple[Column, ...] = ("name", "state", "pages", "passages")

_STATE_ORDER: dict[FileState, int] = {"failed": 0, "skipped": 1, "waiting": 2, "searchable": 3, "complete": 4}
"""What a person has to look at comes first."""
_DIGITS = re.compile(r"(\d+)")


@dataclass(frozen=True)
class Wanted:
    """What the list is to show. ``text`` is looked for in names and paths, without case and accents."""

    state: FileState | None = None
    text: str = ""
    source_id: str = ""
    """Only what was found below this source; empty for all"""
    column: Column = "name"
    descending: bool = False


@dataclass
class Node:
    row: FileRow
    state: FileState
    parent: int = -1
    position: int = 0
    """Among the children of its parent."""
    children: list[int] = field(default_factory=list)
    words: str = ""
    """Reason or amount in the person's language, once it was asked for"""


@dataclass(frozen=True)
class FileTree:
    """``nodes`` are those shown; indices into it are stable for the life of the tree. ``counts`` are of all rows of the
    source, shown or not."""

    nodes: list[Node]
    top: list[int]
    counts: dict[FileState, int]
    found: int


EMPTY = FileTree([], [], {}, 0)


def build(rows: Sequence[FileRow], wanted: Wanted) -> FileTree:
    """Some 50 ms for 20,000 rows. A container stays as long as something in it is shown; an orphan stands at the top."""
    states = {row.id: file_state(row) for row in rows}
    shown = _shown(rows, states, wanted)
    by_id = {row.id: row for row in rows if row.id in shown}
    below: dict[str | None, list[FileRow]] = {}
    for row in by_id.values():
        parent = row.parent_id if row.parent_id in by_id else None
        below.setdefault(parent, []).append(row)
    nodes: list[Node] = []
    key = _sort_key(wanted.column, states)

    def add(rows_of_one: list[FileRow], parent: int) -> list[int]:
        added = []
        for position, row in enumerate(sorted(rows_of_one, key=key, reverse=wanted.descending)):
            nodes.append(Node(row, states[row.id], parent, position))
            added.append(len(nodes) - 1)
        return added

    top = add(below.get(None, []), -1)
    waiting = list(top)
    while waiting:  # a loop, not recursion: a mail in a mail in a mail
        index = waiting.pop()
        inside = below.get(nodes[index].row.id)
        if inside:
            nodes[index].children = add(inside, index)
            waiting += nodes[index].children
    counted = [states[row.id] for row in rows if wanted.source_id in ("", row.source_id)]
    return FileTree(nodes, top, dict(Counter(counted)), len(counted))


def _shown(rows: Sequence[FileRow], states: dict[str, FileState], wanted: Wanted) -> set[str]:
    words = folded(wanted.text).split()
    shown = {
        row.id
        for row in rows
        if wanted.state in (None, states[row.id])
        and wanted.source_id in ("", row.source_id)
        and (not words or all(word in folded(row.path) for word in words))
    }
    parents = {row.id: row.parent_id for row in rows if row.parent_id is not None}
    for ident in list(shown):
        above = parents.get(ident)
        while above is not None and above not in shown:
            shown.add(above)
            above = parents.get(above)
    return shown


def _sort_key(column: Column, states: dict[str, FileState]) -> Callable[[FileRow], Any]:
    if column == "state":
        return lambda row: (_STATE_ORDER[states[row.id]], natural(file_name(row.path)))
    if column == "pages":
        return lambda row: (row.pages, natural(file_name(row.path)))
    if column == "passages":
        return lambda row: (row.passages, natural(file_name(row.path)))
    return lambda row: (natural(file_name(row.path)), row.path)


def natural(name: str) -> list[tuple[int, int, str]]:
    """ "9 a" before "10 a", "Ärger" beside "Arger"."""
    return [(0, int(p), "") if p.isdigit() and p.isascii() else (1, 0, p) for p in _DIGITS.split(folded(name)) if p]


def folded(text: str) -> str:
    """Without case and accents, whatever the normal form."""
    if text.isascii():
        return text.lower()
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
