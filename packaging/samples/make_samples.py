"""Make the binary sample documents from the texts in ``sources/``.

The packages used here (python-docx, openpyxl, python-pptx: MIT; reportlab: BSD) are not dependencies of the program. Install
``requirements.txt`` of this folder into a virtual environment of its own. The results are committed; the same package
versions give the same bytes, because every date that the formats store is fixed.

Sources are a small part of Markdown: ``#`` and ``##`` headings, paragraphs, ``-`` lists, tables with ``|`` (first row =
header), and ``---`` for a new page. For slides every ``#`` begins a slide; for workbooks every ``##`` begins a sheet.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "resources" / "samples"
ORGANISATION = "Mühlental Institute for Soil Research"
ZIP_TIME = (2025, 6, 2, 8, 0, 0)
STAMP = datetime(2025, 6, 2, 8, 0, 0)
INVARIANT_DATE = b"D:20000101000000+00'00'"
"""What reportlab writes instead of the time of making; as long as the day that the samples have."""


@dataclass
class Part:
    """One block of a source: kind is title, heading, paragraph, item, table or break."""

    kind: str
    text: str = ""
    rows: list[list[str]] = field(default_factory=list)


def read_source(path: Path) -> list[Part]:
    """Parse one source file into its blocks, in order."""
    parts: list[Part] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        line = line.strip()
        if not line:
            continue
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if parts and parts[-1].kind == "table":
                parts[-1].rows.append(cells)
            else:
                parts.append(Part("table", rows=[cells]))
        elif line == "---":
            parts.append(Part("break"))
        elif line.startswith("## "):
            parts.append(Part("heading", line[3:]))
        elif line.startswith("# "):
            parts.append(Part("title", line[2:]))
        elif line.startswith("- "):
            parts.append(Part("item", line[2:]))
        else:
            parts.append(Part("paragraph", line))
    return parts


def title_of(parts: list[Part]) -> str:
    return next(p.text for p in parts if p.kind in ("title", "heading"))


def fix_zip(data: bytes) -> bytes:
    """Rewrite an Office file with fixed times: in the archive's entries and in its core properties."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "docProps/core.xml":
                stamp = STAMP.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
                content = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", stamp, content)
            info = zipfile.ZipInfo(name, ZIP_TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            target.writestr(info, content)
    return out.getvalue()


def make_docx(parts: list[Part], language: str) -> bytes:
    """A Word document with real heading styles and real tables."""
    from docx import Document

    document = Document()
    core = document.core_properties
    core.title, core.author, core.language, core.comments = title_of(parts), ORGANISATION, language, ""
    core.created = core.modified = STAMP
    for part in parts:
        if part.kind == "title":
            document.add_heading(part.text, level=1)
        elif part.kind == "heading":
            document.add_heading(part.text, level=2)
        elif part.kind == "item":
            document.add_paragraph(part.text, style="List Bullet")
        elif part.kind == "break":
            document.add_page_break()
        elif part.kind == "table":
            table = document.add_table(rows=0, cols=len(part.rows[0]), style="Table Grid")
            for row in part.rows:
                for cell, text in zip(table.add_row().cells, row, strict=True):
                    cell.text = text
        else:
            document.add_paragraph(part.text)
    out = io.BytesIO()
    document.save(out)
    return fix_zip(out.getvalue())


def make_pdf(parts: list[Part], language: str) -> bytes:
    """A PDF with text, page breaks where the source has them, and the page number at the foot."""
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.lib.units import cm
    from reportlab.platypus import BaseDocTemplate, Frame, PageBreak, PageTemplate, Paragraph, Spacer

    styles = getSampleStyleSheet()
    style_of = {"title": "Title", "heading": "Heading2", "item": "BodyText", "paragraph": "BodyText"}
    word = "Seite" if language == "de" else "Page"

    def foot(canvas: object, document: object) -> None:
        canvas.setFont("Helvetica", 9)  # type: ignore[attr-defined]
        canvas.drawCentredString(A4[0] / 2, 1.2 * cm, f"{word} {document.page}")  # type: ignore[attr-defined]

    story: list[object] = []
    for part in parts:
        if part.kind == "break":
            story.append(PageBreak())
            continue
        story.append(Paragraph(escape(part.text), styles[style_of[part.kind]]))
        story.append(Spacer(1, 0.15 * cm))
    out = io.BytesIO()
    # invariant: no time of making and no random id in the file. onPageEnd: the foot comes last in the page's text too.
    document = BaseDocTemplate(out, pagesize=A4, title=title_of(parts), author=ORGANISATION, lang=language, invariant=1)
    frame = Frame(document.leftMargin, document.bottomMargin, document.width, document.height)
    document.addPageTemplates([PageTemplate(frames=[frame], onPageEnd=foot)])
    document.build(story)
    return out.getvalue().replace(INVARIANT_DATE, STAMP.strftime("D:%Y%m%d%H%M%S+00'00'").encode())


def make_pptx(parts: list[Part], language: str) -> bytes:
    """Slides with a title and a text box of paragraphs and bullets each."""
    from pptx import Presentation

    deck = Presentation()
    core = deck.core_properties
    core.title, core.author, core.language = title_of(parts), ORGANISATION, language
    core.created = core.modified = STAMP
    body = None
    for part in parts:
        if part.kind == "title":
            slide = deck.slides.add_slide(deck.slide_layouts[1])
            slide.shapes.title.text = part.text
            body = slide.placeholders[1].text_frame
            continue
        assert body is not None, "a deck begins with a title"
        first = body.paragraphs[0]
        paragraph = first if not first.text else body.add_paragraph()
        paragraph.text = part.text
    out = io.BytesIO()
    deck.save(out)
    return fix_zip(out.getvalue())


def cell_value(text: str) -> object:
    """Numbers and ISO dates become real numbers and dates, as in a workbook that people keep."""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return date.fromisoformat(text)
    return int(text) if text.isdecimal() else text


def make_xlsx(parts: list[Part], language: str) -> bytes:
    """A workbook with one sheet for each heading and a bold header row."""
    from openpyxl import Workbook
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    book = Workbook()
    book.remove(book.active)
    book.properties.title, book.properties.creator, book.properties.language = "Equipment list", ORGANISATION, language
    sheet = None
    for part in parts:
        if part.kind == "heading":
            sheet = book.create_sheet(part.text)
            continue
        assert sheet is not None, "a workbook begins with a heading"
        for number, row in enumerate(part.rows):
            sheet.append([cell_value(text) for text in row])
            if number == 0:
                for cell in sheet[1]:
                    cell.font = Font(bold=True)
        for column, header in enumerate(part.rows[0], start=1):
            sheet.column_dimensions[get_column_letter(column)].width = max(14, len(header) + 4)
    out = io.BytesIO()
    book.save(out)
    return fix_zip(out.getvalue())


Maker = Callable[[list[Part], str], bytes]
SAMPLES: dict[str, tuple[str, Maker, str]] = {
    "Travel policy 2023.docx": ("travel-policy-2023.md", make_docx, "en"),
    "Travel policy 2025.pdf": ("travel-policy-2025.md", make_pdf, "en"),
    "Equipment list building B.xlsx": ("equipment-list.md", make_xlsx, "en"),
    "Gebührenordnung Prüflabor 2025.docx": ("gebuehrenordnung.md", make_docx, "de"),
    "Dienstvereinbarung mobiles Arbeiten.pdf": ("dienstvereinbarung.md", make_pdf, "de"),
    "Einführung für neue Beschäftigte.pptx": ("einfuehrung.md", make_pptx, "de"),
}


def main() -> int:
    """Write all samples, or with ``--check`` compare them. Exit code 1 when a file differs."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the committed files instead of writing")
    check = parser.parse_args().check
    stale = 0
    for name, (source, make, language) in SAMPLES.items():
        data = make(read_source(HERE / "sources" / source), language)
        path = TARGET / name
        same = path.is_file() and path.read_bytes() == data
        if check:
            stale += not same
            print(f"{'same' if same else 'DIFFERENT'}  {name}")
        elif not same:
            path.write_bytes(data)
            print(f"written  {name}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
