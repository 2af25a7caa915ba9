"""ODT, ODS and ODP: structure, places, passwords."""

from __future__ import annotations

import base64
import hashlib
import os
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC
from made_containers import zip_bytes
from made_office import block, blocks, texts

from index.errors import PasswordNeeded, UnreadableDocument, UnsafeDocument
from index.parsers.base import ParseOptions
from index.parsers.registry import parse

MakeFile = Callable[[str, str | bytes], Path]
NAMES = (
    'xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:draw="d" xmlns:style="s" xmlns:presentation="p" xmlns:dc="c" '
    'xmlns:xlink="x" xmlns:svg="v"'
)
TYPE = "application/vnd.oasis.opendocument."


def content(kind: str, body: str, styles: str = "") -> str:
    return (
        f"<office:document-content {NAMES}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )


def odf(kind: str, body: str, automatic: str = "", **parts: str) -> bytes:
    files: dict[str, str | bytes] = {"mimetype": TYPE + kind, "content.xml": content(kind, body, automatic)}
    files.update({f"{name}.xml": part for name, part in parts.items()})
    return zip_bytes(files)


def test_headings_numbered_lists_and_tables(make_file: MakeFile) -> None:
    styles = (
        '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>'
        '<text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/></text:list-style>'
    )
    body = (
        '<text:h text:outline-level="1">Terms</text:h><text:list text:style-name="L1"><text:list-item><text:p>one</text:p>'
        "<text:list><text:list-item><text:p>inner</text:p></text:list-item></text:list></text:list-item>"
        "<text:list-item><text:p>two</text:p></text:list-item></text:list>"
        "<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Region</text:p></table:table-cell>"
        "<table:table-cell><text:p>Fee</text:p></table:table-cell></table:table-row></table:table-header-rows>"
        '<table:table-row><table:table-cell table:number-rows-spanned="2"><text:p>North</text:p></table:table-cell><table:table-cell>'
        "<text:p>1<text:s/>euro</text:p></table:table-cell></table:table-row><table:table-row><table:covered-table-cell/>"
        "<table:table-cell><text:p>2 euro</text:p></table:table-cell></table:table-row></table:table>"
    )
    document = parse(make_file("a.odt", odf("text", body, styles)))
    assert blocks(document) == [
        ("heading", "Terms"),
        ("list_item", "1. one"),
        ("list_item", "a) inner"),
        ("list_item", "2. two"),
        ("table_row", "Region | Fee"),
        ("table_row", "Region: North | Fee: 1 euro"),
        ("table_row", "Region: North | Fee: 2 euro"),
    ]
    assert block(document, "2 euro").place.heading_path == ("Terms",)


def test_notes_comments_frames_and_deletions(make_file: MakeFile) -> None:
    body = (
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region>"
        '</text:tracked-changes><text:p>Rent<text:note text:note-class="endnote"><text:note-citation>1</text:note-citation>'
        "<text:note-body><text:p>Paid late.</text:p></text:note-body></text:note> is<office:annotation><dc:creator>Ann</dc:creator>"
        "<text:p>Check.</text:p></office:annotation> due.<draw:frame><draw:text-box><text:p>In the box</text:p></draw:text-box>"
        "<svg:desc>A seal</svg:desc></draw:frame></text:p>"
    )
    styles = (
        f"<office:document-styles {NAMES}><office:master-styles><style:master-page><style:header><text:p>Lease 2024</text:p>"
        "</style:header></style:master-page></office:master-styles></office:document-styles>"
    )
    assert blocks(parse(make_file("a.odt", odf("text", body, styles=styles)))) == [
        ("note", "Header: Lease 2024"),
        ("paragraph", "Rent is due."),
        ("note", "Endnote: Paid late."),
        ("note", "Comment by Ann: Check."),
        ("note", "Picture: A seal"),
        ("paragraph", "In the box"),
    ]


CELL = "<table:table-cell><text:p>{}</text:p></table:table-cell>"


def test_sheets_give_rows_under_headers_with_their_cells(make_file: MakeFile) -> None:
    rows = (
        f"<table:table-row>{CELL.format('Region')}{CELL.format('Fee')}{CELL.format('Note')}</table:table-row>"
        f"<table:table-row>{CELL.format('North')}<table:table-cell office:value='20'><text:p>20.00 €</text:p></table:table-cell>"
        "<table:table-cell><office:annotation><dc:creator>Ann</dc:creator><text:p>Check</text:p></office:annotation>"
        "<text:p>paid</text:p></table:table-cell></table:table-row>"
        f"<table:table-row table:number-rows-repeated='1048000'><table:table-cell table:number-columns-repeated='16384'/></table:table-row>"
        f"<table:table-row table:visibility='collapse'>{CELL.format('South')}{CELL.format('30.00 €')}</table:table-row>"
    )
    hidden = f"<table:table table:name='Old' table:style-name='ta2'><table:table-row>{CELL.format('1999')}</table:table-row></table:table>"
    styles = "<style:style style:name='ta2'><style:table-properties table:display='false'/></style:style>"
    document = parse(
        make_file("a.ods", odf("spreadsheet", f"<table:table table:name='Costs'>{rows}</table:table>{hidden}", styles))
    )
    assert texts(document) == [
        "Costs",
        "Region | Fee | Note",
        "Region: North | Fee: 20.00 € | Note: paid",
        "Region: South | Fee: 30.00 €",
        "Hidden rows: 1048003",
        "Comment on C2 by Ann: Check",
        "Old",
        "This sheet is hidden.",
        "1999",
    ]
    assert (block(document, "20.00").place.sheet, block(document, "20.00").place.cells) == ("Costs", "A2:C2")
    assert block(document, "30.00").place.cells == "A1048003:B1048003"


def test_names_over_several_columns_stand_before_the_values_of_all_of_them(make_file: MakeFile) -> None:
    wide = (
        "<table:table-cell table:number-columns-spanned='2'><text:p>Fee</text:p></table:table-cell><table:covered-table-cell/>"
    )
    tall = "<table:table-cell table:number-rows-spanned='2'><text:p>{}</text:p></table:table-cell>"
    rows = (
        f"<table:table-row>{tall.format('Berth')}{wide}{tall.format('From')}</table:table-row>"
        f"<table:table-row><table:covered-table-cell/>{CELL.format('Summer')}{CELL.format('Winter')}<table:covered-table-cell/></table:table-row>"
        f"<table:table-row>{CELL.format('North')}{CELL.format('310')}{CELL.format('205')}{CELL.format('May')}</table:table-row>"
        f"<table:table-row>{CELL.format('South')}{CELL.format('290')}{CELL.format('199')}{CELL.format('June')}</table:table-row>"
    )
    document = parse(make_file("a.ods", odf("spreadsheet", f"<table:table table:name='Costs'>{rows}</table:table>")))
    assert texts(document)[-2:] == [
        "Berth: North | Fee / Summer: 310 | Fee / Winter: 205 | From: May",
        "Berth: South | Fee / Summer: 290 | Fee / Winter: 199 | From: June",
    ]


def test_slides_have_numbers_titles_tables_and_notes(make_file: MakeFile) -> None:
    frame = "<draw:frame presentation:class='{}'><draw:text-box><text:p>{}</text:p></draw:text-box></draw:frame>"
    pages = (
        f"<draw:page>{frame.format('outline', 'Body')}{frame.format('title', 'Goals')}<draw:g><draw:custom-shape><text:p>In a group</text:p>"
        f"</draw:custom-shape></draw:g><presentation:notes>{frame.format('notes', 'Say hello')}</presentation:notes></draw:page>"
        f"<draw:page>{frame.format('title', 'Last words')}{frame.format('page-number', '2')}</draw:page>"
    )
    document = parse(make_file("a.odp", odf("presentation", pages)))
    assert [(b.place.slide, t) for b, (_, t) in zip(document.blocks, blocks(document), strict=True)] == [
        (1, "Goals"), (1, "Body"), (1, "In a group"), (1, "Notes: Say hello"), (2, "Last words"),
    ]  # fmt: skip
    assert document.title == "Goals"


def test_a_flat_file_is_read_like_a_zipped_one(make_file: MakeFile) -> None:
    flat = content("text", "<text:h text:outline-level='1'>Terms</text:h><text:p>20 euro</text:p>")
    flat = flat.replace("office:document-content", "office:document", 2).replace(">", f' office:mimetype="{TYPE}text">', 1)
    document = parse(make_file("a.xml", '<?xml version="1.0"?>' + flat))
    assert (document.kind, texts(document)) == ("odt", ["Terms", "20 euro"])


def encrypted(password: str) -> bytes:
    """AES-256-CBC with PBKDF2, as LibreOffice wrote it until 24.2."""
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(content("text", "<text:p>The secret fee is 20 euro.</text:p>").encode()) + packer.flush()
    salt, vector = os.urandom(16), os.urandom(16)
    key = hashlib.pbkdf2_hmac("sha1", hashlib.sha256(password.encode()).digest(), salt, 1000, 32)
    padded = packed + bytes([16 - len(packed) % 16]) * (16 - len(packed) % 16)
    encryptor = Cipher(AES(key), CBC(vector)).encryptor()
    checksum = base64.b64encode(hashlib.sha256(packed[:1024]).digest()).decode()
    manifest = (
        "<m:manifest xmlns:m='m'><m:file-entry m:full-path='content.xml'><m:encryption-data m:checksum-type='urn:x#sha256-1k' "
        f"m:checksum='{checksum}'><m:algorithm m:algorithm-name='http://www.w3.org/2001/04/xmlenc#aes256-cbc' "
        f"m:initialisation-vector='{base64.b64encode(vector).decode()}'/><m:key-derivation m:key-derivation-name='PBKDF2' m:key-size='32' "
        f"m:iteration-count='1000' m:salt='{base64.b64encode(salt).decode()}'/><m:start-key-generation "
        "m:start-key-generation-name='http://www.w3.org/2000/09/xmldsig#sha256'/></m:encryption-data></m:file-entry></m:manifest>"
    )
    return zip_bytes({"mimetype": TYPE + "text", "META-INF/manifest.xml": manifest, "content.xml": encryptor.update(padded)})


def test_an_encrypted_document_opens_with_its_password_only(make_file: MakeFile) -> None:
    path = make_file("a.odt", encrypted("grün"))
    with pytest.raises(PasswordNeeded, match="protected"):
        parse(path)
    with pytest.raises(PasswordNeeded, match="does not open"):
        parse(path, ParseOptions(password="wrong"))
    assert texts(parse(path, ParseOptions(password="grün"))) == ["The secret fee is 20 euro."]


@pytest.mark.parametrize("kind", ["text", "spreadsheet", "presentation"])
def test_entities_and_missing_content_are_refused(kind: str, make_file: MakeFile) -> None:
    bomb = '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + content(kind, "<text:p>&b;</text:p>")
    with pytest.raises(UnsafeDocument, match="entities"):
        parse(make_file("a.odt", zip_bytes({"mimetype": TYPE + kind, "content.xml": bomb})))
    with pytest.raises(UnreadableDocument, match="damaged"):
        parse(make_file("b.odt", zip_bytes({"mimetype": TYPE + kind})))
    with pytest.raises(UnreadableDocument, match="damaged"):
        parse(make_file("c.odt", zip_bytes({"mimetype": TYPE + kind, "content.xml": content(kind, "<text:p>")[:-30]})))
