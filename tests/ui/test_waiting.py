"""Questions that wait are seen, asked in their order, and withdrawn one by one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from desk import Desk
from PySide6.QtCore import Qt

from app.ui.ask.waiting_list import WaitingLine


def begin(desk: Desk, text: str = "What is paid for hotels?") -> None:
    """An answer is being written until ``desk.release``."""
    desk.hold_at = ("token", 4)
    desk.type_question(text)
    desk.until(desk.held.is_set)


def lines(desk: Desk) -> list[WaitingLine]:
    return desk.window.ask_panel.waiting.lines()


def waiting(desk: Desk) -> list[str]:
    return [line.question.text for line in lines(desk)]


def questions(desk: Desk) -> list[str]:
    return [turn.question for turn in desk.session.conversation.turns]


def test_what_is_asked_meanwhile_waits_in_sight_and_is_asked_in_its_order(desk: Desk) -> None:
    begin(desk)
    desk.type_question("And for meals?")
    desk.type_question("And for taxis?")
    panel = desk.window.ask_panel.waiting
    assert panel.isVisible()
    assert panel.heading.text() == "2 questions waiting"
    assert waiting(desk) == ["And for meals?", "And for taxis?"]
    assert questions(desk) == ["What is paid for hotels?"]
    desk.release.set()
    desk.until(lambda: len(desk.session.conversation.turns) == 3 and not desk.session.conversation.busy)
    assert questions(desk) == ["What is paid for hotels?", "And for meals?", "And for taxis?"]
    assert [q.text for q in desk.engine.asked] == questions(desk)
    assert len({q.conversation for q in desk.engine.asked}) == 1
    assert not panel.isVisible()


def test_each_is_withdrawn_alone_and_can_be_had_back(desk: Desk) -> None:
    begin(desk)
    for text in ("And for meals?", "And for taxis?", "And for trains?"):
        desk.type_question(text)
    desk.qtbot.mouseClick(lines(desk)[1].cross, Qt.MouseButton.LeftButton)
    assert waiting(desk) == ["And for meals?", "And for trains?"]
    desk.window.ask_panel.box.set_text("A draft")
    desk.session.library.undo.take_back()
    assert desk.window.ask_panel.box.text.toPlainText() == "A draft\nAnd for taxis?"
    desk.release.set()
    desk.until(lambda: len(desk.session.conversation.turns) == 3 and not desk.session.conversation.busy)
    assert "And for taxis?" not in questions(desk)


def test_stopping_the_answer_goes_on_with_the_next_question(desk: Desk) -> None:
    begin(desk)
    desk.type_question("And for meals?")
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_Escape)
    desk.until(lambda: len(desk.session.conversation.turns) == 2)
    first = desk.session.conversation.turns[0].answer
    assert first is not None
    assert first.status == "cancelled"
    desk.release.set()
    desk.until(lambda: not desk.session.conversation.busy)
    assert desk.turn.question == "And for meals?"


def test_the_button_asks_next_while_something_is_typed_and_stops_otherwise(desk: Desk) -> None:
    begin(desk)
    box = desk.window.ask_panel.box
    assert box.send.toolTip() == "Stop (Esc)"
    box.set_text("And for meals?")
    assert box.send.toolTip() == "Ask next (Enter)"
    desk.qtbot.mouseClick(box.send, Qt.MouseButton.LeftButton)
    assert waiting(desk) == ["And for meals?"]
    assert desk.session.conversation.busy
    desk.qtbot.mouseClick(box.send, Qt.MouseButton.LeftButton)
    desk.until(lambda: desk.session.conversation.turns[0].answer is not None)
    desk.release.set()
    desk.until(lambda: not desk.session.conversation.busy)


def test_those_of_another_conversation_are_seen_stopped_and_gone_to(desk: Desk) -> None:
    begin(desk)
    desk.type_question("And for meals?")
    first = desk.session.conversation.id
    desk.session.conversation.clear()
    assert waiting(desk) == ["What is paid for hotels?", "And for meals?"]
    desk.qtbot.mouseClick(lines(desk)[1].show_it, Qt.MouseButton.LeftButton)
    desk.until(lambda: desk.session.conversation.id == first)
    assert waiting(desk) == ["And for meals?"]
    desk.session.conversation.clear()
    desk.qtbot.mouseClick(lines(desk)[1].cross, Qt.MouseButton.LeftButton)
    desk.qtbot.mouseClick(lines(desk)[0].cross, Qt.MouseButton.LeftButton)
    desk.until(lambda: not desk.session.conversation.is_writing(first))
    assert waiting(desk) == []
    assert len(desk.engine.asked) == 1


def test_they_go_on_where_they_were_asked_while_another_conversation_is_shown(desk: Desk) -> None:
    begin(desk)
    desk.type_question("And for meals?")
    first = desk.session.conversation.id
    desk.session.conversation.clear()
    desk.release.set()
    desk.until(lambda: not desk.session.conversation.is_writing(first))
    assert desk.session.conversation.turns == []
    assert [q.conversation for q in desk.engine.asked] == [first, first]
    desk.session.conversations.open(first)
    desk.until(lambda: questions(desk) == ["What is paid for hotels?", "And for meals?"])


def test_with_its_conversation_a_waiting_question_is_deleted(desk: Desk) -> None:
    begin(desk)
    desk.type_question("And for meals?")
    desk.session.conversations.delete(desk.session.conversation.id)
    desk.release.set()
    desk.until(lambda: not waiting(desk))
    assert len(desk.engine.asked) == 1


@pytest.mark.parametrize("draft", ["", "A draft"])
def test_what_was_not_asked_when_the_window_closed_stands_in_the_box_again(
    make_desk: Callable[..., Desk], tmp_path: Path, draft: str
) -> None:
    desk = make_desk(home=tmp_path / "shared")
    begin(desk)
    desk.type_question("And for meals?")
    desk.window.ask_panel.box.set_text(draft)
    desk.window.close()
    desk.close()
    assert len(desk.engine.asked) == 1
    again = make_desk(home=tmp_path / "shared")
    assert again.window.ask_panel.box.text.toPlainText() == "\n".join(["And for meals?", draft]).strip()
