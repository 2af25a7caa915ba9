"""Buttons with icons of the theme."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QPushButton, QToolButton, QWidget

from app.ui.theme.theme import theme
from app.ui.theme.tokens import CONTROL_HEIGHT

ICON = 18
GAP = 6
"""Pixels between an icon and the words behind it, beside the few that the style leaves."""


def put_icon(button: QAbstractButton, icon_name: str, colour: str, size: int, *, gap: int = GAP) -> None:
    """``size`` and the ``gap`` before the words as drawn at the usual size of text; they grow with it."""
    side, room = theme().px(size), theme().px(gap)
    button.setIconSize(QSize(side + room, side))
    button.setIcon(theme().icon(icon_name, colour, side, room))


def pressed_by_enter(button: QAbstractButton, event: QKeyEvent) -> bool:
    """Whether the key was Enter, which then presses the button. Qt leaves Enter to dialogs, and the window has none: on a button with the
    focus ring a person would press it in vain."""
    if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        return False
    button.click()
    return True


class IconButton(QToolButton):
    """An icon alone; ``label`` is its tool tip and its accessible name."""

    def __init__(
        self, icon_name: str, label: str, parent: QWidget | None = None, *, colour: str = "muted", size: int = ICON
    ) -> None:
        super().__init__(parent)
        self._icon_name, self._colour, self._size = icon_name, colour, size
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.set_label(label)
        self._draw()
        theme().changed.connect(self._draw)

    def set_label(self, label: str) -> None:
        self.setToolTip(label)
        self.setAccessibleName(label)

    def set_icon(self, icon_name: str, colour: str | None = None) -> None:
        self._icon_name = icon_name
        self._colour = colour or self._colour
        self._draw()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:  # noqa: N802
        """A square whatever the icon and whether there is a menu, so that icons in a row stand at even distances."""
        side = theme().px(CONTROL_HEIGHT)
        return super().sizeHint() if self.text() else QSize(side, side)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return self.sizeHint()

    def set_words(self, words: str) -> None:
        """Beside the icon; "" for the icon alone."""
        self.setText(words)
        style = Qt.ToolButtonStyle
        self.setToolButtonStyle(style.ToolButtonTextBesideIcon if words else style.ToolButtonIconOnly)
        self._draw()

    @Slot()
    def _draw(self) -> None:
        put_icon(self, self._icon_name, self._colour, self._size, gap=GAP if self.text() else 0)


class TextButton(QPushButton):
    """Words, with an icon before them where one helps. ``look`` is "", "primary", "danger" or "link"."""

    def __init__(self, text: str, parent: QWidget | None = None, *, icon_name: str = "", look: str = "") -> None:
        super().__init__(text, parent)
        self._icon_name, self._look = icon_name, look
        self.setProperty("look", look)
        self.setAccessibleName(text)
        self.setAutoDefault(False)
        self._draw()
        theme().changed.connect(self._draw)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)

    def set_text(self, text: str) -> None:
        self.setText(text)
        self.setAccessibleName(text)

    @Slot()
    def _draw(self) -> None:
        if self._icon_name:
            colour = {"primary": "on_accent", "danger": "on_accent", "link": "accent"}.get(self._look, "muted")
            put_icon(self, self._icon_name, colour, 16)
