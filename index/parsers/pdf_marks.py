"""What lies over a PDF page: comments of readers, and the fields of a form with their values."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pypdfium2.raw as pdfium_c

from index.parsers.builder import clean

_COMMENTS = {
    getattr(pdfium_c, f"FPDF_ANNOT_{name}")
    for name in (
        "TEXT", "FREETEXT", "LINE", "SQUARE", "CIRCLE", "POLYGON", "POLYLINE", "HIGHLIGHT", "UNDERLINE", "SQUIGGLY", "STRIKEOUT",
        "STAMP", "CARET", "INK", "FILEATTACHMENT",
    )
}  # fmt: skip
"""Kinds whose content a person wrote. Popups repeat their parent's, links and sounds have none."""
_INDEX = re.compile(r"\[\d+\]$")
_MAX_MARKS = 5000
_MAX_CHARACTERS = 1 << 16
_TICKED = {pdfium_c.FPDF_FORMFIELD_CHECKBOX, pdfium_c.FPDF_FORMFIELD_RADIOBUTTON}
_VALUED = {pdfium_c.FPDF_FORMFIELD_TEXTFIELD, pdfium_c.FPDF_FORMFIELD_COMBOBOX, pdfium_c.FPDF_FORMFIELD_LISTBOX}
_HIDDEN = 2 | 32
"""Flags of annotations: hidden, and not shown on the screen (PDF 32000-1, table 165)."""


@dataclass(frozen=True)
class Marks:
    """``comments`` as they are shown ("Comment by Ada: …"), ``fields`` as "name: value"; in the page's order."""

    comments: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()


def page_marks(document: Any, page: Any) -> Marks:
    """Comments and filled fields of a pypdfium2 page. ``document.init_forms`` must have come before for fields to be read."""
    comments: list[str] = []
    fields: list[str] = []
    form = document.formenv.raw if document.formenv else None
    for index in range(min(pdfium_c.FPDFPage_GetAnnotCount(page.raw), _MAX_MARKS)):
        with _annotation(page.raw, index) as annotation:
            if not annotation or pdfium_c.FPDFAnnot_GetFlags(annotation) & _HIDDEN:
                continue
            kind = pdfium_c.FPDFAnnot_GetSubtype(annotation)
            if kind in _COMMENTS:
                comments += _comment(annotation)
            elif kind == pdfium_c.FPDF_ANNOT_WIDGET and form is not None:
                fields += _field(form, annotation)
    return Marks(tuple(comments), tuple(dict.fromkeys(fields)))


@contextmanager
def _annotation(page: Any, index: int) -> Iterator[Any]:
    annotation = pdfium_c.FPDFPage_GetAnnot(page, index)
    try:
        yield annotation
    finally:
        if annotation:
            pdfium_c.FPDFPage_CloseAnnot(annotation)


def _comment(annotation: Any) -> list[str]:
    text = read_string(pdfium_c.FPDFAnnot_GetStringValue, annotation, b"Contents")
    author = read_string(pdfium_c.FPDFAnnot_GetStringValue, annotation, b"T").replace("\n", " ")
    if not text:
        return []
    return [f"Comment by {author}: {text}" if author else f"Comment: {text}"]


def _field(form: Any, annotation: Any) -> list[str]:
    kind = pdfium_c.FPDFAnnot_GetFormFieldType(form, annotation)
    if kind in _TICKED:
        if not pdfium_c.FPDFAnnot_IsChecked(form, annotation):
            return []
        value = read_string(pdfium_c.FPDFAnnot_GetFormFieldExportValue, form, annotation)
        value = "yes" if value.lower() in {"", "on", "yes", "1", "0"} else value
    elif kind in _VALUED:
        value = _options(form, annotation) or read_string(pdfium_c.FPDFAnnot_GetFormFieldValue, form, annotation)
    else:
        return []
    if not value:
        return []
    name = read_string(pdfium_c.FPDFAnnot_GetFormFieldAlternateName, form, annotation) or read_string(
        pdfium_c.FPDFAnnot_GetFormFieldName, form, annotation
    )
    # Names of nested fields are paths such as "form[0].page[0].city[0]".
    name = _INDEX.sub("", name.replace("\n", " ").rsplit("].", 1)[-1])
    value = value.replace("\n", " ")
    return [f"{name}: {value}" if name else value]


def _options(form: Any, annotation: Any) -> str:
    """What a list shows for the chosen entries; its stored value is often a code."""
    chosen = [
        read_string(pdfium_c.FPDFAnnot_GetOptionLabel, form, annotation, index)
        for index in range(min(pdfium_c.FPDFAnnot_GetOptionCount(form, annotation), 500))
        if pdfium_c.FPDFAnnot_IsOptionSelected(form, annotation, index)
    ]
    return ", ".join(label for label in chosen if label)


def read_string(function: Any, *arguments: Any) -> str:
    """Text that pdfium writes as UTF-16 into a buffer of the length in bytes that it names first."""
    length = function(*arguments, None, 0)
    if not 2 < length <= _MAX_CHARACTERS:
        return ""
    buffer = (ctypes.c_ushort * (length // 2 + 1))()
    function(*arguments, buffer, length)
    return clean(bytes(buffer)[: length - 2].decode("utf-16-le", errors="replace"))
