"""Finds texts that their widget is too small for."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QWidget,
)

from app.ui.widgets.labels import ElidedLabel

SLACK = 1
"""A pixel of rounding."""


def cut_texts(root: QWidget) -> list[str]:
    """Each visible label, button and field whose text needs more room than it has, or that its parents cut off."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or not (text := _text(widget)):
            continue
        missing = _missing(widget)
        if missing:
            found.append(f"{type(widget).__name__} “{text}”: {missing}")
    return found


def _text(widget: QWidget) -> str:
    if isinstance(widget, QLabel | QAbstractButton):
        return widget.text()
    if isinstance(widget, QLineEdit) and not isinstance(widget.parent(), QComboBox):
        return widget.text() or widget.placeholderText()
    return ""


def _missing(widget: QWidget) -> str:
    if isinstance(widget, ElidedLabel):
        if widget.height() + SLACK < widget.fontMetrics().height():
            return f"{widget.height()} high, the line needs {widget.fontMetrics().height()}"
    elif isinstance(widget, QLabel):
        wanted = widget.heightForWidth(widget.width()) if widget.wordWrap() else widget.sizeHint().height()
        if widget.height() + SLACK < wanted:
            return f"{widget.height()} high, needs {wanted}"
        if not widget.wordWrap() and widget.width() + SLACK < widget.sizeHint().width():
            return f"{widget.width()} wide, needs {widget.sizeHint().width()}"
        if widget.wordWrap() and (longest := _longest_word(widget)) > widget.contentsRect().width() + SLACK:
            return f"{widget.width()} wide, its longest word needs {longest}"
    elif isinstance(widget, QAbstractButton):
        hint = widget.minimumSize() if widget.property("elides") else widget.sizeHint()
        if widget.width() + SLACK < hint.width() or widget.height() + SLACK < hint.height():
            return f"{widget.width()} × {widget.height()}, needs {hint.width()} × {hint.height()}"
    elif isinstance(widget, QLineEdit):
        needed = widget.fontMetrics().horizontalAdvance(_text(widget)) + 16
        if widget.width() + SLACK < needed:
            return f"{widget.width()} wide, needs {needed}"
    return _cut_off(widget)


def _longest_word(label: QLabel) -> int:
    return max((label.fontMetrics().horizontalAdvance(word) for word in label.text().split()), default=0)


def _cut_off(widget: QWidget) -> str:
    """By a parent that is smaller. What can be scrolled to is not cut off."""
    above = widget.parentWidget()
    while above is not None and not above.isWindow():
        scrolls = isinstance(above, QAbstractScrollArea) or isinstance(above.parentWidget(), QAbstractScrollArea)
        if scrolls and _scrolls_sideways_only_by_wish(above):
            return ""
        area = QRect(widget.mapTo(above, widget.rect().topLeft()), widget.size())
        inside = above.rect().adjusted(-SLACK, -SLACK, SLACK, SLACK)
        if not inside.contains(area):
            return f"at {area.getRect()} of {type(above).__name__} of {above.width()} × {above.height()}"
        above = above.parentWidget()
    return ""


def _scrolls_sideways_only_by_wish(area: QWidget) -> bool:
    scroll = area if isinstance(area, QScrollArea) else area.parentWidget()
    if not isinstance(scroll, QScrollArea):
        return True
    inner = scroll.widget()
    return (
        inner is None
        or inner.width() <= scroll.viewport().width() + SLACK
        or scroll.horizontalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    )
