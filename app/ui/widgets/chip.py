"""A small rounded button that stands for something that narrows a list or a search; pressing it takes that away."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import QToolButton, QWidget

from app.ui.theme.theme import theme

ICON = 14
LONGEST = 24
"""Characters shown; the whole text stands in the tool tip."""


class FilterChip(QToolButton):
    """``removes`` False: it opens a choice instead, and shows no cross."""

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

    @Slot()
    def _draw(self) -> None:
        size = theme().px(ICON)
        self.setIconSize(QSize(size, size))
        self.setIcon(theme().icon(self._icon_name, "accent", size))
