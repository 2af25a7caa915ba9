"""Hands a document to the system's own program, or shows where it lies. Never by a shell, and nothing that would be run."""

from __future__ import annotations

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from app.engine.pages import file_of
from app.viewmodels.outside import Refusal, nearest_folder, refusal
from app.workers.background import Background


class Outside(QObject):
    """The disk is asked on another thread: a network drive may let wait."""

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
        """The folder that a document lies in; of a part of a mail or an archive that of the whole."""
        self._background.run(lambda: nearest_folder(source), lambda found: self._show(*found))

    def open_folder(self, folder: str) -> None:
        self._background.run(lambda: nearest_folder(folder, inside=True), lambda found: self._show(*found))

    def _open(self, path: str, problem: Refusal) -> None:
        if problem == "gone":
            self.said.emit(self.tr("The file is not where it was. Check the folder, then import again."))
        elif problem == "program":
            self.said.emit(self.tr("This file is a program or a script. Dossier does not start it; you find it in its folder."))
        elif not QDesktopServices.openUrl(QUrl.fromLocalFile(path)):
            self.said.emit(self.tr("No program on this computer opens this kind of file."))

    def _show(self, folder: str, there: bool) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(folder)):
            self.said.emit(self.tr("No program on this computer shows folders."))
        elif not there:
            self.said.emit(self.tr("The folder is not there any more; the nearest one above it is shown."))
