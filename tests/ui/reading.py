"""Documents of every format for the reader: written in the test, read by the real parsers, opened at a sentence."""

from __future__ import annotations

import io
import sys
from pathlib import Path

from desk import WAIT_MS, Desk
from PIL import Image, ImageDraw, ImageFont

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "unit" / "index" / "parsers"))

from app.ui.evidence.reader import Reader  # noqa: E402
from app.viewmodels.evidence import EvidenceTarget  # noqa: E402
from index.document import Block, ParsedDocument, Span  # noqa: E402
from index.parsers.base import ParseOptions  # noqa: E402
from index.parsers.registry import parse  # noqa: E402


class Shelf:
    """Files of the test in the desk's library."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        self.desk, self.folder = desk, folder
        self.collection = desk.library.add_collection("Made here")

    @property
    def reader(self) -> Reader:
        return self.desk.window.evidence_panel.reader

    def add(self, name: str, content: str | bytes, *, ocr: bool = False) -> ParsedDocument:
        """Write, parse and list it; the documents inside it as well."""
        path = self.folder / name
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        document = parse(path, ParseOptions(ocr=ocr))
        self.desk.library.add_file(
            self.collection, str(path), file_id=name, document=document, pages=len(document.pages), kind=document.kind
        )
        for child in document.children:
            kind = child.document.kind if child.document is not None else None
            self.desk.library.add_file(
                self.collection, f"{path}/{child.name}", file_id=f"{name}/{child.name}", document=child.document, parent_id=name,
                kind=kind,
            )  # fmt: skip
        return document

    def target(self, name: str, quote: str, document: ParsedDocument, number: int | None = None) -> EvidenceTarget:
        """A citation of these words."""
        start = document.text.index(quote)
        span = Span(start=start, end=start + len(quote))
        return EvidenceTarget(
            name,
            str(self.folder / name),
            document.kind,
            document.title,
            block_at(document, start).place,
            (span,),
            (quote,),
            number,
        )

    def open(self, target: EvidenceTarget) -> Reader:
        """In the reader, and wait until it is shown."""
        with self.desk.qtbot.waitSignal(self.reader.shown, timeout=WAIT_MS):
            self.desk.window.evidence_panel.open(target)
        return self.reader

    def cite(self, name: str, content: str | bytes, quote: str) -> Reader:
        return self.open(self.target(name, quote, self.add(name, content)))


def block_at(document: ParsedDocument, offset: int) -> Block:
    return next(b for b in document.blocks if b.start <= offset < b.end)


def scan(*lines: str, width: int = 1000) -> bytes:
    """A picture of printed lines as PNG."""
    image = Image.new("L", (width, 100 + 90 * len(lines)), 255)
    drawing = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        drawing.text((60, 60 + 90 * number), line, 0, font=ImageFont.load_default(34))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()
