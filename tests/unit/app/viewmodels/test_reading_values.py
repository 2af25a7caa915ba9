"""What is cited where, what is copied, and what is not handed to the system."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

from app.viewmodels.citing import cited_text
from app.viewmodels.outside import refusal
from app.viewmodels.reading import cited_cells, cited_pages
from index.document import Block, PageInfo, ParsedDocument, Place, Span


def test_a_sentence_over_two_pages_has_a_part_on_each() -> None:
    text = "The fee is\n\ntwenty euros."
    document = ParsedDocument(
        text=text,
        blocks=(),
        pages=(PageInfo(number=1, start=0, end=12), PageInfo(number=2, start=12, end=len(text))),
        kind="pdf",
        parser="test 1",
    )
    assert cited_pages(document, (Span(start=4, end=len(text)),)) == {1: ("fee is",), 2: ("twenty euros.",)}


def sheet() -> ParsedDocument:
    lines = ("Kind | Day", "Kind: Guest | Day: 12", "Kind: Member | Day: 0")
    text = "\n".join(lines)
    blocks, at = [], 0
    for number, line in enumerate(lines, start=1):
        place = Place(kind="sheet", sheet="Fees", cells=f"A{number}:B{number}")
        blocks.append(Block(kind="table_row", start=at, end=at + len(line), place=place))
        at += len(line) + 1
    return ParsedDocument(text=text, blocks=tuple(blocks), kind="xlsx", parser="test 1")


@pytest.mark.parametrize(
    ("quote", "cells"),
    [
        ("Day: 12", ((1, (1,)),)),
        ("Kind: Guest | Day: 12", ((1, None),)),
        ("12\nKind: Member", ((1, (1,)), (2, (0,)))),
        ("Kind | Day", ((0, None),)),
    ],
)
def test_the_cited_cells_are_those_whose_words_are_cited(quote: str, cells: object) -> None:
    document = sheet()
    start = document.text.index(quote)
    assert cited_cells(document, (Span(start=start, end=start + len(quote)),), Place()) == ("Fees", cells)


def test_a_citation_names_file_and_place(qapp: QCoreApplication) -> None:
    place = Place(kind="page", page=4, page_label="iv")
    assert cited_text(" the fee ", "/a/Rules.pdf", place) == "“the fee” (Rules.pdf · page iv)"
    assert cited_text("", "/a/Rules.pdf", place) == "Rules.pdf · page iv"


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.pdf", b"%PDF-1.7", ""),
        ("a.docx", b"PK", ""),
        ("a.exe", b"MZ", "program"),
        ("report.PDF.exe", b"", "program"),
        ("a.desktop", b"[Desktop Entry]", "program"),
        ("a.py", b"print()", "program"),
        ("invoice.pdf", b"MZ\x90\x00", "program"),
        ("notes", b"#!/bin/sh\n", "program"),
        ("notes.txt", b"#!/bin/sh\n", "program"),
        ("empty.txt", b"", ""),
    ],
)
def test_programs_are_never_opened_whatever_they_are_called(tmp_path: Path, name: str, content: bytes, expected: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert refusal(str(path)) == expected


def test_a_file_that_is_gone_is_said_so(tmp_path: Path) -> None:
    assert refusal(str(tmp_path / "a.pdf")) == "gone"
