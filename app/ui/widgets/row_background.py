"""The ground under a row of a painted list: chosen, under the mouse, or with the keyboard's ring."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle

from app.ui.theme.theme import theme
from app.ui.theme.tokens import RADIUS_S


def paint_row_background(painter: QPainter, area: QRect, state: QStyle.StateFlag) -> bool:
    """Returns whether the row is the chosen one. Leaves the painter's pen and brush changed."""
    selected = bool(state & QStyle.StateFlag.State_Selected)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if selected or state & QStyle.StateFlag.State_MouseOver:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().colour("selected" if selected else "hover"))
        painter.drawRoundedRect(area.adjusted(4, 1, -4, -1), RADIUS_S, RADIUS_S)
    if selected and state & QStyle.StateFlag.State_HasFocus:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme().colour("accent"), 2))
        painter.drawRoundedRect(area.adjusted(5, 2, -5, -2), RADIUS_S, RADIUS_S)
    return selected
