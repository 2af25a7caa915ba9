"""Content decides the format, and every refusal says why without naming a path."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path

import pytest

from index.errors import FileVanished, IndexError_, PasswordNeeded, UnreadableDocument, UnsupportedFormat
from index.parsers import registry
from index.parsers.base import ParseOptions
from index.parsers.registry import SPECS, parse

MakeFile = Callable[[str, str | bytes], Path]
ENCRYPTED = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512) + "EncryptedPackage".encode("utf-16-le") + bytes(64)
BOMB = '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><w:document xmlns:w="w">&b;</w:document>'


def test_every_listed_parser_can_be_loaded() -> None:
    for spec in SPECS:
        assert callable(importlib.import_module(spec.module).parse)
    assert len({spec.kind for spec in SPECS}) == len(SPECS)
    assert registry.EXTENSIONS[".docx"] == "docx"
    assert registry.parser_label("pdf") == "pdf/2"
    assert registry.parser_label("exe") is None


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("page.txt", "<!DOCTYPE html><html><body><p>Hello there</p>", "html"),
        ("mail.txt", "From: a@b.c\nTo: d@e.f\nSubject: x\nDate: today\n\nHello there", "eml"),
        ("text.pdf", "Hello there", "txt"),
        ("text.rtf", "{\\rtf1 Hello there}", "rtf"),
        ("noextension", "Hello there", "txt"),
    ],
)
def test_a_wrong_extension_does_not_matter(name: str, content: str, kind: str, make_file: MakeFile) -> None:
    document = parse(make_file(name, content))
    assert document.kind == kind
    assert "Hello there" in document.text


@pytest.mark.parametrize(
    ("name", "content", "error", "words"),
    [
        ("a.txt", b"", UnreadableDocument, "empty"),
        ("a.txt", b" \n\t\r\n", UnreadableDocument, "empty"),
        ("a.docx", ENCRYPTED, PasswordNeeded, "password"),
        ("a.docx", b"PK\x03\x04 cut off", UnreadableDocument, "damaged"),
        ("a.pdf", b"%PDF-1.4\nnothing of a PDF", UnreadableDocument, "damaged"),
        ("a.png", b"\x89PNG\r\n\x1a\nbroken", UnreadableDocument, "damaged"),
        ("a.exe", b"MZ\x90\x00" + bytes(range(256)) * 8, UnsupportedFormat, "program"),
        ("a.bin", bytes(range(256)) * 20, UnsupportedFormat, "no kind"),
        ("a.heic", b"\0\0\0\x18ftypheic" + bytes(100), UnreadableDocument, "damaged"),
    ],
)
def test_refusals_say_why(name: str, content: bytes, error: type[IndexError_], words: str, make_file: MakeFile) -> None:
    path = make_file(name, content)
    with pytest.raises(error, match=words) as caught:
        parse(path)
    assert str(path.parent) not in caught.value.message
    assert path.name not in caught.value.message
    assert caught.value.next_step


def test_a_missing_file_is_said_to_be_gone(tmp_path: Path) -> None:
    with pytest.raises(FileVanished):
        parse(tmp_path / "none.txt")


def test_xml_entities_are_refused(make_zip: Callable[..., Path]) -> None:
    with pytest.raises(UnreadableDocument, match="entities"):
        parse(make_zip("a.docx", {"word/document.xml": BOMB}))


def test_an_archive_that_unpacks_to_too_much_is_refused(make_zip: Callable[..., Path]) -> None:
    path = make_zip("a.docx", {"word/document.xml": "<d/>", "word/media/x": "0" * 2_000_000})
    with pytest.raises(UnreadableDocument, match="unpack"):
        parse(path, ParseOptions(max_unpacked_bytes=1_000_000))


def test_an_archive_that_cannot_be_opened_here_is_named(make_file: MakeFile) -> None:
    with pytest.raises(UnsupportedFormat, match="7z archive") as caught:
        parse(make_file("a.7z", b"7z\xbc\xaf\x27\x1c" + bytes(100)))
    assert "Unpack it" in caught.value.next_step


def test_errors_of_libraries_become_a_plain_sentence(make_file: MakeFile, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(source: object, options: object) -> None:
        raise ZeroDivisionError("deep inside")

    monkeypatch.setattr("index.parsers.plain_text.parse", broken)
    with pytest.raises(UnreadableDocument, match="cannot be read") as caught:
        parse(make_file("a.txt", "Hello"))
    assert "deep inside" not in caught.value.message


def test_originals_are_not_changed(make_file: MakeFile) -> None:
    path = make_file("a.md", "# Title\n\nText.")
    before = path.stat().st_mtime_ns, path.read_bytes()
    parse(path)
    assert (path.stat().st_mtime_ns, path.read_bytes()) == before
