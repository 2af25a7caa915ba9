"""DOC: what Word 97 to 2003 shows, read from its own tables."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from pathlib import Path

import olefile
import pytest
from made_containers import ole_bytes
from made_office import block, blocks, doc_bytes, texts

from index.errors import UnreadableDocument
from index.parsers.registry import parse

MakeFile = Callable[[str, str | bytes], Path]
IN_TABLE = b"\x16\x24\x01"
ENDS_ROW = b"\x16\x24\x01\x17\x24\x01"


def test_headings_give_the_place_of_what_follows(make_file: MakeFile) -> None:
    document = parse(
        make_file("a.doc", doc_bytes([("Purpose\r", 1, b""), ("Fees\r", 2, b""), ("The fee is 20 euro.\r", 0, b"")]))
    )
    assert document.kind == "doc"
    assert blocks(document) == [("heading", "Purpose"), ("heading", "Fees"), ("paragraph", "The fee is 20 euro.")]
    assert block(document, "20 euro").place.heading_path == ("Purpose", "Fees")


@pytest.mark.parametrize("narrow", [True, False])
def test_text_in_bytes_and_in_unicode_is_read(narrow: bool, make_file: MakeFile) -> None:
    assert texts(parse(make_file("a.doc", doc_bytes([("Größe der Prüfung\r", 0, b"")], narrow=narrow)))) == [
        "Größe der Prüfung"
    ]


def test_table_cells_keep_their_headers(make_file: MakeFile) -> None:
    rows = [
        ("Region\x07", 0, IN_TABLE), ("Fee\x07", 0, IN_TABLE), ("\x07", 0, ENDS_ROW),
        ("North\x07", 0, IN_TABLE), ("20 euro\x07", 0, IN_TABLE), ("\x07", 0, ENDS_ROW),
        ("South\x07", 0, IN_TABLE), ("30 euro\x07", 0, IN_TABLE), ("\x07", 0, ENDS_ROW), ("After\r", 0, b""),
    ]  # fmt: skip
    assert texts(parse(make_file("a.doc", doc_bytes(rows)))) == [
        "Region | Fee",
        "Region: North | Fee: 20 euro",
        "Region: South | Fee: 30 euro",
        "After",
    ]


def test_deleted_text_and_field_codes_are_not_shown(make_file: MakeFile) -> None:
    paragraphs = [('Paid old new by \x13 HYPERLINK "http://example.org" \x14the bank\x15.\r', 0, b"")]
    assert texts(parse(make_file("a.doc", doc_bytes(paragraphs, deleted="old ")))) == ["Paid new by the bank."]


def test_footnotes_and_headers_are_marked_as_such(make_file: MakeFile) -> None:
    data = doc_bytes(
        [("Rent is due\x02 monthly.\r", 0, b""), ("Next.\r", 0, b"")], notes=["On the first day."], header="Lease 2024"
    )
    assert blocks(parse(make_file("a.doc", data))) == [
        ("note", "Header: Lease 2024"),
        ("paragraph", "Rent is due monthly."),
        ("note", "Footnote: On the first day."),
        ("paragraph", "Next."),
    ]


@pytest.mark.parametrize("cut", [700, 2200, 5000])
def test_a_damaged_file_is_refused_in_plain_words(cut: int, make_file: MakeFile) -> None:
    data = doc_bytes([("Text\r", 0, b"")])
    broken = ole_bytes({"WordDocument": data[512 : 512 + cut].ljust(4096, b"\xff"), "1Table": b"\xff" * 4096})
    with pytest.raises(UnreadableDocument, match="damaged"):
        parse(make_file("a.doc", broken))


def with_endless_stream(data: bytes, name: str) -> bytes:
    """The file with a stream that claims two gigabytes and whose chain of sectors leads back to its own beginning."""
    entry = data.index(name.encode("utf-16-le"))
    start = struct.unpack_from("<I", data, entry + 116)[0]
    damaged = bytearray(data)
    struct.pack_into("<I", damaged, entry + 120, 0x7F00_0000)
    struct.pack_into("<I", damaged, 512 + 4 * start, start)
    return bytes(damaged)


@pytest.mark.parametrize("stream", ["WordDocument", "1Table"])
def test_a_stream_that_claims_more_than_its_file_has_is_not_followed(stream: str, make_file: MakeFile) -> None:
    data = with_endless_stream(doc_bytes([("Text\r", 0, b"")]), stream)
    with pytest.raises(UnreadableDocument, match="damaged"):
        parse(make_file("a.doc", data))


def test_such_a_stream_that_the_text_does_not_need_costs_nothing(make_file: MakeFile) -> None:
    whole = doc_bytes([("The rent is 40 crowns.\r", 0, b"")])
    tree = {name: stream(whole, name) for name in ("WordDocument", "1Table")}
    data = with_endless_stream(ole_bytes({**tree, "Thumbnail": bytes(5000)}), "Thumbnail")
    assert texts(parse(make_file("a.doc", data))) == ["The rent is 40 crowns."]


def stream(data: bytes, name: str) -> bytes:
    with olefile.OleFileIO(io.BytesIO(data)) as ole:
        return bytes(ole.openstream(name).read())


def test_wider_cells_stand_over_the_columns_that_they_cover(make_file: MakeFile) -> None:
    def ends(*edges: int) -> bytes:
        definition = bytes([len(edges)]) + struct.pack(f"<{len(edges) + 1}h", 0, *edges) + bytes(20 * len(edges))
        return ENDS_ROW + struct.pack("<HH", 0xD608, len(definition) + 1) + definition

    rows = [
        ("Berth\x07", 0, IN_TABLE), ("Fee\x07", 0, IN_TABLE), ("Depth\x07", 0, IN_TABLE), ("\x07", 0, ends(1000, 3000, 4000)),
        ("North\x07", 0, IN_TABLE), ("310\x07", 0, IN_TABLE), ("205\x07", 0, IN_TABLE), ("7.5\x07", 0, IN_TABLE),
        ("\x07", 0, ends(1000, 2000, 3000, 4000)), ("After\r", 0, b""),
    ]  # fmt: skip
    found = texts(parse(make_file("a.doc", doc_bytes(rows))))
    assert not any("Depth: 205" in text for text in found)
    assert found[1:] == ["North | 310 | 205 | 7.5", "After"]
