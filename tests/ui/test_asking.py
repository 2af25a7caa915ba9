"""Answers as they are shown: streaming, marks, findings, not found, errors, stopping."""

from __future__ import annotations

import pytest
from desk import Desk
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QTextCharFormat
from PySide6.QtWidgets import QApplication

from app.messages.answer import Answer, Question
from app.ui.ask.answer_browser import AnswerBrowser
from app.ui.ask.turn_view import TurnView
from app.ui.widgets.buttons import TextButton
from app.ui.widgets.labels import Label
from app.ui.widgets.passage_card import PassageCard
from app.workers.fakes import scenes
from models.errors import ModelMissing

HOSTILE = '<b>bold</b> <img src="http://example.org/x.png"> <a href="file:///etc/passwd">here</a> &amp; 3 < 4.'


def shown(view: TurnView) -> str:
    # Qt shows what was put into a visible layout with the next turn of its loop.
    QApplication.processEvents()
    return "\n".join(label.text() for label in view.findChildren(Label) if label.isVisibleTo(view))


def underlined(browser: AnswerBrowser) -> list[str]:
    found = []
    block = browser.document().begin()
    while block.isValid():
        fragments = block.begin()
        while not fragments.atEnd():
            fragment = fragments.fragment()
            if fragment.charFormat().underlineStyle() == QTextCharFormat.UnderlineStyle.WaveUnderline:
                found.append(fragment.text())
            fragments += 1
        block = block.next()
    return found


def test_doubtful_words_are_underlined_in_place(desk: Desk) -> None:
    desk.ask()
    assert underlined(desk.window.ask_panel.views()[0].answer) == ["private accommodation", "60 days"]


def test_what_the_check_found_is_said_below_the_answer(desk: Desk) -> None:
    desk.ask()
    assert "60 days is not in the passages; they say 45 days." in shown(desk.window.ask_panel.views()[0])


@pytest.mark.qt_log_ignore("does not support raise")
def test_hovering_doubtful_words_says_what_was_found(desk: Desk) -> None:
    desk.ask()
    browser = desk.window.ask_panel.views()[0].answer
    browser.highlighted.emit(QUrl("dossier:doubt/4/0"))
    assert "60 days is not in the passages; they say 45 days." in browser.popover_text()
    browser.highlighted.emit(QUrl())
    assert browser.popover_text() == ""


@pytest.mark.qt_log_ignore("does not support raise")
def test_the_tab_key_reaches_the_chips_and_enter_opens_one(desk: Desk) -> None:
    desk.ask()
    browser = desk.window.ask_panel.views()[0].answer
    browser.setFocus()
    desk.qtbot.keyClick(browser, Qt.Key.Key_Tab)
    desk.until(lambda: browser.popover_text() != "")
    desk.qtbot.keyClick(browser, Qt.Key.Key_Return)
    desk.until(lambda: desk.window.evidence_panel.reading)


def test_each_sentence_is_read_out_with_its_verdict(desk: Desk) -> None:
    desk.ask()
    words = desk.window.ask_panel.views()[0].answer.accessibleDescription()
    assert "Claims are handed in within 60 days after the trip. [Not found in your documents: 3]" in words


def test_not_found_says_so_and_offers_the_closest_matches(desk: Desk) -> None:
    desk.answer = lambda q: scenes.not_found(q, root=desk.root)
    desk.ask("How high is the allowance for dogs?")
    view = desk.window.ask_panel.views()[0]
    assert "This was not found in your documents." in shown(view)
    assert len(view.findChildren(PassageCard)) == 3
    assert desk.window.evidence_panel.header.title.text() == "Closest matches"


def test_not_found_says_that_files_are_still_being_read(desk: Desk) -> None:
    warning = "Files that are not read yet and were not searched: 7."

    def answer(question: Question) -> Answer:
        made = scenes.not_found(question, root=desk.root)
        return made.model_copy(update={"metadata": made.metadata.model_copy(update={"warnings": (warning,)})})

    desk.answer = answer
    desk.ask("How high is the allowance for dogs?")
    assert warning in shown(desk.window.ask_panel.views()[0])


