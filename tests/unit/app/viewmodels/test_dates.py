"""Days are written so that they are read in one way."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QDate, QLocale

from app.viewmodels.dates import day_text


@pytest.fixture
def locale(request: pytest.FixtureRequest) -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("locale", "written"),
    [("en_US", "11 Dec 2026"), ("en_GB", "11 Dec 2026"), ("de_DE", "11.12.2026"), ("fr_FR", "11 déc. 2026")],
    indirect=["locale"],
)
@pytest.mark.usefixtures("locale")
def test_a_day_has_its_whole_year_and_no_month_that_could_be_a_day(written: str) -> None:
    assert day_text(QDate(2026, 12, 11)) == written
