"""What a drop would import, counted before it begins; it begins only when the person says so."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from app.workers.failures import Failure
from app.workers.ports import EngineLike
from app.workers.previews import PreviewWorker
from index.ingest.preview import ImportPreview


class Preview(QObject):
    """One at a time; what is dropped while it is open is counted with it."""

    opened = Signal()
    counted = Signal(object)
    """ImportPreview, again and again while it grows"""
    failed = Signal(object)
    """Failure"""
    closed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = PreviewWorker(self)
        self._worker.counted.connect(self._counted)
        self._worker.failed.connect(self._failed)
        self.paths: tuple[Path, ...] = ()
        self.latest: ImportPreview | None = None

    @property
    def open(self) -> bool:
        return bool(self.paths)

    def start(self, engine: EngineLike, paths: Sequence[Path], collection: str) -> None:
        """Count ``paths`` together with those that are being looked at already. Returns at once."""
        fresh = not self.open
        self.paths = tuple(dict.fromkeys((*self.paths, *paths)))
        self.latest = None
        if not self.paths:
            return
        if fresh:
            self.opened.emit()
        self._worker.start(engine, self.paths, collection)

    def again(self, engine: EngineLike, collection: str) -> None:
        """The same paths for another collection, which may know some of the files already."""
        if self.open:
            self._worker.start(engine, self.paths, collection)

    def take(self) -> tuple[Path, ...]:
        """The person wants them: give the paths and close."""
        paths = self.paths
        self.cancel()
        return paths

    @Slot()
    def cancel(self) -> None:
        self._worker.cancel()
        if self.open:
            self.paths, self.latest = (), None
            self.closed.emit()

    def close(self) -> None:
        self._worker.close()

    @Slot(object)
    def _counted(self, preview: ImportPreview) -> None:
        self.latest = preview
        self.counted.emit(preview)

    @Slot(object)
    def _failed(self, failure: Failure) -> None:
        self.failed.emit(failure)
