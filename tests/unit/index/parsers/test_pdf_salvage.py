"""A PDF whose end is missing: its pages that are left are read, and it says so."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from conftest import pdf_bytes
from made_office import texts

from index.document import ParsedDocument
from index.errors import UnreadableDocument
from index.parsers import registry
from index.parsers.base import ParseOptions

MakeFile = Callable[[str, str | bytes], Path]
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"


def parse(path: Path) -> ParsedDocument:
    return registry.parse(path, ParseOptions(ocr=False))


def page(contents: int) -> bytes:
    return (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 3 0 R >> >> >>"
        % contents
    )


def stream(data: bytes, entries: bytes = b"") -> bytes:
    return b"<< /Length %d %s>>\nstream\n%s\nendstream" % (len(data), entries, data)


def shows(words: str) -> bytes:
    return stream(f"BT /F1 12 Tf 60 700 Td ({words}) Tj ET".encode())


def file_of(objects: Mapping[int, bytes]) -> bytes:
    """Objects in this order, and no table of them: the rest is cut off."""
    return b"%PDF-1.5\n" + b"".join(b"%d 0 obj\n%s\nendobj\n" % (number, body) for number, body in objects.items())


def test_pages_before_the_cut_are_read_and_the_finding_says_so(make_file: MakeFile) -> None:
    whole = pdf_bytes([[(60, 700, 12, f"The pier costs {n} euros.")] for n in (10, 20, 30)])
    document = parse(make_file("a.pdf", whole[: whole.index(b"30 euros") - 60]))
    assert texts(document) == ["The pier costs 10 euros.", "The pier costs 20 euros."]
    assert [block.place.page for block in document.blocks] == [1, 2]
    assert "cut off" in document.warnings[0]


def test_pages_are_found_although_their_list_stood_at_the_end(make_file: MakeFile) -> None:
    data = file_of({3: FONT, 6: page(4), 4: shows("First page."), 7: page(5), 5: shows("Second page.")})
    document = parse(make_file("a.pdf", data))
    assert texts(document) == ["First page.", "Second page."]
    assert [block.place.page for block in document.blocks] == [1, 2]


def test_pages_that_are_packed_with_other_objects_are_found(make_file: MakeFile) -> None:
    packed = {1: CATALOG, 2: b"<< /Type /Pages /Count 1 /Kids [6 0 R] >>", 3: FONT, 6: page(4)}
    offsets, body = [], b""
    for number, content in packed.items():
        offsets.append(b"%d %d" % (number, len(body)))
        body += content + b" "
    head = b" ".join(offsets) + b" "
    pack = stream(zlib.compress(head + body), b"/Type /ObjStm /N 4 /First %d /Filter /FlateDecode " % len(head))
    assert texts(parse(make_file("a.pdf", file_of({4: shows("Packed page."), 8: pack})))) == ["Packed page."]


def test_of_an_object_that_was_saved_twice_the_newer_counts(make_file: MakeFile) -> None:
    data = file_of({3: FONT, 6: page(4), 4: shows("Old price: 20.")}) + file_of({4: shows("New price: 30.")})
    assert texts(parse(make_file("a.pdf", data))) == ["New price: 30."]


def test_what_looks_like_an_object_inside_a_stream_is_none(make_file: MakeFile) -> None:
    attached = stream(file_of({6: page(9), 9: shows("Attached.")}))
    data = file_of({3: FONT, 6: page(4), 4: shows("Own page."), 5: attached})
    assert texts(parse(make_file("a.pdf", data))) == ["Own page."]


@pytest.mark.parametrize(
    "objects",
    [
        {1: CATALOG, 3: FONT},
        {3: FONT, 6: page(4), 4: shows("Secret."), 5: b"<< /Filter /Standard /V 1 /R 2 /O (a) /U (b) /P -4 >>"},
        {3: FONT, 6: page(4)},
        {8: stream(b"no zlib data", b"/Type /ObjStm /N 4 /First 10 /Filter /FlateDecode ")},
    ],
    ids=["no page", "encrypted", "no text is left", "broken pack"],
)
def test_a_rest_without_readable_pages_is_refused_with_what_to_do(objects: dict[int, bytes], make_file: MakeFile) -> None:
    with pytest.raises(UnreadableDocument) as refused:
        parse(make_file("a.pdf", file_of(objects)))
    assert "fetch it again" in refused.value.next_step
