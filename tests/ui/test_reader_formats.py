"""A citation opens its sentence in every format, read by the real parsers: what is marked is what is cited."""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import Desk
from made_formats import docx_with_table, epub, mail, ods, odt, pptx_with_notes, xls, xlsx
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QTextTable
from reading import Shelf, scan

from app.ui.evidence.document_view import DocumentView
from app.ui.evidence.page_painter import on_paper
from app.ui.theme.tokens import LIGHT

SENTENCE = "The fee for a guest is 12 euros a day."


@pytest.fixture
def shelf(desk: Desk, tmp_path: Path) -> Shelf:
    return Shelf(desk, tmp_path)


TEXTS = {
    "rules.txt": f"House rules\n\nGuests sign the list. {SENTENCE} Members pay nothing.\n",
    "rules.md": f"# House rules\n\nGuests sign the list. {SENTENCE}\n\n- Bring a pen\n- Sign the list\n",
    "rules.html": f"<html><body><h1>House rules</h1><p>Guests <b>sign</b> the list. {SENTENCE}</p></body></html>",
    "rules.rtf": r"{\rtf1\ansi House rules\par Guests sign the list. The fee for a guest is 12 euros a day.\par}",
    "rules.docx": docx_with_table(SENTENCE),
    "rules.odt": odt(SENTENCE),
    "rules.epub": epub(SENTENCE),
    "rules.pptx": pptx_with_notes(SENTENCE),
}


@pytest.mark.parametrize("name", TEXTS)
def test_text_formats_show_the_sentence_marked(shelf: Shelf, name: str) -> None:
    reader = shelf.cite(name, TEXTS[name], SENTENCE)
    assert reader.stack.currentWidget() is reader.text
    assert reader.text.marked_text() == SENTENCE
    assert not reader.note.isVisibleTo(reader)


def tables(view: DocumentView) -> list[list[list[str]]]:
    found = []
    frame = view.document().rootFrame()
    for child in frame.childFrames():
        if isinstance(child, QTextTable):
            found.append(
                [
                    [_text(child, row, column) for column in range(child.columns())]
                    for row in range(child.rows())
                ]
            )  # fmt: skip
    return found


def _text(table: QTextTable, row: int, column: int) -> str:
    cell = table.cellAt(row, column)
    cursor = cell.firstCursorPosition()
    cursor.setPosition(cell.lastPosition(), cursor.MoveMode.KeepAnchor)
    return cursor.selectedText()


def test_a_table_is_shown_as_a_table_with_the_cited_value_marked(shelf: Shelf) -> None:
    reader = shelf.cite("rules.docx", docx_with_table(SENTENCE), "Day ticket: 12")
    assert tables(reader.text) == [[["Kind", "Day ticket", "Year"], ["Guest", "12", "90"], ["Member", "0", "40"]]]
    assert reader.text.marked_text() == "12"
    blocks = reader.text.document()
    assert blocks.begin().blockFormat().headingLevel() == 1


def test_slides_have_their_numbers_and_notes(shelf: Shelf) -> None:
    reader = shelf.cite("rules.pptx", pptx_with_notes(SENTENCE), "Say this slowly.")
    assert reader.text.marked_text() == "Say this slowly."
    text = reader.text.toPlainText()
    assert text.index("Slide 1") < text.index("House rules") < text.index("Slide 2") < text.index("Notes: Say this slowly.")
    assert reader.header.subtitle.text() == "slide 2"


@pytest.mark.parametrize(("name", "content"), [("fees.xlsx", xlsx()), ("fees.ods", ods()), ("fees.xls", xls())])
def test_a_sheet_is_a_grid_with_the_cited_cells_marked(shelf: Shelf, name: str, content: bytes) -> None:
    reader = shelf.cite(name, content, "Day: 12")
    assert reader.stack.currentWidget() is reader.sheet
    assert reader.sheet.marked_cells() == ["B3"]
    assert reader.sheet.marked_texts() == ["12"]
    assert reader.sheet.model.column_title(1) == "Day"
    assert [reader.sheet.tabs.tabText(n) for n in range(reader.sheet.tabs.count())] == ["Staff", "Fees"]
    assert reader.sheet.tabs.currentIndex() == 1


