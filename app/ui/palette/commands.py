"""What the window offers in its palette: its own commands, the collections, and the documents of the chosen one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.ui.widgets.keys import key_text
from app.viewmodels.file_tree import folded
from app.viewmodels.library import Library
from app.viewmodels.palette import SHOWN, Entry
from app.viewmodels.places import file_name
from index.ingest.rows import FileRow


@dataclass(frozen=True)
class Acts:
    """What the window does when a command is chosen."""

    ask: Callable[[], object]
    evidence: Callable[[], object]
    documents: Callable[[], object]
    conversations: Callable[[], object]
    attach: Callable[[], object]
    fresh: Callable[[], object]
    folder: Callable[[], object]
    files: Callable[[], object]
    plan: Callable[[], object]
    rename: Callable[[], object]
    trouble: Callable[[], object]


class WindowCommands(QObject):
    """Asked anew each time, since some of them change with what is shown."""

    def __init__(
        self,
        library: Library,
        acts: Acts,
        read: Callable[[FileRow], object],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._library, self._acts, self._read = library, acts, read

    def own(self, typed: str) -> Sequence[Entry]:  # noqa: ARG002
        """With their shortcuts as this system writes them."""
        acts, library = self._acts, self._library
        entries = [
            Entry(self.tr("Ask a question"), acts.ask, "text-search", keys=key_text("Ctrl+L")),
            Entry(self.tr("Go to the evidence"), acts.evidence, "book-open", keys=key_text("Ctrl+E")),
            Entry(self.tr("Show all documents"), acts.documents, "files", keys=key_text("Ctrl+D")),
            Entry(self.tr("Conversations"), acts.conversations, "history", keys=key_text("Ctrl+H")),
            Entry(self.tr("Attach documents …"), acts.attach, "paperclip", keys=key_text("Ctrl+Shift+A")),
            Entry(self.tr("New conversation"), acts.fresh, "square-pen", keys=key_text("Ctrl+N")),
            Entry(self.tr("Add a folder …"), acts.folder, "folder-plus", keys=key_text("Ctrl+O")),
            Entry(self.tr("Add files …"), acts.files, "file-plus"),
            Entry(self.tr("New collection …"), acts.plan, "plus"),
        ]
        if library.current is not None:
            entries.append(Entry(self.tr("Rename this collection …"), acts.rename, "pencil", keys="F2"))
            entries.append(Entry(self.tr("Show the files that failed"), acts.trouble, "circle-alert"))
        if library.undo.open:
            entries.insert(0, Entry(self.tr("Undo"), library.undo.take_back, "undo-2", keys=key_text("Ctrl+Z")))
        if library.importing:
            entries.append(Entry(self.tr("Stop the import"), library.cancel_import, "x"))
        return entries

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
