"""PDF: text by page with headings, paragraphs and table rows; pages without text by OCR; password and damage told apart."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium_c

from index.document import ParsedDocument
from index.errors import PasswordNeeded, UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.builder import DocumentBuilder
from index.parsers.children import Member, parse_members, with_children
from index.parsers.pdf_attachments import attached
from index.parsers.pdf_layout import Layout, LayoutBlock, PageLines
from index.parsers.pdf_lines import page_text
from index.parsers.pdf_marks import Marks, page_marks
from index.parsers.pdf_rules import page_grids
from index.parsers.pdf_salvage import salvaged
from index.parsers.pdf_scan import is_better, recognise, wants_ocr

PARSER = "pdf/2"
logging.getLogger("pypdfium2").setLevel(logging.ERROR)  # it warns of forms of a kind that it cannot show
_CUT_OFF = "The file is cut off or damaged: the list of its parts is missing."
_FETCH_AGAIN = "It may not have been copied or downloaded completely: fetch it again, then import it."
_MAX_SALVAGED = 256 << 20
"""Bytes of a damaged file that are held in memory twice to look for its pages."""
_MAX_PAGES = 20_000
"""A page count beyond this is a forged page tree or not one document; each page costs time even when it is empty."""
_PAGE = re.compile(rb"/Type\s*/Page\b")
_NO_TITLES = frozenset({"untitled", "(untitled)", "unbenannt", "(anonymous)", "microsoft word", "powerpoint presentation"})
"""What programs write where nobody gave a title."""
_PDF_DATE = re.compile(r"D?:?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?")


class SalvagedPdf(pypdfium2.PdfDocument):  # type: ignore[misc]
    """What could be found of a file that is cut off."""


@contextmanager
def open_pdf(file: Path | bytes, password: str | None = None) -> Iterator[Any]:
    """A pypdfium2 document, opened read-only, with its form's fields ready. Raises PasswordNeeded or UnreadableDocument."""
    try:
        document = pypdfium2.PdfDocument(file, password=password)
    except pypdfium2.PdfiumError as error:
        code = getattr(error, "err_code", None)
        if code == pdfium_c.FPDF_ERR_PASSWORD or "password" in str(error).lower():
            words = "The password is not right." if password else "The document is protected with a password."
            raise PasswordNeeded(words) from error
        if code == pdfium_c.FPDF_ERR_SECURITY:
            raise UnreadableDocument(
                "The PDF is encrypted in a way that is not known here.",
                next_step="Save a copy without encryption in the program that opens it, and import that.",
            ) from error
        document = _salvage(file)
        if document is None:
            raise UnreadableDocument(
                "The PDF is damaged and cannot be opened, and no page could be found in it.",
                next_step=_FETCH_AGAIN,
            ) from error
    try:
        with suppress(pypdfium2.PdfiumError):  # a broken form costs its fields only
            document.init_forms()
        yield document
    finally:
        document.close()


def _salvage(file: Path | bytes) -> SalvagedPdf | None:
    if (len(file) if isinstance(file, bytes) else file.stat().st_size) > _MAX_SALVAGED:
        return None
    data = salvaged(file if isinstance(file, bytes) else file.read_bytes())
    try:
        return SalvagedPdf(data) if data is not None else None
    except pypdfium2.PdfiumError:
        return None


