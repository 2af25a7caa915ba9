"""A small box beside a word that says in plain words what the check found there."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.ui.theme.theme import theme
from app.ui.theme.tokens import S
from app.ui.widgets.card import Card
from app.ui.widgets.labels import Label

WIDTH = 320


class Popover(Card):
    """Never takes the focus; the owner shows and hides it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, look="popover", spacing=S // 2)
        self.setWindowFlags(Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAccessibleName(self.tr("What the check found"))
        self._lines: list[Label] = []

    def text(self) -> str:
        return "\n".join(line.text() for line in self._lines)

    def show_lines(self, title: str, lines: Sequence[str], beside: QRect) -> None:
        """``beside`` in global coordinates; the box stands below it, above where there is no room."""
        for line in self._lines:
            self.column.removeWidget(line)
            line.deleteLater()
        self._lines = [Label(title, look="strong", wrap=True)]
        self._lines += [Label(text, wrap=True) for text in dict.fromkeys(lines)]
        width = theme().px(WIDTH)
        for line in self._lines:
            line.setFixedWidth(width)
            line.setMinimumHeight(line.heightForWidth(width))
            self.column.addWidget(line)
        self.adjustSize()
        self.move(self._place(beside))
        self.show()

    def _place(self, beside: QRect) -> QPoint:
        screen = QGuiApplication.screenAt(beside.center()) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        size = self.sizeHint()
        left = max(room.left(), min(beside.left(), room.right() - size.width()))
        below = beside.bottom() + 6
        top = below if below + size.height() <= room.bottom() else beside.top() - size.height() - 6
        return QPoint(left, top)