def test_an_error_that_may_pass_can_be_tried_again(desk: Desk) -> None:
    desk.answer = scenes.error
    desk.ask()
    view = desk.window.ask_panel.views()[0]
    assert "could not be searched" in shown(view)
    desk.answer = lambda q: scenes.checked(q, root=desk.root)
    again = next(b for b in view.findChildren(TextButton) if b.text() == "Try again")
    desk.qtbot.mouseClick(again, Qt.MouseButton.LeftButton)
    desk.until(lambda: len(desk.session.conversation.turns) == 2 and not desk.session.conversation.busy)
    assert desk.turn.answer is not None
    assert desk.turn.answer.status == "answered"


def test_an_exception_is_shown_as_a_sentence_and_the_next_question_works(desk: Desk) -> None:
    def fail(question: Question) -> Answer:
        raise ZeroDivisionError("secret words")

    desk.answer = fail
    desk.ask()
    text = shown(desk.window.ask_panel.views()[0])
    assert "Something went wrong inside Dossier." in text
    assert "secret words" not in text
    desk.answer = lambda q: scenes.checked(q, root=desk.root)
    desk.ask()
    assert desk.turn.answer is not None


def test_escape_stops_and_keeps_what_was_written(desk: Desk) -> None:
    desk.hold_at = ("token", 4)
    desk.window.ask_panel.asked.emit(scenes.QUESTION, False)
    desk.until(lambda: "Hotel costs" in desk.turn.text)
    assert desk.window.ask_panel.box.send.accessibleName() == "Stop (Esc)"
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_Escape)
    desk.until(lambda: not desk.session.conversation.busy)
    view = desk.window.ask_panel.views()[0]
    assert view.answer.toPlainText().startswith("Hotel costs are reimbursed")
    assert "unfinished" in shown(view)


def test_an_answer_with_markup_is_shown_as_text(desk: Desk) -> None:
    sentence = scenes.Sentence(HOSTILE, "unsupported")
    desk.answer = lambda q: scenes.checked(q, (sentence,), root=desk.root)
    desk.ask()
    browser = desk.window.ask_panel.views()[0].answer
    assert HOSTILE in browser.toPlainText()
    assert "example.org" not in browser.anchorAt(browser.rect().center())


def test_a_passage_with_markup_is_shown_as_text(desk: Desk) -> None:
    def with_markup(question: Question) -> Answer:
        answer = scenes.not_found(question, root=desk.root)
        hostile = answer.closest[0].model_copy(update={"content": HOSTILE, "source": "/x/<i>name</i>.pdf"})
        return answer.model_copy(update={"closest": (hostile,)})

    desk.answer = with_markup
    desk.ask()
    card = desk.window.evidence_panel.cards()[0]
    assert card.snippet.text() == HOSTILE
    assert card.snippet.textFormat() == Qt.TextFormat.PlainText


def test_text_that_was_withdrawn_is_gone(desk: Desk) -> None:
    desk.ask()
    turn, view = desk.turn, desk.window.ask_panel.views()[0]
    turn.hear_withdrawn()
    assert turn.text == ""
    assert view.answer.toPlainText() == ""


@pytest.mark.qt_log_ignore("does not support raise")
def test_the_chip_of_a_file_that_changed_after_it_was_indexed_says_so(desk: Desk) -> None:
    desk.answer = lambda q: scenes.checked(q, scenes.SUPPORTED, root=desk.root)
    desk.ask()
    view = desk.window.ask_panel.views()[-1]
    layout = desk.turn.layout
    assert layout is not None
    cited = layout.chips()[0].target
    desk.turn.note_changed([cited.file_id])
    assert desk.turn.layout is not None
    assert [c.target.sign for c in desk.turn.layout.chips() if c.target.file_id == cited.file_id] == ["changed"] * sum(
        c.target.file_id == cited.file_id for c in layout.chips()
    )
    assert "(changed since it was indexed)" in view.answer.accessibleDescription()
    piece = desk.turn.layout.pieces.index(desk.turn.layout.chips()[0])
    view.answer.highlighted.emit(QUrl(f"dossier:cite/{piece}"))
    assert "(changed since it was indexed)" in view.answer.popover_text()


