"""Where a fact stands: pages, slides, rows with their headers, sheets and cells, attachments."""

from __future__ import annotations

import pytest
from extracts import Extract, Piece, Where, covers, found, found_at, headers_of, read_place, rows_of
from facts import read_fact

FACT = read_fact("a fee of 40 dollars")


@pytest.mark.parametrize(
    ("written", "kind", "place"),
    [
        ("p3", "pdf", Where("page", 3, 3)),
        ("p1-11", "pdf", Where("page", 1, 11)),
        ("slide 1 notes", "pptx", Where("slide", 1)),
        ("slide 2", "pptx", Where("slide", 2)),
        ("row 5", "csv", Where("row", 5)),
        ("Munka1!A2", "xlsx", Where("sheet", sheet="Munka1", cell="A2")),
        ("Sheet1 comment", "xlsx", Where("sheet", sheet="Sheet1")),
        ("Sheet Number 2", "xlsx", Where("sheet", sheet="Sheet Number 2")),
        ("attachment name", "msg", Where("attachment")),
        ("subject", "eml", Where("subject")),
        ("body", "xlsx", Where("whole")),
        ("word/comments.xml", "docx", Where("whole")),
        ("line 30", "txt", Where("whole")),
    ],
)
def test_places_are_read_as_the_manifest_writes_them(written: str, kind: str, place: Where) -> None:
    assert read_place(written, kind) == place


def test_a_fact_on_another_page_is_found_but_not_at_its_place() -> None:
    extract = Extract("one\na fee of 40 dollars", pages=("one", "a fee of 40 dollars"))
    assert found(FACT, extract)
    assert found_at(FACT, Where("page", 2, 2), extract)
    assert not found_at(FACT, Where("page", 1, 1), extract)
    assert not found_at(FACT, Where("page", 3, 3), extract)


def test_a_fact_on_another_slide_is_not_at_its_place() -> None:
    extract = Extract("", (Piece("a fee of 40 dollars", slide=2),))
    assert found_at(FACT, Where("slide", 2), extract)
    assert not found_at(FACT, Where("slide", 1), extract)


def test_a_row_counts_with_its_number_and_its_headers() -> None:
    fact = read_fact("Bob,30", is_table=True)
    place, headers = Where("row", 2), ("Name", "Age")
    assert found_at(fact, place, Extract("", (Piece("Name: Bob | Age: 30", cells="A2:B2"),)), headers)
    assert not found_at(fact, place, Extract("", (Piece("Name: Bob | Age: 30", cells="A3:B3"),)), headers)
    assert not found_at(fact, place, Extract("", (Piece("Bob | 30", cells="A2:B2"),)), headers)
    assert not found_at(fact, place, Extract("", (Piece("Age: Bob | Name: 30", cells="A2:B2"),)), headers)
    assert not found_at(fact, place, Extract("Name: Bob | Age: 30"), headers)


def test_a_fact_in_another_sheet_or_cell_is_not_at_its_place() -> None:
    extract = Extract("", (Piece("a fee of 40 dollars", sheet="Fees", cells="A2:C2"), Piece("x", sheet="Other", cells="A2:C2")))
    assert found_at(FACT, Where("sheet", sheet="Fees"), extract)
    assert found_at(FACT, Where("sheet", sheet="Fees", cell="B2"), extract)
    assert not found_at(FACT, Where("sheet", sheet="Fees", cell="B3"), extract)
    assert not found_at(FACT, Where("sheet", sheet="Other"), extract)
    assert not found_at(FACT, Where("sheet", sheet="Fee"), extract)


def test_children_belong_to_their_container_but_are_not_its_body() -> None:
    inner = Extract("deep", children=(("fees.txt", Extract("a fee of 40 dollars")),))
    extract = Extract("See the attachment.", children=(("letter.eml", inner), ("locked.pdf", None)))
    assert found(FACT, extract)
    assert not found_at(FACT, Where("whole"), extract)
    assert found_at(read_fact("locked.pdf"), Where("attachment"), extract)
    assert not found_at(read_fact("other.pdf"), Where("attachment"), extract)
    assert extract.files() == 3


def test_a_subject_is_not_any_line_of_the_body() -> None:
    fact = read_fact("Someone has joined")
    assert found_at(fact, Where("subject"), Extract("From: a\nSubject: Someone has joined\nx"))
    assert found_at(fact, Where("subject"), Extract("x", title="Someone has joined"))
    assert not found_at(fact, Where("subject"), Extract("Subject: Hello\nSomeone has joined"))


def test_headers_are_read_from_the_file_itself() -> None:
    fact = read_fact("Bob,30", is_table=True)
    assert headers_of(b"Cups,,\nId,Name,Age\n1,Bob,30\n", "utf-8", fact) == ("Name", "Age")
    assert headers_of("Id;Name;Age\n1;Bob;30\n".encode("utf-16"), "utf-16", fact) == ("Name", "Age")
    assert headers_of(b"Name,Age\nEve,31\n", "utf-8", fact) == ()


def test_ranges_of_cells() -> None:
    assert list(rows_of("A2:D4")) == [2, 3, 4]
    assert list(rows_of("nothing")) == []
    assert covers("Z1:AB3", "AA2")
    assert not covers("Z1:AB3", "AC2")
    assert not covers("nothing", "A1")
