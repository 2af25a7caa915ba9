"""Framed boxes: still ones, and ones that are pressed like a button."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOption,
    QVBoxLayout,
    QWidget,
)

from app.ui.theme.tokens import XS, M, S
from app.ui.widgets.buttons import pressed_by_enter
from app.ui.widgets.labels import Label


class Card(QFrame):
    """``look`` is a rule of the style sheet: "card", "sheet", "warn-box", "bad-box", "aside-partly", "aside-unsupported"."""

    def __init__(self, parent: QWidget | None = None, *, look: str = "card", margin: int = M, spacing: int = S) -> None:
        super().__init__(parent)
        self.setProperty("look", look)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(margin, margin, margin, margin)
        self.column.setSpacing(spacing)


class CardButton(QAbstractButton):
    """The whole card is the button: mouse, Enter, Space. A real button, so that a screen reader says what it is."""

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "card-button")
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(label)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(M, M, M, M)
        self.column.setSpacing(4)

    def sizeHint(self) -> QSize:  # noqa: N802
        return self.column.totalSizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        """Background and border as the style sheet has them."""
        option = QStyleOption()
        option.initFrom(self)
        painter = QPainter(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)
        painter.end()


class LinkButton(CardButton):
    """Words that are pressed; they wrap where a push button would cut them."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setProperty("look", "link-box")
        self.column.setContentsMargins(0, 2, XS, 2)
        self._words = Label(text, look="link", wrap=True)
        self.column.addWidget(self._words)

    def text(self) -> str:
        return self._words.text()

    def set_text(self, text: str) -> None:
        self._words.setText(text)
        self.setAccessibleName(text)


class Flowing(QWidget):
    """What a scroll area scrolls, as high as its content is at the width that there is. By itself Qt keeps it as high as wrapped text
    would be in the narrowest column, which leaves an empty stretch below a long answer."""

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        least = super().minimumSizeHint()
        return QSize(least.width(), 0) if self.hasHeightForWidth() else least


def scrolling(content: QWidget, label: str) -> QScrollArea:
    """``content`` in an area that scrolls where the window is too low for it."""
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setAccessibleName(label)
    holder = Flowing()
    holder.setObjectName("flat")
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(content)
    area.setWidget(holder)
    return area


def row(*widgets: QWidget, spacing: int = S) -> QHBoxLayout:
    """Widgets side by side without margins."""
    line = QHBoxLayout()
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(spacing)
    for widget in widgets:
        line.addWidget(widget)
    return line
