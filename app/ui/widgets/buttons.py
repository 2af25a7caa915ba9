"""Buttons with icons of the theme."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from app.ui.theme.theme import theme

ICON = 18
GAP = 6


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

    @Slot()
    def _draw(self) -> None:
        size = theme().px(self._size)
        self.setIconSize(QSize(size, size))
        self.setIcon(theme().icon(self._icon_name, self._colour, size))


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

    def set_text(self, text: str) -> None:
        self.setText(text)
        self.setAccessibleName(text)

    @Slot()
    def _draw(self) -> None:
        if self._icon_name:
            colour = {"primary": "on_accent", "danger": "on_accent", "link": "accent"}.get(self._look, "muted")
            size = theme().px(16)
            # Wider than the picture: the room between picture and words, which the style keeps too small for large text.
            self.setIconSize(QSize(size + theme().px(GAP), size))
            self.setIcon(theme().icon(self._icon_name, colour, size))
