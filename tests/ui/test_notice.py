"""Invariant I3 in the window: nothing is loaded and nothing is read before the notice is accepted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from desk import Desk
from PySide6.QtCore import Qt


def test_nothing_is_opened_while_the_notice_is_shown(make_desk: Callable[..., Desk], tmp_path: Path) -> None:
    desk = make_desk(accepted=False)
    desk.qtbot.wait(200)
    assert desk.program.opened == []
    assert desk.drop([tmp_path]) is False
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    assert desk.engine.imported == []


def test_declining_keeps_it_locked_and_says_whom_to_ask(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(accepted=False)
    notice = desk.window.notice
    assert notice is not None
    desk.qtbot.mouseClick(notice.decline, Qt.MouseButton.LeftButton)
    assert notice.locked
    assert notice.again.isVisible()
    assert "the person who gave you this program" in " ".join(
        label.text() for label in notice.findChildren(type(desk.window.library_panel.completeness))
    )
    assert desk.program.opened == []
    desk.qtbot.mouseClick(notice.again, Qt.MouseButton.LeftButton)
    assert not notice.locked


def test_accepting_is_stored_and_not_asked_again(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(accepted=False)
    assert desk.window.notice is not None
    desk.qtbot.mouseClick(desk.window.notice.accept, Qt.MouseButton.LeftButton)
    desk.until(lambda: desk.program.opened == ["ledger", "engine"])
    stored = desk.program.consent.acceptance()
    assert stored is not None
    assert stored.by == "window"


def test_an_acceptance_that_cannot_be_stored_keeps_it_locked(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(accepted=False)
    notice = desk.window.notice
    assert notice is not None

    def refuse(by: str) -> None:
        raise OSError(28, "No space left on device")

    desk.program.consent.accept = refuse  # type: ignore[method-assign, assignment]
    desk.qtbot.mouseClick(notice.accept, Qt.MouseButton.LeftButton)
    desk.until(lambda: notice.accept.isEnabled())
    assert desk.window.notice is notice
    assert desk.program.opened == []
