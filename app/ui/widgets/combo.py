"""A field with a list below it, with an arrow of the theme (a style sheet can only take one from a file, in one colour)."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QWidget

from app.ui.theme.theme import theme
from app.ui.theme.tokens import S


class ComboBox(QComboBox):
    """What is chosen, or typed: a name that is not in the list is a new one."""

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setEditable(True)
        self.setAccessibleName(label)
        self.view().setAccessibleName(label)
        field = self.lineEdit()
        if field is not None:
            field.setAccessibleName(label)
        theme().changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        super().paintEvent(event)
        size = theme().px(16)
        painter = QPainter(self)
        arrow = theme().pixmap("chevron-down", "muted", size, self.devicePixelRatioF())
        painter.drawPixmap(self.width() - size - S, (self.height() - size) // 2, arrow)
        painter.end()
