"""The smallest Office Open XML, OpenDocument and EPUB files that hold one sentence: zip archives of a few XML parts."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

TIME = (2025, 6, 2, 8, 0, 0)
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "application/vnd.openxmlformats-officedocument."
ODF = "urn:oasis:names:tc:opendocument:xmlns"
ODT_TYPE = "application/vnd.oasis.opendocument.text"


def archive(parts: Mapping[str, str | bytes], *, first: str = "") -> bytes:
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
        "[Content_Types].xml": f'{XML}<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>{types}</Types>',
        "_rels/.rels": relationships(("officeDocument", main)),
        **({f"{kind}/_rels/{main.rpartition('/')[2]}.rels": links} if links else {}),
        **{name: XML + xml for name, (_, xml) in parts.items()},
    }
    return archive(files)


def relationships(*links: tuple[str, str]) -> str:
    rows = "".join(f'<Relationship Id="rId{n}" Type="{_OFFICE}/{t}" Target="{to}"/>' for n, (t, to) in enumerate(links, 1))
    return f'{XML}<Relationships xmlns="{_PACKAGE}/relationships">{rows}</Relationships>'


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
    """``kind``: text, spreadsheet or presentation; ``inside``: XML of its body."""
    mimetype = f"application/vnd.oasis.opendocument.{kind}"
    content = f'{XML}<office:document-content {open_spaces()} office:version="1.2">{open_body(kind, inside)}</office:document-content>'
    return archive({"META-INF/manifest.xml": open_manifest(mimetype), "content.xml": content}, first=mimetype)


def open_manifest(mimetype: str, entry: str = "") -> str:
    """``entry`` in place of the one for content.xml."""
    entry = entry or '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
    return (
        f'{XML}<manifest:manifest xmlns:manifest="{ODF}:manifest:1.0" manifest:version="1.2">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{mimetype}"/>{entry}</manifest:manifest>'
    )


def open_spaces() -> str:
    return " ".join(f'xmlns:{n}="{ODF}:{n}:1.0"' for n in ("office", "text", "table", "presentation")) + (
        f' xmlns:draw="{ODF}:drawing:1.0"'
    )


def open_body(kind: str, inside: str) -> str:
    return f"<office:body><office:{kind}>{inside}</office:{kind}></office:body>"


def odt(text: str) -> bytes:
    return open_document("text", f"<text:p>{text}</text:p>")


def odp(text: str) -> bytes:
    title = f'<draw:frame presentation:class="title"><draw:text-box><text:p>{text}</text:p></draw:text-box></draw:frame>'
    return open_document("presentation", f'<draw:page draw:name="Berths">{title}</draw:page>')


def ods(text: str) -> bytes:
    cell = f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'
    return open_document(
        "spreadsheet", f'<table:table table:name="Berths"><table:table-row>{cell}</table:table-row></table:table>'
    )


def epub(text: str) -> bytes:
    dc = "http://purl.org/dc/elements/1.1/"
    container = (
        f'{XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    facts = "<dc:identifier id='id'>berths</dc:identifier><dc:title>Berths</dc:title><dc:language>en</dc:language>"
    items = (
        '<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
    )
    book = (
        f'{XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="{dc}">{facts}'
        f'</metadata><manifest>{items}</manifest><spine><itemref idref="one"/></spine></package>'
    )
    page = f'{XML}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Berths</title></head><body>{{}}</body></html>'
    links = (
        '<nav xmlns:epub="http://www.idpf.org/2007/ops" epub:type="toc"><ol><li><a href="one.xhtml">Berths</a></li></ol></nav>'
    )
    parts = {"META-INF/container.xml": container, "book.opf": book, "one.xhtml": page.format(f"<p>{text}</p>")}
    return archive(parts | {"nav.xhtml": page.format(links)}, first="application/epub+zip")
