"""PPT: slides of PowerPoint 97-2003 with their number, title and all that stands on them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import made_powerpoint as made
import pytest
from made_office import blocks

from index.document import ParsedDocument
from index.errors import UnreadableDocument
from index.parsers.registry import parse

MakeFile = Callable[[str, str | bytes], Path]
BODY_PLACE, TITLE_PLACE, NUMBER_PLACE = 0x0E, 0x0D, 0x08


def placed(document: ParsedDocument) -> list[tuple[int | None, str, str]]:
    return [(b.place.slide, kind, text) for b, (kind, text) in zip(document.blocks, blocks(document), strict=True)]


def test_each_slide_has_its_number_title_and_texts(make_file: MakeFile) -> None:
    first = made.slide(
        made.shape(made.text("One\rTwo\x0bmore")),
        made.shape(made.text("Größe der Boote", made.TITLE)),
        made.group(made.shape(made.text("Inside")), made.group(made.shape(made.text("Пять")))),
        made.shape(made.text("*"), place=NUMBER_PLACE),
        made.shape(description="A map of the harbour"),
    )
    second = made.slide(made.shape(made.text("Costs"), place=TITLE_PLACE), hidden=True)
    document = parse(make_file("a.ppt", made.ppt_bytes([first, second])))
    assert placed(document) == [
        (1, "heading", "Größe der Boote"),
        (1, "list_item", "One"),
        (1, "list_item", "Two more"),
        (1, "paragraph", "Inside"),
        (1, "paragraph", "Пять"),
        (1, "note", "Picture: A map of the harbour"),
        (2, "heading", "Costs"),
        (2, "note", "This slide is hidden."),
    ]
    assert document.title == "Größe der Boote"
    assert [page.number for page in document.pages] == [1, 2]


def test_table_cells_keep_their_headers_in_whatever_order_they_were_drawn(make_file: MakeFile) -> None:
    table = made.table([["Region", "2024", "2025"], ["North", "20", "31"], ["All together", "", "51"]], merged={(2, 0): 2})
    assert placed(parse(make_file("a.ppt", made.ppt_bytes([made.slide(table)])))) == [
        (1, "table_row", "Region | 2024 | 2025"),
        (1, "table_row", "Region: North | 2024: 20 | 2025: 31"),
        (1, "table_row", "Region: All together | 2025: 51"),
    ]


def test_texts_of_the_outline_stand_where_a_shape_refers_to_them_and_none_is_lost(make_file: MakeFile) -> None:
    outline = made.text("Goals", made.TITLE) + made.text("Said twice") + made.text("Nowhere drawn")
    reference = made.shape(made.record(3998, b"\1\0\0\0"), place=BODY_PLACE)
    title = made.shape(made.record(3998, b"\0\0\0\0"))
    document = parse(make_file("a.ppt", made.ppt_bytes([made.slide(reference, title)], outlines={0: outline})))
    assert placed(document) == [
        (1, "heading", "Goals"),
        (1, "paragraph", "Said twice"),
        (1, "paragraph", "Nowhere drawn"),
    ]


def test_notes_comments_and_footers_stand_on_their_slide(make_file: MakeFile) -> None:
    page = made.notes_page(made.shape(made.text("Say hello")), made.shape(made.text("7"), place=NUMBER_PLACE))
    slides = [made.slide(made.shape(made.text("First"))), made.slide(notes=300, parts=made.comment("Ann", "Check"))]
    data = made.ppt_bytes(slides, notes={300: page}, parts=made.footers("Harbour Ltd"))
    assert placed(parse(make_file("a.ppt", data))) == [
        (1, "paragraph", "First"),
        (1, "note", "Footer: Harbour Ltd"),
        (2, "note", "Notes: Say hello"),
        (2, "note", "Comment by Ann: Check"),
    ]


def test_the_last_saving_counts(make_file: MakeFile) -> None:
    slides = [made.slide(made.shape(made.text(words))) for words in ("Old price: 20", "Second")]
    data = made.ppt_bytes(slides, newer={0: made.slide(made.shape(made.text("New price: 30")))})
    assert placed(parse(make_file("a.ppt", data))) == [(1, "paragraph", "New price: 30"), (2, "paragraph", "Second")]


def test_a_damaged_slide_keeps_its_outline_and_the_numbers_of_the_others(make_file: MakeFile) -> None:
    slides = [made.record(1, b"no slide"), made.slide(made.shape(made.text("Second")))]
    document = parse(make_file("a.ppt", made.ppt_bytes(slides, outlines={0: made.text("Kept")})))
    assert placed(document) == [(1, "paragraph", "Kept"), (2, "paragraph", "Second")]
    assert document.warnings == ("Slide 1 is damaged; only its outline was read.",)


def test_a_file_without_its_directory_is_refused_or_read_with_a_word(make_file: MakeFile) -> None:
    data = made.ole_bytes({"PowerPoint Document": b"\xff" * 5000, "Current User": b"\0" * 4096})
    with pytest.raises(UnreadableDocument):
        parse(make_file("a.ppt", data))
