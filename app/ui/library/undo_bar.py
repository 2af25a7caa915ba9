"""The line that takes back what was just done."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QEnterEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.theme.tokens import M, S
from app.ui.widgets.buttons import IconButton, TextButton
from app.ui.widgets.card import Card, row
from app.ui.widgets.labels import Label
from app.viewmodels.undo import Undo


class UndoBar(QWidget):
    """Never takes the focus; it is read out, and Ctrl+Z presses its button. While the mouse is on it its time stands still."""

    def __init__(self, undo: Undo, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._undo = undo
        self.setAccessibleName(self.tr("Undo"))
        card = Card(margin=M, spacing=S)
        self.text = Label("", wrap=True)
        close = IconButton("x", self.tr("Close"), size=16)
        close.clicked.connect(undo.settle)
        line = row(self.text, close)
        line.setStretch(0, 1)
        card.column.addLayout(line)
        self.button = TextButton(self.tr("Undo"), icon_name="undo-2")
        self.button.setToolTip(self.tr("Ctrl+Z"))
        self.button.clicked.connect(undo.take_back)
        card.column.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(M, S, M, S)
        column.addWidget(card)
        undo.offered.connect(self._show)
        undo.closed.connect(self.hide)
        self.hide()

    @Slot(str)
    def _show(self, text: str) -> None:
        self.text.setText(text)
        self.show()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, f"{text} {self.tr('Ctrl+Z takes it back.')}"))

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802
        self._undo.hold(True)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        self._undo.hold(False)
        super().leaveEvent(event)
