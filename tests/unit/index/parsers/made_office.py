"""Writes office files for the tests: only what a test needs, in the words of each format."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

from made_containers import ole_bytes, zip_bytes

from index.document import Block, ParsedDocument

R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
W_STRICT = 'xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"'


def blocks(document: ParsedDocument) -> list[tuple[str, str]]:
    return [(b.kind, document.text[b.start : b.end]) for b in document.blocks]


def texts(document: ParsedDocument) -> list[str]:
    return [text for _, text in blocks(document)]


def block(document: ParsedDocument, text: str) -> Block:
    return next(b for b in document.blocks if text in document.text[b.start : b.end])


def relations(targets: Mapping[str, tuple[str, str]]) -> str:
    """Id → (last word of the type, target)."""
    inner = "".join(f'<Relationship Id="{i}" Type="{R}/{kind}" Target="{to}"/>' for i, (kind, to) in targets.items())
    return f"<Relationships>{inner}</Relationships>"


# --- Word ---------------------------------------------------------------------------------------------------------------


def run(text: str) -> str:
    return f"<w:r><w:t xml:space='preserve'>{text}</w:t></w:r>"


def par(text: str = "", *, inner: str = "", style: str = "", properties: str = "") -> str:
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{properties}</w:pPr>{run(text) if text else ''}{inner}</w:p>"


def table(*rows: Sequence[str], properties: str = "") -> str:
    """Cells that begin with ``<`` are taken as they are."""

    def cell(content: str) -> str:
        return f"<w:tc>{content if content.startswith('<') else par(content)}</w:tc>"

    return f"<w:tbl>{properties}{''.join('<w:tr>' + ''.join(map(cell, row)) + '</w:tr>' for row in rows)}</w:tbl>"


def docx_bytes(
    body: str, parts: Mapping[str, str] | None = None, targets: Mapping[str, tuple[str, str]] | None = None
) -> bytes:
    files: dict[str, str | bytes] = {
        "word/document.xml": f'<w:document {W} xmlns:r="{R}"><w:body>{body}</w:body></w:document>',
        "word/styles.xml": f'<w:styles {W}><w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style></w:styles>',
        "word/_rels/document.xml.rels": relations(targets or {}),
        **{f"word/{name}": content for name, content in (parts or {}).items()},
    }
    return zip_bytes(files)


# --- Excel --------------------------------------------------------------------------------------------------------------


def xlsx_bytes(
    sheets: Mapping[str, str],
    *,
    styles: str = "",
    states: Mapping[str, str] | None = None,
    parts: Mapping[str, str] | None = None,
    workbook: str = "",
) -> bytes:
    """``sheets``: name → content of its ``worksheet``; styles are codes or numbers of formats, parted by ``|``."""
    codes = [code for code in styles.split("|") if code]
    own = "".join(f'<numFmt numFmtId="{200 + n}" formatCode="{code}"/>' for n, code in enumerate(codes) if not code.isdigit())
    cell_styles = "".join(f'<xf numFmtId="{code if code.isdigit() else 200 + n}"/>' for n, code in enumerate(codes))
    listed = "".join(
        f'<sheet name="{name}" r:id="r{n}" state="{(states or {}).get(name, "visible")}"/>' for n, name in enumerate(sheets)
    )
    files: dict[str, str | bytes] = {
        "xl/workbook.xml": f'<workbook xmlns:r="{R}">{workbook}<sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations({f"r{n}": ("worksheet", f"worksheets/s{n}.xml") for n, _ in enumerate(sheets)}),
        "xl/styles.xml": f'<styleSheet><numFmts>{own}</numFmts><cellXfs><xf numFmtId="0"/>{cell_styles}</cellXfs></styleSheet>',
        **{f"xl/worksheets/s{n}.xml": f"<worksheet>{content}</worksheet>" for n, content in enumerate(sheets.values())},
        **(parts or {}),
    }
    return zip_bytes(files)


def sheet_rows(*rows: Sequence[str | float | None], first: int = 1, tail: str = "") -> str:
    """Words as inline strings, numbers as such; ``(number, style)`` pairs carry a style."""
    lines: list[str] = []
    for number, row in enumerate(rows, start=first):
        cells = []
        for column, value in enumerate(row):
            name = f"{chr(65 + column)}{number}"
            if isinstance(value, str):
                cells.append(f'<c r="{name}" t="inlineStr"><is><t>{value}</t></is></c>')
            elif isinstance(value, tuple):
                cells.append(f'<c r="{name}" s="{value[1]}"><v>{value[0]}</v></c>')
            elif value is not None:
                cells.append(f'<c r="{name}"><v>{value}</v></c>')
        lines.append(f'<row r="{number}">{"".join(cells)}</row>')
    return f"<sheetData>{''.join(lines)}</sheetData>{tail}"


def _record(code: int, data: bytes = b"") -> bytes:
    return struct.pack("<HH", code, len(data)) + data


def _words(text: str, size: str) -> bytes:
    return struct.pack(size, len(text)) + b"\x01" + text.encode("utf-16-le")


def xls_bytes(
    sheets: Mapping[str, Sequence[tuple[int, int, object, int]]],
    formats: Sequence[str] = (),
    merged: str = "",
    hidden: str = "",
) -> bytes:
    """BIFF8: cells are (row, column, value, style); style n+1 has the n-th of ``formats``; ``hidden`` names a hidden sheet.

    ``merged`` is "first,last,left,right" for the first sheet.
    """
    font = struct.pack("<HHHHHBBBB", 200, 0, 0x7FFF, 400, 0, 0, 0, 0, 0) + _words("Arial", "<B")
    head = _record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0005, 0, 0, 0, 0)) + _record(0x0042, struct.pack("<H", 1200))
    head += _record(0x0031, font) * 5
    head += b"".join(_record(0x041E, struct.pack("<H", 164 + n) + _words(code, "<H")) for n, code in enumerate(formats))
    for index in (0, *range(164, 164 + len(formats))):
        head += _record(0x00E0, struct.pack("<HHHBBBBIIH", 0, index, 0, 0x20, 0, 0, 0, 0, 0, 0x20C0))
    bodies: list[bytes] = []
    for cells in sheets.values():
        body = _record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0010, 0, 0, 0, 0))
        for row, column, value, style in cells:
            place = struct.pack("<HHH", row, column, style)
            if isinstance(value, bool):
                body += _record(0x0205, place + bytes([value, 0]))
            elif isinstance(value, str):
                body += _record(0x0204, place + _words(value, "<H"))
            else:
                body += _record(0x0203, place + struct.pack("<d", value))
        if merged and not bodies:
            body += _record(0x00E5, struct.pack("<HHHHH", 1, *map(int, merged.split(","))))
        bodies.append(body + _record(0x000A))
    listed = [_record(0x0085, struct.pack("<IBB", 0, name == hidden, 0) + _words(name, "<B")) for name in sheets]
    at = len(head) + sum(map(len, listed)) + 4
    stream = head
    for name, body in zip(sheets, bodies, strict=True):
        stream += _record(0x0085, struct.pack("<IBB", at, name == hidden, 0) + _words(name, "<B"))
        at += len(body)
    stream += _record(0x000A) + b"".join(bodies)
    return ole_bytes({"Workbook": stream.ljust(4096, b"\0")})


# --- Word 97 ------------------------------------------------------------------------------------------------------------


def doc_bytes(
    paragraphs: Sequence[tuple[str, int, bytes]],
    *,
    notes: Sequence[str] = (),
    header: str = "",
    deleted: str = "",
    mark: int = 0x0800,
    narrow: bool = False,
) -> bytes:
    """A Word 97 file. Paragraphs are (text with its mark, style number, property modifications).

    ``\\x02`` in a text refers to the next of ``notes``; ``deleted`` is a piece of the text that is marked as deleted, or by
    another ``mark`` (a modification of characters).
    """
    main = "".join(text for text, _, _ in paragraphs)
    footnotes = "".join(f"\x02 {note}\r" for note in notes) + ("\r" if notes else "")
    headers = f"{header}\r\r" if header else ""
    whole = main + footnotes + headers + ("\r" if notes or header else "")
    encoding, width = ("cp1252", 1) if narrow else ("utf-16-le", 2)
    text_at = 2048
    raw = whole.encode(encoding)
    table = b"\0" * 16
    pointers: dict[int, tuple[int, int]] = {}

    def put(index: int, data: bytes) -> None:
        nonlocal table
        pointers[index] = (len(table), len(data))
        table += data

    piece = struct.pack("<HIH", 0, text_at * 2 | 0x40000000 if narrow else text_at, 0)
    pieces = struct.pack("<II", 0, len(whole)) + piece
    put(33, b"\x02" + struct.pack("<I", len(pieces)) + pieces)
    if notes:
        places = [index for index, character in enumerate(main) if character == "\x02"]
        put(2, struct.pack(f"<{len(places) + 1}I", *places, len(main)) + b"\0\0" * len(places))
        bounds = [0]
        for note in notes:
            bounds.append(bounds[-1] + len(note) + 3)
        put(3, struct.pack(f"<{len(bounds) + 1}I", *bounds, bounds[-1] + 1))
    if header:
        put(11, struct.pack("<9I", *[0] * 7, len(header) + 1, len(header) + 2))
    styles = struct.pack("<HHH", 4, 3, 10)
    for built_in in (0, 1, 2):
        entry = (
            struct.pack("<HHHHH", built_in, 0xFFF1, 0, 0, 0)
            + struct.pack("<H", 1)
            + "N\0".encode("utf-16-le")
            + struct.pack("<HH", 2, built_in)
        )
        styles += struct.pack("<H", len(entry)) + entry
    put(1, styles)
    page_at = (text_at + len(raw) + 511) // 512
    put(13, struct.pack("<III", text_at, text_at + len(raw), page_at))
    put(12, struct.pack("<III", text_at, text_at + len(raw), page_at + 1))
    stream = bytearray(text_at) + raw
    stream = stream.ljust(page_at * 512, b"\0") + _paragraph_page(paragraphs, len(whole), text_at, width)
    stream += _character_page(whole, deleted, mark, text_at, width)
    struct.pack_into("<HH", stream, 0, 0xA5EC, 0x00C1)
    struct.pack_into("<H", stream, 0x0A, 0x0200)
    for offset, length in ((0x4C, len(main)), (0x50, len(footnotes)), (0x54, len(headers))):
        struct.pack_into("<i", stream, offset, length)
    for index, (offset, length) in pointers.items():
        struct.pack_into("<II", stream, 0x9A + 8 * index, offset, length)
    return ole_bytes({"WordDocument": bytes(stream).ljust(4096, b"\0"), "1Table": table.ljust(4096, b"\0")})


def _paragraph_page(paragraphs: Sequence[tuple[str, int, bytes]], length: int, at: int, width: int) -> bytes:
    runs = [(len(text), style, data) for text, style, data in paragraphs]
    rest = length - sum(count for count, _, _ in runs)
    if rest:
        runs.append((rest, 0, b""))
    offsets, heads, free, page = [at], b"", 511, bytearray(512)
    for count, style, data in runs:
        offsets.append(offsets[-1] + count * width)
        content = struct.pack("<H", style) + data
        content += b"\0" * (1 - len(content) % 2)
        entry = bytes([(len(content) + 1) // 2]) + content
        free = (free - len(entry)) // 2 * 2
        page[free : free + len(entry)] = entry
        heads += bytes([free // 2]) + b"\0" * 12
    start = struct.pack(f"<{len(offsets)}I", *offsets) + heads
    page[: len(start)] = start
    page[511] = len(runs)
    return bytes(page)


def _character_page(whole: str, deleted: str, mark: int, at: int, width: int) -> bytes:
    page = bytearray(512)
    first = whole.index(deleted) if deleted else len(whole)
    offsets = [at, at + first * width, at + (first + len(deleted)) * width, at + len(whole) * width]
    struct.pack_into("<4I", page, 0, *offsets)
    page[16:19] = bytes([0, 200, 0])
    page[400:404] = struct.pack("<BHB", 3, mark, 1)
    page[511] = 3
    return bytes(page)
