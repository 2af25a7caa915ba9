"""The line at the top of a pane."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.ui.theme.theme import theme
from app.ui.theme.tokens import HEADER_HEIGHT, L, S
from app.ui.widgets.labels import ElidedLabel


class PaneHeader(QFrame):
    """A title with a smaller line below it, and room for buttons on both sides."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self._fit()
        theme().changed.connect(self._fit)
        self.line = QHBoxLayout(self)
        self.line.setContentsMargins(L, 0, S, 0)
        self.line.setSpacing(S)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch()
        self.title = ElidedLabel(title, look="strong")
        words.addWidget(self.title)
        self.subtitle = ElidedLabel("", look="caption")
        self.subtitle.hide()
        words.addWidget(self.subtitle)
        words.addStretch()
        self.line.addLayout(words, 1)

    @Slot()
    def _fit(self) -> None:
        self.setFixedHeight(theme().px(HEADER_HEIGHT))

    def set_texts(self, title: str, subtitle: str = "") -> None:
        self.title.setText(title)
        self.subtitle.setText(subtitle)
        self.subtitle.setVisible(bool(subtitle))

    def add_button(self, button: QWidget) -> None:
        self.line.addWidget(button)

    def add_button_before(self, button: QWidget) -> None:
        self.line.insertWidget(0, button)
