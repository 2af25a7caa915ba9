"""PDF: text by page with headings, paragraphs and table rows; pages without text by OCR; password and damage told apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium_c

from index.document import ParsedDocument
from index.errors import PasswordNeeded, UnreadableDocument
from index.parsers import ocr
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.pdf_layout import Layout, LayoutBlock, PageLines
from index.parsers.pdf_lines import page_lines
from index.parsers.pdf_rules import page_grids

PARSER = "pdf/1"
_MAX_PAGES = 20_000
"""A page count beyond this is a forged page tree or not one document; each page costs time even when it is empty."""
_PICTURE_SIDE = 4000
"""Pixels of the longer side at most; a page of metres at 200 dpi would need gigabytes."""
_PICTURE_SHARE = 0.03
"""Share of the page that a picture must cover to be looked at: logos and rules are smaller, a stamp or caption is larger."""
_OUTLINES = 150
_PDF_DATE = re.compile(r"D?:?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?")


@contextmanager
def open_pdf(path: Path, password: str | None = None) -> Iterator[Any]:
    """A pypdfium2 document, opened read-only. Raises PasswordNeeded or UnreadableDocument."""
    try:
        document = pypdfium2.PdfDocument(path, password=password)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == pdfium_c.FPDF_ERR_PASSWORD or "password" in str(error).lower():
            words = "The password is not right." if password else "The document is protected with a password."
            raise PasswordNeeded(words) from error
        raise UnreadableDocument("The PDF is damaged and cannot be opened.") from error
    try:
        yield document
    finally:
        document.close()


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    with open_pdf(source.path, options.password) as document:
        count = len(document)
        if not 0 < count <= _MAX_PAGES:
            raise UnreadableDocument(
                "The PDF has no pages." if count == 0 else f"The PDF claims {count:,} pages; it is refused."
            )
        builder = DocumentBuilder("pdf", PARSER)
        broken: list[int] = []
        pages = [_read_page(document, number, broken) for number in range(count)]
        if len(broken) == count:
            raise UnreadableDocument("The PDF is damaged: none of its pages can be read.")
        layout = Layout(pages)
        budget = options.max_ocr_pages if options.ocr else 0
        for index, page in enumerate(pages):
            label = _label(document, index)
            blocks = layout.blocks(page)
            recognised = False
            if _needs_ocr(page) and index not in broken and budget > 0:
                texts = _recognise(document, index, options.ocr_dpi)
                budget -= 1
                if len("".join(texts)) > sum(len(line.text) for line in page.lines):
                    blocks = [LayoutBlock("paragraph", text) for text in texts]
                    recognised = True
            builder.set_place("page", page=index + 1, page_label=label)
            builder.begin_page(index + 1, label, ocr=recognised)
            _add(builder, blocks)
        builder.end_page()
        _warn(builder, pages, broken, options)
        info = document.get_metadata_dict(skip_empty=True)
        return builder.build(
            title=_title(info.get("Title")) or _first_heading(builder),
            author=info.get("Author"),
            modified=_date(info.get("ModDate") or info.get("CreationDate")),
        )


def _read_page(document: Any, index: int, broken: list[int]) -> PageLines:
    try:
        page = document[index]
    except pypdfium2.PdfiumError:
        broken.append(index)
        return PageLines([], 0.0)
    try:
        lines = page_lines(page)
        left, bottom, right, top = page.get_mediabox()
        grids = page_grids(page, page.get_rotation(), right - left, top - bottom) if lines else []
        return PageLines(lines, page.get_height(), tuple(grids))
    finally:
        page.close()


def _add(builder: DocumentBuilder, blocks: list[LayoutBlock]) -> None:
    for block in blocks:
        if block.kind == "heading":
            builder.heading(block.level, block.text)
        else:
            builder.add(block.kind, block.text)


def _needs_ocr(page: PageLines) -> bool:
    """No text, or only a handful of characters such as a stamped page number, or nothing but unmapped glyphs."""
    text = "".join(line.text for line in page.lines)
    visible = [c for c in text if not c.isspace()]
    if len(visible) < 20:
        return True
    unmapped = sum(c == "\ufffd" or "\ue000" <= c <= "\uf8ff" or ord(c) < 32 for c in visible)
    return unmapped > 0.5 * len(visible)


def _recognise(document: Any, index: int, dpi: int) -> list[str]:
    page = document[index]
    try:
        if not _may_show_text(page):
            return []
        scale = min(dpi / 72, _PICTURE_SIDE / max(page.get_width(), page.get_height(), 1.0))
        bitmap = page.render(scale=scale, rev_byteorder=False)
        try:
            return ocr.recognise(bitmap.to_numpy()[:, :, :3])
        finally:
            bitmap.close()
    finally:
        page.close()


def _may_show_text(page: Any) -> bool:
    """A picture of fair size, or drawings enough to be outlined letters. Looking at a blank page costs seconds otherwise."""
    area = max(page.get_width() * page.get_height(), 1.0)
    drawings = 0
    for item in page.get_objects(max_depth=4):
        if item.type == pdfium_c.FPDF_PAGEOBJ_IMAGE:
            left, bottom, right, top = item.get_bounds()
            if (right - left) * (top - bottom) >= _PICTURE_SHARE * area:
                return True
        elif item.type != pdfium_c.FPDF_PAGEOBJ_TEXT:
            drawings += 1
        else:
            return True  # text without characters: glyphs that are mapped to nothing
        if drawings >= _OUTLINES:
            return True
    return False


def _warn(builder: DocumentBuilder, pages: list[PageLines], broken: list[int], options: ParseOptions) -> None:
    if broken:
        builder.warn(f"{len(broken)} pages are damaged and were left out.")
    without = sum(_needs_ocr(page) for page in pages)
    if without and not options.ocr:
        builder.warn(f"{without} pages have little or no text; text recognition is switched off.")
    elif without > options.max_ocr_pages:
        builder.warn(f"Text recognition stopped after {options.max_ocr_pages} of {without} pages without text.")


def _label(document: Any, index: int) -> str | None:
    """The page's label where it differs from its number."""
    label = document.get_page_label(index)
    return label if label and label != str(index + 1) else None


def _first_heading(builder: DocumentBuilder) -> str | None:
    """The highest heading of the first page."""
    candidates = [(level, -len(text), text) for page, level, text in builder.headings if page == 1]
    return min(candidates)[2] if candidates else None


def _title(title: str | None) -> str | None:
    """The metadata title unless it is a program's file name or template default."""
    if not title or re.search(r"\.(docx?|pdf|pptx?|xlsx?|indd|tex|dvi|qxd)$", title.strip(), re.IGNORECASE):
        return None
    return None if title.strip().lower() in {"untitled", "unbenannt", "microsoft word", "powerpoint presentation"} else title


def _date(value: str | None) -> str | None:
    match = _PDF_DATE.match(value or "")
    if not match:
        return None
    year, month, day, hour, minute, second = match.groups()
    if not 1 <= int(month or 1) <= 12 or not 1 <= int(day or 1) <= 31:
        return None
    date = f"{year}-{month or '01'}-{day or '01'}"
    return f"{date}T{hour}:{minute or '00'}:{second or '00'}" if hour else date
