"""The text under a page's picture is what a person sees there: selected, copied and found as it is read."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from pathlib import Path

import pytest

from index.parsers.geometry import draw
from index.parsers.layer_text import SOFT_HYPHEN, PageLayer, boxes_of, copied, found_in
from index.parsers.page_characters import PdfCharacters
from index.parsers.page_layer import pdf_layer
from index.parsers.pdf import open_pdf

MakePdf = Callable[..., Path]
COLUMNS = [
    piece
    for n, (left, right) in enumerate(
        [
            ("The reading room on the first floor", "members of the society pay a yearly"),
            ("opens at nine and closes at six on", "contribution of forty euros, which is"),
            ("all days but Sunday. Bags and coats", "due in the first month. Guests of the"),
            ("stay in the lockers, which need a one", "house pay at the desk and sign the list"),
            ("euro coin that comes back when you", "before they take a seat in the room or"),
            ("leave. Pens are not allowed at all.", "borrow one of the lamps for the evening."),
        ]
    )
    for piece in ((60.0, 700.0 - 14 * n, 11.0, left), (320.0, 700.0 - 14 * n, 11.0, right))
]


def layer_of(path: Path, page: int = 1) -> PageLayer:
    with open_pdf(path) as document:
        pdf_page = document[page - 1]
        textpage = pdf_page.get_textpage()
        try:
            return pdf_layer(pdf_page, PdfCharacters(pdf_page, textpage))
        finally:
            textpage.close()
            pdf_page.close()


def box_of(layer: PageLayer, words: str) -> tuple[float, float, float, float]:
    (box,) = boxes_of(layer, layer.text.index(words), layer.text.index(words) + len(words))
    return box


def test_every_character_has_a_box_and_every_line_its_range(make_pdf: MakePdf) -> None:
    layer = layer_of(make_pdf([[(72, 700, 12, "First line."), (72, 680, 12, "Second line.")]]))
    assert layer.text == "First line.\nSecond line."
    assert len(array("f", layer.boxes)) == 4 * len(layer.text)
    assert [layer.text[a:b] for a, b in layer.lines] == ["First line.", "Second line."]
    left, top, right, bottom = box_of(layer, "Second line.")
    assert left == pytest.approx(72 / 595, abs=0.01)
    assert top < 1 - 680 / 842 < bottom
    assert right < 0.3


def test_columns_that_are_written_line_by_line_are_read_one_after_the_other(make_pdf: MakePdf) -> None:
    layer = layer_of(make_pdf([COLUMNS]))
    words = " ".join(layer.text.split())
    assert "opens at nine and closes at six on all days but Sunday" in words
    assert "pay a yearly contribution of forty euros" in words


def test_cells_of_a_row_are_parted_by_tabs_for_a_spreadsheet(make_pdf: MakePdf) -> None:
    layer = layer_of(
        make_pdf([[(72, 700, 12, "Copies"), (300, 700, 12, "0.10"), (72, 680, 12, "Scans"), (300, 680, 12, "0.05")]])
    )
    assert copied(layer.text) == "Copies\t0.10\nScans\t0.05"


@pytest.mark.parametrize(("rotate", "across"), [(0, True), (90, False), (180, True), (270, False)])
def test_boxes_follow_the_rotation_of_the_page(make_pdf: MakePdf, rotate: int, across: bool) -> None:
    path = make_pdf([[(72, 700, 12, "The fee is twenty euros.")]], rotate=rotate)
    layer = layer_of(path)
    assert layer.text == "The fee is twenty euros."
    left, top, right, bottom = box_of(layer, "The fee is twenty euros.")
    with open_pdf(path) as document:
        page = document[0]
        pixels = draw(page, 1.0)
        page.close()
    wide, high = (right - left) * pixels.width, (bottom - top) * pixels.height
    assert (wide > high) == across
    ink = [
        (x / pixels.width, y / pixels.height)
        for y in range(0, pixels.height, 2)
        for x in range(0, pixels.width, 2)
        if pixels.data[4 * (y * pixels.width + x)] < 100
    ]
    assert ink
    assert all(left - 0.01 <= x <= right + 0.01 and top - 0.01 <= y <= bottom + 0.01 for x, y in ink)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"com{SOFT_HYPHEN}\npensation", "compensation"),
        (f"E{SOFT_HYPHEN}\nMail", "E-Mail"),
        (f"Ein{SOFT_HYPHEN}\nund Ausgang", "Ein- und Ausgang"),
        ("the o\ufb03ce \ufb01nds", "the office finds"),
        ("one\ntwo", "one\ntwo"),
        (f"ends with com{SOFT_HYPHEN}", "ends with com-"),
    ],
)
def test_what_is_copied_is_what_was_written_before_it_was_set(text: str, expected: str) -> None:
    assert copied(text) == expected


@pytest.mark.parametrize(
    ("text", "words", "hits"),
    [
        ("The fee is due. Fees rise.", "fee", ["fee", "Fee"]),
        (f"com{SOFT_HYPHEN}\npensation", "compensation", [f"com{SOFT_HYPHEN}\npensation"]),
        ("twenty\neuros", "twenty euros", ["twenty\neuros"]),
        ("the o\ufb03ce", "office", ["o\ufb03ce"]),
        ("Gebühren", "gebuhren", ["Gebühren"]),
        ("hi sam", "is", []),
        ("图书\n馆开放", "图书馆", ["图书\n馆"]),
        ("nothing", " ", []),
        ("aaaa", "aa", ["aa", "aa"]),
    ],
)
def test_words_are_found_as_a_person_would_find_them(text: str, words: str, hits: list[str]) -> None:
    assert [text[start:end] for start, end in found_in(text, words)] == hits
