"""Pages of a PDF whose text is in a picture: which they are, and the picture in the right size for text recognition."""

from __future__ import annotations

from typing import Any

import numpy as np
import pypdfium2.raw as pdfium_c

from index.parsers import ocr
from index.parsers.pdf_layout import PageLines
from index.parsers.pdf_objects import page_objects

_PICTURE_SIDE = 4000
"""Pixels of the longer side at most; a page of metres at 200 dpi would need gigabytes."""
_PICTURE_SHARE = 0.03
"""Share of the page that a picture must cover to be looked at: logos and rules are smaller, a stamp or caption is larger."""
_SCAN_SHARE = 0.5
"""Share of the page that a picture covers which is a scan with something stamped on it."""
_OUTLINES = 150
_FEW = 20
_STAMP = 250
"""Characters up to which the text on a picture is a stamp, a page number or a caption rather than the page's text."""
_GAIN = 1.3
"""Recognised characters for each of the page's own from which the recognised text is the page's."""
_INK_SIDE = 1000
_INK = 24
"""Difference of grey values from the paper's."""


def wants_ocr(document: Any, index: int, page: PageLines) -> bool:
    """Whether recognition may find text on the page that it does not hold as characters.

    That is a page with a picture of fair size, or drawings enough to be outlined letters, and no text or only a handful of
    characters; a scan with a stamp on it; a page whose font does not tell its characters. Looking at a blank page costs seconds.
    """
    characters = page.characters
    if page.garbled:
        return True
    if characters > _STAMP:
        return False
    pdf_page = document[index]
    try:
        if characters < _FEW:
            return _may_show_text(pdf_page)
        area = _area(pdf_page)
        return any(_share(item.bounds, area) >= _SCAN_SHARE for item in _pictures(pdf_page))
    finally:
        pdf_page.close()


def recognise(document: Any, index: int, dpi: int) -> list[str]:
    """Paragraphs on the page's picture; empty when it shows no text."""
    page = document[index]
    try:
        side = max(page.get_width(), page.get_height(), 1.0)
        scale = dpi / 72
        crop = (0.0, 0.0, 0.0, 0.0)
        if scale * side > _PICTURE_SIDE:
            # Only what is printed on: of a poster or a page as large as a room that may be a corner.
            found = _ink(page)
            if found is None:
                return []
            crop, side = found
        bitmap = page.render(scale=min(scale, _PICTURE_SIDE / side), crop=crop, rev_byteorder=False)
        try:
            return ocr.recognise(np.ascontiguousarray(bitmap.to_numpy()[:, :, :3]))
        finally:
            bitmap.close()
    finally:
        page.close()


def is_better(texts: list[str], page: PageLines) -> bool:
    """Is the recognised text the page's, rather than the characters that it holds?"""
    recognised = sum(len("".join(text.split())) for text in texts)
    if page.garbled:
        return recognised > 0
    return recognised > page.characters * (_GAIN if page.characters >= _FEW else 1.0)


def _may_show_text(page: Any) -> bool:
    area = _area(page)
    drawings = 0
    for item in page_objects(page.raw):
        if item.kind == pdfium_c.FPDF_PAGEOBJ_IMAGE:
            if _share(item.bounds, area) >= _PICTURE_SHARE:
                return True
        elif item.kind != pdfium_c.FPDF_PAGEOBJ_TEXT:
            drawings += 1
        else:
            return True  # text without characters: glyphs that are mapped to nothing
        if drawings >= _OUTLINES:
            return True
    # What forms and stamps show is drawn by annotations.
    return int(pdfium_c.FPDFPage_GetAnnotCount(page.raw)) > 0


def _pictures(page: Any) -> Any:
    return page_objects(page.raw, (pdfium_c.FPDF_PAGEOBJ_IMAGE,))


def _area(page: Any) -> float:
    return max(float(page.get_width() * page.get_height()), 1.0)


def _share(bounds: tuple[float, float, float, float], area: float) -> float:
    left, bottom, right, top = bounds
    return (right - left) * (top - bottom) / area


def _ink(page: Any) -> tuple[tuple[float, float, float, float], float] | None:
    """(points to cut off left, bottom, right, top; longer side of the rest) around what is not paper, None for an empty page."""
    width, height = page.get_width(), page.get_height()
    scale = _INK_SIDE / max(width, height, 1.0)
    bitmap = page.render(scale=scale, grayscale=True)
    try:
        grey = bitmap.to_numpy().reshape(bitmap.height, bitmap.width, -1)[:, :, 0].astype(np.int16)
    finally:
        bitmap.close()
    ink = np.abs(grey - int(np.median(grey))) > _INK
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not len(rows):
        return None
    margin = 10
    left, right = max(columns[0] - margin, 0) / scale, min(columns[-1] + margin, grey.shape[1]) / scale
    top, bottom = max(rows[0] - margin, 0) / scale, min(rows[-1] + margin, grey.shape[0]) / scale
    crop = (float(left), max(float(height - bottom), 0.0), max(float(width - right), 0.0), float(top))
    return crop, max(float(right - left), float(bottom - top), 1.0)
