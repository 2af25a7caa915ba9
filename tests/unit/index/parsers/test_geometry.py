"""A quotation is found again on its page, however the layout broke it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from index.errors import UnreadableDocument
from index.parsers.geometry import MAX_PIXELS, draw, locate, text_within
from index.parsers.page_characters import normalised
from index.parsers.pdf import open_pdf

PAGE = [
    (72.0, 700.0, 12.0, "The committee decided on the com-"),
    (72.0, 686.0, 12.0, "pensation of all members."),
    (72.0, 650.0, 12.0, "The fee is 20 euro."),
    (300.0, 650.0, 12.0, "June 2025"),
]


def test_a_quotation_is_marked_on_its_line(make_pdf: Callable[..., Path]) -> None:
    (rect,) = locate(make_pdf([PAGE]), 1, "The fee is 20 euro.")
    assert rect.left == pytest.approx(72, abs=2)
    assert 640 < rect.bottom < 651
    assert 655 < rect.top < 668
    assert 150 < rect.right < 190


def test_a_word_broken_at_a_line_end_is_found_whole(make_pdf: Callable[..., Path]) -> None:
    rects = locate(make_pdf([PAGE]), 1, "decided on the  compensation of all")
    assert len(rects) == 2
    assert rects[0].bottom > rects[1].bottom
    assert rects[1].left == pytest.approx(72, abs=2)


def test_ligatures_and_case_do_not_matter(make_pdf: Callable[..., Path]) -> None:
    path = make_pdf([[(72.0, 700.0, 12.0, "The office sufficed.")]])
    assert len(locate(path, 1, "the oﬃce suﬃced")) == 1


def test_the_cells_of_a_table_row_are_found_without_their_headers(make_pdf: Callable[..., Path]) -> None:
    rects = locate(make_pdf([PAGE]), 1, "Rule: The fee is 20 euro. | Date: June 2025")
    assert [round(r.left) for r in rects] == [pytest.approx(72, abs=3), pytest.approx(300, abs=3)]


def test_a_quotation_that_goes_on_over_the_page_is_marked_as_far_as_it_is_there(make_pdf: Callable[..., Path]) -> None:
    path = make_pdf([PAGE, [(72.0, 700.0, 12.0, "and the second page says more.")]])
    assert len(locate(path, 1, "The fee is 20 euro.\n\nand the second page says more.")) == 1
    assert len(locate(path, 2, "The fee is 20 euro.\n\nand the second page says more.")) == 1


COLUMNS = [
    (72.0, 700.0, 11.0, "The reading room opens at nine"),
    (320.0, 700.0, 11.0, "Members pay a yearly con-"),
    (72.0, 686.0, 11.0, "and closes at six. Bags stay"),
    (320.0, 686.0, 11.0, "tribution of 40 euros. Guests"),
    (72.0, 672.0, 11.0, "in the lockers."),
    (320.0, 672.0, 11.0, "pay at the desk."),
]


@pytest.mark.parametrize(
    "sentence",
    [
        "The reading room opens at nine and closes at six.",
        "Bags stay in the lockers.",
        "Members pay a yearly contribution of 40 euros.",
        "Guests pay at the desk.",
    ],
)
def test_what_stands_in_the_rectangles_is_the_sentence_and_nothing_of_the_other_column(
    make_pdf: Callable[..., Path], sentence: str
) -> None:
    path = make_pdf([COLUMNS])
    marked = "".join(text_within(path, 1, rect) for rect in locate(path, 1, sentence))
    # pdfium gives the hyphen at a line end as U+FFFE.
    assert normalised(marked.replace("\ufffe", "").replace("-", ""))[0] == normalised(sentence)[0]


def test_what_is_not_there_has_no_rectangle(make_pdf: Callable[..., Path]) -> None:
    assert locate(make_pdf([PAGE]), 1, "Nothing of this kind") == []
    assert locate(make_pdf([PAGE]), 1, " - ") == []


def test_rectangles_follow_the_page_rotation(make_pdf: Callable[..., Path]) -> None:
    (rect,) = locate(make_pdf([PAGE], rotate=90), 1, "The fee is 20 euro.")
    assert rect.top - rect.bottom > rect.right - rect.left
    assert rect.left == pytest.approx(648, abs=4)
    assert rect.top == pytest.approx(595 - 72, abs=4)


def picture_of(path: Path, scale: float = 1.0) -> Image.Image:
    with open_pdf(path) as document:
        page = document[0]
        pixels = draw(page, scale)
        page.close()
    return Image.frombytes("RGB", (pixels.width, pixels.height), pixels.data, "raw", "BGRX")


def test_a_page_is_drawn_at_its_scale(make_pdf: Callable[..., Path]) -> None:
    picture = picture_of(make_pdf([PAGE]))
    assert picture.size == (595, 842)
    assert picture.convert("L").getextrema()[0] < 128


def test_a_picture_never_has_more_points_than_allowed(make_pdf: Callable[..., Path]) -> None:
    picture = picture_of(make_pdf([PAGE]), 50.0)
    assert picture.width * picture.height <= 1.01 * MAX_PIXELS


def test_the_rectangle_lies_on_the_ink_of_the_picture(make_pdf: Callable[..., Path]) -> None:
    path = make_pdf([PAGE])
    (rect,) = locate(path, 1, "The fee is 20 euro.")
    picture = picture_of(path).convert("L")
    crop = picture.crop((int(rect.left), int(842 - rect.top), int(rect.right), int(842 - rect.bottom)))
    assert crop.getextrema()[0] < 128


def test_a_page_that_is_not_there_is_refused(make_pdf: Callable[..., Path]) -> None:
    with pytest.raises(UnreadableDocument):
        locate(make_pdf([PAGE]), 2, "x")
