"""When a fact stands in a text, and when it does not."""

from __future__ import annotations

import pytest
from facts import Fact, fold, has_header, in_row, nearby, read_fact, search, stands


def holds(fact: str, text: str, *, is_table: bool = False, spaces: bool = True) -> bool:
    return stands(read_fact(fact, is_table=is_table), text, spaces=spaces)


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        ("the notice period", "It says: the\n  notice\tperiod ends."),
        ("l'impôt", "Retenue d’impôt ou l’impo\u0302t"),
        ("2019-2020", "in the years 2019–2020"),
        ("optionalhyphen", "an optional-\nhyphen at the end"),
        ("two-column", "a two-\ncolumn page"),
        ("two-column", "a two-column page"),
        ("finding", "ﬁnding"),
        ("12df-321a", "comment 12df-321a."),
        ("東京都庁", "東京\n都庁の"),
        ("العربية", "ﺔﻴﺑﺮﻌﻟﺍ"[::-1]),
        ("Maria Huber", "Name: Maria | Family: Huber | Age: 30"),
        ("Maria Huber", "| Maria | Huber | 30 |"),
        ("8uPr5e8g", "8uPr5e8gVGVz"),
    ],
)
def test_a_fact_is_found_in_every_notation_of_its_text(fact: str, text: str) -> None:
    assert holds(fact, text)


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        ("280.34", "1280.34"),
        ("280.34", "280.341"),
        ("20300", "120300 20301"),
        ("fee", "coffee feet"),
        ("ä", "Märchen"),
        ("the notice period", "thenoticeperiod"),
        ("the notice period", "the notice of period"),
        ("Secret", "secret"),
        ("optionalhyphen", "optional\u00adhyphen"),
        ("optionalhyphen", "optional-hyphen"),
        ("280-34", "28034"),
        ("Maria Huber", "Maria | 30\nHuber | 31"),
        ("Maria Huber", "Name: Maria | Age: 30 | Family: Huber"),
        ("東京", "東亰"),
        ("café", "cafe"),
        ("anything", ""),
    ],
)
def test_a_fact_is_not_found_in_another_text(fact: str, text: str) -> None:
    assert not holds(fact, text)


def test_only_recognised_text_may_lack_white_space() -> None:
    assert holds("MIDI Sequence Recorder", "the MIDI SequenceRecorder is", spaces=False)
    assert not holds("MIDI Sequence Recorder", "the MIDI SequenceRecorder is")
    assert not holds("MIDI Sequence Recorder", "the MIDI Sequence Record", spaces=False)


def test_cells_stand_in_one_row_side_by_side_and_in_order() -> None:
    fact = read_fact("Maple Leafs,TOR,13", is_table=True)
    assert fact == Fact(("Maple Leafs", "TOR", "13"), are_cells=True)
    assert stands(fact, "Team: Maple Leafs | Location: TOR | Cups: 13")
    assert stands(fact, "| Maple Leafs | TOR | 13 |")
    assert not stands(fact, "Team: Maple Leafs | Location: TOR\nCups: 13")
    assert not stands(fact, "TOR | Maple Leafs | 13")
    assert not stands(fact, "Maple Leafs | TOR | 113")
    assert not stands(fact, "Maple Leafs | x | TOR | 13")
    assert not stands(fact, "Maple Leafs,TOR,13")


def test_a_piece_of_a_line_may_begin_and_end_inside_a_cell_at_the_edge_of_a_word() -> None:
    fact = read_fact("do; eiusmod; tempor", is_table=True)
    assert stands(fact, "sed, do | eiusmod | tempor incididunt")
    assert not stands(fact, "sed, ado | eiusmod | tempor")
    assert not stands(fact, "do | eiusmod x | tempor")
    assert not in_row(("do", "eiusmod", "tempor"), "do | eiusmod | temporal")


def test_separators_part_cells_in_tables_only() -> None:
    assert read_fact("Gerawan Farming, Inc.").values == ("Gerawan Farming, Inc.",)
    assert read_fact("FIRST PAGE HEADER (page 1 only)").values == ("FIRST PAGE HEADER (page 1 only)",)


def test_a_remark_names_a_cell_and_is_not_searched() -> None:
    assert read_fact("2018 (A2 is 2018-09-20)") == Fact(("2018",), cell="A2")


def test_characters_are_looked_for_one_by_one() -> None:
    fact = read_fact("ä ö ß", are_characters=True)
    assert stands(fact, "ö-ß-ä")
    assert not stands(fact, "ö ß")


@pytest.mark.parametrize("written", ["", "  ", "a,,b"])
def test_a_fact_without_words_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="without words|empty cell"):
        read_fact(written, is_table=True)


def test_a_header_must_stand_before_its_own_value() -> None:
    row = "Team: Maple Leafs | Cups: 13"
    assert has_header("Cups", "13", row)
    assert has_header("Team", "Leafs", row)
    assert not has_header("Team", "13", row)
    assert not has_header("Cups", "1", row)
    assert not has_header("Cup", "13", row)
    assert not has_header("Cups", "13", "Maple Leafs | 13")


def test_folding_a_folded_text_changes_nothing() -> None:
    once = fold("Der „Fluß“ –\n ein Ge-\nwässer  … 東 京")
    assert fold(once) == once
    assert search("Gewässer", once) is not None


def test_what_stands_nearby_is_the_surroundings_of_the_longest_part() -> None:
    assert "the excessively long" in nearby(read_fact("excessively modified"), "this is the excessively long text")
    assert nearby(read_fact("excessively modified"), "nothing of it") == ""
