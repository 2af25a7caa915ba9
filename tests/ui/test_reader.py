"""The reader: the marked sentence is the sentence, on the page or in the text; a hostile file costs only its picture."""

from __future__ import annotations

from pathlib import Path

from desk import Desk
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument

from app.viewmodels.evidence import EvidenceTarget
from app.viewmodels.excerpt import Excerpts
from index.document import Block, ParsedDocument, Place, Span


def test_a_text_document_opens_with_the_sentence_marked_and_in_sight(desk: Desk) -> None:
    desk.ask()
    desk.open_chip(3)
    text = desk.window.evidence_panel.reader.text
    quote = "For each full day of travel within Germany a meal allowance of €26 is paid."
    assert text.marked_text() == quote
    desk.until(lambda: quote[:20] in text.cursorForPosition(text.viewport().rect().center()).document().toPlainText())
    assert desk.window.evidence_panel.reader.stack.currentWidget() is text


def test_a_mark_far_down_is_scrolled_into_sight(desk: Desk) -> None:
    blocks, text = [], ""
    for number in range(60):
        words = "The wanted sentence." if number == 50 else f"Paragraph {number}. " + "word " * 60
        blocks.append(Block(kind="paragraph", start=len(text), end=len(text) + len(words)))
        text += words + "\n"
    document = ParsedDocument(text=text, blocks=tuple(blocks), kind="txt", parser="test 1")
    at = text.index("wanted")
    view = desk.window.evidence_panel.reader.text
    desk.window.evidence_panel.reader.stack.setCurrentWidget(view)
    desk.window.evidence_panel.stack.setCurrentWidget(desk.window.evidence_panel.reader)
    view.show_excerpts(Excerpts(document, (Span(start=at, end=at + 6),)))
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
    assert "Not there any more." in reader.note.text()


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
    assert "changed since it was indexed" in reader.note.text()


def _open(desk: Desk, source: str) -> None:
    target = EvidenceTarget(
        "policy-2025", source, "pdf", None, Place(kind="page", page=1), (Span(start=0, end=13),), ("Travel policy",)
    )
    reader = desk.window.evidence_panel.reader
    with desk.qtbot.waitSignal(reader.shown, timeout=20_000):
        desk.window.evidence_panel.open(target)
