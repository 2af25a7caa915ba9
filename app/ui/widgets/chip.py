"""Small rounded buttons: for what narrows a list or a search, and for choices of a few words."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QToolButton, QWidget

from app.ui.theme.theme import theme
from app.ui.widgets.buttons import pressed_by_enter, put_icon

ICON = 14
PADDING = 8
"""Pixels beside the words, as in the style sheet."""
LONGEST = 24
"""Characters shown; the whole text stands in the tool tip."""


def pill_width(button: QToolButton, words: str) -> int:
    """Of an icon with words beside it. The style's own hint leaves as much room again as an icon for a menu's arrow."""
    button.ensurePolished()
    beside = 2 * (PADDING + 1) + 4  # of the style sheet and its border, and what the style leaves before words
    return button.iconSize().width() + button.fontMetrics().horizontalAdvance(words) + beside


class FilterChip(QToolButton):
    """Stands for something that narrows; pressing it takes that away."""

    def __init__(self, icon_name: str = "x", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self.setProperty("look", "chip")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._draw()
        theme().changed.connect(self._draw)

    def set_text(self, text: str, label: str) -> None:
        """``label`` says what pressing it does."""
        short = text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"
        self.setText(f"{short}  ×")
        self.setToolTip(label)
        self.setAccessibleName(label)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(pill_width(self, self.text()), super().sizeHint().height())

    @Slot()
    def _draw(self) -> None:
        put_icon(self, self._icon_name, "accent", ICON)


class ChoiceButton(QToolButton):
    """One of a few words that exclude each other. The words stay whole where room is short: the style sheet's own least width would
    let them be squeezed."""

    def __init__(self, text: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(tip)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("look", "filter")

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.Polish, QEvent.Type.StyleChange, QEvent.Type.FontChange, QEvent.Type.Show):
            self.setMinimumWidth(self.sizeHint().width())
        return done
