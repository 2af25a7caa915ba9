"""What a pane shows while there is nothing in it: an icon, a sentence, and what to do."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from app.ui.theme.tokens import XL, L, S
from app.ui.widgets.labels import IconLabel, Label


class EmptyState(QWidget):
    def __init__(self, icon_name: str, title: str, text: str, parent: QWidget | None = None, *, large: bool = False) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        column = QVBoxLayout(self)
        column.setContentsMargins(XL, XL, XL, XL)
        column.setSpacing(S)
        column.addStretch(2)
        picture = IconLabel(icon_name, size=40 if large else 28, colour="border_strong")
        column.addWidget(picture, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(S)
        self.title = Label(title, look="display" if large else "strong", wrap=True)
        self.title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.title)
        self.text = Label(text, look="muted", wrap=True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.text.setVisible(bool(text))
        column.addWidget(self.text)
        self.buttons = QVBoxLayout()
        self.buttons.setContentsMargins(0, L, 0, 0)
        self.buttons.setSpacing(S)
        column.addLayout(self.buttons)
        column.addStretch(3)

    def set_texts(self, title: str, text: str) -> None:
        self.title.setText(title)
        self.text.setText(text)
        self.text.setVisible(bool(text))
