"""Paths dropped onto a window, as a file manager drops them."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget


def drop_onto(window: QWidget, paths: Sequence[Path]) -> bool:
    """Drag the paths over the window and let go. False when the window refuses them."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(p)) for p in paths])
    nothing, left, copy = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton, Qt.DropAction.CopyAction
    with warnings.catch_warnings():
        # PySide6 marks the only constructor that it offers as deprecated.
        warnings.simplefilter("ignore", DeprecationWarning)
        enter = QDragEnterEvent(QPoint(400, 300), copy, data, left, nothing)
    enter.ignore()
    QApplication.sendEvent(window, enter)
    if not enter.isAccepted():
        return False
    QApplication.sendEvent(window, QDropEvent(QPoint(400, 300), copy, data, left, nothing))
    return True
