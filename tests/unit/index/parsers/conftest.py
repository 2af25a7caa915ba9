"""Small documents written by hand, so that a test shows what it parses."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for made_containers

Text = tuple[float, float, float, str]
"""(x, y, font size, text); a text beginning with "*" is bold."""


def pdf_bytes(pages: Sequence[Sequence[Text]], *, extra: str = "", rotate: int = 0) -> bytes:
    """A minimal PDF in Helvetica with one content stream a page; ``extra`` is added to each page's drawing."""
    objects: list[bytes] = [b"", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"]
    objects.append(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>")
    kids: list[int] = []
    for page in pages:
        lines = []
        for x, y, size, text in page:
            font, shown = ("/F2", text[1:]) if text.startswith("*") else ("/F1", text)
            escaped = shown.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
            lines.append(f"BT {font} {size} Tf 1 0 0 1 {x} {y} Tm ({escaped}) Tj ET")
        stream = ("\n".join(lines) + "\n" + extra).encode("cp1252")
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        content = len(objects)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate %d /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>" % (rotate, content)
        )
        kids.append(len(objects))
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(b"%d 0 R" % k for k in kids))
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


@pytest.fixture
def make_pdf(tmp_path: Path) -> Callable[..., Path]:
    def make(pages: Sequence[Sequence[Text]], name: str = "file.pdf", extra: str = "", rotate: int = 0) -> Path:
        path = tmp_path / name
        path.write_bytes(pdf_bytes(pages, extra=extra, rotate=rotate))
        return path

    return make


@pytest.fixture
def make_zip(tmp_path: Path) -> Callable[..., Path]:
    def make(name: str, parts: Mapping[str, str]) -> Path:
        path = tmp_path / name
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for part, content in parts.items():
                archive.writestr(part, content)
        return path

    return make


@pytest.fixture
def make_file(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    def make(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        return path

    return make
