"""The part of a document that is shown around a mark."""

from __future__ import annotations

from app.viewmodels.excerpt import excerpt
from app.workers.fakes.documents import DOCUMENTS
from index.document import Block, ParsedDocument, Span


def long_document(paragraphs: int = 500) -> ParsedDocument:
    text, blocks = "", []
    for number in range(paragraphs):
        words = f"Paragraph {number} " + "word " * 40
        blocks.append(Block(kind="paragraph", start=len(text), end=len(text) + len(words)))
        text += words + "\n"
    return ParsedDocument(text=text, blocks=tuple(blocks), kind="txt", parser="test 1")


def test_the_marked_words_are_those_of_the_span() -> None:
    document = DOCUMENTS["policy-2023"]
    start = document.text.index("meal allowance")
    found = excerpt(document, (Span(start=start, end=start + 14),))
    assert found.marked_text == "meal allowance"


def test_a_long_document_is_shown_around_the_mark_only() -> None:
    document = long_document()
    start = document.text.index("Paragraph 250")
    found = excerpt(document, (Span(start=start, end=start + 13),), around=1000)
    assert found.before
    assert found.after
    assert len(found.blocks) < 15
    assert found.marked_text == "Paragraph 250"


def test_a_mark_over_two_blocks_is_marked_in_both() -> None:
    document = DOCUMENTS["policy-2023"]
    start = document.text.index("is not deducted.")
    end = document.text.index("Drinks") + 6
    assert excerpt(document, (Span(start=start, end=end),)).marked_text == "is not deducted.\nDrinks"


def test_overlapping_marks_are_one() -> None:
    document = DOCUMENTS["policy-2023"]
    found = excerpt(document, (Span(start=0, end=8), Span(start=4, end=13)))
    assert found.marked_text == "Travel policy"


def test_without_a_span_the_beginning_is_shown() -> None:
    found = excerpt(long_document(), (), around=500)
    assert not found.before
    assert found.blocks[0].text.startswith("Paragraph 0")


def test_a_document_without_blocks_is_shown_as_one() -> None:
    found = excerpt(ParsedDocument(text="Only words.", blocks=(), kind="txt", parser="test 1"), (Span(start=0, end=4),))
    assert found.marked_text == "Only"