def test_a_whole_row_of_a_csv_file_is_marked(shelf: Shelf) -> None:
    rows = "Kind;Day;Year\n" + "".join(f"Group {n};{n};{2 * n}\n" for n in range(300))
    reader = shelf.cite("fees.csv", rows, "Kind: Group 250 | Day: 250 | Year: 500")
    assert reader.sheet.marked_cells() == ["A252", "B252", "C252"]
    assert reader.sheet.marked_texts() == ["Group 250", "250", "500"]
    top, bottom = reader.sheet.table.rowAt(0), reader.sheet.table.rowAt(reader.sheet.table.viewport().height() - 1)
    assert top < 251 < bottom or bottom == -1


def test_another_sheet_is_one_press_away(shelf: Shelf) -> None:
    reader = shelf.cite("fees.xlsx", xlsx(), "Day: 12")
    with shelf.desk.qtbot.waitSignal(reader.sheet.shown, timeout=20_000):
        reader.sheet.tabs.setCurrentIndex(0)
    assert reader.sheet.marked_cells() == []
    assert reader.sheet.model.text(0, 0) == "Name"
    assert reader.sheet.model.column_title(1) == "Room"


def test_cells_are_copied_as_a_spreadsheet_takes_them(shelf: Shelf) -> None:
    reader = shelf.cite("fees.xlsx", xlsx(), "Day: 12")
    model, table = reader.sheet.model, reader.sheet.table
    selection = table.selectionModel()
    for row in (1, 2):
        for column in (0, 1):
            selection.select(model.index(row, column), selection.SelectionFlag.Select)
    assert reader.sheet.selected_text() == "Member\t0\nGuest\t12"


def test_words_are_found_in_the_cells(shelf: Shelf) -> None:
    reader = shelf.cite("fees.xlsx", xlsx(), "Day: 12")
    reader.sheet.find_words("member")
    shelf.desk.until(lambda: reader.sheet.found() == (1, 1, False))
    assert reader.sheet.table.currentIndex().row() == 1


def test_a_mail_is_shown_as_a_mail(shelf: Shelf) -> None:
    reader = shelf.cite("offer.eml", mail(), "We can come on Friday.")
    assert reader.text.marked_text() == "We can come on Friday."
    text = reader.text.toPlainText()
    assert "From: Ann <ann@example.org>" in text
    assert "Can you come?" not in text
    assert "Show the quoted mail" in text
    link = reader.text.toHtml()
    assert "fold/" in link
    reader.text.anchorClicked.emit(QUrl(f"dossier:fold/{fold_of(reader.text)}"))
    assert "Can you come?" in reader.text.toPlainText()
    assert "Hide the quoted mail" in reader.text.toPlainText()


def fold_of(view: DocumentView) -> str:
    return view.toHtml().split("fold/")[1].split('"')[0]


def test_a_citation_in_the_quoted_mail_unfolds_it(shelf: Shelf) -> None:
    reader = shelf.cite("offer.eml", mail(), "Can you come?")
    assert reader.text.marked_text() == "Can you come?"


def test_an_attachment_is_opened_in_the_reader_and_esc_goes_back_to_its_mail(shelf: Shelf) -> None:
    reader = shelf.cite("offer.eml", mail(), "We can come on Friday.")
    shelf.desk.until(lambda: [b.text() for b in reader.attachments.buttons] == ["prices.csv"])
    with shelf.desk.qtbot.waitSignal(reader.shown, timeout=20_000):
        shelf.desk.qtbot.mouseClick(reader.attachments.buttons[0], Qt.MouseButton.LeftButton)
    assert reader.stack.currentWidget() is reader.sheet
    shelf.desk.until(lambda: reader.sheet.model.text(1, 1) == "300")
    shelf.desk.qtbot.keyClick(reader.sheet.table, Qt.Key.Key_Escape)
    shelf.desk.until(lambda: reader.text.marked_text() == "We can come on Friday.")
    assert shelf.desk.window.evidence_panel.reading
    shelf.desk.qtbot.keyClick(reader.text, Qt.Key.Key_Escape)
    assert not shelf.desk.window.evidence_panel.reading


