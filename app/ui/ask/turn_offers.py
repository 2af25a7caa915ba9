"""What an answer offers beside its text: the banner of open mode, Thorough, the search all the same, and pinning a sentence."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.messages.answer import Answer
from app.ui.theme.tokens import M, S
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.card import Card, row
from app.ui.widgets.labels import IconLabel, Label
from app.viewmodels.translating import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from app.ui.ask.turn_view import TurnView

_BANNER = QT_TRANSLATE_NOOP("TurnOffers", "Not from your documents")
_BANNER_WHY = QT_TRANSLATE_NOOP(
    "TurnOffers", "The model wrote this by itself. Nothing of it was checked against your documents."
)
_THOROUGH = QT_TRANSLATE_NOOP("TurnOffers", "Answer thoroughly, part by part")
_SEARCH = QT_TRANSLATE_NOOP("TurnOffers", "Search the documents all the same")
_PIN = QT_TRANSLATE_NOOP("TurnOffers", "Pin a sentence as a fact")


def _said(text: str) -> str:
    return QCoreApplication.translate("TurnOffers", text)


def own_words(answer: Answer) -> str:
    """The model's words without the banner, which stands above them as a box."""
    if answer.provenance != "model":
        return answer.text
    banner, _, words = answer.text.partition("\n\n")
    return words or banner


def banner_of(answer: Answer) -> QWidget | None:
    if answer.provenance != "model":
        return None
    box = Card(look="warn-box", margin=M, spacing=S // 2)
    line = row(IconLabel("triangle-alert", colour="partly", size=18), Label(_said(_BANNER), look="strong", wrap=True))
    line.setStretch(1, 1)
    box.column.addLayout(line)
    box.column.addWidget(Label(_said(_BANNER_WHY), look="muted", wrap=True))
    return box


def offers(view: TurnView) -> list[QWidget]:
    """Buttons that ask the same question in another way."""
    answer, question = view.turn.answer, view.turn.question
    made: list[QWidget] = []
    if answer is None:
        return made
    if answer.metadata.offer_thorough and answer.status in ("answered", "evidence_only"):
        thorough = TextButton(_said(_THOROUGH), icon_name="layers")
        thorough.clicked.connect(partial(view.again_wanted.emit, question, True, False))
        made.append(thorough)
    if answer.status == "clarify" and not answer.choices:
        search = TextButton(_said(_SEARCH), icon_name="text-search")
        search.clicked.connect(partial(view.again_wanted.emit, question, False, True))
        made.append(search)
    return made


def add_pin(view: TurnView, line: QHBoxLayout) -> None:
    """Where the answer cites sentences."""
    report = view.turn.answer.report if view.turn.answer is not None else None
    if report is not None and any(s.citations for s in report.sentences):
        pin = IconButton("pin", _said(_PIN))
        pin.clicked.connect(partial(view.pin_wanted.emit, view.turn))
        line.addWidget(pin)
