"""EPUB: chapters in the order of the book, under their titles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from made_containers import zip_bytes
from made_office import block, texts

from index.errors import PasswordNeeded, UnreadableDocument
from index.parsers.registry import parse

MakeFile = Callable[[str, str | bytes], Path]
CONTAINER = "<container><rootfiles><rootfile full-path='OPS/book.opf'/></rootfiles></container>"
OPF = (
    "<package xmlns:dc='d'><metadata><dc:title>The Harbour</dc:title><dc:creator>Ann</dc:creator><dc:language>en</dc:language></metadata>"
    "<manifest><item id='b' href='two.xml' media-type='application/xhtml+xml'/><item id='a' href='one%20a.xhtml' media-type="
    "'application/xhtml+xml'/><item id='n' href='nav.xhtml' properties='nav' media-type='application/xhtml+xml'/></manifest>"
    "<spine><itemref idref='a'/><itemref idref='b'/></spine></package>"
)
NAV = (
    "<html><nav epub:type='toc'><ol><li><span>Part One</span><ol><li><a href='one%20a.xhtml'>The Pier</a></li>"
    "<li><a href='two.xml'>The Quay</a></li></ol></li></ol></nav></html>"
)
ONE = "<html><body><h1>The Pier</h1><p>It stood <span epub:type='pagebreak'>12</span>alone.</p><h2>Night</h2><p>Dark.</p></body></html>"
TWO = "<html><body><p>A long quay.</p></body></html>"


def book(**changes: str) -> bytes:
    files: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip", "META-INF/container.xml": CONTAINER, "OPS/book.opf": OPF, "OPS/nav.xhtml": NAV,
        "OPS/one a.xhtml": ONE, "OPS/two.xml": TWO, "__MACOSX/OPS/._two.xml": "\0\1",
    }  # fmt: skip
    files.update({name.replace("__", "/"): content for name, content in changes.items()})
    return zip_bytes(files)


def test_chapters_come_in_order_under_the_titles_of_the_contents(make_file: MakeFile) -> None:
    document = parse(make_file("a.epub", book()))
    assert (document.title, document.author, document.language) == ("The Harbour", "Ann", "en")
    assert texts(document) == ["The Pier", "It stood alone.", "Night", "Dark.", "A long quay."]
    assert block(document, "Dark").place.heading_path == ("Part One", "The Pier", "Night")
    assert block(document, "quay").place.heading_path == ("Part One", "The Quay")


def test_a_protected_book_is_named_and_obfuscated_fonts_do_not_matter(make_file: MakeFile) -> None:
    font = "<encryption><CipherReference URI='OPS/f.otf'/></encryption>"
    assert parse(make_file("a.epub", book(**{"META-INF__encryption.xml": font}))).blocks
    with pytest.raises(PasswordNeeded, match="protected"):
        parse(make_file("b.epub", book(**{"META-INF__encryption.xml": font.replace("f.otf", "one.xhtml")})))


def test_a_book_without_its_package_file_is_still_read_and_one_without_chapters_refused(make_file: MakeFile) -> None:
    loose = zip_bytes({"mimetype": "application/epub+zip", "OPS/two.xhtml": TWO})
    assert texts(parse(make_file("a.epub", loose))) == ["A long quay."]
    with pytest.raises(UnreadableDocument, match="chapters"):
        parse(make_file("b.epub", zip_bytes({"mimetype": "application/epub+zip"})))
