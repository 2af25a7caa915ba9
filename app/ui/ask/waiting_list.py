"""The questions that have no answer yet, above the question box: each can be withdrawn, one of another conversation leads there."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from app.ui.theme.theme import theme
from app.ui.theme.tokens import XS, S
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.card import Card, row, scrolling
from app.ui.widgets.labels import ElidedLabel, IconLabel, Label
from app.viewmodels.conversation import Conversation, Waiting

SHOWN = 4
"""Lines that are seen at once; the others are scrolled to."""


class WaitingList(Card):
    """Hidden while nothing waits."""

    withdrawn = Signal(object)
    """Id of a question"""
    opened = Signal(object)
    """Id of the conversation in which one waits"""

    def __init__(self, conversation: Conversation, parent: QWidget | None = None) -> None:
        super().__init__(parent, look="card", margin=XS, spacing=XS)
        self._conversation = conversation
        self.heading = Label("", look="caption")
        self.heading.setContentsMargins(S, 0, S, 0)
        holder = QWidget()
        self._lines = QVBoxLayout(holder)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(0)
        self._area = scrolling(holder, self.tr("Questions that wait"))
        self.column.addWidget(self.heading)
        self.column.addWidget(self._area)
        self.setAccessibleName(self.tr("Questions that wait"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        conversation.waiting_changed.connect(self._show)
        theme().changed.connect(self._fit)
        self._show()

    def lines(self) -> list[WaitingLine]:
        items = [self._lines.itemAt(i) for i in range(self._lines.count())]
        widgets = [item.widget() for item in items if item is not None]
        return [w for w in widgets if isinstance(w, WaitingLine)]

    @Slot()
    def _show(self) -> None:
        for line in self.lines():
            self._lines.removeWidget(line)
            line.hide()
            line.deleteLater()
        waiting = self._conversation.waiting()
        for question in waiting:
            line = WaitingLine(question)
            line.withdrawn.connect(self.withdrawn)
            line.opened.connect(self.opened)
            self._lines.addWidget(line)
        self.heading.setText(self.tr("%Ln question(s) waiting", "", len(waiting)))
        self.setVisible(bool(waiting))
        self._fit()

    @Slot()
    def _fit(self) -> None:
        lines = self.lines()
        if lines:
            self._area.setFixedHeight(min(SHOWN, len(lines)) * max(line.sizeHint().height() for line in lines))


class WaitingLine(QWidget):
    withdrawn = Signal(object)
    opened = Signal(object)

    def __init__(self, question: Waiting, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.question = question
        words = " ".join(question.text.split())
        self.words = ElidedLabel(words)
        line = row(IconLabel("hourglass", size=14), self.words, spacing=S)
        line.setStretch(1, 1)
        line.setContentsMargins(S, 0, 0, 0)
        state = ""
        if not question.here:
            state = self.tr("elsewhere")
            self.show_it = IconButton("history", self.tr("Show its conversation: {question}").format(question=words), size=16)
            self.show_it.clicked.connect(self._open)
            line.addWidget(self.show_it)
        if state:
            line.insertWidget(2, Label(state, look="caption"))
        label = self.tr("Stop: {question}") if question.begun else self.tr("Do not ask: {question}")
        self.cross = IconButton("square" if question.begun else "x", label.format(question=words), size=14)
        self.cross.clicked.connect(self._withdraw)
        line.addWidget(self.cross)
        self.setLayout(line)
        self.setAccessibleName(" ".join(part for part in (words, state) if part))

    @Slot()
    def _withdraw(self) -> None:
        self.withdrawn.emit(self.question.id)

    @Slot()
    def _open(self) -> None:
        self.opened.emit(self.question.conversation)
