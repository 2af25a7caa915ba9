"""Bringing a GGUF file of the person into the store."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from models.assemble import place_folder
from models.catalogue import HubOrigin
from models.errors import Cancelled, ModelMissing
from models.fetch import classify_os_error, disk_full
from models.gguf_file import read_gguf
from models.installed import InstalledRecord, describe_file, read_record, write_record
from models.progress import CancelFlag, ProgressReport, SetupProgress

if TYPE_CHECKING:
    from models.store import ModelStore

_CHUNK = 4 * 1024 * 1024
_RESERVE = 64 * 1024 * 1024


def import_gguf(store: ModelStore, path: Path, progress: ProgressReport, cancelled: CancelFlag) -> str:
    """Copy ``path`` into the store and return the model's id.

    A copy and not a hard link: a link would change with the original, which the person may overwrite at any time. The
    checksum is taken from the bytes that are copied. Raises ModelMissing, NotGguf, SetupFailed, Cancelled.
    """
    if not path.is_file():
        raise ModelMissing(f"There is no file {path.name}.", next_step="Check the path of the model file.")
    try:
        facts = read_gguf(path)
        size = path.stat().st_size
        wanted = _slug(path.stem)
        partial = store.models_dir / ".partial" / f"import-{wanted}"
        with store.locked(f"import-{wanted}"):
            shutil.rmtree(partial, ignore_errors=True)
            partial.mkdir(parents=True)
            try:
                if shutil.disk_usage(partial).free < size + _RESERVE:
                    raise disk_full(size + _RESERVE)
                digest = _copy(path, partial / "file", wanted, progress, cancelled)
                twin = _twin(store, digest)
                if twin is not None:
                    return twin
                model_id, name = _place(store, path, digest, wanted)
                ready = partial / "ready"
                ready.mkdir()
                (partial / "file").replace(ready / name)
                described = (describe_file(ready / name, digest),)
                record = InstalledRecord(
                    model_id=model_id, origin="import", files=described, gguf=facts, original_name=path.name
                )
                write_record(ready, record)
                place_folder(ready, store.models_dir / model_id)
                progress(SetupProgress(model_id, "done", size, size))
                return model_id
            finally:
                shutil.rmtree(partial, ignore_errors=True)
    except OSError as error:
        raise classify_os_error(error) from error


def _copy(source: Path, target: Path, model_id: str, progress: ProgressReport, cancelled: CancelFlag) -> str:
    digest = hashlib.sha256()
    total, done = source.stat().st_size, 0
    with source.open("rb") as reader, target.open("wb") as writer:
        while block := reader.read(_CHUNK):
            if cancelled():
                raise Cancelled("The import of the model was stopped.")
            digest.update(block)
            writer.write(block)
            done += len(block)
            progress(SetupProgress(model_id, "copy", done, total))
        writer.flush()
        os.fsync(writer.fileno())
    return digest.hexdigest()


def _twin(store: ModelStore, digest: str) -> str | None:
    """The id of an installed model with the same bytes."""
    for status in store.list():
        record = read_record(store.models_dir / status.model_id)
        if status.state in ("ready", "not checked") and record and any(f.sha256 == digest for f in record.files):
            return status.model_id
    return None


def _place(store: ModelStore, path: Path, digest: str, wanted: str) -> tuple[str, str]:
    """(id, file name): those of the catalogue for a file that it pins or names, otherwise made from the file's own name."""
    for entry in store.catalogue.of_role("answers"):
        file = entry.files[0]
        named = isinstance(entry.origin, HubOrigin) and file.sha256 is None and file.name == path.name
        if file.sha256 == digest or (named and not (store.models_dir / entry.id).exists()):
            return entry.id, file.name
    taken = store.catalogue.find(wanted) is not None or (store.models_dir / wanted).exists()
    return (f"{wanted}-{digest[:8]}" if taken else wanted), f"{wanted}.gguf"


def _slug(stem: str) -> str:
    """An id from a file's name: lower-case letters of ASCII, figures and single dashes, at most 60 characters."""
    plain = unicodedata.normalize("NFKD", stem).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9.]+", "-", plain).strip("-.")[:60].rstrip("-.") or "model"
