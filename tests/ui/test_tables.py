"""Answers over whole documents in the window: their table with its chips, their progress, what is before the person."""

from __future__ import annotations

import pytest
from desk import Desk
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextTable
from PySide6.QtWidgets import QApplication

from app.messages.answer import Answer, Question
from app.messages.events import TaskProgress
from app.messages.table import Cell, Coverage, Row, Table
from app.messages.validation import Citation
from app.ui.ask.turn_view import TurnView
from app.workers.fakes import scenes


def cite(number: int, root: str) -> Citation:
    passage = scenes.passages(root)[number]
    return Citation(
        doc_id=passage.doc_id, chunk_id=passage.chunk_id, source=passage.source, place=passage.place, start=passage.start,
        end=passage.end, quote=passage.content,
    )  # fmt: skip


def compared(question: Question, root: str) -> Answer:
    rows = (
        Row(cells=(Cell(text="hotel"), Cell(text="95 euros <b>", citations=(cite(0, root),)), Cell(text="120 euros", citations=(cite(1, root),))), differs=True),
        Row(cells=(Cell(text="cats"), Cell(text="not found in A", missing=True), Cell(text="not found in B", missing=True))),
    )  # fmt: skip
    return Answer(
        correlation_id=question.correlation_id, status="answered", text="A and B compared.", task="compare",
        table=Table(columns=("Aspect", "A", "B"), rows=rows, total=2), coverage=Coverage(unit="documents", done=2, total=2),
    )  # fmt: skip


def asked(desk: Desk) -> TurnView:
    desk.answer = lambda question: compared(question, desk.root)
    desk.ask("Compare A and B on hotel and cats")
    QApplication.processEvents()
    return desk.window.ask_panel.views()[0]


def table_of(view: TurnView) -> QTextTable:
    frames = view.answer.document().rootFrame().childFrames()
    tables = [frame for frame in frames if isinstance(frame, QTextTable)]
    assert len(tables) == 1
    return tables[0]


def cell_text(table: QTextTable, row: int, column: int) -> str:
    cell = table.cellAt(row, column)
    cursor = cell.firstCursorPosition()
    cursor.setPosition(cell.lastPosition(), cursor.MoveMode.KeepAnchor)
    return cursor.selectedText()


def test_a_comparison_is_a_real_table_below_its_text(desk: Desk) -> None:
    view = asked(desk)
    table = table_of(view)
    assert (table.rows(), table.columns()) == (3, 3)
    assert [cell_text(table, 0, i) for i in range(3)] == ["Aspect", "A", "B"]
    assert cell_text(table, 1, 0) == "≠ hotel"
    assert cell_text(table, 1, 1).startswith("95 euros <b>")
    assert cell_text(table, 2, 1) == "not found in A"
    assert view.answer.toPlainText().startswith("A and B compared.")


def test_a_chip_in_a_cell_opens_its_place(desk: Desk) -> None:
    view = asked(desk)
    opened = []
    view.answer.opened.connect(opened.append)
    view.answer.anchorClicked.emit(QUrl("dossier:cell/0/2/0"))
    assert [target.file_id for target in opened] == [scenes.passages(desk.root)[1].doc_id]
    assert desk.window.evidence_panel.reading


@pytest.mark.qt_log_ignore("does not support raise")
def test_hovering_a_chip_in_a_cell_shows_the_words_it_stands_for(desk: Desk) -> None:
    view = asked(desk)
    view.answer.highlighted.emit(QUrl("dossier:cell/0/1/0"))
    assert " ".join(scenes.passages(desk.root)[0].content.split())[:30] in view.answer.popover_text()


def test_the_places_of_a_table_stand_on_the_right(desk: Desk) -> None:
    asked(desk)
    cards = desk.window.evidence_panel.cards()
    assert len(cards) == 2


def test_a_screen_reader_hears_the_table_row_by_row(desk: Desk) -> None:
    view = asked(desk)
    assert "| ≠ hotel | 95 euros <b> [1] | 120 euros [2] |" in view.answer.accessibleDescription()


def test_the_copy_holds_the_table_as_markdown_with_its_sources(desk: Desk) -> None:
    view = asked(desk)
    view._copy()
    copied = QApplication.clipboard().text()
    assert "| Aspect | A | B |\n| --- | --- | --- |\n| ≠ hotel | 95 euros <b> [1] | 120 euros [2] |" in copied
    assert "\n[1] " in copied
    assert "\n[2] " in copied


def test_the_busy_line_says_how_far_a_task_has_come(desk: Desk) -> None:
    desk.hold_at = ("generating", 1)
    desk.window.ask_panel.asked.emit("Summarise this document", False)
    desk.until(desk.held.is_set)
    turn = desk.turn
    turn.hear_progress(TaskProgress(correlation_id=turn.correlation_id, task="summary", done=2, total=12))
    assert desk.window.ask_panel.views()[0].busy.label.text() == "Reading section 3 of 12 …"
    turn.hear_progress(TaskProgress(correlation_id=turn.correlation_id, task="list", done=82, total=83))
    assert desk.window.ask_panel.views()[0].busy.label.text() == "Reading document 83 of 83 …"
    desk.release.set()
    desk.until(lambda: turn.phase == "done")


def test_this_document_is_the_one_that_is_open_on_the_right(desk: Desk) -> None:
    asked(desk)
    questions: list[Question] = []

    def answer(question: Question) -> Answer:
        questions.append(question)
        return compared(question, desk.root)

    desk.answer = answer
    desk.window.evidence_panel.open(desk.turn.targets()[0])
    desk.ask("Summarise this document")
    assert questions[0].documents == (scenes.passages(desk.root)[0].doc_id,)
