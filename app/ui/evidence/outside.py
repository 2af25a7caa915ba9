"""Hands a document to the system's own program, or shows where it lies. Never by a shell, and nothing that would be run."""

from __future__ import annotations

import os

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from app.engine.pages import file_of
from app.viewmodels.outside import Refusal, refusal
from app.workers.background import Background


class Outside(QObject):
    said = Signal(str)
    """Why it was not opened"""

    def __init__(self, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = background

    def open(self, source: str) -> None:
        """A part of a mail or an archive: its program opens the whole."""

        def look() -> tuple[str, Refusal]:
            path = file_of(source)
            return path, refusal(path)

        self._background.run(look, lambda found: self._open(*found))

    def show_folder(self, source: str) -> None:
        def look() -> str:
            folder = os.path.dirname(file_of(source))
            return folder if os.path.isdir(folder) else ""

        self._background.run(look, self._show)

    def _open(self, path: str, problem: Refusal) -> None:
        if problem == "gone":
            self.said.emit(self.tr("The file is not where it was. Check the folder, then import again."))
        elif problem == "program":
            self.said.emit(self.tr("This file is a program or a script. Dossier does not start it; you find it in its folder."))
        elif not QDesktopServices.openUrl(QUrl.fromLocalFile(path)):
            self.said.emit(self.tr("No program on this computer opens this kind of file."))

    def _show(self, folder: str) -> None:
        if not folder:
            self.said.emit(self.tr("The folder of the file is not there any more."))
        elif not QDesktopServices.openUrl(QUrl.fromLocalFile(folder)):
            self.said.emit(self.tr("No program on this computer shows folders."))
