"""What a person's eye would find: even icons, room before words, nothing empty below an answer, lists as lists, names above fields."""

from __future__ import annotations

import pytest
from desk import Desk
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from app.messages.answer import Answer, Question
from app.messages.table import Cell, Row, Table
from app.ui.ask.answer_browser import AnswerBrowser
from app.ui.ask.answer_document import BULLET, JOINER
from app.ui.ask.scope_bar import ScopeButton
from app.ui.facts.sheet import FactSheet
from app.ui.library.file_details import FileDetails
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.card import CardButton
from app.ui.widgets.chip import ChoiceButton, FilterChip
from app.ui.widgets.labels import Label
from app.viewmodels.answer_layout import lay_out
from app.workers.fakes import scenes
from index.ingest.rows import FileRow


def blocks(document: QTextDocument) -> list[str]:
    return [document.findBlockByNumber(n).text() for n in range(document.blockCount())]


def test_icons_in_a_row_stand_at_even_distances(desk: Desk) -> None:
    desk.ask("What is paid?")
    header = desk.window.ask_panel.header
    shown = sorted(header.findChildren(QToolButton), key=lambda button: button.x())
    assert len(shown) >= 4
    assert len({second.x() - first.x() for first, second in zip(shown, shown[1:], strict=False)}) == 1
    assert len({button.width() for button in shown}) == 1


def test_a_button_with_a_menu_is_as_wide_as_one_without(desk: Desk) -> None:
    plus = desk.window.library_panel.add
    assert plus.menu() is not None
    assert plus.sizeHint() == IconButton("x", "Close").sizeHint()


@pytest.mark.usefixtures("application")
def test_there_is_room_between_an_icon_and_the_words_behind_it() -> None:
    button: QPushButton = TextButton("Try again", icon_name="rotate-ccw")
    size = button.iconSize()
    assert size.width() > size.height()
    picture = button.icon().pixmap(size).toImage()
    beside = range(picture.height(), picture.width())
    assert all(picture.pixelColor(x, y).alpha() == 0 for x in beside for y in range(picture.height()))


def test_nothing_empty_stands_below_a_long_answer(desk: Desk) -> None:
    desk.answer = lambda q: scenes.checked(q, (*scenes.SUPPORTED, *scenes.DOUBTFUL) * 4, root=desk.root)
    desk.ask("What is paid?")
    area = desk.window.ask_panel.area
    content = area.widget()
    desk.until(lambda: area.verticalScrollBar().maximum() > 0)
    assert content.height() == content.heightForWidth(content.width())


def test_the_question_breaks_in_the_same_places_before_and_after_its_answer(desk: Desk) -> None:
    desk.hold_at = ("prompt", 1)
    words = "What is paid for hotels and meals on a trip in 2025, and what has to be kept in mind by those who travel?"
    desk.window.ask_panel.asked.emit(words, False)
    view = desk.window.ask_panel.views()[0]
    desk.until(lambda: view.question.width() > 100)
    before = view.question.size()
    desk.release.set()
    desk.until(lambda: not desk.session.conversation.busy)
    desk.until(view.edit.isVisible)
    assert view.question.size() == before


def test_a_list_in_an_answer_is_shown_as_one(desk: Desk) -> None:
    def answer(question: Question) -> Answer:
        made = scenes.checked(question, scenes.SUPPORTED[:1], root=desk.root)
        return made.model_copy(update={"text": made.text + "\n\n- The first device\n* The second\n10. The tenth\n5 EUR"})

    desk.answer = answer
    desk.ask("Which devices?")
    document = desk.window.ask_panel.views()[0].findChild(AnswerBrowser).document()
    assert blocks(document)[2:] == [f"{BULLET}The first device", f"{BULLET}The second", "10. The tenth", "5 EUR"]
    forms = [document.findBlockByNumber(n).blockFormat() for n in range(2, 6)]
    assert [form.leftMargin() > 0 and form.textIndent() == -form.leftMargin() for form in forms] == [True, True, True, False]


