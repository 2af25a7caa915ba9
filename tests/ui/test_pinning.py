"""A sentence is pinned as a fact from wherever it is read: a passage's card, the page, the text, the cells."""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import Desk
from made_formats import xlsx
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from reading import Shelf

from app.facts.fact import SourcePlace
from app.ui.facts.sheet import FactSheet
from app.workers.fakes import scenes

SENTENCE = "The fee for a guest is 12 euros a day."
TEXT = f"House rules\n\nGuests sign the list. {SENTENCE} Members pay nothing.\n"
PIN = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def shelf(desk: Desk, tmp_path: Path) -> Shelf:
    return Shelf(desk, tmp_path)


def sheet_of(desk: Desk) -> FactSheet:
    return desk.session.facts_desk.sheet


def pin(desk: Desk, label: str, value: str) -> SourcePlace:
    """Fill the sheet in and press its button; where the sentence stands."""
    sheet = sheet_of(desk)
    sheet.label.setText(label)
    sheet.value.setText(value)
    desk.qtbot.mouseClick(sheet.confirm, Qt.MouseButton.LeftButton)
    desk.until(lambda: not sheet.isVisible())
    place: SourcePlace = desk.engine.facts.asked[-1][-1]  # type: ignore[assignment]
    return place


def test_from_a_passage_one_of_its_sentences_is_chosen(desk: Desk) -> None:
    desk.answer = lambda q: scenes.checked(q, scenes.SUPPORTED, root=desk.root)
    desk.ask()
    card = desk.window.evidence_panel.cards()[0]
    desk.qtbot.mouseClick(card.pin, Qt.MouseButton.LeftButton)
    sheet = sheet_of(desk)
    desk.until(lambda: sheet.isVisible() and bool(sheet.quote.text()))
    assert desk.window.evidence_panel.reading is False, "the card was not opened"
    desk.until(lambda: "€120" in sheet.quote.text())
    assert pin(desk, "Hotel limit", "€120").file_id == card.target.file_id


def test_the_marked_words_of_a_document_are_pinned_by_the_keyboard(shelf: Shelf) -> None:
    document = shelf.add("rules.txt", TEXT)
    reader = shelf.open(shelf.target("rules.txt", SENTENCE, document))
    reader.focus()
    shelf.desk.qtbot.keyClick(reader.text, Qt.Key.Key_P, PIN)
    sheet = sheet_of(shelf.desk)
    shelf.desk.until(lambda: SENTENCE in sheet.quote.text())
    place = pin(shelf.desk, "Guest fee", "12 euros")
    assert document.text[place.start : place.end] == SENTENCE


def test_what_is_selected_in_a_text_comes_before_what_is_marked(shelf: Shelf) -> None:
    document = shelf.add("rules.txt", TEXT)
    reader = shelf.open(shelf.target("rules.txt", SENTENCE, document))
    cursor = reader.text.document().find("Members pay nothing.")
    reader.text.setTextCursor(cursor)
    reader.header.actions_by_name["pin"].trigger()
    sheet = sheet_of(shelf.desk)
    shelf.desk.until(lambda: "Members pay nothing." in sheet.quote.text())
    place = pin(shelf.desk, "Members", "nothing")
    assert document.text[place.start : place.end] == "Members pay nothing."


def test_a_row_of_a_sheet_is_pinned_by_one_of_its_cells(shelf: Shelf) -> None:
    document = shelf.add("book.xlsx", xlsx())
    row = next(b for b in document.blocks if b.kind == "table_row" and b.start > 0)
    words = document.text[row.start : row.end]
    reader = shelf.open(shelf.target("book.xlsx", words, document))
    first = reader.sheet.model.marks[0]
    reader.sheet.table.setCurrentIndex(reader.sheet.model.index(*first))
    reader.sheet.pin_wanted.emit()
    shelf.desk.until(lambda: " ".join(words.split()) in sheet_of(shelf.desk).quote.text())


def test_words_that_the_text_does_not_have_are_told_in_the_reader(shelf: Shelf) -> None:
    document = shelf.add("rules.txt", TEXT)
    reader = shelf.open(shelf.target("rules.txt", SENTENCE, document))
    reader.pin_wanted.emit(reader.target, "Members pay everything.", reader.text.whereabouts())
    shelf.desk.until(lambda: "do not stand in the document" in reader.note.text())
    assert not sheet_of(shelf.desk).isVisible()


def test_without_a_mark_or_a_selection_it_is_said_what_to_do(shelf: Shelf) -> None:
    shelf.add("rules.txt", TEXT)
    row = shelf.desk.library.files_by_id(("rules.txt",))["rules.txt"]
    shelf.desk.window._read(row)
    reader = shelf.reader
    shelf.desk.until(lambda: "House rules" in reader.text.toPlainText())
    reader.header.actions_by_name["pin"].trigger()
    assert "Select the sentence" in reader.note.text()
    assert QApplication.activeModalWidget() is None
