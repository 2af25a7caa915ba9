"""The files of a collection as an item model that fetches its rows page by page, so that 20,000 files cost no more than 200."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from app.viewmodels.file_wording import reason_text, status_text
from app.viewmodels.places import file_name
from app.workers.background import Background
from app.workers.ports import LibraryLike
from index.ingest.rows import FileRow, FileStatus

PAGE = 300
"""Rows fetched at a time."""

FILE_ROLE = int(Qt.ItemDataRole.UserRole)
"""FileRow"""
REASON_ROLE = FILE_ROLE + 1
"""Why it is not indexed and what to do, or how much of it is; one line"""

Index = QModelIndex | QPersistentModelIndex


class FilesModel(QAbstractListModel):
    loaded = Signal()
    """A page of rows has come."""

    def __init__(self, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self._library: LibraryLike | None = None
        self._collection_id: str | None = None
        self._status: FileStatus | None = None
        self._rows: list[FileRow] = []
        self._complete = True
        self._fetching = False
        self._generation = 0

    def show(self, library: LibraryLike | None, collection_id: str | None, status: FileStatus | None = None) -> None:
        """Another collection or filter: begin anew."""
        self._library, self._collection_id, self._status = library, collection_id, status
        self._generation += 1
        self._fetching = False
        self.beginResetModel()
        self._rows = []
        self._complete = library is None or collection_id is None
        self.endResetModel()
        self._fetch(PAGE)

    def refresh(self) -> None:
        """The same rows anew, for instance during an import. What is on screen stays until they have come."""
        self._generation += 1
        self._fetching = False
        self._complete = self._library is None or self._collection_id is None
        self._fetch(max(PAGE, len(self._rows)), replace=True)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's own name and default
        return 0 if parent.isValid() else len(self._rows)

    def canFetchMore(self, parent: Index) -> bool:  # noqa: N802
        return not parent.isValid() and not self._complete and not self._fetching

    def fetchMore(self, parent: Index) -> None:  # noqa: N802
        self._fetch(PAGE)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return file_name(row.path)
        if role == FILE_ROLE:
            return row
        if role == REASON_ROLE:
            return reason_text(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{file_name(row.path)}, {status_text(row.status)}. {reason_text(row)}"
        return None

    def _fetch(self, count: int, *, replace: bool = False) -> None:
        library, collection_id, status = self._library, self._collection_id, self._status
        if library is None or collection_id is None or self._complete or self._fetching:
            return
        self._fetching = True
        generation = self._generation
        offset = 0 if replace else len(self._rows)
        self._background.run(
            lambda: library.files(collection_id, status=status, limit=count, offset=offset),
            lambda rows: self._take(generation, rows, count, replace=replace),
        )

    def _take(self, generation: int, rows: list[FileRow], count: int, *, replace: bool) -> None:
        if generation != self._generation:
            return
        self._fetching = False
        self._complete = len(rows) < count
        if replace:
            self._replace(rows)
        elif rows:
            self.beginInsertRows(QModelIndex(), len(self._rows), len(self._rows) + len(rows) - 1)
            self._rows += rows
            self.endInsertRows()
        self.loaded.emit()

    def _replace(self, rows: list[FileRow]) -> None:
        """A change in place keeps the scroll position and the selection."""
        if [r.id for r in rows] == [r.id for r in self._rows]:
            self._rows = rows
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()