def test_where_to_look_is_named_in_words_or_by_the_icon_alone(desk: Desk) -> None:
    button = desk.window.ask_panel.box.findChild(ScopeButton)
    button.set_text("Institute policies")
    button.resize(button.sizeHint())
    assert button.toolButtonStyle().name == "ToolButtonTextBesideIcon"
    button.resize(60, button.height())
    assert button.toolButtonStyle().name == "ToolButtonIconOnly"
    assert "Institute policies" in button.toolTip()


def test_each_field_of_a_fact_has_its_name_above_it_when_it_is_filled_in(desk: Desk) -> None:
    sheet = FactSheet(desk.session.facts, desk.window)
    captions = {label.text() for label in sheet.findChildren(Label)}
    for field in (sheet.label, sheet.value, sheet.unit, sheet.day):
        assert field.accessibleName() in captions


def test_a_file_that_was_taken_out_is_not_offered_to_be_taken_out(desk: Desk) -> None:
    details = FileDetails(desk.window)
    plain = FileRow(id="1", collection_id="c", source_id="s", path="/x/a.pdf", size=1, mtime_ns=1, status="indexed")
    details.show_rows([plain])
    assert not details.forget.isHidden()
    details.show_rows([plain.model_copy(update={"status": "skipped", "reason_code": "excluded"})])
    assert details.forget.isHidden()
    assert not details.retry.isHidden()


def test_what_covers_the_window_while_dragging_says_it_on_a_ground_of_its_own(desk: Desk) -> None:
    overlay = desk.window.overlay
    overlay.show_over("Institute policies")
    ground: QWidget = overlay.title.parentWidget()
    assert ground is not overlay
    assert ground.property("look") == "sheet"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_enter_presses_a_button_as_the_space_bar_does(desk: Desk, key: Qt.Key) -> None:
    buttons = [
        TextButton("Try again", desk.window),
        IconButton("x", "Close", desk.window),
        FilterChip("x", desk.window),
        ChoiceButton("Quick", "Quick", desk.window),
        CardButton("Passage", desk.window),
    ]
    for button in buttons:
        pressed: list[bool] = []
        button.clicked.connect(lambda *_, seen=pressed: seen.append(True))
        button.show()
        desk.qtbot.keyClick(button, key)
        assert len(pressed) == 1, type(button).__name__


def test_a_table_of_three_hundred_rows_is_laid_out_once(desk: Desk) -> None:
    def answer(question: Question) -> Answer:
        made = scenes.checked(question, scenes.SUPPORTED[:1], root=desk.root)
        rows = tuple(Row(cells=(Cell(text=f"Device {n}"), Cell(text="B 1.05"))) for n in range(300))
        return made.model_copy(update={"task": "list", "table": Table(columns=("Device", "Room"), rows=rows, total=300)})

    browser = AnswerBrowser(desk.window)
    sizes: list[object] = []
    browser.document().documentLayout().documentSizeChanged.connect(sizes.append)
    browser.show_checked(lay_out(answer(scenes.ask())))
    assert len(sizes) < 10  # and not once for each cell, which holds the window up for minutes
    assert browser.toPlainText().count("Device ") == 300


def test_ctrl_e_leads_from_the_question_to_the_evidence_and_arrows_through_it(desk: Desk) -> None:
    desk.ask("What is paid?")
    window, cards = desk.window, desk.window.evidence_panel.cards()
    window.ask_panel.box.setFocus()
    desk.qtbot.keyClick(window.focusWidget(), Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    assert window.focusWidget() is cards[0]
    desk.qtbot.keyClick(cards[0], Qt.Key.Key_Down)
    assert window.focusWidget() is cards[1]
    desk.qtbot.keyClick(cards[1], Qt.Key.Key_Return)
    desk.until(lambda: window.evidence_panel.reading)
    desk.qtbot.keyClick(window.focusWidget(), Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert window.ask_panel.box.text.hasFocus()
    desk.qtbot.keyClick(window.focusWidget(), Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    assert window.evidence_panel.isAncestorOf(window.focusWidget())


def test_the_chips_of_a_sentence_stay_on_one_line_with_its_mark(desk: Desk) -> None:
    desk.ask("What is paid?")
    text = desk.window.ask_panel.views()[0].answer.document().toRawText()
    picture = "\ufffc"
    assert picture in text
    assert f"{picture}{JOINER}{picture}" in text
    assert f"{picture}{picture}" not in text
