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
