"""CSV: delimiters, encodings and ragged rows as they come."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from made_office import block, texts

from index.parsers.registry import parse

MakeFile = Callable[[str, str | bytes], Path]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", "^"])
def test_each_delimiter_is_found(delimiter: str, make_file: MakeFile) -> None:
    lines = [["Name", "Fee", "Place"], ["Ann", "20", "Bern"], ["Ben", "30", "Basel"]]
    document = parse(make_file("a.csv", "\n".join(delimiter.join(line) for line in lines)))
    assert texts(document)[-1] == "Name: Ben | Fee: 30 | Place: Basel"
    assert block(document, "Ben").place.cells == "A3:C3"


def test_commas_in_numbers_do_not_win_over_semicolons(make_file: MakeFile) -> None:
    assert texts(parse(make_file("a.csv", "Name;Fee\nAnn;1,50\nBen;2,75\n")))[-1] == "Name: Ben | Fee: 2,75"


def test_a_line_that_names_the_delimiter_is_no_row(make_file: MakeFile) -> None:
    document = parse(make_file("a.csv", "sep=~\r\nName~Fee\r\nAnn~20\r\n"))
    assert texts(document) == ["Name | Fee", "Name: Ann | Fee: 20"]
    assert block(document, "Ann").place.cells == "A3:B3"


def test_quoted_cells_hold_delimiters_quotes_and_line_breaks(make_file: MakeFile) -> None:
    assert (
        texts(parse(make_file("a.csv", 'Name,Note\n"Ann","one, ""two""\nthree"\n')))[-1] == 'Name: Ann | Note: one, "two" three'
    )
    assert texts(parse(make_file("b.csv", "Name,Note\n'Ann, Dr','x'\n")))[-1] == "Name: Ann, Dr | Note: x"


def test_a_lone_quotation_mark_does_not_swallow_the_rest(make_file: MakeFile) -> None:
    found = texts(parse(make_file("a.csv", 'Name,Size\nAnn,5\nBen,"7\nCid,9\nDan,11\n')))
    assert found[-2:] == ["Name: Cid | Size: 9", "Name: Dan | Size: 11"]


def test_ragged_rows_keep_every_cell(make_file: MakeFile) -> None:
    document = parse(make_file("a.csv", "Name,Fee\nAnn,20,extra\nBen\nCid,30\n"))
    assert texts(document)[1:] == ["Name: Ann | Fee: 20 | extra", "Name: Ben", "Name: Cid | Fee: 30"]


def test_numbers_head_columns_of_words(make_file: MakeFile) -> None:
    assert texts(parse(make_file("a.csv", "1,2,3\na,b,c\nd,e,f\n")))[-1] == "1: d | 2: e | 3: f"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "cp1252"])
def test_encodings_of_spreadsheet_programs_are_read(encoding: str, make_file: MakeFile) -> None:
    text = "Straße;Größe\nMüllerstraße;zwölf\nÜberseeallee;fünf\nKönigsplatz;groß\n"
    assert texts(parse(make_file("a.csv", text.encode(encoding))))[1] == "Straße: Müllerstraße | Größe: zwölf"
