"""What the window offers in its palette: its own commands, the collections, and the documents of the chosen one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from app.viewmodels.file_tree import folded
from app.viewmodels.library import Library
from app.viewmodels.palette import SHOWN, Entry
from app.viewmodels.places import file_name
from index.ingest.rows import FileRow


class WindowCommands(QObject):
    """``commands`` are asked for anew each time, since some of them change with what is shown."""

    def __init__(
        self,
        library: Library,
        commands: Callable[[], Sequence[Entry]],
        read: Callable[[FileRow], object],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._library, self._commands, self._read = library, commands, read

    def own(self, typed: str) -> Sequence[Entry]:  # noqa: ARG002
        return self._commands()

    def collections(self, typed: str) -> Sequence[Entry]:  # noqa: ARG002
        current = self._library.current
        return [
            Entry(row.name, self._choosing(row.name), icon="layers", note=self.tr("Collection"))
            for row in self._library.rows
            if current is None or row.name != current.name
        ]

    def documents(self, typed: str) -> Sequence[Entry]:
        """Only once something is typed: a list of the first twelve files says nothing."""
        words = folded(typed).split()
        if not words:
            return []
        found: list[Entry] = []
        for row in self._library.files.rows:
            if row.status == "indexed" and all(word in folded(file_name(row.path)) for word in words):
                read = self._reading(row)
                found.append(Entry(file_name(row.path), read, icon="file-text", note=self.tr("Document")))
                if len(found) == SHOWN:
                    break
        return found

    def _choosing(self, name: str) -> Callable[[], object]:
        return lambda: self._library.select(name)

    def _reading(self, row: FileRow) -> Callable[[], object]:
        return lambda: self._read(row)
