"""Pinned facts, the switches and what an answer offers, in the real window."""

from __future__ import annotations

from desk import Desk
from PySide6.QtCore import Qt

from app.facts.fact import FactWords
from app.messages.answer import Answer, AnswerMetadata
from app.messages.events import QueuePosition, StillWorking
from app.settings.policy import Policy
from app.settings.schema import Settings
from app.ui.ask.mode_button import ModeButton
from app.ui.widgets.buttons import TextButton
from app.viewmodels.switches import Switches
from app.workers.fakes import scenes
from index.document import Place

FEE = FactWords(label="Hotel limit", value="€120", kind="amount")
QUOTE = "Hotel costs are reimbursed up to €120 per night, breakfast included."


def first_collection(desk: Desk) -> str:
    current = desk.session.library.current
    assert current is not None
    assert current.id is not None
    return current.id


def test_a_sentence_of_an_answer_is_pinned_with_what_stands_in_it(desk: Desk) -> None:
    desk.answer = lambda q: scenes.checked(q, scenes.SUPPORTED, root=desk.root)
    desk.ask()
    desk.window.ask_panel.views()[-1].pin_wanted.emit(desk.turn)
    sheet = desk.session.facts_desk.sheet
    desk.until(lambda: QUOTE in sheet.quote.text())
    sheet.label.setText("Hotel limit")
    sheet.value.setText("€999")
    desk.qtbot.mouseClick(sheet.confirm, Qt.MouseButton.LeftButton)
    desk.until(lambda: sheet.problem.isVisible())
    sheet.value.setText("€120")
    desk.qtbot.mouseClick(sheet.confirm, Qt.MouseButton.LeftButton)
    desk.until(lambda: not sheet.isVisible())
    desk.until(lambda: [i.fact.label for i in desk.session.facts.pinned] == ["Hotel limit"])


def test_suggestions_are_confirmed_or_dismissed_in_the_list_and_the_pin_says_what_waits(desk: Desk) -> None:
    facts, at = desk.engine.facts, first_collection(desk)
    facts.add(at, FEE, QUOTE, "/d/a.pdf", Place(), status="suggested")
    facts.add(at, FactWords(label="Desk", value="214"), "Desk: 214", "/d/a.pdf", Place(), status="suggested")
    facts.add(at, FactWords(label="Old", value="5"), "Old: 5", "/d/a.pdf", Place(), stale=True)
    made = desk.session.facts_desk
    made.show_panel()
    desk.until(lambda: len(made.panel.cards()) == 3)
    assert "need" in made.button.toolTip()
    assert "Not used" in made.panel.cards()[2].accessibleName()
    desk.qtbot.mouseClick(made.panel.cards()[0].pin, Qt.MouseButton.LeftButton)
    desk.until(lambda: len(desk.session.facts.pinned) == 2)
    desk.qtbot.mouseClick(made.panel.cards()[0].dismiss, Qt.MouseButton.LeftButton)
    desk.until(lambda: not desk.session.facts.suggested)
    desk.qtbot.mouseClick(made.panel.back, Qt.MouseButton.LeftButton)
    desk.until(lambda: desk.window.middle.currentWidget() is desk.window.ask_panel)


def test_facts_of_another_collection_are_not_shown(desk: Desk) -> None:
    desk.engine.facts.add("collection-2", FEE, QUOTE, "/d/a.pdf", Place())
    desk.session.facts.refresh()
    desk.until(lambda: desk.session.facts.ready)
    assert desk.session.facts.pinned == []
    desk.session.library.select("Supply contracts")
    desk.until(lambda: len(desk.session.facts.pinned) == 1)


def test_the_switches_go_with_the_question(desk: Desk) -> None:
    desk.ask()
    assert (desk.engine.asked[-1].mode, desk.engine.asked[-1].strict) == ("documents_only", False)
    mode = desk.session.facts_desk.mode
    mode.open.trigger()
    mode.strict.trigger()
    assert "Open, strict" in mode.accessibleName()
    desk.ask()
    assert (desk.engine.asked[-1].mode, desk.engine.asked[-1].strict) == ("open", True)


def test_what_a_policy_decided_cannot_be_switched(desk: Desk) -> None:
    policy = Policy(settings={"mode": "documents_only", "strict": True})
    switches = Switches(Settings(strict=True), policy.is_locked)
    button = ModeButton(switches)
    desk.qtbot.addWidget(button)
    assert not button.open.isEnabled()
    assert not button.strict.isEnabled()
    switches.choose_mode("open")
    switches.choose_strict(False)
    assert (switches.mode, switches.strict) == ("documents_only", True)


def test_words_of_the_model_alone_stand_under_a_banner(desk: Desk) -> None:
    desk.answer = lambda q: Answer(
        correlation_id=q.correlation_id, status="answered", provenance="model", text="Not from your documents\n\nIt is so."
    )
    desk.ask()
    view = desk.window.ask_panel.views()[-1]
    assert view.answer.toPlainText().strip() == "It is so."
    assert "Not from your documents" in [w.text() for w in view.findChildren(type(view.question))]


def press(desk: Desk, words: str) -> None:
    view = desk.window.ask_panel.views()[-1]
    button = next(b for b in view.findChildren(TextButton) if words in b.text())
    desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_comparison_offers_thorough_and_an_aside_offers_the_search(desk: Desk) -> None:
    thorough = scenes.checked
    desk.answer = lambda q: thorough(q, root=desk.root).model_copy(update={"metadata": AnswerMetadata(offer_thorough=True)})
    desk.ask()
    press(desk, "thoroughly")
    desk.until(lambda: desk.engine.asked[-1].depth == "thorough")
    desk.until(lambda: not desk.session.conversation.busy)
    desk.answer = lambda q: Answer(correlation_id=q.correlation_id, status="clarify", text="Not something that documents know.")
    desk.ask("What is the weather like today?")
    assert desk.engine.asked[-1].clarify
    press(desk, "all the same")
    desk.until(lambda: len(desk.engine.asked) == 4)
    assert not desk.engine.asked[-1].clarify


def test_a_question_says_how_many_come_first_and_that_it_is_still_worked_on(desk: Desk) -> None:
    desk.ask()
    turn = desk.turn
    turn.phase = "reading"
    turn.hear_progress(QueuePosition(correlation_id=turn.correlation_id, ahead=2))
    assert "2 questions come first" in turn.phase_text()
    turn.hear_progress(QueuePosition(correlation_id=turn.correlation_id, ahead=0))
    turn.hear_progress(StillWorking(correlation_id=turn.correlation_id, attempt=2))
    assert "Still working" in turn.phase_text()


def test_a_question_that_names_another_collection_is_asked_there(desk: Desk) -> None:
    desk.ask("What do the supply contracts say about deposits?")
    assert desk.engine.asked[-1].filters.collections == ("collection-2",)
    assert desk.session.library.current is not None
    assert desk.session.library.current.name == "Supply contracts"


def test_a_collection_gets_other_names_and_becomes_the_default_one(desk: Desk) -> None:
    desk.window.library_panel.names_wanted.emit("Supply contracts")
    sheet = desk.session.facts_desk.names
    assert sheet.isVisible()
    sheet.names.setText("Contracts, Suppliers ,")
    sheet.default.setChecked(True)
    desk.qtbot.mouseClick(sheet.confirm, Qt.MouseButton.LeftButton)
    desk.until(lambda: ("name_collection", "collection-2", ("Contracts", "Suppliers"), True) in desk.engine.changes)
