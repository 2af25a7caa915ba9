"""A document is dropped on the question: read at once, marked, used for this conversation alone, and gone when it is taken away."""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import Desk
from dropping import drop_onto
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QApplication

from app.engine.attachments import PREFIX
from app.messages.answer import Answer, Question
from app.messages.retrieval import Passage
from app.messages.validation import Citation, SentenceReport, ValidationReport
from app.ui.ask.attachment_strip import AttachmentCard, AttachmentStrip
from index.document import Place, Span
from index.errors import NoText, PasswordNeeded

OFFER = "The hotel asks 138 euros per night."


def strip(desk: Desk) -> AttachmentStrip:
    return desk.window.ask_panel.box.findChild(AttachmentStrip)


def cards(desk: Desk) -> list[AttachmentCard]:
    QApplication.processEvents()
    return strip(desk).cards()


@pytest.fixture
def offer(tmp_path: Path) -> Path:
    path = tmp_path / "Offer.txt"
    path.write_text(OFFER, encoding="utf-8")
    return path


def from_attachment(question: Question, path: Path) -> Answer:
    """An answer that rests on the attached document."""
    ident, file_id = question.correlation_id, f"{PREFIX}{question.attachments[0]}"
    common = {
        "doc_id": file_id,
        "chunk_id": f"{file_id}#0",
        "source": str(path),
        "place": Place(),
        "start": 0,
        "end": len(OFFER),
    }
    cited = Citation(**common, quote=OFFER, provenance="attachment")
    sentence = SentenceReport(
        span=Span(start=0, end=len(OFFER)), text=OFFER, verdict="supported", score=1.0, citations=(cited,)
    )
    passage = Passage(
        **common,
        collection_id=file_id,
        content=OFFER,
        relevance_score=0.9,
        source_type="txt",
        chunk_index=0,
        provenance="attachment",
    )
    report = ValidationReport(correlation_id=ident, verdict="supported", sentences=(sentence,))
    return Answer(
        correlation_id=ident, status="answered", text=OFFER, passages=(passage,), report=report, provenance="attachment"
    )


def attach(desk: Desk, path: Path) -> None:
    assert drop_onto(desk.window.ask_panel.box, [path])
    desk.until(lambda: bool(desk.session.attachments.ready_ids))


def test_a_dropped_file_is_attached_and_goes_with_the_question(desk: Desk, offer: Path) -> None:
    attach(desk, offer)
    assert desk.engine.imported == []
    assert [(c.item.name, c.item.text) for c in cards(desk)] == [("Offer.txt", "1 passage")]
    desk.answer = lambda q: from_attachment(q, offer)
    desk.ask("What does the hotel ask?")
    assert desk.engine.asked[-1].attachments == tuple(desk.session.attachments.ready_ids)


def test_its_citation_is_marked_and_opens_its_text_with_the_words_marked(desk: Desk, offer: Path) -> None:
    attach(desk, offer)
    desk.answer = lambda q: from_attachment(q, offer)
    desk.ask("What does the hotel ask?")
    assert desk.turn.layout is not None
    assert desk.turn.layout.chips()[0].target.attached
    (card,) = desk.window.evidence_panel.cards()
    assert "attached" in "".join(label.text() for label in card.findChildren(type(card.snippet)))
    desk.open_chip(0)
    assert OFFER in desk.window.evidence_panel.reader.text.toPlainText()


@pytest.mark.qt_log_ignore("does not support raise")
def test_the_chip_says_that_it_is_attached(desk: Desk, offer: Path) -> None:
    attach(desk, offer)
    desk.answer = lambda q: from_attachment(q, offer)
    desk.ask("What does the hotel ask?")
    browser = desk.window.ask_panel.views()[0].answer
    piece = desk.turn.layout.pieces.index(desk.turn.layout.chips()[0])  # type: ignore[union-attr]
    browser.highlighted.emit(QUrl(f"dossier:cite/{piece}"))
    assert "Offer.txt (attached)" in browser.popover_text()


def test_what_is_taken_away_is_gone_and_the_next_question_goes_without_it(desk: Desk, offer: Path) -> None:
    attach(desk, offer)
    (card,) = cards(desk)
    desk.qtbot.mouseClick(card.findChildren(type(desk.window.ask_panel.box.clip))[0], Qt.MouseButton.LeftButton)
    assert cards(desk) == []
    assert desk.engine.attached == {}
    desk.ask()
    assert desk.engine.asked[-1].attachments == ()


def test_another_conversation_does_not_have_it(desk: Desk, offer: Path) -> None:
    attach(desk, offer)
    desk.answer = lambda q: from_attachment(q, offer)
    desk.ask("What does the hotel ask?")
    first = desk.session.conversation.id
    desk.session.conversation.clear()
    assert cards(desk) == []
    desk.session.conversations.open(first)
    desk.until(lambda: desk.session.conversation.id == first)
    assert [c.item.name for c in cards(desk)] == ["Offer.txt"]


def test_what_cannot_be_read_says_why_and_is_not_sent(desk: Desk, offer: Path) -> None:
    def refuse(path: Path, ident: str, password: str | None) -> object:
        raise NoText("No text was found in it.")

    desk.engine.attaching = refuse  # type: ignore[assignment]
    assert drop_onto(desk.window.ask_panel.box, [offer])
    desk.until(lambda: cards(desk) and cards(desk)[0].item.state == "refused")
    assert "No text in it." in cards(desk)[0].reason.text()
    desk.ask()
    assert desk.engine.asked[-1].attachments == ()


def test_a_password_is_asked_for_and_opens_it(desk: Desk, offer: Path) -> None:
    usual, given = desk.engine.attaching, []

    def locked(path: Path, ident: str, password: str | None) -> object:
        given.append(password)
        if password != "geheim":
            raise PasswordNeeded("The file is protected.")
        return usual(path, ident, password)

    desk.engine.attaching = locked  # type: ignore[assignment]
    assert drop_onto(desk.window.ask_panel.box, [offer])
    desk.until(lambda: cards(desk) and cards(desk)[0].item.needs_password)
    strip(desk).password_wanted.emit(cards(desk)[0].item.id, "Offer.txt")
    sheet = desk.window.talks.password_sheet
    assert sheet.isVisible()
    assert "library" not in sheet.text.text()
    sheet.field.setText("geheim")
    desk.qtbot.mouseClick(sheet.confirm, Qt.MouseButton.LeftButton)
    desk.until(lambda: bool(desk.session.attachments.ready_ids))
    assert given == [None, "geheim"]
    assert ("give_password",) not in [c[:1] for c in desk.engine.changes]


def test_with_an_attachment_a_question_can_be_asked_without_any_documents(make_desk, offer: Path) -> None:
    desk = make_desk(empty=True)
    attach(desk, offer)
    desk.answer = lambda q: from_attachment(q, offer)
    desk.type_question("What does the hotel ask?")
    desk.until(lambda: len(desk.session.conversation.turns) == 1 and not desk.session.conversation.busy)
    assert desk.turn.text == OFFER


def test_at_most_four_and_none_twice(desk: Desk, tmp_path: Path) -> None:
    paths = [tmp_path / f"{n}.txt" for n in range(6)]
    for path in paths:
        path.write_text("x")
    desk.session.attachments.add([*paths, *paths])
    assert len(desk.session.attachments.items) == 4
