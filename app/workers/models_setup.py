"""Looks whether the models are there, and brings a file of the person in, without holding up the window."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.engine.owner import OwnerThread
from app.rules.similarity import SENTENCE_MODEL
from app.settings.schema import Settings
from app.workers.failures import classify
from app.workers.inbox import Inbox
from models.progress import CancelFlag, ProgressReport, SetupProgress
from models.store import ModelStatus, Statuses

CLOSE_TIMEOUT_S = 5.0


class StoreLike(Protocol):
    """``models.store.ModelStore`` as the window uses it."""

    def is_ready(self, model_id: str) -> bool: ...

    def list(self) -> Statuses: ...

    def import_gguf(self, path: Path, progress: ProgressReport, cancelled: CancelFlag) -> ModelStatus: ...


class ProgramWithModels(Protocol):
    """``app.bootstrap.Program``."""

    settings: Settings

    @property
    def models(self) -> StoreLike: ...

    def change_settings(self, settings: Settings) -> None: ...


@dataclass(frozen=True)
class MissingModels:
    """Ids of the models that the settings want and that are not there; ``answers`` is None while one of those for answers is."""

    answers: str | None = None
    search: str | None = None

    @property
    def nothing(self) -> bool:
        return self.answers is None and self.search is None


def look_for_models(program: ProgramWithModels) -> MissingModels:
    """Reads a few small files: background thread."""
    generation, store = program.settings.generation, program.models
    wanted = [i for i in (generation.model, generation.fallback_model) if i is not None]
    searching = dict.fromkeys((program.settings.embedder, SENTENCE_MODEL))
    return MissingModels(
        answers=None if any(store.is_ready(i) for i in wanted) else generation.model,
        search=next((i for i in searching if not store.is_ready(i)), None),
    )


def searching_models(store: StoreLike) -> list[str]:
    """Ids of the embedding models that are ready. Reads a few small files: background thread."""
    return [
        s.model_id for s in store.list() if s.entry is not None and s.entry.role == "embeddings" and store.is_ready(s.model_id)
    ]


class ModelImport(QObject):
    """One file at a time, on a thread of its own: a copy of gigabytes."""

    progressed = Signal(object)
    """SetupProgress"""
    imported = Signal(str)
    """Id of the model, which answers from now on"""
    failed = Signal(object)
    """Failure"""

    def __init__(self, program: ProgramWithModels, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._program = program
        self._inbox = Inbox(self)
        self._inbox.arrived.connect(self._deliver)
        self._stop = threading.Event()
        self._owner: OwnerThread | None = None
        self.running = False

    def start(self, path: Path) -> None:
        """Nothing while another file is being brought in."""
        if self.running:
            return
        self.running = True
        self._stop.clear()
        self._owner = self._owner or OwnerThread("model-import")
        self._owner.submit(self._work, path).add_done_callback(self._inbox.post)

    @Slot()
    def cancel(self) -> None:
        self._stop.set()

    def close(self) -> bool:
        self._stop.set()
        self._inbox.close()
        return self._owner is None or self._owner.finish(timeout_s=CLOSE_TIMEOUT_S)

    def _work(self, path: Path) -> str:
        status = self._program.models.import_gguf(path, self._inbox.post, self._stop.is_set)
        generation = self._program.settings.generation.model_copy(update={"model": status.model_id})
        self._program.change_settings(self._program.settings.model_copy(update={"generation": generation}))
        return status.model_id

    @Slot(list)
    def _deliver(self, items: list[SetupProgress | Future[str]]) -> None:
        for item in items:
            if isinstance(item, SetupProgress):
                self.progressed.emit(item)
                continue
            self.running = False
            error = None if item.cancelled() else item.exception()
            if error is not None:
                self.failed.emit(classify(error))
            elif not item.cancelled():
                self.imported.emit(item.result())
