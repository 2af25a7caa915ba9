"""Framed boxes: still ones, and ones that are pressed like a button."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.ui.theme.tokens import XS, M, S
from app.ui.widgets.labels import Label


class Card(QFrame):
    """``look`` is a rule of the style sheet: "card", "sheet", "warn-box", "bad-box", "aside-partly", "aside-unsupported"."""

    def __init__(self, parent: QWidget | None = None, *, look: str = "card", margin: int = M, spacing: int = S) -> None:
        super().__init__(parent)
        self.setProperty("look", look)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(margin, margin, margin, margin)
        self.column.setSpacing(spacing)


class CardButton(Card):
    """The whole card is the button: mouse, Enter, Space."""

    clicked = Signal()

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, look="card-button", spacing=4)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(label)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.clicked.emit()
        else:
            super().keyPressEvent(event)


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

    def click(self) -> None:
        self.clicked.emit()


def scrolling(content: QWidget, label: str) -> QScrollArea:
    """``content`` in an area that scrolls where the window is too low for it."""
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setAccessibleName(label)
    content.setObjectName("flat")
    area.setWidget(content)
    return area


def row(*widgets: QWidget, spacing: int = S) -> QHBoxLayout:
    """Widgets side by side without margins."""
    line = QHBoxLayout()
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(spacing)
    for widget in widgets:
        line.addWidget(widget)
    return line
