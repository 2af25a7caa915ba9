"""Asks for folders and files with the system's own dialog, which blocks nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget


class FileChoice(QObject):
    chosen = Signal(list)
    """Paths"""

    def __init__(self, window: QWidget, working: Callable[[], bool]) -> None:
        """``working``: documents can be taken now; a model always can."""
        super().__init__(window)
        self._window, self._working = window, working

    @Slot()
    def model(self) -> None:
        self._ask(QFileDialog.FileMode.ExistingFile, self.tr("Choose a model file"), self.tr("Model files (*.gguf)"))

    @Slot()
    def folder(self) -> None:
        if self._working():
            self._ask(QFileDialog.FileMode.Directory, self.tr("Choose a folder"))

    @Slot()
    def files(self) -> None:
        if self._working():
            self._ask(QFileDialog.FileMode.ExistingFiles, self.tr("Choose files"))

    def _ask(self, mode: QFileDialog.FileMode, title: str, kinds: str = "") -> None:
        dialog = QFileDialog(self._window, title)
        dialog.setFileMode(mode)
        if kinds:
            dialog.setNameFilter(kinds)
        dialog.filesSelected.connect(self._take)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot(list)
    def _take(self, names: list[str]) -> None:
        self.chosen.emit([Path(name) for name in names])
