"""Where a quotation stands on a PDF page, and the page's picture."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from index.errors import UnreadableDocument
from index.parsers.layer_text import Pixels
from index.parsers.page_characters import PdfCharacters, Rect
from index.parsers.pdf import open_pdf

MAX_PIXELS = 12_000_000
"""Of a page picture, 48 MB: A4 at 330 dpi. Larger ones are enlarged by whoever shows them."""


def locate(path: Path, page: int, quote: str, password: str | None = None) -> list[Rect]:
    """One rectangle a line of ``quote`` on page ``page`` (from 1); empty when it is not there.

    Hyphenation, ligatures, white space, compatibility forms and case do not matter. Where the whole is not found, its lines,
    sentences and table cells are looked for one by one (a quotation may go on over the page, and a table row's text names its
    headers). Raises PasswordNeeded, UnreadableDocument.
    """
    with open_pdf(path, password) as document:
        if not 1 <= page <= len(document):
            raise UnreadableDocument(f"The document has no page {page}.")
        pdf_page = document[page - 1]
        textpage = pdf_page.get_textpage()
        try:
            index = PdfCharacters(pdf_page, textpage)
            return [rect for characters in index.find(quote) for rect in index.rects(characters)]
        finally:
            textpage.close()
            pdf_page.close()


def draw(page: Any, scale: float) -> Pixels:
    """A pypdfium2 page at ``scale`` × 72 dpi, reduced where that would give more than MAX_PIXELS points."""
    points = max(page.get_width(), 1.0) * max(page.get_height(), 1.0)
    bitmap = page.render(scale=min(scale, math.sqrt(MAX_PIXELS / points)), prefer_bgrx=True, maybe_alpha=False)
    try:
        return Pixels(bytes(bitmap.buffer), bitmap.width, bitmap.height)
    finally:
        bitmap.close()


def text_within(path: Path, page: int, rect: Rect, password: str | None = None) -> str:
    """The text that stands in ``rect`` of page ``page`` (from 1), as PDFium reads it; for pages that are not rotated.

    The other way round than ``locate``, and by another function of PDFium: it shows whether a rectangle is the right one.
    """
    with open_pdf(path, password) as document:
        pdf_page = document[page - 1]
        textpage = pdf_page.get_textpage()
        left, bottom, _, _ = pdf_page.get_bbox()
        try:
            found = textpage.get_text_bounded(rect.left + left, rect.bottom + bottom, rect.right + left, rect.top + bottom)
        finally:
            textpage.close()
            pdf_page.close()
    return str(found)
