"""Two names or parties that have changed places are seen; the same said in another order is not doubted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Ask = Callable[..., Any]


@pytest.mark.parametrize(
    ("passage", "answer", "language"),
    [
        ("The tenant informs the landlord in writing.", "The landlord informs the tenant in writing.", "en"),
        ("Der Mieter informiert den Vermieter schriftlich.", "Der Vermieter informiert den Mieter schriftlich.", "de"),
        ("Adults pay 9 euros and children pay 4 euros.", "Adults pay 4 euros and children pay 9 euros.", "en"),
        ("Maria Sol founded the club while Jon Berg built the pier.", "Jon Berg founded the club.", "en"),
    ],
)
def test_an_exchange_is_doubted(check: Ask, passage: str, answer: str, language: str) -> None:
    assert check(answer, passage, language=language).verdict != "supported"


@pytest.mark.parametrize(
    ("passage", "answer", "language"),
    [
        ("The shop sells apples, pears and plums all year.", "The shop sells plums, pears and apples all year.", "en"),
        ("Anna Keller leads the laboratory and Tom Brandt leads the archive.", "Tom Brandt leads the archive and Anna Keller leads the laboratory.", "en"),
        ("Der Mieter informiert den Vermieter schriftlich.", "Den Vermieter informiert der Mieter schriftlich.", "de"),
        ("In March the garden opens for visitors.", "The garden opens for visitors in March.", "en"),
        ("Tom Brandt, a friend of Anna Keller, leads the laboratory.", "Tom Brandt leads the laboratory.", "en"),
    ],
)  # fmt: skip
def test_another_order_of_the_same_is_no_exchange(check: Ask, passage: str, answer: str, language: str) -> None:
    report = check(answer, passage, language=language)
    assert report.findings("exchange") == []
    assert report.verdict == "supported"


def test_the_finding_says_both_orders(check: Ask) -> None:
    report = check("The landlord informs the tenant in writing.", "The tenant informs the landlord in writing.")
    (found,) = report.findings("exchange", "doubt")
    assert found.message == "The sentence says landlord informs the tenant, the passage says tenant informs the landlord."


def test_a_denial_in_a_further_passage_sentence_is_not_lost(check: Ask) -> None:
    passage = (
        "New plans are made within 30 days of entering the role. "
        + "The hall is heated in winter. " * 3
        + "Staff who start in autumn are not eligible."
    )
    right = "Staff who start in autumn are not eligible; new plans are made within 30 days of entering the role."
    assert check(right, passage).verdict == "supported"
    assert check(right.replace("not ", ""), passage).verdict != "supported"


def test_a_comparison_with_not_as_denies_nothing(check: Ask) -> None:
    passage = "Beds come in wood or metal. Leather beds are not as common as wood or metal."
    assert check("The beds do not come in wood or metal.", passage).verdict != "supported"
