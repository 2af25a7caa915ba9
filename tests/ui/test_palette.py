"""Ctrl+K finds everything by typing, without the mouse."""

from __future__ import annotations

from desk import Desk
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

CTRL = Qt.KeyboardModifier.ControlModifier


def open_palette(desk: Desk) -> None:
    desk.until(lambda: desk.session.library.files.rowCount() == 12)
    desk.window.ask_panel.box.setFocus()
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_K, CTRL)
    assert desk.window.palette_box.isVisible()


def test_it_opens_with_the_commands_and_their_shortcuts(desk: Desk) -> None:
    open_palette(desk)
    entries = desk.window.palette_box.entries()
    assert entries[0].title == "Ask a question"
    assert entries[0].keys == "Ctrl+L"
    assert "Supply contracts" in [e.title for e in entries]


def test_typing_a_part_of_a_document_and_enter_opens_it(desk: Desk) -> None:
    open_palette(desk)
    box = desk.window.palette_box
    desk.qtbot.keyClicks(box.field, "security note")
    assert [e.title for e in box.entries()] == ["IT security note.html"]
    with desk.qtbot.waitSignal(desk.window.evidence_panel.reader.shown, timeout=20_000):
        desk.qtbot.keyClick(box.field, Qt.Key.Key_Return)
    assert not box.isVisible()
    assert desk.window.evidence_panel.reading


def test_the_arrows_go_round_and_choose_a_collection(desk: Desk) -> None:
    open_palette(desk)
    box = desk.window.palette_box
    desk.qtbot.keyClicks(box.field, "s")
    titles = [e.title for e in box.entries()]
    for _ in range((titles.index("Supply contracts") - len(titles)) * -1):
        desk.qtbot.keyClick(box.field, Qt.Key.Key_Up)
    desk.qtbot.keyClick(box.field, Qt.Key.Key_Return)
    assert desk.session.library.current is not None
    assert desk.session.library.current.name == "Supply contracts"


def test_esc_leaves_it_and_the_focus_is_where_it_was(desk: Desk) -> None:
    open_palette(desk)
    before = desk.window.ask_panel.box.text
    desk.qtbot.keyClick(desk.window.palette_box.field, Qt.Key.Key_Escape)
    assert not desk.window.palette_box.isVisible()
    assert QApplication.focusWidget() in (before, None) or desk.window.focusWidget() is before


def test_what_is_not_there_is_said(desk: Desk) -> None:
    open_palette(desk)
    box = desk.window.palette_box
    desk.qtbot.keyClicks(box.field, "xyzzy")
    assert box.entries() == []
    assert box.nothing.isVisible()


def test_it_stays_closed_over_a_sheet_that_asks(desk: Desk) -> None:
    desk.until(lambda: len(desk.session.library.rows) == 2)
    desk.window.library_panel.delete_wanted.emit("Supply contracts")
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_K, CTRL)
    assert not desk.window.palette_box.isVisible()


def test_ctrl_l_leads_to_the_question_from_everywhere(desk: Desk) -> None:
    desk.window.show_documents()
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_L, CTRL)
    assert desk.window.middle.currentWidget() is desk.window.ask_panel
    assert desk.window.focusWidget() is desk.window.ask_panel.box.text
