"""From points on a page to the words between them, whichever way its lines run."""

from __future__ import annotations

from array import array

import pytest

from app.viewmodels.page_selection import LayerPoints, Selection, Spot, selected_text
from index.parsers.layer_text import PageLayer

WORDS = ("The fee is due.", "Members pay less.")


def layer(rotate: int = 0, words: tuple[str, ...] = WORDS, *, backwards: bool = False) -> PageLayer:
    """Lines of characters 0.02 wide and 0.03 high, turned as the page is; ``backwards``: written from right to left."""
    text, boxes, lines = "", array("f"), []
    for number, line in enumerate(words):
        if text:
            text += "\n"
            boxes.extend((0, 0, 0, 0))
        lines.append((len(text), len(text) + len(line)))
        for at, char in enumerate(line):
            text += char
            x = 0.1 + 0.02 * (len(line) - 1 - at if backwards else at)
            y = 0.1 + 0.1 * number
            box = (x, y, x + 0.02, y + 0.03)
            for _ in range(rotate // 90):
                box = (1 - box[3], box[0], 1 - box[1], box[2])
            boxes.extend((0, 0, 0, 0) if char == " " else box)
    return PageLayer(text, boxes.tobytes(), tuple(lines))


def middle(of: PageLayer, index: int, shift: float = 0.0) -> tuple[float, float]:
    left, top, right, bottom = array("f", of.boxes)[4 * index : 4 * index + 4]
    return (left + right) / 2 + shift * (right - left), (top + bottom) / 2


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("backwards", [False, True])
def test_from_the_first_to_the_last_letter_are_the_words_between(rotate: int, backwards: bool) -> None:
    made = layer(rotate, backwards=backwards)
    points = LayerPoints(made)
    boxes = array("f", made.boxes)
    first, last = made.text.index("fee"), made.text.index("due") + 2

    def edge(index: int, end: bool) -> tuple[float, float]:
        """A little inside the side of the letter at which reading comes to it, or leaves it."""
        left, top, right, bottom = boxes[4 * index : 4 * index + 4]
        leaves = end != backwards
        x, y = (left + right) / 2, (top + bottom) / 2
        return {
            0: (right - 0.004 if leaves else left + 0.004, y),
            90: (x, bottom - 0.004 if leaves else top + 0.004),
            180: (left + 0.004 if leaves else right - 0.004, y),
            270: (x, top + 0.004 if leaves else bottom - 0.004),
        }[rotate]

    start, end = points.spot(*edge(first, end=False)), points.spot(*edge(last, end=True))
    assert made.text[start:end] == "fee is due"


def test_beside_and_below_the_text_the_nearest_line_counts() -> None:
    made = layer()
    points = LayerPoints(made)
    assert points.spot(0.0, 0.11) == 0
    assert points.spot(0.9, 0.11) == len(WORDS[0])
    assert points.spot(0.9, 0.95) == len(made.text)
    assert not points.over_text(0.9, 0.95)
    assert points.over_text(*middle(made, 0))


def test_words_and_lines_around_a_letter() -> None:
    made = layer()
    points = LayerPoints(made)
    at = made.text.index("pay")
    start, end = points.word(at + 1)
    assert made.text[start:end] == "pay"
    start, end = points.line(at)
    assert made.text[start:end] == WORDS[1]


def test_the_halves_of_a_broken_word_are_one_word() -> None:
    made = layer(words=("of the com\u00ad", "mittee now"))
    start, end = LayerPoints(made).word(made.text.index("mit"))
    assert made.text[start:end] == "com\u00ad\nmittee"
    selection = Selection(Spot(1, start), Spot(1, end))
    assert selected_text(selection, lambda _: made) == "committee"


def test_a_selection_over_pages_takes_the_end_of_one_and_the_beginning_of_the_next() -> None:
    made = layer()
    selection = Selection(Spot(3, 6), Spot(2, len(WORDS[0]) + 1))
    assert selected_text(selection, lambda _: made) == "Members pay less.\nThe fe"
    assert selected_text(selection, lambda page: made if page == 3 else None) == "The fe"


def test_a_page_without_text_has_one_spot() -> None:
    empty = PageLayer("", b"", ())
    assert LayerPoints(empty).spot(0.5, 0.5) == 0
    assert LayerPoints(empty).line(0) == (0, 0)
