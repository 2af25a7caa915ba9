"""Which documents a question names: by the file's name, its title, or "this document" for those before the person."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from app.rules.calendar_dates import years_in
from app.rules.words import content_stems, tokens
from index.ingest.rows import FileRow

MAX_CHOICES = 6
"""Documents that are offered when a name fits several."""
_THIS = re.compile(
    r"(?:the |this |that |these |das |dieses |diese |dem |diesem |den |dieser |die |der |ce |cet |cette |le |la |este |esta |el |questo |questa |il )?"
    r"(?:whole |entire |open |selected |current |ganze |offene |gewählte |ausgewählte |vorliegende )?"
    r"(?:document|file|text|page|paper|pdf|report|dokument|datei|schriftstück|unterlage|bericht|fichier|documento|archivo|file)|it|es|das|dies"
    r"|(?:all |my |alle |meine )+(?:documents|files|dokumente|dateien|unterlagen)",
    re.IGNORECASE,
)
_PART = 5
_ENDING = re.compile(r"\.[a-z0-9]{1,5}$", re.IGNORECASE)
_GAP = re.compile(r"[\s_\-–.,;:()\[\]/\\]+")


@dataclass(frozen=True)
class Named:
    """``rows`` are the documents meant; more than one: it cannot be told which. ``said`` False: nothing named any."""

    rows: tuple[FileRow, ...]
    said: bool = True

    @property
    def row(self) -> FileRow | None:
        return self.rows[0] if len(self.rows) == 1 else None


def means_this(subject: str) -> bool:
    """Does it point at a document without naming it?"""
    return _THIS.fullmatch(subject.strip()) is not None


def named(subject: str, rows: Sequence[FileRow], chosen: Sequence[str], language: str) -> Named:
    """The document that ``subject`` ("this document", "the travel policy 2025", "Policy.pdf") means among ``rows``.

    A name that stands whole in ``subject`` counts before single words; of words, all must stand in the file's name, its folder's or
    its title. ``chosen``: file ids before the person.
    """
    if means_this(subject):
        before = tuple(row for row in rows if row.id in chosen)
        if before:
            return Named(before)
        return Named(tuple(rows) if len(rows) == 1 else (), said=len(rows) == 1)
    whole = whole_names(subject, rows)
    if whole:
        return Named(whole)
    wanted = _wanted(subject, language)
    if not wanted:
        return Named((), said=False)
    exact = tuple(row for row in rows if wanted <= _words(row, language))
    return Named(exact or tuple(row for row in rows if _has_parts(wanted, _words(row, language))))


def choices(rows: Sequence[FileRow]) -> tuple[str, ...]:
    """Names that tell the documents apart and that ``named`` finds again."""
    return tuple(dict.fromkeys(PurePath(row.path).name for row in rows))[:MAX_CHOICES]


def second_side(first: str, second: str) -> tuple[str, str]:
    """Both sides complete: "travel policy 2023" and "2025" → "travel policy 2025"; "2023" and "2025 travel policy" likewise."""
    a, b = years_in(first), years_in(second)
    if len(a) == len(b) == 1:
        year_a, year_b = next(iter(a)), next(iter(b))
        if _bare(second, year_b) and not _bare(first, year_a):
            return first, first.replace(year_a, year_b)
        if _bare(first, year_a) and not _bare(second, year_b):
            return second.replace(year_b, year_a), second
    return first, second


def _bare(side: str, year: str) -> bool:
    """Only a year, and words that say nothing."""
    return (
        not content_stems(side.replace(year, " "), "en")
        or re.fullmatch(r"(?:the |that of |die |der |von )*\S+", side) is not None
    )


def whole_names(subject: str, rows: Sequence[FileRow]) -> tuple[FileRow, ...]:
    """Documents whose name or title stands whole in ``subject``, the longest one first come, alone."""
    text = f" {plain(subject)} "
    found: list[tuple[int, FileRow]] = []
    for row in rows:
        lengths = [len(name) for name in names_of(row) if len(name) > 2 and f" {name} " in text]
        if lengths:
            found.append((max(lengths), row))
    longest = max((length for length, _ in found), default=0)
    return tuple(row for length, row in found if length == longest)


def masked(question: str, rows: Sequence[FileRow]) -> tuple[str, dict[str, str]]:
    """The question with each whole name of several words as one word, so that an "and" or "on" within it joins nothing; and the names by
    these words."""
    written = {
        name for row in rows for name in (PurePath(row.path).name, PurePath(row.path).stem, row.title or "") if " " in name
    }
    stands_for: dict[str, str] = {}
    for name in sorted(written, key=len, reverse=True):
        found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", question, re.IGNORECASE)
        if found is not None:
            word = f"§{len(stands_for)}§"
            stands_for[word] = found.group()
            question = question[: found.start()] + word + question[found.end() :]
    return question, stands_for


def unmasked(text: str, stands_for: Mapping[str, str]) -> str:
    for word, name in stands_for.items():
        text = text.replace(word, name)
    return text


def names_of(row: FileRow) -> tuple[str, ...]:
    """File name with and without its ending, and the title; each plain."""
    name = PurePath(row.path).name
    return tuple(dict.fromkeys(plain(n) for n in (name, _ENDING.sub("", name), row.title or "") if n))


def plain(text: str) -> str:
    """Case, normal form and what joins words made alike."""
    return " ".join(_GAP.sub(" ", unicodedata.normalize("NFC", text)).casefold().split())


def _wanted(subject: str, language: str) -> set[str]:
    words = _GAP.sub(" ", subject)
    return set(content_stems(words, language)) | {t.key for t in tokens(words, language) if t.key.isdigit()}


def _words(row: FileRow, language: str) -> set[str]:
    path = PurePath(row.path)
    there = tokens(_GAP.sub(" ", f"{path.parent.name} {path.stem} {row.title or ''}"), language)
    return {t.stem for t in there} | {t.key for t in there}


def _has_parts(wanted: set[str], have: set[str]) -> bool:
    """Is each word there, or a part of a longer one ("Vertrag" of "Mietvertrag", never the other way round)?"""
    return all(w in have or (len(w) >= _PART and any(h.startswith(w) or h.endswith(w) for h in have)) for w in wanted)
