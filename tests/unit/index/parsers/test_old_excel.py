"""XLS: rows with headers and cells, values as Excel shows them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from made_containers import ole_bytes
from made_office import block, texts, xls_bytes

from index.errors import UnreadableDocument
from index.parsers.registry import parse

MakeFile = Callable[[str, str | bytes], Path]


def test_values_stand_under_their_headers_as_shown(make_file: MakeFile) -> None:
    cells = [(0, 0, "Region", 0), (0, 1, "Fee", 0), (0, 2, "From", 0), (0, 3, "Open", 0), (1, 0, "North", 0), (1, 1, 1234.5, 1),
             (1, 2, 45658.0, 2), (1, 3, True, 0), (2, 1, 0.256, 3), (2, 2, 45659.0, 2), (2, 3, False, 0)]  # fmt: skip
    data = xls_bytes({"Costs": cells}, ["#,##0.00 €", "dd.mm.yyyy", "0.0%"], merged="1,2,0,0")
    document = parse(make_file("a.xls", data))
    assert document.kind == "xls"
    assert texts(document) == [
        "Costs",
        "Region | Fee | From | Open",
        "Region: North | Fee: 1,234.50 € | From: 01.01.2025 | Open: TRUE",
        "Region: North | Fee: 25.6% | From: 02.01.2025 | Open: FALSE",
    ]
    place = block(document, "25.6%").place
    assert (place.sheet, place.cells) == ("Costs", "A3:D3")


def test_names_over_several_columns_stand_before_the_values_of_all_of_them(make_file: MakeFile) -> None:
    rows = [
        ["Berth", "Fee", None, "From"],
        ["Name", "Summer", "Winter", "Month"],
        ["North", 310.0, 205.0, "May"],
        ["South", 290.0, 199.0, "June"],
    ]
    cells = [(r, c, value, 0) for r, row in enumerate(rows) for c, value in enumerate(row) if value is not None]
    document = parse(make_file("a.xls", xls_bytes({"Costs": cells}, merged="0,0,1,2")))
    assert texts(document)[-2:] == [
        "Berth / Name: North | Fee / Summer: 310 | Fee / Winter: 205 | From / Month: May",
        "Berth / Name: South | Fee / Summer: 290 | Fee / Winter: 199 | From / Month: June",
    ]


def test_a_hidden_sheet_is_read_and_named(make_file: MakeFile) -> None:
    data = xls_bytes({"Open": [(0, 0, "seen", 0)], "Secret": [(0, 0, "unseen", 0)]}, hidden="Secret")
    document = parse(make_file("a.xls", data))
    assert texts(document) == ["Open", "seen", "Secret", "This sheet is hidden.", "unseen"]
    assert block(document, "unseen").place.sheet == "Secret"


def test_a_damaged_workbook_is_refused_in_plain_words(make_file: MakeFile) -> None:
    with pytest.raises(UnreadableDocument, match="damaged"):
        parse(make_file("a.xls", ole_bytes({"Workbook": b"\x09\x08\x10\x00" + b"\xff" * 4092})))
