"""Scenes of ``screenshots.py``: kept conversations, attached documents, sentences signed off. A stage is its ``Stage``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.engine.attachments import Attached
from app.messages.answer import Answer, Question
from app.workers.fakes import documents, scenes
from index.document import ParsedDocument
from index.errors import PasswordNeeded

_SAMPLES = str(Path(__file__).resolve().parents[1] / documents.SAMPLES)
TALKS = (
    "What is paid for hotels and meals on a trip in 2025?", "Wie lange können Reisekosten nach der Rückkehr abgerechnet werden, und wo?",
    "Who has to be told when a laptop is lost?", "Which trains may be booked in first class?",
)  # fmt: skip


def conversations(stage: Any) -> None:
    for number, text in enumerate(TALKS):
        stage.stop_at = ("token", 5) if number == 1 else None
        stage.ask(text)
        stage.until(
            lambda number=number: (
                bool(stage.session.conversation.turns) and (number == 1 or not stage.session.conversation.busy)
            )
        )
        if number == 1:
            # The program ended here: it is shown as unfinished.
            stage.settle(0.5)
            stage.session.conversation.stop()
            stage.hold.set()
            stage.until(lambda: not stage.session.conversation.busy)
        stage.session.conversation.clear()
    stage.until(lambda: len(stage.session.conversations.rows) == len(TALKS))
    stage.window.talks.show_list()
    stage.settle()


def searched(stage: Any) -> None:
    conversations(stage)
    stage.window.talks.panel.search.setText("hotel zurich")
    stage.until(lambda: stage.session.conversations.searched != "")
    stage.settle(0.6)


def attached(stage: Any) -> None:
    files = [
        Path(_SAMPLES) / "Travel policy 2025.pdf",
        Path(_SAMPLES) / "IT security note.html",
        Path(_SAMPLES) / "Gehälter 2024 (vertraulich).xlsx",
    ]

    def read(path: Path, ident: str, password: str | None) -> tuple[Attached, ParsedDocument]:
        if path.suffix == ".xlsx":
            raise PasswordNeeded("The file is protected.")
        pages = 2 if path.suffix == ".pdf" else 0
        document = documents.DOCUMENTS["policy-2025" if pages else "security"]
        return Attached(ident, str(path), 1, 1, document.kind, pages, 7, 500), document

    stage.engine.attaching = read
    stage.session.attachments.add(files)
    stage.until(lambda: not stage.session.attachments.reading)
    stage.window.ask_panel.box.set_text("Does the hotel bill fit the policy?")
    stage.settle()


def from_attachment(stage: Any) -> None:
    attached(stage)
    stage.session.attachments.remove(stage.session.attachments.items[-1].id)

    def answer(question: Question) -> Answer:
        made = scenes.checked(question, scenes.SUPPORTED, root=_SAMPLES)
        text = made.model_dump_json().replace('"doc_id":"policy-2025"', f'"doc_id":"attachment:{question.attachments[0]}"')
        return Answer.model_validate_json(text)

    stage.answer = answer
    stage.ask_and_wait("Does the hotel bill fit the policy?")


def signing(stage: Any) -> None:
    stage.ask_and_wait()
    view = stage.window.ask_panel.views()[0]
    view.review_button.click()
    lines = list(view.review.lines.values())  # type: ignore[union-attr]
    lines[0].off.click()
    lines[1].off.click()
    lines[4].dispute.click()
    stage.settle()
    bar = stage.window.ask_panel.area.verticalScrollBar()
    bar.setValue(bar.maximum())


SCENES: dict[str, tuple[Any, dict[str, bool]]] = {
    "50-conversations": (conversations, {}),
    "51-searched": (searched, {}),
    "52-attached": (attached, {}),
    "53-from-attachment": (from_attachment, {}),
    "54-signing": (signing, {}),
}
