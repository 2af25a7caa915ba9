"""Words that a person chose on the screen are found in the document's text."""

from __future__ import annotations

import pytest

from app.facts.locating import Whereabouts, locate
from index.document import Block, PageInfo, ParsedDocument, Place

FIRST = "The fee is 12 euros. Members pay nothing."
SECOND = "The reim-\nbursement is limited. The fee is 12 euros."
TEXT = f"{FIRST}\n{SECOND}"


def document() -> ParsedDocument:
    cut = len(FIRST) + 1
    return ParsedDocument(
        text=TEXT,
        blocks=(Block(kind="paragraph", start=0, end=len(TEXT)),),
        pages=(PageInfo(number=1, start=0, end=cut), PageInfo(number=2, start=cut, end=len(TEXT))),
        kind="pdf",
        parser="test",
    )


def sheet() -> ParsedDocument:
    rows = ("Room · 12", "Desk · 30", "Room · 99")
    text = "\n".join(rows)
    blocks, at = [], 0
    for number, (row, name) in enumerate(zip(rows, ("Fees", "Fees", "Other"), strict=True)):
        cell = f"A{number % 2 + 1}:B{number % 2 + 1}"
        place = Place(kind="sheet", sheet=name, cells=cell)
        blocks.append(Block(kind="table_row", start=at, end=at + len(row), place=place))
        at += len(row) + 1
    return ParsedDocument(text=text, blocks=tuple(blocks), kind="xlsx", parser="test")


def found(made: ParsedDocument, words: str, at: Whereabouts) -> str | None:
    span = locate(made, words, at)
    return made.text[span.start : span.end] if span is not None else None


def test_the_same_words_are_those_of_the_page_they_were_chosen_on() -> None:
    first, second = locate(document(), "fee is 12", Whereabouts(page=1)), locate(document(), "fee is 12", Whereabouts(page=2))
    assert first is not None
    assert second is not None
    assert first.start < len(FIRST) < second.start


def test_without_a_page_the_nearest_are_taken() -> None:
    near = locate(document(), "fee is 12", Whereabouts(near=len(TEXT)))
    assert near is not None
    assert near.start > len(FIRST)


@pytest.mark.parametrize("words", ["The reimbursement is limited.", "The reim-\nbursement   is limited.", "reim bursement is"])
def test_a_word_that_a_line_parts_is_found_however_it_is_shown(words: str) -> None:
    assert (found(document(), words, Whereabouts(page=2)) or "").startswith(("The reim-", "reim-"))


def test_a_row_of_a_sheet_is_found_by_its_number() -> None:
    assert found(sheet(), "30", Whereabouts(sheet="Fees", row=1)) == "Desk · 30"
    assert found(sheet(), "99", Whereabouts(sheet="Other", row=0)) == "Room · 99"
    assert found(sheet(), "99", Whereabouts(sheet="Nowhere", row=0)) is None


def test_what_does_not_stand_there_is_not_found() -> None:
    assert locate(document(), "The fee is 13", Whereabouts()) is None
    assert locate(document(), " … ", Whereabouts()) is None
