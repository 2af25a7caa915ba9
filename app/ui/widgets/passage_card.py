"""A passage in short: its number, file, place and first words. Pressing it opens the original."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QWidget

from app.messages.retrieval import Passage
from app.ui.theme.theme import theme
from app.ui.theme.tokens import S
from app.ui.widgets.card import CardButton, row
from app.ui.widgets.labels import ElidedLabel, IconLabel, Label
from app.viewmodels.evidence import EvidenceTarget
from app.viewmodels.places import file_name, place_text

SNIPPET_CHARACTERS = 220
KIND_ICONS = {
    "pdf": "file-text",
    "docx": "file-text",
    "xlsx": "sheet",
    "csv": "sheet",
    "pptx": "presentation",
    "eml": "mail",
    "html": "globe",
}


class PassageCard(CardButton):
    opened = Signal(object)
    """EvidenceTarget"""

    def __init__(self, target: EvidenceTarget, passage: Passage, parent: QWidget | None = None) -> None:
        place = place_text(target.place)
        name = file_name(target.source)
        super().__init__(
            self.tr("Passage {number}: {file}, {place}").format(number=target.number, file=name, place=place), parent
        )
        self.target = target
        head = row(
            IconLabel(KIND_ICONS.get(target.kind, "file"), size=16),
            ElidedLabel(name, look="strong", mode=Qt.TextElideMode.ElideMiddle),
        )
        head.setStretch(1, 1)
        if target.number is not None:
            self.badge = _Badge(target.number)
            head.insertWidget(0, self.badge)
        self.column.addLayout(head)
        if place:
            self.column.addWidget(ElidedLabel(place, look="caption"))
        self.column.addSpacing(S // 2)
        self.snippet = Label(snippet(target, passage), wrap=True)
        self.column.addWidget(self.snippet)
        if target.changed:
            self.column.addWidget(Label(self.tr("The file has changed since it was indexed."), look="warn", wrap=True))
        self.clicked.connect(self._open)

    @Slot()
    def _open(self) -> None:
        self.opened.emit(self.target)


class _Badge(QLabel):
    """The number that the chips in the answer show."""

    def __init__(self, number: int) -> None:
        super().__init__(str(number))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFont(theme().font("caption", strong=True))
        self._paint()
        theme().changed.connect(self._paint)

    @Slot()
    def _paint(self) -> None:
        colours = theme().colours
        self.setStyleSheet(
            f"background: {colours.accent_soft}; color: {colours.accent}; border-radius: 6px; padding: 1px 6px; font-weight: 600;"
        )


def snippet(target: EvidenceTarget, passage: Passage) -> str:
    """The cited words where there are some, else the passage's beginning, in one line of at most SNIPPET_CHARACTERS."""
    cited = target.quotes[0] if target.quotes and target.quotes[0] != passage.content else passage.content
    words = " ".join(cited.split())
    if len(words) <= SNIPPET_CHARACTERS:
        return words
    return words[:SNIPPET_CHARACTERS].rsplit(" ", 1)[0] + " …"