@pytest.mark.slow
def test_a_picture_is_shown_with_its_recognised_words_marked(shelf: Shelf) -> None:
    document = shelf.add("sign.png", scan("Parking costs four euros.", "Bicycles are free."), ocr=True)
    reader = shelf.open(shelf.target("sign.png", "Bicycles are free.", document))
    assert reader.stack.currentWidget() is reader.page
    # Text recognition takes seconds, on a busy machine half a minute.
    shelf.desk.qtbot.waitUntil(lambda: len(reader.page.area.marks()) == 1, timeout=120_000)
    (box,) = reader.page.area.marks()[0].boxes
    assert 0.4 < box[1] < box[3] < 0.9
    area = reader.page.area
    place = on_paper(area.page_rect(1), box)
    shown = area.viewport().grab().toImage()
    scale = shown.devicePixelRatio()
    beside_the_words = shown.pixelColor(round((place.right() + 1) * scale), round(place.center().y() * scale))
    assert beside_the_words.name() == LIGHT.mark
    reader.page.area.pointer.select_page(1)
    assert reader.page.selected_text() == "Parking costs four euros.\nBicycles are free."


def test_text_from_right_to_left_stands_on_the_right(shelf: Shelf) -> None:
    sentence = "رسوم الضيف اثنا عشر يورو."
    reader = shelf.cite("rules.txt", f"قواعد البيت\n\n{sentence}\n", sentence)
    assert reader.text.marked_text() == sentence
    view = reader.text
    cursor = view.document().find(sentence)
    cursor.setPosition(cursor.selectionStart())
    assert view.cursorRect(cursor).left() > view.viewport().width() / 2


def test_a_file_that_is_gone_still_shows_its_kept_text(shelf: Shelf, tmp_path: Path) -> None:
    for name, content, quote in (("rules.txt", TEXTS["rules.txt"], SENTENCE), ("fees.csv", "Kind;Day\nGuest;12\n", "Day: 12")):
        document = shelf.add(name, content)
        (tmp_path / name).unlink()
        reader = shelf.open(shelf.target(name, quote, document))
        shelf.desk.until(reader.note.isVisible)
        assert reader.stack.currentWidget() is reader.text
        assert reader.text.marked_text() in quote
        assert "shown" in reader.note.text()


def test_a_file_that_was_edited_is_said_so(shelf: Shelf, tmp_path: Path) -> None:
    document = shelf.add("rules.txt", TEXTS["rules.txt"])
    (tmp_path / "rules.txt").write_text("Other words.")
    reader = shelf.open(shelf.target("rules.txt", SENTENCE, document))
    shelf.desk.until(reader.note.isVisible)
    assert "changed since it was indexed" in reader.note.text()


def test_long_text_is_read_on_in_both_directions(shelf: Shelf) -> None:
    paragraphs = [f"Paragraph {n}. " + "More words of this kind. " * 12 for n in range(600)]
    reader = shelf.cite("long.txt", "\n\n".join(paragraphs), "Paragraph 300.")
    view = reader.text
    assert "Paragraph 0." not in view.toPlainText()
    assert "Paragraph 599." not in view.toPlainText()
    bar = view.verticalScrollBar()
    for _ in range(200):
        bar.setValue(bar.maximum())
        if "Paragraph 599." in view.toPlainText():
            break
    assert "Paragraph 599." in view.toPlainText()
    for _ in range(200):
        bar.setValue(0)
        if "Paragraph 0." in view.toPlainText():
            break
    text = view.toPlainText()
    assert [n for n in range(600) if text.count(f"Paragraph {n}.") != 1] == []
    assert view.marked_text() == "Paragraph 300."


def test_words_are_found_in_text_that_is_not_written_yet(shelf: Shelf) -> None:
    paragraphs = [f"Paragraph {n}. " + "More words of this kind 😀. " * 12 for n in range(600)]
    reader = shelf.cite("long.txt", "\n\n".join(paragraphs), "Paragraph 0.")
    reader.text.find_words("paragraph 550")
    shelf.desk.until(lambda: reader.text.found() == (1, 1, False))
    (selection,) = reader.text.extraSelections()
    assert selection.cursor.selectedText() == "Paragraph 550"
