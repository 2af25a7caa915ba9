"""Search as you type: passages above the question box while a person types."""

from __future__ import annotations

import pytest
from desk import Desk
from PySide6.QtCore import Qt

from app.ui.ask.match_list import MatchList
from app.viewmodels.evidence import EvidenceTarget
from app.viewmodels.matches import with_words
from app.workers.fakes import scenes
from index.document import Place, Span
from index.errors import IndexBusy
from index.search.hit import Hit, SearchResult


def hit(words: str, number: int = 1) -> Hit:
    return Hit(
        chunk_id=f"chunk-{number}", file_id="policy-2025", collection_id="collection-1", source_path="samples/Travel policy 2025.pdf",
        title="Travel policy", kind="pdf", chunk_index=number, content=words, context="", start=0, end=len(words),
        place=Place(kind="page", page=number), cosine=None, bm25=1.0, fused=0.0, relevance=0.0,
    )  # fmt: skip


def result(*hits: Hit) -> SearchResult:
    return SearchResult(hits=hits, total_candidates=len(hits), index_version=1, elapsed_ms=1.0)


def typed(desk: Desk, text: str, *hits: Hit) -> MatchList:
    """The list after ``text`` was typed and ``hits`` came."""
    desk.engine.matching = lambda _: result(*hits)
    box = desk.window.ask_panel.box.text
    box.setFocus()
    desk.qtbot.keyClicks(box, text)
    shown = desk.window.ask_panel.match_list
    desk.until(lambda: shown.list.count() == len(hits))
    return shown


def test_matching_passages_show_while_a_person_types(desk: Desk) -> None:
    shown = typed(desk, "hotel", hit("Hotel costs are reimbursed."), hit("Hotels abroad.", 2))
    assert shown.isVisible()
    assert shown.list.item(0).text() == "Travel policy 2025.pdf · page 1: Hotel costs are reimbursed."


def test_only_the_sentences_with_the_words_are_marked(desk: Desk) -> None:
    words = "Meals are not paid. Hotel costs are reimbursed. Hotels abroad cost more."
    shown = typed(desk, "hotel costs", hit(words))
    opened: list[EvidenceTarget] = []
    shown.opened.connect(opened.append)
    desk.qtbot.keyClick(desk.window.ask_panel.box.text, Qt.Key.Key_Down)
    desk.qtbot.keyClick(shown.list, Qt.Key.Key_Return)
    (target,) = opened
    assert target.quotes == ("Hotel costs are reimbursed.",)
    assert [words[span.start : span.end] for span in target.spans] == list(target.quotes)


def test_a_passage_that_has_none_of_the_words_is_marked_whole() -> None:
    target = with_words(of_file_with("Hotel costs are reimbursed."), "Unterkunft")
    assert target.quotes == ("Hotel costs are reimbursed.",)


def of_file_with(words: str) -> EvidenceTarget:
    return EvidenceTarget("f", "/d/a.txt", "txt", None, Place(), (Span(start=0, end=len(words)),), (words,))


def test_typing_on_searches_once_for_the_last_text(desk: Desk) -> None:
    typed(desk, "hotel costs", hit("Hotel costs are reimbursed."))
    assert desk.engine.typed[-1] == "hotel costs"
    assert len(desk.engine.typed) < len("hotel costs")


def test_one_letter_is_not_searched(desk: Desk) -> None:
    box = desk.window.ask_panel.box.text
    desk.qtbot.keyClicks(box, "h")
    desk.qtbot.wait(250)
    assert desk.engine.typed == []


def test_the_list_goes_when_the_text_goes(desk: Desk) -> None:
    shown = typed(desk, "hotel", hit("Hotel costs are reimbursed."))
    desk.window.ask_panel.box.text.clear()
    assert not shown.isVisible()


def test_enter_still_asks_and_the_list_goes(desk: Desk) -> None:
    shown = typed(desk, "hotel", hit("Hotel costs are reimbursed."))
    desk.qtbot.keyClick(desk.window.ask_panel.box.text, Qt.Key.Key_Return)
    desk.until(lambda: not desk.session.conversation.busy)
    assert [q.text for q in desk.engine.asked] == ["hotel"]
    assert not shown.isVisible()


def test_the_keyboard_leads_into_the_list_and_enter_opens_the_passage(desk: Desk) -> None:
    shown = typed(desk, "hotel", hit("Hotel costs are reimbursed."), hit("Hotels abroad.", 2))
    desk.window.activateWindow()
    desk.qtbot.keyClick(desk.window.ask_panel.box.text, Qt.Key.Key_Down)
    desk.until(lambda: shown.list.currentRow() == 0)
    desk.qtbot.keyClick(shown.list, Qt.Key.Key_Down)
    opened = []
    shown.opened.connect(opened.append)
    desk.qtbot.keyClick(shown.list, Qt.Key.Key_Return)
    assert [target.place.page for target in opened] == [2]
    desk.until(lambda: desk.window.evidence_panel.reading)
    assert desk.engine.asked == []


@pytest.mark.parametrize("where", ["box", "list"])
def test_esc_closes_the_list_and_leaves_the_question(desk: Desk, where: str) -> None:
    shown = typed(desk, "hotel", hit("Hotel costs are reimbursed."))
    box = desk.window.ask_panel.box.text
    desk.qtbot.keyClick(box if where == "box" else shown.list, Qt.Key.Key_Escape)
    assert not shown.isVisible()
    assert box.toPlainText() == "hotel"


def test_an_arrow_inside_a_question_of_two_lines_moves_the_cursor(desk: Desk) -> None:
    shown = typed(desk, "hotel", hit("Hotel costs are reimbursed."))
    box = desk.window.ask_panel.box
    box.set_text("hotel\nbreakfast")
    cursor = box.text.textCursor()
    cursor.movePosition(cursor.MoveOperation.Start)
    box.text.setTextCursor(cursor)
    desk.qtbot.keyClick(box.text, Qt.Key.Key_Down)
    assert box.text.textCursor().blockNumber() == 1
    assert shown.list.currentRow() == -1


def test_an_answer_that_is_being_written_is_left_alone(desk: Desk) -> None:
    desk.hold_at = ("token", 2)
    desk.until(lambda: desk.session.library.current is not None)
    desk.window.ask_panel.asked.emit(scenes.QUESTION, False)
    desk.until(desk.held.is_set)
    desk.until(lambda: bool(desk.window.evidence_panel.cards()))
    turn = desk.turn
    cards = [card.target for card in desk.window.evidence_panel.cards()]
    typed(desk, "hotel", hit("Hotel costs are reimbursed."))
    assert desk.session.conversation.busy
    assert desk.turn is turn
    assert [card.target for card in desk.window.evidence_panel.cards()] == cards
    desk.release.set()
    desk.until(lambda: not desk.session.conversation.busy)
    assert turn.answer is not None
    assert turn.answer.status == "answered"


def test_a_search_that_fails_shows_no_list_and_no_error(desk: Desk) -> None:
    def slow(_: str) -> SearchResult:
        raise IndexBusy("The search took longer than its limit.")

    desk.engine.matching = slow
    box = desk.window.ask_panel.box.text
    desk.qtbot.keyClicks(box, "hotel")
    desk.until(lambda: bool(desk.engine.typed))
    desk.qtbot.wait(100)
    assert not desk.window.ask_panel.match_list.isVisible()


def test_a_space_at_the_end_says_that_the_word_is_finished(desk: Desk) -> None:
    typed(desk, "hotel ", hit("Hotel costs are reimbursed."))
    assert desk.engine.typed[-1] == "hotel "
