"""Where words that a person chose on the screen stand in the document's text: a view shows it in its own spaces and line breaks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.facts.checking import find_words
from app.facts.fact import MAX_QUOTE
from index.document import ParsedDocument, Span
from index.parsers.cells import parse_reference


@dataclass(frozen=True)
class Whereabouts:
    """What is known of where the words were chosen: the page from 1; the sheet and its row from 0; an offset near them."""

    page: int | None = None
    sheet: str | None = None
    row: int | None = None
    near: int = 0


def locate(document: ParsedDocument, words: str, at: Whereabouts) -> Span | None:
    """The row of a sheet, else the words on their page, else the same words nearest to ``at.near``; None where they do not stand."""
    if at.row is not None:
        return _row(document, at.sheet, at.row)
    spans = find_words(document.text, words) or _find_letters(document.text, words)
    page = next((p for p in document.pages if p.number == at.page), None)
    on_page = [s for s in spans if page is not None and page.start <= s.start < page.end]
    return min(on_page or spans, key=lambda s: abs(s.start - at.near), default=None)


def _row(document: ParsedDocument, sheet: str | None, row: int) -> Span | None:
    for block in document.blocks:
        reference = parse_reference((block.place.cells or "").partition(":")[0])
        if reference is not None and reference[0] == row and (sheet is None or block.place.sheet == sheet):
            return Span(start=block.start, end=block.end)
    return None


def _find_letters(text: str, words: str) -> list[Span]:
    """By letters and digits alone: a view parts words at the end of its lines, or leaves a hyphen out."""
    letters = [c for c in words if c.isalnum()]
    if not letters or len(letters) > MAX_QUOTE:
        return []
    pattern = re.compile(r"[\W_]*".join(map(re.escape, letters)))
    return [Span(start=m.start(), end=m.end()) for m in pattern.finditer(text)]
