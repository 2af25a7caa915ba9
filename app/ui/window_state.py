"""Size and panes of the window and where the person was, kept in the data folder; also after a crash."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from PySide6.QtCore import QByteArray, QObject, QSettings, QTimer, Slot
from PySide6.QtWidgets import QMainWindow, QSplitter

FILE_NAME = "window.ini"
SAVE_MS = 1000


@dataclass(frozen=True)
class Place:
    """Name of the chosen collection, a question that was typed and not asked yet, and the id of the conversation shown."""

    collection: str = ""
    draft: str = ""
    conversation: str = ""


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

    def place(self) -> Place:
        """Where the person was; a file that somebody damaged gives an empty one."""
        settings = self._open()
        values = (settings.value(f"place/{name}") for name in ("collection", "draft", "conversation"))
        return Place(*(value if isinstance(value, str) else "" for value in values))

    def conversation(self) -> UUID | None:
        """The one that was shown when the program ended."""
        kept = self.place().conversation
        try:
            return UUID(kept) if kept else None
        except ValueError:
            return None

    def save(self, window: QMainWindow, splitter: QSplitter, place: Place) -> None:
        """Written beside the old file and put in its place: a crash leaves one or the other."""
        settings = self._open()
        settings.setValue("window/geometry", window.saveGeometry())
        settings.setValue("window/panes", splitter.saveState())
        settings.setValue("place/collection", place.collection)
        settings.setValue("place/draft", place.draft)
        settings.setValue("place/conversation", place.conversation)
        settings.sync()

    def _open(self) -> QSettings:
        return QSettings(str(self._path), QSettings.Format.IniFormat)


class PlaceKeeper(QObject):
    """Writes down where the person is while they work: a crash loses a second."""

    def __init__(self, state: WindowState, window: QMainWindow, splitter: QSplitter, place: Callable[[], Place]) -> None:
        super().__init__(window)
        self._state, self._window, self._splitter, self._place = state, window, splitter, place
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SAVE_MS)
        self._timer.timeout.connect(self.save)

    @Slot()
    def soon(self) -> None:
        self._timer.start()

    @Slot()
    def save(self) -> None:
        self._timer.stop()
        self._state.save(self._window, self._splitter, self._place())
