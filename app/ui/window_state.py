"""Size and panes of the window, kept in the data folder."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow, QSplitter

FILE_NAME = "window.ini"


class WindowState:
    """A file of our own, so that nothing is left in the registry or in the home folder."""

    def __init__(self, home: Path) -> None:
        self._path = home / FILE_NAME

    def restore(self, window: QMainWindow, splitter: QSplitter) -> bool:
        """False when nothing was kept."""
        settings = self._open()
        geometry, panes = settings.value("window/geometry"), settings.value("window/panes")
        if not isinstance(geometry, QByteArray) or not isinstance(panes, QByteArray):
            return False
        return window.restoreGeometry(geometry) and splitter.restoreState(panes)

    def save(self, window: QMainWindow, splitter: QSplitter) -> None:
        settings = self._open()
        settings.setValue("window/geometry", window.saveGeometry())
        settings.setValue("window/panes", splitter.saveState())
        settings.sync()

    def _open(self) -> QSettings:
        return QSettings(str(self._path), QSettings.Format.IniFormat)