def parse(source: Source, options: ParseOptions) -> ParsedDocument:
    """Each page for itself: its characters, or what recognition reads on its picture; then its form fields and comments."""
    with open_pdf(source.path if source.data is None else source.data, options.password) as document:
        count = len(document)
        if not 0 < count <= _MAX_PAGES:
            raise UnreadableDocument(
                "The PDF has no pages." if count == 0 else f"The PDF claims {count:,} pages; it is refused."
            )
        pages = [_read_page(document, number) for number in range(count)]
        if all(page.lines is None for page in pages):
            raise UnreadableDocument("The PDF is damaged: none of its pages can be read.")
        if count == 1 and pages[0].is_blank and _lacks_pages(source):
            raise UnreadableDocument("The PDF is damaged: it holds no pages.")
        builder = DocumentBuilder("pdf", PARSER)
        layout = Layout([page.lines for page in pages if page.lines is not None])
        budget = options.max_ocr_pages
        wanted = empty = 0
        for index, page in enumerate(pages):
            label = _label(document, index)
            builder.set_place("page", page=index + 1, page_label=label)
            blocks = layout.blocks(page.lines) if page.lines is not None else []
            recognised = False
            if page.lines is not None and wants_ocr(document, index, page.lines):
                wanted += 1
                if options.ocr and wanted <= budget:
                    texts = recognise(document, index, options.ocr_dpi)
                    if is_better(texts, page.lines):
                        blocks = [LayoutBlock("paragraph", text) for text in texts]
                        recognised = True
            builder.begin_page(index + 1, label, ocr=recognised)
            _add(builder, blocks, page.marks)
            empty += not blocks and page.lines is not None and page.marks == Marks()
        builder.end_page()
        if isinstance(document, SalvagedPdf):
            if builder.is_empty and (options.ocr or not wanted):
                raise UnreadableDocument(f"{_CUT_OFF} No text could be found in the rest.", next_step=_FETCH_AGAIN)
            builder.warn(f"{_CUT_OFF} {count} {'pages were' if count > 1 else 'page was'} found and read.")
        _warn(builder, options, broken=sum(page.lines is None for page in pages), wanted=wanted, empty=empty)
        info = document.get_metadata_dict(skip_empty=True)
        parsed = builder.build(
            title=_title(info.get("Title")) or _first_heading(builder),
            author=info.get("Author"),
            modified=_date(info.get("ModDate") or info.get("CreationDate")),
        )
        parsed = parsed.model_copy(update={"awaits_ocr": not options.ocr and wanted > 0})
        children = parse_members(attached(document, source.depth), source, options)
        return with_children(parsed, children) if children else parsed


def members(source: Source, options: ParseOptions) -> Iterator[Member]:
    """The files attached to the document. Raises PasswordNeeded, UnreadableDocument."""
    with open_pdf(source.path if source.data is None else source.data, options.password) as document:
        yield from attached(document, source.depth)


@dataclass(frozen=True)
class _Page:
    """``lines`` is None for a page that cannot be read."""

    lines: PageLines | None
    marks: Marks = Marks()

    @property
    def is_blank(self) -> bool:
        return self.lines is not None and not self.lines.lines and not self.lines.garbled and self.marks == Marks()


def _lacks_pages(source: Source) -> bool:
    """Does the file name no page at all? PDFium makes up a blank one when the tree of pages is missing."""
    data = source.read()
    return b"/ObjStm" not in data and _PAGE.search(data) is None


def _read_page(document: Any, index: int) -> _Page:
    try:
        page = document[index]
    except pypdfium2.PdfiumError:
        return _Page(None)
    try:
        text = page_text(page)
        left, bottom, right, top = page.get_mediabox()
        lines = [] if text.garbled else text.lines
        grids = page_grids(page, page.get_rotation(), right - left, top - bottom) if lines else []
        return _Page(PageLines(lines, page.get_height(), tuple(grids), text.garbled), page_marks(document, page))
    except pypdfium2.PdfiumError:
        return _Page(None)
    finally:
        page.close()


def _add(builder: DocumentBuilder, blocks: list[LayoutBlock], marks: Marks) -> None:
    for block in blocks:
        if block.kind == "heading":
            builder.heading(block.level, block.text)
        else:
            builder.add(block.kind, block.text)
    for field in marks.fields:
        builder.add("table_row", field)
    for comment in marks.comments:
        builder.add("note", comment)


def _warn(builder: DocumentBuilder, options: ParseOptions, *, broken: int, wanted: int, empty: int) -> None:
    if broken:
        builder.warn(f"{broken} {'pages are damaged and were' if broken > 1 else 'page is damaged and was'} left out.")
    if wanted and not options.ocr:
        builder.warn(
            f"{wanted} {'pages have' if wanted > 1 else 'page has'} little or no text; text recognition is switched off."
        )
    elif wanted > options.max_ocr_pages:
        builder.warn(f"Text recognition stopped after {options.max_ocr_pages} of {wanted} pages without text.")
    elif empty and not builder.is_empty:
        builder.warn(f"{empty} pages have no text." if empty > 1 else "One page has no text.")


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
    return None if title.strip().lower() in _NO_TITLES else title


def _date(value: str | None) -> str | None:
    match = _PDF_DATE.match(value or "")
    if not match:
        return None
    year, month, day, hour, minute, second = match.groups()
    if not 1 <= int(month or 1) <= 12 or not 1 <= int(day or 1) <= 31:
        return None
    date = f"{year}-{month or '01'}-{day or '01'}"
    return f"{date}T{hour}:{minute or '00'}:{second or '00'}" if hour else date
