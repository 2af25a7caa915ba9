"""Pages below each other: what is where, at every scale."""

from __future__ import annotations

import pytest

from app.viewmodels.page_stack import PageStack

PORTRAIT, LANDSCAPE = (600.0, 800.0), (800.0, 600.0)


def test_a_thousand_pages_are_found_by_their_height() -> None:
    stack = PageStack([PORTRAIT] * 1000, gap=10)
    stack.set_scale(0.5)
    assert stack.height == 10 + 1000 * 410
    assert [stack.at(y) for y in (0, 10, 409, 419, 420, 10 + 999 * 410, 10**9)] == [1, 1, 1, 1, 2, 1000, 1000]


def test_only_what_shows_something_is_in_sight() -> None:
    stack = PageStack([PORTRAIT] * 5, gap=10)
    assert list(stack.between(0, 805)) == [1]
    assert list(stack.between(0, 820)) == [1, 2]
    # Between two pages there is only paper of the second.
    assert list(stack.between(812, 900)) == [2]


def test_the_widest_page_fits_and_the_others_are_centred() -> None:
    stack = PageStack([PORTRAIT, LANDSCAPE], gap=10)
    stack.set_scale(stack.fit_width(420))
    assert stack.scale == pytest.approx(0.5)
    assert stack.rect(2).left == pytest.approx(10)
    assert stack.rect(1).left == pytest.approx(60)
    assert stack.rect(1, view_width=520).left == pytest.approx(110)


def test_a_whole_page_fits_into_the_view() -> None:
    stack = PageStack([PORTRAIT, LANDSCAPE], gap=10)
    stack.set_scale(stack.fit_page(2, 420, 2000))
    assert stack.rect(2).width == pytest.approx(400)
    stack.set_scale(stack.fit_page(2, 4000, 320))
    assert stack.rect(2).height == pytest.approx(300)


def test_a_document_without_pages_shows_none() -> None:
    assert list(PageStack([], gap=10).between(0, 100)) == []
