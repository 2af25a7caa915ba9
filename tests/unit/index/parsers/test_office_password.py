"""Encrypted Office files open with the password that the person gave, and say so when it is missing or wrong."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from made_office import docx_bytes, par, sheet_rows, texts, xlsx_bytes
from msoffcrypto.format.ooxml import OOXMLFile  # type: ignore[import-untyped]

from index.errors import PasswordNeeded, UnreadableDocument
from index.parsers.base import ParseOptions
from index.parsers.registry import parse

MakeFile = Callable[[str, str | bytes], Path]


def encrypted(data: bytes, password: str) -> bytes:
    out, filled = io.BytesIO(), io.BytesIO(data)
    with zipfile.ZipFile(filled, "a") as archive:
        # The library writes containers with streams below 4096 bytes wrongly.
        archive.writestr("docProps/thumbnail.bin", bytes(range(256)) * 32, compress_type=zipfile.ZIP_STORED)
    OOXMLFile(filled).encrypt(password, out)
    return out.getvalue()


TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'


def plain_docx() -> bytes:
    out = io.BytesIO(docx_bytes(par("The secret fee is 20 euro.")))
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("[Content_Types].xml", TYPES)
    return out.getvalue()


def test_a_document_opens_with_its_password_only(make_file: MakeFile) -> None:
    path = make_file("a.docx", encrypted(plain_docx(), "grün"))
    with pytest.raises(PasswordNeeded, match="protected"):
        parse(path)
    with pytest.raises(PasswordNeeded, match="does not open") as caught:
        parse(path, ParseOptions(password="wrong"))
    assert "wrong" not in caught.value.message
    document = parse(path, ParseOptions(password="grün"))
    assert (document.kind, texts(document)) == ("docx", ["The secret fee is 20 euro."])


def test_a_workbook_that_is_only_write_protected_opens_without_asking(make_file: MakeFile) -> None:
    data = encrypted(xlsx_bytes({"S": sheet_rows(["shown"])}, parts={"[Content_Types].xml": TYPES}), "VelvetSweatshop")
    assert texts(parse(make_file("a.xlsx", data)))[-1] == "shown"


def test_damaged_encryption_is_said_to_be_damaged(make_file: MakeFile) -> None:
    data = encrypted(plain_docx(), "x")
    at = data.index(b"<keyData")
    with pytest.raises((UnreadableDocument, PasswordNeeded)) as caught:
        parse(make_file("a.docx", data[:at] + b"<brokenX" + data[at + 8 :]), ParseOptions(password="x"))
    assert caught.value.next_step


@pytest.mark.parametrize("password", [None, "grün"])
def test_a_missing_library_is_not_called_a_fault_of_the_document(
    make_file: MakeFile, monkeypatch: pytest.MonkeyPatch, password: str | None
) -> None:
    path = make_file("a.docx", encrypted(plain_docx(), "grün"))

    def missing(*_: object, **__: object) -> None:
        raise ModuleNotFoundError("No module named 'cryptography'", name="cryptography")

    monkeypatch.setattr(OOXMLFile, "load_key", missing)
    with pytest.raises(ModuleNotFoundError):
        parse(path, ParseOptions(password=password))
