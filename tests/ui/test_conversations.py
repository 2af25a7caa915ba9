"""Conversations in the window: kept, listed, found again, left while an answer is written, deleted with a way back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from desk import Desk
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.conversations.store import ConversationStore
from app.engine.conversations import Conversations
from app.messages.answer import Answer
from app.ui.ask.panel import KEPT
from app.ui.conversations.panel import ConversationsPanel
from app.ui.conversations.rows import BELOW_ROLE
from app.ui.widgets.labels import Label
from app.ui.window_state import WindowState
from app.workers.fakes import scenes
from index.errors import DiskFull


def panel(desk: Desk) -> ConversationsPanel:
    return desk.window.talks.panel


def titles(desk: Desk) -> list[str]:
    shown = panel(desk).list
    return [shown.item(i).text() for i in range(shown.count())]


def words(desk: Desk) -> str:
    QApplication.processEvents()
    return "\n".join(label.text() for label in desk.window.findChildren(Label) if label.isVisible())


def two_talks(desk: Desk) -> None:
    desk.ask("What is paid for hotels?")
    desk.session.conversation.clear()
    desk.ask("Who is the travel desk?")
    desk.until(lambda: len(titles(desk)) == 2)


def test_what_was_asked_is_listed_and_opened_again(desk: Desk) -> None:
    two_talks(desk)
    desk.window.talks.show_list()
    assert titles(desk) == ["Who is the travel desk?", "What is paid for hotels?"]
    panel(desk).list.setCurrentRow(1)
    desk.qtbot.keyClick(panel(desk).list, Qt.Key.Key_Return)
    desk.until(lambda: len(desk.session.conversation.turns) == 1 and desk.turn.question == "What is paid for hotels?")
    assert not desk.window.talks.listing
    assert desk.turn.layout is not None
    desk.until(lambda: len(desk.window.evidence_panel.cards()) > 0)


def test_a_follow_up_goes_into_the_conversation_that_was_opened(desk: Desk) -> None:
    two_talks(desk)
    first = desk.session.conversations.rows[1].id
    desk.session.conversations.open(first)
    desk.until(lambda: desk.session.conversation.id == first)
    desk.ask("And abroad?")
    assert desk.engine.asked[-1].conversation == first
    desk.until(lambda: desk.session.conversations.rows[0].questions == 2)


def test_search_finds_words_of_questions_and_answers(desk: Desk) -> None:
    two_talks(desk)
    desk.window.talks.show_list()
    desk.qtbot.keyClicks(panel(desk).search, "hotels?")
    desk.until(lambda: titles(desk) == ["What is paid for hotels?"])
    panel(desk).search.setText("unicorns")
    desk.until(lambda: titles(desk) == [])
    assert "No conversation has all of these words." in words(desk)


def test_a_name_is_changed_in_place(desk: Desk) -> None:
    desk.ask("What is paid for hotels?")
    desk.until(lambda: len(titles(desk)) == 1)
    desk.window.talks.show_list()
    panel(desk).list.item(0).setText("Travel rules")
    desk.until(lambda: desk.session.conversations.rows[0].title == "Travel rules")
    panel(desk).list.item(0).setText("  ")
    desk.until(lambda: "needs a name" in words(desk))
    assert titles(desk) == ["Travel rules"]


def test_a_deleted_one_can_be_brought_back_for_a_while(desk: Desk) -> None:
    two_talks(desk)
    desk.window.talks.show_list()
    panel(desk).list.setCurrentRow(0)
    desk.qtbot.keyClick(panel(desk).list, Qt.Key.Key_Delete)
    desk.until(lambda: titles(desk) == ["What is paid for hotels?"])
    assert desk.session.conversation.turns == []
    desk.until(lambda: desk.session.library.undo.open)
    desk.session.library.undo.take_back()
    desk.until(lambda: len(titles(desk)) == 2)


def test_when_it_cannot_be_taken_back_any_more_it_is_gone(desk: Desk) -> None:
    two_talks(desk)
    gone = desk.session.conversations.rows[0].id
    desk.session.conversations.delete(gone)
    desk.until(lambda: desk.session.library.undo.open)
    desk.session.library.undo.settle()
    kept = desk.engine.conversations
    desk.until(lambda: gone not in [r.id for r in kept.do(lambda s: s.rows()).result(5)])
    kept.do(lambda store: store.set_aside(gone, aside=False)).result(5)
    assert len(kept.do(lambda store: store.rows()).result(5)) == 1


def test_another_conversation_can_be_shown_while_an_answer_is_written(desk: Desk) -> None:
    desk.ask("What is paid for hotels?")
    first = desk.session.conversation.id
    desk.session.conversation.clear()
    desk.hold_at = ("token", 4)
    desk.window.ask_panel.asked.emit("Who is the travel desk?", False)
    desk.until(lambda: "Hotel costs" in desk.turn.text)
    second, writing = desk.session.conversation.id, desk.turn
    desk.session.conversations.open(first)
    desk.until(lambda: desk.session.conversation.id == first)
    assert not desk.session.conversation.busy
    desk.until(lambda: "Being written" in panel(desk).list.item(0).data(BELOW_ROLE))
    desk.session.conversations.open(second)
    desk.until(lambda: desk.session.conversation.id == second)
    assert desk.turn is writing
    assert desk.session.conversation.busy
    assert "Hotel costs" in desk.window.ask_panel.views()[-1].answer.toPlainText()
    desk.release.set()
    desk.until(lambda: not desk.session.conversation.busy)
    assert writing.answer is not None
    assert writing.answer.status == "answered"


def test_what_is_left_is_out_of_sight_at_once(desk: Desk) -> None:
    desk.ask()
    view = desk.window.ask_panel.views()[0]
    desk.session.conversation.clear()
    assert view.isHidden()


def test_an_answer_that_ends_while_another_is_shown_is_kept(desk: Desk) -> None:
    desk.hold_at = ("token", 4)
    desk.window.ask_panel.asked.emit("What is paid for hotels?", False)
    desk.until(desk.held.is_set)
    first = desk.session.conversation.id
    desk.session.conversation.clear()
    assert desk.session.conversation.turns == []
    desk.release.set()
    desk.until(lambda: not desk.session.conversation.is_writing(first))
    desk.session.conversations.open(first)
    desk.until(lambda: desk.session.conversation.id == first)
    desk.until(lambda: desk.turn.answer is not None)


@pytest.fixture
def restart(make_desk: Callable[..., Desk], tmp_path: Path) -> Callable[[], Desk]:
    """A window over the history and the data folder of the one before."""
    desks: list[Desk] = []

    def start() -> Desk:
        desk = make_desk(home=tmp_path / "shared", history=tmp_path / "shared" / "conversations.sqlite")
        desks.append(desk)
        return desk

    return start


def end(desk: Desk) -> None:
    """As a crash would: what is written down while the person works has to do."""
    wanted = str(desk.session.conversation.id)
    desk.until(lambda: WindowState(desk.program.paths.home).place().conversation == wanted)
    desk.close()


def test_after_a_restart_the_conversation_is_there_again(restart: Callable[[], Desk]) -> None:
    first = restart()
    first.ask("What is paid for hotels?")
    end(first)
    again = restart()
    again.until(lambda: len(again.session.conversation.turns) == 1)
    assert again.turn.question == "What is paid for hotels?"
    assert again.turn.layout is not None


def test_an_answer_that_was_cut_off_is_shown_with_its_words_and_marked(restart: Callable[[], Desk], tmp_path: Path) -> None:
    first = restart()
    first.ask("What is paid for hotels?")
    end(first)
    store = ConversationStore(tmp_path / "shared" / "conversations.sqlite")
    store.warm_up()
    asked = first.engine.asked[0].model_copy(update={"correlation_id": scenes.ask().correlation_id, "text": "And meals?"})
    store.begin(asked)
    store.save_text(asked.correlation_id, "For each full day")
    store.close()
    again = restart()
    again.until(lambda: len(again.session.conversation.turns) == 2)
    assert again.turn.unfinished
    view = again.window.ask_panel.views()[-1]
    assert view.answer.toPlainText() == "For each full day"
    assert "Unfinished: Dossier was closed before the answer was complete." in words(again)


def test_a_long_conversation_shows_its_end_first(desk: Desk) -> None:
    shown = uuid4()
    for number in range(KEPT + 3):
        asked = scenes.ask(f"Question {number}?").model_copy(update={"conversation": shown})
        desk.engine.conversations.do(lambda store, asked=asked: store.begin(asked))
        desk.engine.conversations.do(lambda store, asked=asked: store.finish(asked, desk.answer(asked)))
    desk.session.conversations.open(shown)
    desk.until(lambda: len(desk.session.conversation.turns) == KEPT + 3)
    assert [v.turn.question for v in desk.window.ask_panel.views()] == [f"Question {n}?" for n in range(3, KEPT + 3)]
    assert desk.window.ask_panel.earlier.text() == "3 earlier questions"


def test_a_sentence_is_signed_off_and_disputed_and_both_are_kept(desk: Desk) -> None:
    desk.ask()
    view = desk.window.ask_panel.views()[0]
    view.review_button.click()
    assert view.review is not None
    lines = list(view.review.lines.values())
    desk.qtbot.mouseClick(lines[0].off, Qt.MouseButton.LeftButton)
    desk.qtbot.mouseClick(lines[4].dispute, Qt.MouseButton.LeftButton)
    desk.qtbot.mouseClick(lines[1].off, Qt.MouseButton.LeftButton)
    desk.qtbot.mouseClick(lines[1].off, Qt.MouseButton.LeftButton)
    ident = desk.session.conversation.id
    signs = desk.engine.conversations.do(lambda store: store.get(ident)).result(5).turns[0].signs
    assert [(s.sentence, s.sign) for s in signs] == [(0, "signed_off"), (4, "disputed")]
    assert view.review_button.text() == "✓ 1 · ⚑ 1"


def test_a_conversation_is_exported_with_its_sources(desk: Desk, tmp_path: Path) -> None:
    desk.ask()
    target = tmp_path / "talk.md"
    desk.window.talks.show_list()
    panel(desk).export_to(desk.session.conversation.id, target)
    desk.until(lambda: "Written: talk.md" in words(desk))
    assert "Travel policy 2025.pdf" in target.read_text(encoding="utf-8")
    panel(desk).export_to(desk.session.conversation.id, tmp_path / "missing" / "talk.md")
    desk.until(lambda: "There is no folder" in words(desk))


def test_a_full_disk_is_told_and_the_answer_is_shown(desk: Desk) -> None:
    class Full(ConversationStore):
        def finish(self, question: object, answer: Answer) -> None:  # noqa: ARG002
            raise DiskFull("There is no room left for the history.")

    told: list[object] = []
    desk.session.conversations.failed.connect(told.append)
    kept = Conversations(lambda: Full(Path(), keep=False))
    kept.tell_trouble = desk.engine.conversations.tell_trouble
    desk.engine.conversations.close(5.0)
    desk.engine.conversations = kept
    desk.ask()
    desk.until(lambda: bool(told))
    assert desk.turn.answer is not None
