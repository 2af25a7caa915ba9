"""The line that dates a document counts for what happens in it; years of a season and ranks are read as such."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from app.rules.quantities import read_quantities
from app.rules.relative_dates import relative_dates

Ask = Callable[..., Any]
_STORY = "The bridge was closed for repairs. Boats replaced it. The mayor thanked the crews. Nobody was hurt. Trade went on."


@pytest.mark.parametrize("line", ["Riverton, 14 March 2023", "Published: 2023-03-14 09:30", "March 14, 2023 at 6:35 PM"])
def test_year_and_month_may_come_from_the_document_s_own_date(check: Ask, line: str) -> None:
    passage = f"{line}\n\nNews of the town\n\n{_STORY.replace('. ', '.' + chr(10) * 2)} \n\nThe bridge reopens in May."
    assert check("The bridge was closed for repairs in March 2023.", passage).findings("dates", "fail", "doubt") == []
    assert check("The bridge reopens in May 2023.", passage).findings("dates", "fail", "doubt") == []
    assert check("The bridge was closed for repairs in March 2021.", passage).findings("dates", "fail")


def test_a_date_that_stands_elsewhere_is_doubted_and_not_called_absent(check: Ask) -> None:
    passage = "The pool opened on 3 May 2020. " + "It is heated all winter long. " * 4 + "The sauna burned down in a storm."
    (found,) = check("The sauna burned down in a storm on 3 May 2020.", passage).findings("dates", "doubt", "fail")
    assert found.outcome == "doubt"
    assert "something else" in found.message


@pytest.mark.parametrize("text", ["the 2018–19 season", "the 2018/19 season", "die Spielzeit 2018/2019"])
def test_a_season_has_its_two_years(text: str) -> None:
    years = {v for q in read_quantities(text, "en") for v in q.values if v}
    assert years == {Decimal(2018), Decimal(2019)}


@pytest.mark.parametrize(
    ("text", "kind"),
    [("a fifth season", "ordinal"), ("a third cousin", "ordinal"), ("a third of it", "number"), ("by a fifth.", "number")],
)
def test_a_rank_is_no_share(text: str, kind: str) -> None:
    assert [q.kind for q in read_quantities(text, "en") if not q.weak] == [kind]


def test_the_next_year_counts_from_what_was_told() -> None:
    assert relative_dates("They married in 2012 and had a son the next year.", "en") == []
    assert [m for m, _, _ in relative_dates("The fee rises next year.", "en")] == ["next year"]


def test_a_title_in_quotation_marks_is_looked_up_as_a_name(check: Ask) -> None:
    passage = "The case Brown v. Board of Education was decided in 1954."
    assert check('The case "Brown v. the Board of Education" was decided in 1954.', passage).findings("quotation") == []


def test_a_name_in_another_passage_of_the_same_document_is_known(check: Ask) -> None:
    pages = ("The chair of the council opened the fair at noon.", "The council's chair is Henrietta Moss.")
    assert check("Henrietta Moss, the chair of the council, opened the fair at noon.", *pages).findings("names", "fail") == []
