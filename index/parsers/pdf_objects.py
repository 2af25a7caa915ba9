"""What a PDF page draws: text, paths and pictures with their boxes. pypdfium2's own walk makes an object with a finaliser of each."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pypdfium2.raw as pdfium_c

_MAX_DEPTH = 4
"""Forms inside forms that are looked into."""


@dataclass(frozen=True)
class PageObject:
    """``bounds`` are left, bottom, right, top in points of the unrotated page (inside a form: of the form)."""

    raw: Any
    kind: int
    bounds: tuple[float, float, float, float]


def page_objects(page: Any, kinds: tuple[int, ...] | None = None) -> Iterator[PageObject]:
    """Objects of a page (raw handle) in drawing order, those of ``kinds`` (FPDF_PAGEOBJ_…) only where given; forms are opened."""
    yield from _walk(page, pdfium_c.FPDFPage_CountObjects, pdfium_c.FPDFPage_GetObject, kinds, 1)


def _walk(container: Any, count: Any, get: Any, kinds: tuple[int, ...] | None, depth: int) -> Iterator[PageObject]:
    left, bottom, right, top = ctypes.c_float(), ctypes.c_float(), ctypes.c_float(), ctypes.c_float()
    for index in range(max(count(container), 0)):
        item = get(container, index)
        kind = pdfium_c.FPDFPageObj_GetType(item)
        if kind == pdfium_c.FPDF_PAGEOBJ_FORM:
            if depth < _MAX_DEPTH:
                yield from _walk(item, pdfium_c.FPDFFormObj_CountObjects, pdfium_c.FPDFFormObj_GetObject, kinds, depth + 1)
        elif (kinds is None or kind in kinds) and pdfium_c.FPDFPageObj_GetBounds(item, left, bottom, right, top):
            yield PageObject(item, kind, (left.value, bottom.value, right.value, top.value))
