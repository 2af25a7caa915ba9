"""Lines of the index become the table that they were."""

from __future__ import annotations

from app.viewmodels.excerpt import ExcerptBlock
from app.viewmodels.table_rows import columns_of_numbers, run_of_rows, table_of
from index.document import Place


def rows(*lines: str) -> list[ExcerptBlock]:
    return [ExcerptBlock("table_row", 0, line) for line in lines]


def shown(*lines: str) -> list[list[str]] | None:
    blocks = rows(*lines)
    table = table_of(blocks)
    if table is None:
        return None
    return [
        [blocks[n].text[c.start : c.end] if c is not None else "" for c in cells] for n, cells in enumerate(table.rows)
    ]  # fmt: skip


def test_values_stand_under_their_names() -> None:
    assert shown("Kind | Day | Year", "Kind: Guest | Day: 12 | Year: 90", "Kind: Member | Year: 40") == [
        ["Kind", "Day", "Year"],
        ["Guest", "12", "90"],
        ["Member", "", "40"],
    ]


def test_a_value_without_a_name_takes_the_next_free_column() -> None:
    assert shown("Kind | Day", "Guest | Day: 12", "Member | Day: 0") == [["Kind", "Day"], ["Guest", "12"], ["Member", "0"]]


def test_rows_whose_header_is_out_of_sight_tell_their_names() -> None:
    blocks = rows("Kind: Guest | Day: 12", "Kind: Member | Day: 0")
    table = table_of(blocks)
    assert table is not None
    assert table.names == ("Kind", "Day")
    assert not table.has_header


def test_colons_in_values_are_no_names() -> None:
    assert shown("Time | What", "Time: 9:30 | What: Ann: welcome") == [["Time", "What"], ["9:30", "Ann: welcome"]]


def test_lines_that_are_no_table_stay_lines() -> None:
    assert shown("One line alone.") is None
    assert shown("a | b | c", "d | e | f") is None


def test_a_run_ends_where_the_page_does() -> None:
    blocks = [
        ExcerptBlock("table_row", 0, "a", place=Place(kind="page", page=1)),
        ExcerptBlock("table_row", 0, "b", place=Place(kind="page", page=1)),
        ExcerptBlock("table_row", 0, "c", place=Place(kind="page", page=2)),
    ]
    assert run_of_rows(blocks, 0) == 2


def test_columns_of_figures_are_told_from_columns_of_words() -> None:
    blocks = rows(
        "Fee | Amount | Share | Room",
        "Fee: Soil | Amount: €1.200,50 | Share: 3 % | Room: B 1.05",
        "Fee: Metals | Amount: (96,00) EUR | Room: 12",
    )
    table = table_of(blocks)
    assert table is not None
    assert columns_of_numbers(blocks, table) == {1, 2}