def test_a_file_that_is_edited_after_the_answer_is_noticed_when_the_evidence_is_shown(desk: Desk) -> None:
    desk.answer = lambda q: scenes.checked(q, scenes.SUPPORTED, root=desk.root)
    desk.ask()
    assert desk.turn.layout is not None
    file_id = desk.turn.layout.chips()[0].target.file_id
    desk.library.edit(file_id)
    desk.window.evidence_panel.follow(desk.turn)
    desk.until(lambda: desk.turn.layout is not None and desk.turn.layout.chips()[0].target.changed)


def test_copying_takes_the_sources_along(desk: Desk) -> None:
    desk.ask()
    button = next(
        b
        for b in desk.window.ask_panel.views()[0].findChildren(type(desk.window.ask_panel.fresh))
        if b.accessibleName() == "Copy with sources"
    )
    desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    copied = QApplication.clipboard().text()
    assert "breakfast included. [1]" in copied
    assert "[1] Travel policy 2025.pdf · page 1" in copied
    assert "after the trip. (Not found in your documents) [3]" in copied


def test_a_missing_model_is_said_at_the_foot_and_the_window_works(desk: Desk) -> None:
    desk.session.models.failed.emit(desk_failure())
    assert "model" in desk.window.library_panel.state.text()
    desk.ask()
    assert desk.turn.answer is not None


def desk_failure() -> object:
    from app.workers.failures import classify

    return classify(ModelMissing("The model is not installed."))


def test_a_new_conversation_begins_empty(desk: Desk) -> None:
    desk.ask()
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: desk.window.ask_panel.views() == [])
    assert desk.window.evidence_panel.cards() == []
    desk.ask()
    assert len(desk.window.ask_panel.views()) == 1


def test_a_question_that_is_too_long_is_not_sent(desk: Desk) -> None:
    box = desk.window.ask_panel.box
    desk.until(lambda: desk.session.library.current is not None)
    box.set_text("x" * 501)
    desk.qtbot.keyClick(box.text, Qt.Key.Key_Return)
    assert desk.engine.asked == []
    assert box.counter.text() == "501 / 500"
    assert not box.send.isEnabled()


def test_a_question_back_offers_its_choices_and_asks_with_the_chosen_one(desk: Desk) -> None:
    def unclear(question: Question) -> Answer:
        return Answer(
            correlation_id=question.correlation_id,
            status="clarify",
            text="Which one is meant?",
            choices=("Guest card", "Member card"),
        )

    desk.answer = unclear
    desk.ask("Card?")
    buttons = [
        b for b in desk.window.ask_panel.views()[0].findChildren(TextButton) if b.text() in ("Guest card", "Member card")
    ]
    assert len(buttons) == 2
    desk.answer = lambda q: scenes.not_found(q, root=desk.root)
    desk.qtbot.mouseClick(buttons[1], Qt.MouseButton.LeftButton)
    desk.until(lambda: not desk.session.conversation.busy)
    assert desk.session.conversation.turns[-1].question == "Card? – Member card"


def test_only_the_latest_answers_stand_there_and_the_earlier_ones_come_back(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.ask.panel.KEPT", 2)
    panel = desk.window.ask_panel
    for number in range(5):
        desk.ask(f"Question {number}?")
    assert [v.turn.question for v in panel.views()] == ["Question 3?", "Question 4?"]
    assert panel.earlier.text() == "3 earlier questions"
    panel.earlier.click()
    desk.until(lambda: len(panel.views()) == 4)
    assert [v.turn.question for v in panel.views()] == [f"Question {n}?" for n in range(1, 5)]
    assert panel.views()[0].verdict is not None
    assert panel.earlier.text() == "1 earlier question"
    desk.session.conversation.clear()
    assert not panel.earlier.isVisible()
