"""Whether there is a display is said in a sentence, before Qt would end the process."""

from __future__ import annotations

import sys

import pytest

from app.ui import display

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux runs without a display")


def test_no_display_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert display.display_problem() == "There is no display to show a window on."


def test_missing_libraries_are_named_by_their_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":99")
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(display, "_loads", lambda library: library != "libxcb-cursor.so.0")
    monkeypatch.setattr(display, "_is_dead", lambda: False)
    problem = display.display_problem()
    assert problem is not None
    assert "libxcb-cursor0" in problem


def test_offscreen_needs_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr(display, "_loads", lambda library: True)
    assert display.display_problem() is None


@pytest.mark.skipif(sys.platform != "linux", reason="X displays")
def test_a_display_that_does_not_answer_is_said_before_qt_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":4711")
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(display, "_loads", lambda library: True)
    assert display.display_problem() == "The display :4711 does not answer."
