"""Where a question looks is chosen beside it, shown, and taken back by a press; a question can be edited."""

from __future__ import annotations

from desk import Desk
from PySide6.QtGui import QAction

from app.viewmodels.scope import Scope


def scope_of(desk: Desk) -> Scope:
    desk.until(lambda: len(desk.session.library.rows) == 2)
    return desk.window._scope


def action(desk: Desk, text: str) -> QAction:
    menu = desk.window.ask_panel.box.scope.menu()
    menu.aboutToShow.emit()
    return next(a for a in menu.actions() if a.text() == text)


def test_a_question_looks_in_the_chosen_collection_alone(desk: Desk) -> None:
    scope_of(desk)
    desk.ask()
    filters = desk.engine.asked[0].filters
    assert (filters.collections, filters.source_types, filters.date_from) == (("collection-1",), (), None)


def test_another_collection_is_asked_as_well_until_one_is_chosen_anew(desk: Desk) -> None:
    scope_of(desk)
    box = desk.window.ask_panel.box
    action(desk, "Supply contracts").trigger()
    assert box.scope.text() == "Institute policies + 1"
    desk.ask()
    assert desk.engine.asked[0].filters.collections == ("collection-1", "collection-2")
    desk.session.library.select("Supply contracts")
    assert box.scope.text() == "Supply contracts"


def test_kinds_and_time_narrow_the_search_and_their_chips_take_them_back(desk: Desk) -> None:
    scope_of(desk)
    chips = desk.window.ask_panel.box.chips
    assert not chips.isVisible()
    action(desk, "PDF").trigger()
    action(desk, "Mails and calendar").trigger()
    action(desk, "Last 12 months").trigger()
    assert chips.kinds.text().startswith("PDF, Mails and calendar")
    assert chips.span.isVisible()
    desk.ask()
    filters = desk.engine.asked[0].filters
    assert {"pdf", "eml", "msg"} <= set(filters.source_types)
    assert "docx" not in filters.source_types
    assert filters.date_from is not None
    chips.kinds.click()
    chips.span.click()
    assert not chips.isVisible()
    desk.ask()
    assert (desk.engine.asked[1].filters.source_types, desk.engine.asked[1].filters.date_from) == ((), None)


def test_a_deleted_collection_is_asked_no_more(desk: Desk) -> None:
    scope = scope_of(desk)
    action(desk, "Supply contracts").trigger()
    desk.session.library.delete_collection("Supply contracts")
    desk.until(lambda: len(desk.session.library.rows) == 1)
    assert scope.text() == "Institute policies"


def test_quick_and_thorough_exclude_each_other(desk: Desk) -> None:
    scope_of(desk)
    box = desk.window.ask_panel.box
    assert (box.quick.isChecked(), box.thorough.isChecked()) == (True, False)
    box.thorough.click()
    assert (box.quick.isChecked(), box.thorough.isChecked()) == (False, True)
    desk.type_question("Which claims are not paid?")
    desk.until(lambda: bool(desk.engine.asked))
    assert desk.engine.asked[0].depth == "thorough"
    desk.until(lambda: not desk.session.conversation.busy)


def test_a_question_can_be_edited_and_asked_anew(desk: Desk) -> None:
    scope_of(desk)
    turn = desk.ask()
    view = desk.window.ask_panel.views()[0]
    view.edit.click()
    assert desk.window.ask_panel.box.text.toPlainText() == turn.question
    assert desk.window.focusWidget() is desk.window.ask_panel.box.text
