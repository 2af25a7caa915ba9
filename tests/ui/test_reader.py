"""The reader: the marked sentence is the sentence, on the page or in the text; a hostile file costs only its picture."""

from __future__ import annotations

from pathlib import Path

from desk import Desk
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument

from app.viewmodels.evidence import EvidenceTarget
from index.document import Place, Span


def test_a_text_document_opens_with_the_sentence_marked_and_in_sight(desk: Desk) -> None:
    desk.ask()
    desk.open_chip(3)
    text = desk.window.evidence_panel.reader.text
    quote = "For each full day of travel within Germany a meal allowance of €26 is paid."
    assert text.marked_text() == quote
    desk.until(lambda: quote[:20] in text.cursorForPosition(text.viewport().rect().center()).document().toPlainText())
    assert desk.window.evidence_panel.reader.stack.currentWidget() is text


def test_a_mark_far_down_is_scrolled_into_sight(desk: Desk) -> None:
    from app.viewmodels.excerpt import Excerpt, ExcerptBlock

    blocks = [ExcerptBlock("paragraph", 0, f"Paragraph {n}. " + "word " * 60) for n in range(60)]
    blocks[50] = ExcerptBlock("paragraph", 0, "The wanted sentence.", (Span(start=4, end=10),))
    view = desk.window.evidence_panel.reader.text
    desk.window.evidence_panel.reader.stack.setCurrentWidget(view)
    desk.window.evidence_panel.stack.setCurrentWidget(desk.window.evidence_panel.reader)
    view.show_excerpt(Excerpt(tuple(blocks), 0, 1000, before=True, after=False))
    assert view.marked_text() == "wanted"

    def in_sight() -> bool:
        cursor = view.document().find("wanted", 0, QTextDocument.FindFlag.FindCaseSensitively)
        return view.viewport().rect().contains(view.cursorRect(cursor).center())

    desk.until(in_sight)


def test_markup_in_a_document_is_shown_as_text(desk: Desk) -> None:
    desk.ask()
    reader = desk.window.evidence_panel.reader
    target = EvidenceTarget(
        "security", f"{desk.root}/IT security note.html", "html", None, Place(), (Span(start=0, end=2),), ("IT",)
    )
    with desk.qtbot.waitSignal(reader.shown):
        desk.window.evidence_panel.open(target)
    assert '<a href="http://example.org">reset</a>' in reader.text.toPlainText()


def test_the_page_before_and_after_are_one_press_away(desk: Desk) -> None:
    desk.ask()
    desk.open_chip(0)
    page = desk.window.evidence_panel.reader.page
    assert page.number.text() == "page 1 of 2"
    assert not page.before.isEnabled()
    with desk.qtbot.waitSignal(page.shown, timeout=20_000):
        desk.qtbot.mouseClick(page.after, Qt.MouseButton.LeftButton)
    assert page.number.text() == "page 2 of 2"
    assert page.canvas.marks == []
    assert not page.after.isEnabled()


def test_a_page_can_be_made_larger(desk: Desk) -> None:
    desk.ask()
    desk.open_chip(0)
    page = desk.window.evidence_panel.reader.page
    before = page.canvas.width()
    desk.qtbot.mouseClick(page.larger, Qt.MouseButton.LeftButton)
    assert page.canvas.width() > before


def test_a_file_that_is_no_pdf_falls_back_to_its_indexed_text(desk: Desk, tmp_path: Path) -> None:
    broken = tmp_path / "Travel policy 2025.pdf"
    broken.write_bytes(b"%PDF-1.7 broken")
    _open(desk, str(broken))
    reader = desk.window.evidence_panel.reader
    assert reader.stack.currentWidget() is reader.text
    assert reader.note.isVisibleTo(reader)
    assert reader.text.marked_text() == "Travel policy"


def test_a_file_that_is_gone_falls_back_to_its_indexed_text(desk: Desk, tmp_path: Path) -> None:
    _open(desk, str(tmp_path / "gone.pdf"))
    reader = desk.window.evidence_panel.reader
    assert reader.text.marked_text() == "Travel policy"
    assert "Not there any more." in reader._note_text.text()


def test_escape_goes_back_to_the_passages(desk: Desk) -> None:
    desk.ask()
    desk.open_chip(3)
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_Escape)
    assert not desk.window.evidence_panel.reading


def test_a_changed_file_is_said_so(desk: Desk) -> None:
    target = EvidenceTarget(
        "policy-2023", f"{desk.root}/x.docx", "docx", None, Place(), (Span(start=0, end=13),), ("Travel policy",), changed=True
    )
    reader = desk.window.evidence_panel.reader
    with desk.qtbot.waitSignal(reader.shown):
        desk.window.evidence_panel.open(target)
    assert "changed since it was indexed" in reader._note_text.text()


def _open(desk: Desk, source: str) -> None:
    target = EvidenceTarget(
        "policy-2025", source, "pdf", None, Place(kind="page", page=1), (Span(start=0, end=13),), ("Travel policy",)
    )
    reader = desk.window.evidence_panel.reader
    with desk.qtbot.waitSignal(reader.shown, timeout=20_000):
        desk.window.evidence_panel.open(target)
