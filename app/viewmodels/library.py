"""Collections, their completeness and the running import."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.viewmodels.files import FilesModel
from app.workers.background import Background
from app.workers.failures import Failure
from app.workers.imports import ImportRequest, ImportWorker
from app.workers.ports import EngineLike, LibraryLike
from index.ingest.progress import ImportProgress, ImportSummary
from index.ingest.rows import Collection, FileStatus, Summary

REFRESH_INTERVAL_MS = 1000
"""How often counts and files are read anew while an import runs."""


@dataclass(frozen=True)
class CollectionRow:
    """``id`` is None for a collection that is named but has no files yet: the first import makes it."""

    id: str | None
    name: str
    summary: Summary | None


class Library(QObject):
    collections_changed = Signal()
    current_changed = Signal()
    import_started = Signal(object)
    """ImportRequest"""
    import_progressed = Signal(object)
    """ImportProgress"""
    import_ended = Signal(object)
    """ImportSummary, or Failure"""

    def __init__(self, background: Background, default_name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self._default_name = default_name
        self._library: LibraryLike | None = None
        self._engine: EngineLike | None = None
        self._planned: list[str] = []
        self.rows: list[CollectionRow] = []
        self.current: CollectionRow | None = None
        self.status_filter: FileStatus | None = None
        self.files = FilesModel(background, self)
        self.imports = ImportWorker(self)
        self.imports.started.connect(self._started)
        self.imports.progressed.connect(self._progressed)
        self.imports.finished.connect(self._finished)
        self.imports.failed.connect(self._failed)
        self._timer = QTimer(self)
        self._timer.setInterval(REFRESH_INTERVAL_MS)
        self._timer.timeout.connect(self.refresh)
        self.imports.idle.connect(self._timer.stop)

    @property
    def importing(self) -> bool:
        return self.imports.running

    def use(self, engine: EngineLike) -> None:
        self._engine = engine

    def show(self, library: LibraryLike) -> None:
        self._library = library
        self.refresh()

    def refresh(self) -> None:
        """Read collections, counts and files anew."""
        library = self._library
        if library is not None:
            self._background.run(lambda: [(c, library.summary(c.id)) for c in library.collections()], self._show)

    def select(self, name: str) -> None:
        """Another collection by its name."""
        row = next((r for r in self.rows if r.name == name), None)
        if row is not None and (self.current is None or row.name != self.current.name):
            self.current = row
            self._show_files()
            self.current_changed.emit()

    def plan(self, name: str) -> None:
        """Name a new collection; it is made by the first import into it. A name that exists is selected."""
        name = " ".join(name.split())
        if not name:
            return
        existing = next((r.name for r in self.rows if r.name.casefold() == name.casefold()), None)
        if existing is None:
            self._planned.append(name)
            self.rows.append(CollectionRow(None, name, None))
            self.collections_changed.emit()
        self.select(existing or name)

    def filter_by(self, status: FileStatus | None) -> None:
        self.status_filter = status
        self._show_files()

    def target_name(self) -> str:
        """The collection that dropped files go to."""
        return self.current.name if self.current is not None else self._default_name

    def add(self, paths: Sequence[Path]) -> bool:
        """Import into the current collection. False when there is nothing to import or the engine is not there yet."""
        if self._engine is None or not paths:
            return False
        self.imports.start(self._engine, self.target_name(), paths)
        return True

    @Slot()
    def cancel_import(self) -> None:
        self.imports.cancel()

    @Slot(bool)
    def pause_import(self, resting: bool) -> None:
        self.imports.pause(resting)

    def close(self) -> None:
        self._timer.stop()
        self.imports.close()

    def _show(self, found: list[tuple[Collection, Summary]]) -> None:
        names = {c.name.casefold() for c, _ in found}
        self._planned = [n for n in self._planned if n.casefold() not in names]
        self.rows = [CollectionRow(c.id, c.name, s) for c, s in found] + [CollectionRow(None, n, None) for n in self._planned]
        before = self.current
        wanted = before.name.casefold() if before is not None else None
        self.current = next((r for r in self.rows if r.name.casefold() == wanted), self.rows[0] if self.rows else None)
        self.collections_changed.emit()
        if (before.id if before else None) != (self.current.id if self.current else None):
            self._show_files()
            self.current_changed.emit()
        elif before != self.current:
            self.files.refresh()
            self.current_changed.emit()

    def _show_files(self) -> None:
        self.files.show(self._library, self.current.id if self.current is not None else None, self.status_filter)

    @Slot(object)
    def _started(self, request: ImportRequest) -> None:
        if self.current is None:
            self.plan(request.collection)
        self._timer.start()
        self.import_started.emit(request)

    @Slot(object)
    def _progressed(self, progress: ImportProgress) -> None:
        self.import_progressed.emit(progress)

    @Slot(object)
    def _finished(self, summary: ImportSummary) -> None:
        self.import_ended.emit(summary)
        self.refresh()

    @Slot(object)
    def _failed(self, failure: Failure) -> None:
        self.import_ended.emit(failure)
        self.refresh()
