"""Outlook's own format: fields, receivers, bodies in three forms, attachments and mails in mails."""

from __future__ import annotations

import struct

import pytest
from made_containers import mail_bytes, msg_tree, ole_bytes

from index.errors import IndexError_, UnreadableDocument, UnsupportedFormat
from index.parsers.base import ParseOptions
from index.parsers.children import extract_member
from index.parsers.outlook_rtf import decompress
from index.parsers.registry import parse

OPTIONS = ParseOptions(ocr=False)
SUBJECT, BODY, SENDER, SENDER_MAIL, HTML, RTF = 0x0037, 0x1000, 0x0C1A, 0x5D01, 0x1013, 0x1009
NAME, MAIL, KIND, FILE, DATA = 0x3001, 0x39FE, 0x0C15, 0x3707, 0x3701


def message(**extra):
    texts = {SUBJECT: "Prüfung", BODY: "The fee is 20 euro.", SENDER: "Ann", SENDER_MAIL: "ann@example.org"}
    return {
        **msg_tree(texts),
        "__recip_version1.0_#00000000": msg_tree({NAME: "Ben", MAIL: "ben@example.org"}, numbers={KIND: 1}, header=8),
        "__recip_version1.0_#00000001": msg_tree({NAME: "Cem"}, numbers={KIND: 2}, header=8),
        **extra,
    }


def test_a_message_has_its_fields_and_its_body(make_file) -> None:
    document = parse(make_file("a.msg", ole_bytes(message())), OPTIONS)
    assert (document.kind, document.title, document.author) == ("msg", "Prüfung", "Ann <ann@example.org>")
    assert "To: Ben <ben@example.org>\nCc: Cem" in document.text
    assert "The fee is 20 euro." in document.text
    assert {b.place.kind for b in document.blocks} == {"mail"}


def test_attachments_and_messages_within_are_children(make_file) -> None:
    file = msg_tree({FILE: "Größe.txt"}, binaries={DATA: b"Inside the note."}, header=8)
    deep = msg_tree({FILE: "deep.txt"}, binaries={DATA: b"Deep note."}, header=8)
    inner = msg_tree(
        {SUBJECT: "Inner: one", BODY: "Inner body."},
        numbers={0x3FDE: 65001},
        header=24,
        below={"__attach_version1.0_#00000000": deep},
    )
    mail = msg_tree({NAME: "Inner"}, header=8, below={"__substg1.0_3701000D": inner})
    path = make_file(
        "a.msg", ole_bytes(message(**{"__attach_version1.0_#00000000": file, "__attach_version1.0_#00000001": mail}))
    )
    document = parse(path, OPTIONS)
    assert [c.name for c in document.children] == ["Größe.txt", "Inner one.eml"]
    nested = document.children[1].document
    assert nested is not None
    assert "Inner body." in nested.text
    assert extract_member(path, "Inner one.eml/deep.txt") == b"Deep note."


def test_texts_in_an_old_code_page_are_read(make_file) -> None:
    texts = {SUBJECT: "測試郵件", BODY: "這是一封測試郵件，請回覆。"}
    tree = msg_tree(texts, narrow="big5", numbers={0x3FFD: 950})
    document = parse(make_file("a.msg", ole_bytes(tree)), OPTIONS)
    assert document.title == "測試郵件"
    assert "這是一封測試郵件" in document.text


def test_a_body_in_html_only_is_read(make_file) -> None:
    tree = msg_tree({SUBJECT: "x"}, binaries={HTML: "<p>Größe: <b>20</b></p>".encode("cp1252")}, numbers={0x3FDE: 1252})
    assert "Größe: 20" in parse(make_file("a.msg", ole_bytes(tree)), OPTIONS).text


@pytest.mark.parametrize(
    "rtf",
    [
        rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}\f0 The fee of M\'fcller is \u50?0 euro.\par Next.\par}",
        rb"{\rtf1\ansi\ansicpg1252\fromhtml1 {\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 The fee of M\'fcller is \u50?0 euro.{\*\htmltag72 </p>}"
        rb"{\*\htmltag64 <p>}Next.{\*\htmltag72 </p>}}",
    ],
)
def test_a_body_in_compressed_rtf_only_is_read(rtf: bytes, make_file) -> None:
    raw = struct.pack("<II4sI", len(rtf) + 12, len(rtf), b"MELA", 0) + rtf
    document = parse(make_file("a.msg", ole_bytes(msg_tree({SUBJECT: "x"}, binaries={RTF: raw}))), OPTIONS)
    assert "The fee of Müller is 20 euro." in document.text
    assert "Next." in document.text
    assert "Arial" not in document.text


def test_compressed_rtf_is_unpacked_as_the_standard_shows() -> None:
    # The example of MS-OXRTFCP 3.1.1: literals and references into the prefilled window.
    packed = "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0"
    assert decompress(bytes.fromhex(packed)) == rb"{\rtf1\ansi\ansicpg1252\pard hello world}" + b"\r\n"


def test_a_damaged_message_is_refused(make_file) -> None:
    data = ole_bytes(message())
    with pytest.raises(IndexError_) as caught:
        parse(make_file("a.msg", data[:1536]), OPTIONS)
    assert isinstance(caught.value, UnreadableDocument | UnsupportedFormat)
    assert caught.value.next_step


def tnef(*attributes: tuple[int, bytes]) -> bytes:
    parts = [struct.pack("<BHHI", 1, number, 0, len(value)) + value + b"\0\0" for number, value in attributes]
    return b"\x78\x9f\x3e\x22\x01\x00" + b"".join(parts)


def text_property(tag: int, text: str) -> bytes:
    raw = text.encode("utf-16-le") + b"\0\0"
    return struct.pack("<HHII", 0x001F, tag, 1, len(raw)) + raw + bytes(-len(raw) % 4)


def test_outlooks_package_in_a_mail_is_opened(make_file) -> None:
    named = struct.pack("<I", 2) + struct.pack("<HHI", 0x0003, 0x3705, 1) + text_property(FILE, "Größe und Preis.txt")
    package = tnef(
        (0x800C, "Der Preis für Müller ist 20 Euro.".encode("cp1252") + b"\0"),
        (0x9002, bytes(14)),
        (0x8010, b"GRE~1.TXT\0"),
        (0x800F, b"Inside the note."),
        (0x9005, named),
    )
    mail = mail_bytes("See attachment.", attachments={"winmail.dat": package})
    path = make_file("a.eml", mail)
    inner = parse(path, OPTIONS).children[0].document
    assert inner is not None
    assert "Der Preis für Müller ist 20 Euro." in inner.text
    assert [(c.name, c.document.text if c.document else None) for c in inner.children] == [
        ("Größe und Preis.txt", "Inside the note.")
    ]
    assert extract_member(path, "winmail.dat/Größe und Preis.txt") == b"Inside the note."
