"""Recognised lines are put into the order in which a person reads them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from index.parsers.ocr_layout import Piece, paragraphs, tilt


def line(left: float, top: float, text: str, width: float = 400, height: float = 20) -> Piece:
    return Piece(left, top, left + width, top + height, text)


def test_columns_are_read_one_after_the_other_and_a_title_first() -> None:
    left = [line(50, 100 + 26 * n, f"left {n}") for n in range(5)]
    right = [line(500, 103 + 26 * n, f"right {n}") for n in range(5)]
    title = line(50, 40, "title", width=850)
    mixed = [piece for pair in zip(left, right, strict=True) for piece in pair]
    assert " ".join(paragraphs([*mixed, title])).split() == (
        [
            "title",
            "left",
            "0",
            "left",
            "1",
            "left",
            "2",
            "left",
            "3",
            "left",
            "4",
            "right",
            "0",
            "right",
            "1",
            "right",
            "2",
            "right",
            "3",
            "right",
            "4",
        ]
    )


def test_what_spans_the_columns_parts_them() -> None:
    pieces = []
    for band, top in (("upper", 100), ("lower", 400)):
        for n in range(4):
            pieces += [line(50, top + 26 * n, f"{band}-left-{n}"), line(500, top + 26 * n, f"{band}-right-{n}")]
    pieces.append(line(50, 300, "middle", width=850))
    words = " ".join(paragraphs(pieces)).split()
    assert words.index("upper-right-3") < words.index("middle") < words.index("lower-left-0") < words.index("lower-right-0")


def test_a_table_below_two_columns_and_their_paragraphs_does_not_mix_them() -> None:
    pieces = []
    for top in (100, 240):
        for n in range(3):
            pieces += [line(50, top + 26 * n, f"left-{top}-{n}"), line(500, top + 26 * n, f"right-{top}-{n}")]
    pieces += [
        line(x, 420 + 30 * row, f"{name}{row}", width=60) for row in range(3) for x, name in ((50, "a"), (300, "b"), (480, "c"))
    ]
    words = " ".join(paragraphs(pieces)).split()
    assert [word.split("-")[0] for word in words[:12]] == ["left"] * 6 + ["right"] * 6
    assert words[12:] == ["a0", "b0", "c0", "a1", "b1", "c1", "a2", "b2", "c2"]


def test_the_cells_of_a_table_row_stay_together() -> None:
    pieces = [
        line(x, 100 + 40 * row, f"{name}{row}", width=70) for row in range(5) for x, name in ((50, "a"), (300, "b"), (600, "c"))
    ]
    assert paragraphs(pieces) == [f"a{row} b{row} c{row}" for row in range(5)]


def test_words_broken_at_line_ends_are_joined_and_full_lines_go_on() -> None:
    pieces = [
        line(50, 100, "Die Kommission prüft die Ver-"),
        line(50, 124, "gütung der Mitglieder und legt"),
        line(50, 148, "den Bericht vor.", width=200),
        line(50, 172, "Anlage 1", width=120),
    ]
    assert paragraphs(pieces) == ["Die Kommission prüft die Vergütung der Mitglieder und legt den Bericht vor.\nAnlage 1"]


def test_a_hyphen_before_a_conjunction_stays() -> None:
    assert paragraphs([line(50, 100, "Die Ein-"), line(50, 124, "und Ausgänge")]) == ["Die Ein- und Ausgänge"]


def test_a_gap_begins_a_new_paragraph() -> None:
    assert paragraphs([line(50, 100, "one"), line(50, 124, "two"), line(50, 180, "three")]) == ["one two", "three"]


def corners(left: float, top: float, width: float, height: float, angle: float) -> np.ndarray:
    box = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=float) + [left, top]
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    return (box @ turn).astype(np.float32)


@pytest.mark.parametrize("degrees", [-8, -2, 0, 3, 9])
def test_skewed_lines_keep_their_order(degrees: float) -> None:
    angle = math.radians(degrees)
    boxes = np.stack([corners(x, 100 + 40 * row, 100, 22, angle) for row in range(6) for x in (60, 420)])
    assert tilt(boxes) == pytest.approx(angle, abs=0.01)
    pieces = [Piece.of(box, f"{number // 2}{'ab'[number % 2]}", tilt(boxes)) for number, box in enumerate(boxes)]
    assert paragraphs(pieces) == [f"{row}a {row}b" for row in range(6)]


def test_nothing_found_is_nothing_said() -> None:
    assert paragraphs([]) == []
