"""Form fields come with their names and values, readers' comments are marked as such, labels and passwords are heeded."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from app.engine.page_child import DocumentKey, draw, layer
from index.document import ParsedDocument
from index.errors import NoText, PasswordNeeded, UnreadableDocument
from index.parsers.base import ParseOptions, Source
from index.parsers.children import extract_member
from index.parsers.pdf import parse as parse_pdf
from index.parsers.registry import parse

NO_OCR = ParseOptions(ocr=False)
FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


def assemble(objects: Sequence[str], trailer: str = "") -> bytes:
    """A PDF of the objects 1, 2, …; the first is the catalogue."""
    out = bytearray(b"%PDF-1.7\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += f"trailer << /Size {len(objects) + 1} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n".encode("latin-1")
    return bytes(out)


def stream(content: str, entries: str = "") -> str:
    return f"<< /Length {len(content)} {entries} >>\nstream\n{content}\nendstream"


def one_page(annotations: Sequence[str], *, catalogue: str = "", text: str = "The text of the page itself.") -> bytes:
    references = " ".join(f"{number} 0 R" for number in range(6, 6 + len(annotations)))
    return assemble(
        [
            f"<< /Type /Catalog /Pages 2 0 R {catalogue.format(fields=references)} >>",
            "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [{references}]"
            " /Resources << /Font << /F1 5 0 R >> >> >>",
            stream(f"BT /F1 11 Tf 72 700 Td ({text}) Tj ET"),
            FONT,
            *annotations,
        ]
    )


FORM = "/AcroForm << /Fields [{fields}] >>"
BOX = "/Type /Annot /Rect [72 600 200 620] /P 3 0 R"


def texts(document: ParsedDocument, kind: str) -> list[str]:
    return [document.text[b.start : b.end] for b in document.blocks if b.kind == kind]


def test_form_fields_are_read_with_name_and_value(make_file: Callable[..., Path]) -> None:
    fields = [
        f"<< {BOX} /Subtype /Widget /FT /Tx /T (city) /TU (Place of birth) /V (K\xf6ln) >>",
        f"<< {BOX} /Subtype /Widget /FT /Tx /T (empty) >>",
        f"<< {BOX} /Subtype /Widget /FT /Btn /T (married) /V /Yes /AS /Yes /AP << /N << /Yes 4 0 R /Off 4 0 R >> >> >>",
        f"<< {BOX} /Subtype /Widget /FT /Btn /T (retired) /V /Off /AS /Off /AP << /N << /Yes 4 0 R /Off 4 0 R >> >> >>",
        f"<< {BOX} /Subtype /Widget /FT /Ch /Ff 131072 /T (country) /Opt [[(at) (Austria)] [(be) (Belgium)]] /V (be) >>",
    ]
    document = parse(make_file("form.pdf", one_page(fields, catalogue=FORM)), NO_OCR)
    assert texts(document, "table_row") == ["Place of birth: Köln", "married: yes", "country: Belgium"]


def test_names_of_nested_fields_are_cut_to_what_a_person_reads(make_file: Callable[..., Path]) -> None:
    field = f"<< {BOX} /Subtype /Widget /FT /Tx /T (form[0].page[0].Street[0]) /V (Hauptstr. 5) >>"
    document = parse(make_file("form.pdf", one_page([field], catalogue=FORM)), NO_OCR)
    assert texts(document, "table_row") == ["Street: Hauptstr. 5"]


def test_comments_are_marked_with_their_author_and_hidden_ones_left_out(make_file: Callable[..., Path]) -> None:
    notes = [
        f"<< {BOX} /Subtype /Text /Contents (Please check the figure.) /T (Ada) >>",
        f"<< {BOX} /Subtype /Highlight /QuadPoints [72 710 200 710 72 695 200 695] /Contents (Important) >>",
        f"<< {BOX} /Subtype /Text /F 2 /Contents (Hidden) >>",
        f"<< {BOX} /Subtype /Popup /Contents (Please check the figure.) >>",
        f"<< {BOX} /Subtype /Highlight /QuadPoints [72 710 200 710 72 695 200 695] >>",
    ]
    document = parse(make_file("notes.pdf", one_page(notes)), NO_OCR)
    assert texts(document, "note") == ["Comment by Ada: Please check the figure.", "Comment: Important"]
    assert texts(document, "paragraph") == ["The text of the page itself."]
    assert {block.place.page for block in document.blocks} == {1}


def test_page_labels_are_kept_where_they_differ_from_the_number(
    make_pdf: Callable[..., Path], make_file: Callable[..., Path]
) -> None:
    labels = "/PageLabels << /Nums [0 << /S /r /St 4 >>] >>"
    document = parse(make_file("labels.pdf", one_page([], catalogue=labels)), NO_OCR)
    assert document.pages[0].label == "iv"
    assert document.blocks[0].place.page_label == "iv"
    assert parse(make_pdf([[(72, 700, 11, "No labels here.")]]), NO_OCR).pages[0].label is None


def test_a_font_that_does_not_tell_its_characters_is_noise_and_left_to_recognition(make_file: Callable[..., Path]) -> None:
    codes = "".join(f"<{code:04x}> <{0xE000 + 37 * code % 6000:04x}>\n" for code in range(1, 60))
    to_unicode = f"1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n59 beginbfchar\n{codes}endbfchar"
    shown = "".join(f"{code:04x}" for code in range(1, 60))
    data = assemble(
        [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
            stream(f"BT /F1 11 Tf 72 700 Td <{shown}> Tj ET"),
            "<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Odd /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>",
            "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Odd /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity)"
            " /Supplement 0 >> /DW 500 >>",
            stream(to_unicode),
        ]
    )
    document = parse(make_file("odd.pdf", data), NO_OCR)
    assert document.text == ""
    assert document.awaits_ocr


def test_a_scan_with_a_stamp_is_read_from_its_picture(tmp_path: Path) -> None:
    picture = Image.new("L", (1240, 1754), 255)
    font = ImageFont.load_default(size=36)
    for number in range(12):
        ImageDraw.Draw(picture).text(
            (120, 200 + 60 * number), f"Line {number} of the scanned letter says something.", fill=0, font=font
        )
    picture.save(tmp_path / "picture.jpg", quality=90)
    jpeg = (tmp_path / "picture.jpg").read_bytes().decode("latin-1")
    image = stream(
        jpeg,
        "/Type /XObject /Subtype /Image /Width 1240 /Height 1754 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode",
    )
    stamp = "BT /F1 9 Tf 60 20 Td (Received by the registry on 3 May 2024, file no. 88) Tj ET"
    data = assemble(
        [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
            " /Resources << /Font << /F1 5 0 R >> /XObject << /I 6 0 R >> >> >>",
            stream(f"q 595 0 0 842 0 0 cm /I Do Q {stamp}"),
            FONT,
            image,
        ]
    )
    path = tmp_path / "stamped.pdf"
    path.write_bytes(data)
    first = parse(path, NO_OCR)
    assert "Received by the registry" in first.text
    assert first.awaits_ocr
    second = parse(path, ParseOptions())
    assert "Line 7 of the scanned letter" in second.text
    assert "Received" in second.text
    assert second.pages[0].ocr
    assert not second.awaits_ocr


def test_blank_pages_await_no_recognition(make_pdf: Callable[..., Path]) -> None:
    path = make_pdf([[(72, 700, 11, "This page has enough text to be read.")], []])
    assert not parse(path, NO_OCR).awaits_ocr
    with pytest.raises(NoText):
        parse(make_pdf([[], []], name="blank.pdf"))


# Encrypted with RC4 by hand: the page's text is never reached, the check of the password comes before it.
LOCKED = assemble(
    [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>",
        f"<< /Filter /Standard /V 1 /R 2 /O <{'ab' * 32}> /U <{'cd' * 32}> /P -4 >>",
    ],
    trailer=f"/Encrypt 4 0 R /ID [<{'00' * 16}> <{'00' * 16}>]",
)


@pytest.mark.parametrize(("password", "words"), [(None, "protected"), ("wrong", "not right"), ("\U0001f600 ü", "not right")])
def test_a_password_is_asked_for_and_a_wrong_one_named(
    make_file: Callable[..., Path], password: str | None, words: str
) -> None:
    with pytest.raises(PasswordNeeded, match=words):
        parse(make_file("locked.pdf", LOCKED), ParseOptions(ocr=False, password=password))


def test_a_pdf_without_a_tree_of_pages_is_damaged_and_not_blank(make_file: Callable[..., Path]) -> None:
    script = "<< /S /JavaScript /JS (app.alert) >>"
    with pytest.raises(UnreadableDocument, match="no pages"):
        parse(make_file("loop.pdf", assemble(["<< /Type /Catalog /Pages 2 0 R /OpenAction 2 0 R >>", script])))


def test_an_unknown_encryption_is_not_called_a_password(make_file: Callable[..., Path]) -> None:
    odd = LOCKED.replace(b"/Filter /Standard /V 1 /R 2", b"/Filter /Foreign0 /V 1 /R 2")
    with pytest.raises(UnreadableDocument, match="encrypted in a way"):
        parse(make_file("odd.pdf", odd), NO_OCR)


def test_attached_files_are_documents_inside_the_document(make_file: Callable[..., Path]) -> None:
    note, odd = "The contract ends on 5 May.", "\x7fELF\x01\x02\x03"
    names = "/Names << /EmbeddedFiles << /Names [(a) 6 0 R (b) 7 0 R] >> >>"
    specs = [
        "<< /Type /Filespec /F (../note.txt) /UF (../note.txt) /EF << /F 8 0 R >> >>",
        "<< /Type /Filespec /F (tool.bin) /EF << /F 9 0 R >> >>",
        stream(note, f"/Type /EmbeddedFile /Params << /Size {len(note)} >>"),
        stream(odd, f"/Type /EmbeddedFile /Params << /Size {len(odd)} >>"),
    ]
    path = make_file("with files.pdf", one_page(specs, catalogue=names))
    document = parse(path, NO_OCR)
    assert [child.name for child in document.children] == ["note.txt", "tool.bin"]
    assert document.children[0].document is not None
    assert document.children[0].document.text == note
    assert document.children[1].reason_code == "unsupported"
    assert extract_member(path, "note.txt") == note.encode()


def test_a_pdf_that_is_not_on_disk_is_read_from_memory(make_pdf: Callable[..., Path]) -> None:
    path = make_pdf([[(72, 700, 11, "Kept in memory only.")]])
    source = Source(path=Path("none.pdf"), kind="pdf", data=path.read_bytes())
    assert parse_pdf(source, NO_OCR).text == "Kept in memory only."


PADDING = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")


def rc4(key: bytes, data: bytes) -> bytes:
    state, at = list(range(256)), 0
    for index in range(256):
        at = (at + state[index] + key[index % len(key)]) % 256
        state[index], state[at] = state[at], state[index]
    out, one, two = bytearray(), 0, 0
    for byte in data:
        one = (one + 1) % 256
        two = (two + state[one]) % 256
        state[one], state[two] = state[two], state[one]
        out.append(byte ^ state[(state[one] + state[two]) % 256])
    return bytes(out)


def locked(text: str, password: bytes) -> bytes:
    """A page encrypted with 40 bits (PDF 32000-1, 7.6.3, revision 2); the one password is the reader's and the owner's."""
    padded = (password + PADDING)[:32]
    owner = rc4(hashlib.md5(padded, usedforsecurity=False).digest()[:5], padded)
    identity = bytes(16)
    key = hashlib.md5(padded + owner + (-4 & 0xFFFFFFFF).to_bytes(4, "little") + identity, usedforsecurity=False).digest()[:5]
    of_object = hashlib.md5(key + bytes([4, 0, 0, 0, 0]), usedforsecurity=False).digest()[:10]
    content = rc4(of_object, f"BT /F1 11 Tf 72 700 Td ({text}) Tj ET".encode())
    return assemble(
        [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
            stream(content.decode("latin-1")),
            FONT,
            f"<< /Filter /Standard /V 1 /R 2 /O <{owner.hex()}> /U <{rc4(key, PADDING).hex()}> /P -4 >>",
        ],
        trailer=f"/Encrypt 6 0 R /ID [<{identity.hex()}> <{identity.hex()}>]",
    )


def test_with_its_password_a_document_is_read_shown_and_searched(make_file: Callable[..., Path]) -> None:
    path = make_file("locked.pdf", locked("The salary is 4800 euros.", b"open sesame"))
    with pytest.raises(PasswordNeeded):
        parse(path, NO_OCR)
    assert parse(path, ParseOptions(ocr=False, password="open sesame")).text == "The salary is 4800 euros."
    status = path.stat()
    closed = DocumentKey(str(path), str(path), "pdf", (status.st_size, status.st_mtime_ns))
    opened = replace(closed, password="open sesame")
    assert draw(opened, 1, 1.0)
    assert len(layer(opened, 1, ("4800 euros",)).marks) == 1
    with pytest.raises(PasswordNeeded):
        draw(closed, 1, 1.0)


@pytest.mark.parametrize("keep", [0.15, 0.4, 0.7, 0.9, 0.98])
def test_a_pdf_cut_off_is_read_or_refused_with_a_reason(make_pdf: Callable[..., Path], keep: float) -> None:
    path = make_pdf([[(72, 700, 11, f"Text of page {n}.")] for n in range(6)])
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * keep)])
    outcome = read(path)
    assert outcome == "refused" or all(line.startswith("Text of page") for line in outcome.split("\n\n") if line)


def read(path: Path) -> str:
    try:
        return parse(path, NO_OCR).text
    except UnreadableDocument as error:
        return "refused" if error.next_step else "refused without a next step"
