"""A store of models in memory."""

from __future__ import annotations

import threading
from pathlib import Path

from models.catalogue import load_catalogue
from models.errors import Cancelled
from models.gguf_file import NotGguf
from models.progress import CancelFlag, ProgressReport, SetupProgress, never, silent
from models.store import ModelStatus, Statuses


class FakeModels:
    """Everything is ready but what stands in ``missing``. A file is brought in when its name ends in .gguf; ``hold`` stops the copy."""

    def __init__(self, missing: tuple[str, ...] = ()) -> None:
        self.missing = set(missing)
        self.hold: threading.Event | None = None
        self.holding = threading.Event()

    def is_ready(self, model_id: str) -> bool:
        return model_id not in self.missing

    def list(self) -> Statuses:
        """The embedding models of the catalogue."""
        return [ModelStatus(m.id, "ready", entry=m) for m in load_catalogue().of_role("embeddings")]

    def import_gguf(self, path: Path, progress: ProgressReport = silent, cancelled: CancelFlag = never) -> ModelStatus:
        if path.suffix != ".gguf":
            raise NotGguf(f"{path.name} is no GGUF file.")
        progress(SetupProgress(path.stem, "copy", 500_000_000, 1_000_000_000))
        self.holding.set()
        while self.hold is not None and not self.hold.wait(0.01):
            if cancelled():
                raise Cancelled("It was stopped.")
        return ModelStatus(path.stem, "ready", 1_000_000_000)
