"""Writes ``resources/self_test``: one small file of each format, each with one sentence that the self-test looks for.

    python packaging/self_test_files/make_files.py

Standard library and Pillow (pictures). The results are committed; the program and its tests do not run this.
"""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

sys.path.insert(0, str(Path(__file__).resolve().parent))

import old_office

TARGET = Path(__file__).resolve().parents[2] / "resources" / "self_test"
TIME = (2025, 6, 2, 8, 0, 0)
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "application/vnd.openxmlformats-officedocument."


def sentence(kind: str, berth: int) -> str:
    """What stands in the file of a format. The number is its own, so that no other file can be taken for it."""
    return f"The harbour ledger of the {kind} file names berth {berth}."


def archive(parts: Mapping[str, str], *, first: str = "") -> bytes:
    """A zip file with fixed times; ``first`` is the uncompressed mimetype of OpenDocument and EPUB."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as out:
        if first:
            out.writestr(zipfile.ZipInfo("mimetype", TIME), first, zipfile.ZIP_STORED)
        for name, text in parts.items():
            info = zipfile.ZipInfo(name, TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(info, text)
    return buffer.getvalue()


def office(main: str, kind: str, parts: Mapping[str, tuple[str, str]], links: str = "") -> bytes:
    """An Office Open XML package. ``parts``: name to (content type after the common beginning, XML)."""
    types = "".join(f'<Override PartName="/{n}" ContentType="{_MAIN}{t}+xml"/>' for n, (t, _) in parts.items())
    files = {
        "[Content_Types].xml": f'{_XML}<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>{types}</Types>',
        "_rels/.rels": relationships(("officeDocument", main)),
        **({f"{kind}/_rels/{main.rpartition('/')[2]}.rels": links} if links else {}),
        **{name: _XML + xml for name, (_, xml) in parts.items()},
    }
    return archive(files)


def relationships(*links: tuple[str, str]) -> str:
    rows = "".join(f'<Relationship Id="rId{n}" Type="{_OFFICE}/{t}" Target="{to}"/>' for n, (t, to) in enumerate(links, 1))
    return f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">{rows}</Relationships>'


def docx(text: str) -> bytes:
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    body = f"<w:document {space}><w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body></w:document>"
    return office("word/document.xml", "word", {"word/document.xml": ("wordprocessingml.document.main", body)})


def xlsx(text: str) -> bytes:
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    book = f'<workbook {space} xmlns:r="{_OFFICE}"><sheets><sheet name="Berths" sheetId="1" r:id="rId1"/></sheets></workbook>'
    cell = f'<c r="A1" t="inlineStr"><is><t>{text}</t></is></c>'
    sheet = f'<worksheet {space}><sheetData><row r="1">{cell}</row></sheetData></worksheet>'
    parts = {
        "xl/workbook.xml": ("spreadsheetml.sheet.main", book),
        "xl/worksheets/sheet1.xml": ("spreadsheetml.worksheet", sheet),
    }
    return office("xl/workbook.xml", "xl", parts, relationships(("worksheet", "worksheets/sheet1.xml")))


def pptx(text: str) -> bytes:
    p, a = "http://schemas.openxmlformats.org/presentationml/2006/main", "http://schemas.openxmlformats.org/drawingml/2006/main"
    spaces = f'xmlns:p="{p}" xmlns:a="{a}" xmlns:r="{_OFFICE}"'
    show = f'<p:presentation {spaces}><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>'
    none = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
    named = '<p:nvSpPr><p:cNvPr id="2" name="Title"/><p:cNvSpPr/><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:spPr/>'
    words = f"<p:txBody><a:bodyPr/><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody>"
    slide = f"<p:sld {spaces}><p:cSld><p:spTree>{none}<p:sp>{named}{words}</p:sp></p:spTree></p:cSld></p:sld>"
    parts = {
        "ppt/presentation.xml": ("presentationml.presentation.main", show),
        "ppt/slides/slide1.xml": ("presentationml.slide", slide),
    }
    return office("ppt/presentation.xml", "ppt", parts, relationships(("slide", "slides/slide1.xml")))


def open_document(kind: str, inside: str) -> bytes:
    space = "urn:oasis:names:tc:opendocument:xmlns"
    spaces = " ".join(f'xmlns:{n}="{space}:{n}:1.0"' for n in ("office", "text", "table"))
    mimetype = f"application/vnd.oasis.opendocument.{kind}"
    manifest = (
        f'{_XML}<manifest:manifest xmlns:manifest="{space}:manifest:1.0" manifest:version="1.2">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{mimetype}"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
    )
    body = f"<office:body><office:{kind}>{inside}</office:{kind}></office:body>"
    content = f'{_XML}<office:document-content {spaces} office:version="1.2">{body}</office:document-content>'
    return archive({"META-INF/manifest.xml": manifest, "content.xml": content}, first=mimetype)


def ods(text: str) -> bytes:
    cell = f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'
    return open_document(
        "spreadsheet", f'<table:table table:name="Berths"><table:table-row>{cell}</table:table-row></table:table>'
    )


def epub(text: str) -> bytes:
    dc = "http://purl.org/dc/elements/1.1/"
    container = (
        f'{_XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    facts = "<dc:identifier id='id'>berths</dc:identifier><dc:title>Berths</dc:title><dc:language>en</dc:language>"
    items = (
        '<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
    )
    book = (
        f'{_XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="{dc}">{facts}'
        f'</metadata><manifest>{items}</manifest><spine><itemref idref="one"/></spine></package>'
    )
    page = f'{_XML}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Berths</title></head><body>{{}}</body></html>'
    links = (
        '<nav xmlns:epub="http://www.idpf.org/2007/ops" epub:type="toc"><ol><li><a href="one.xhtml">Berths</a></li></ol></nav>'
    )
    parts = {"META-INF/container.xml": container, "book.opf": book, "one.xhtml": page.format(f"<p>{text}</p>")}
    return archive(parts | {"nav.xhtml": page.format(links)}, first="application/epub+zip")


def pdf(text: str) -> bytes:
    """One page in Helvetica, the text on one line."""
    stream = f"BT /F1 14 Tf 60 700 Td ({text}) Tj ET".encode("ascii")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
    ]
    out, offsets = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % at for at in offsets)
    return bytes(out) + b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start


def picture(text: str, kind: str) -> bytes:
    """The text in two lines, black on white, as a scanner would see it."""
    image = Image.new("L", (760, 150), 255)
    half = text.index(" file")
    lines = f"{text[:half]}\n{text[half + 1 :]}"
    ImageDraw.Draw(image).multiline_text((30, 24), lines, fill=0, font=ImageFont.load_default(40), spacing=14)
    buffer = io.BytesIO()
    options = {"TIFF": {"compression": "tiff_deflate"}, "JPEG": {"quality": 85}, "PNG": {"optimize": True}}.get(kind, {})
    (image.convert("1") if kind == "BMP" else image).save(buffer, format=kind, **options)
    return buffer.getvalue()


def mail(text: str) -> bytes:
    message = EmailMessage()
    message["From"], message["To"] = "Ada Quay <ada@example.org>", "Ben Mole <ben@example.org>"
    message["Subject"], message["Date"] = "Berths", "Mon, 02 Jun 2025 08:00:00 +0000"
    message["Message-ID"] = "<berths@example.org>"
    message.set_content(text)
    return message.as_bytes()


MAKERS: dict[str, Callable[[str], bytes]] = {
    "pdf": pdf,
    "docx": docx,
    "xlsx": xlsx,
    "pptx": pptx,
    "md": lambda text: f"# Berths\n\n{text}\n".encode(),
    "html": lambda text: (
        f"<!DOCTYPE html>\n<html><head><title>Berths</title></head><body><p>{text}</p></body></html>\n".encode()
    ),
    "txt": lambda text: f"{text}\n".encode(),
    "csv": lambda text: f"Berth,Note\n1,{text}\n".encode(),
    "eml": mail,
    "png": lambda text: picture(text, "PNG"),
    "jpg": lambda text: picture(text, "JPEG"),
    "tiff": lambda text: picture(text, "TIFF"),
    "bmp": lambda text: picture(text, "BMP"),
    "rtf": lambda text: f"{{\\rtf1\\ansi\\deff0{{\\fonttbl{{\\f0 Arial;}}}}\\f0 {text}\\par}}\n".encode(),
    "odt": lambda text: open_document("text", f"<text:p>{text}</text:p>"),
    "ods": ods,
    "epub": epub,
    "doc": old_office.doc,
    "xls": lambda text: old_office.xls([[text]]),
    "ppt": old_office.ppt,
    "msg": lambda text: old_office.msg("Berths", text, "Ada Quay"),
    "xml": lambda text: f"{_XML}<berths><note>{text}</note></berths>\n".encode(),
}
FIRST_BERTH = 4101


def main() -> int:
    TARGET.mkdir(exist_ok=True)
    for berth, (kind, make) in enumerate(MAKERS.items(), start=FIRST_BERTH):
        (TARGET / f"berth-{berth}.{kind}").write_bytes(make(sentence(kind.upper(), berth)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
