from __future__ import annotations

import pytest

from index.search.excerpts import around

LONG = "Erstens gilt dies. " * 20 + "Überstunden werden nach § 7 vergütet. " + "Letztens gilt das. " * 20


def test_a_short_passage_stands_whole_in_one_line() -> None:
    assert around("Two\n  lines", "lines", 50) == "Two lines"


@pytest.mark.parametrize("typed", ["Überstunden", "uberstun", "ÜBERSTUNDEN", '"werden nach § 7"', "gilt Überstunden"])
def test_the_words_that_were_typed_are_in_the_excerpt(typed: str) -> None:
    shown = around(LONG, typed, 120)
    assert "Überstunden werden" in shown
    assert len(shown) <= 126
    assert shown.startswith("… ")
    assert shown.endswith(" …")


def test_words_that_do_not_stand_there_show_the_beginning() -> None:
    assert around(LONG, "holiday", 60).startswith("Erstens gilt dies.")


def test_the_end_of_a_passage_is_shown_to_its_last_word() -> None:
    assert around(LONG + "Schlusswort.", "Schlusswort", 80).endswith("Schlusswort.")


def test_chinese_without_spaces_is_cut_all_the_same() -> None:
    shown = around("报" * 300 + "出差费用" + "报" * 300, "出差费用", 60)
    assert "出差费用" in shown
    assert len(shown) <= 66
