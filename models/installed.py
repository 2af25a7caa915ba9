"""What lies in a model's folder: checksums with a cache, and the record ``installed.json`` beside the files.

A folder carries its own record, so that it can be copied to another machine, or be shipped without one, as a whole.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from models.errors import Cancelled
from models.progress import CancelFlag, ProgressReport, SetupProgress, Step, never, silent

RECORD_NAME = "installed.json"
_CHUNK = 4 * 1024 * 1024
_log = logging.getLogger(__name__)


class GgufFacts(BaseModel):
    """What the header of a GGUF file says. ``parameters`` is the number of weights."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    architecture: str
    name: str = ""
    context_tokens: Annotated[int, Field(ge=0)] = 0
    quantisation: str = ""
    parameters: Annotated[int, Field(ge=0)] = 0
    has_chat_template: bool = False
    layers: int = 0
    kv_bytes_per_token: int = 0
    """Memory of the attention cache, 16-bit, for one token; 0 when the header does not say."""
    licence: str = ""


class InstalledFile(BaseModel):
    """A file whose checksum is known for this very (size, mtime_ns)."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: str
    size: int
    mtime_ns: int
    sha256: str


class InstalledRecord(BaseModel):
    """``origin`` says how the files came: set up from wheels, imported by the person, or found in place."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    schema_version: Literal[1] = 1
    model_id: str
    origin: Literal["wheel", "import", "found"]
    files: tuple[InstalledFile, ...]
    gguf: GgufFacts | None = None
    original_name: str = ""


def read_record(folder: Path) -> InstalledRecord | None:
    """None when there is none or it cannot be understood: the files are then checked anew."""
    try:
        return InstalledRecord.model_validate_json((folder / RECORD_NAME).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, ValidationError) as error:
        _log.warning("model record unreadable: %s", type(error).__name__)
        return None


def write_record(folder: Path, record: InstalledRecord) -> None:
    """Atomic. A folder that only an administrator may write keeps no record; the cost is a checksum at each start."""
    try:
        write_atomically(folder / RECORD_NAME, record.model_dump_json(indent=1).encode("utf-8"))
    except OSError as error:
        _log.warning("model record not written: %s", type(error).__name__)


def write_atomically(path: Path, data: bytes) -> None:
    """Write beside the target and rename, so that a reader sees the old or the new content, never half of it."""
    partial = path.with_name(path.name + ".partial")
    with partial.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    partial.replace(path)


def sha256_of(
    path: Path,
    *,
    model_id: str = "",
    step: Step = "verify",
    progress: ProgressReport = silent,
    cancelled: CancelFlag = never,
) -> str:
    """Checksum of a file, in slices of 4 MB with the cancel flag between them. Raises Cancelled, OSError."""
    total = path.stat().st_size
    digest = hashlib.sha256()
    done = 0
    with path.open("rb") as stream:
        while block := stream.read(_CHUNK):
            if cancelled():
                raise Cancelled("Stopped while a checksum was taken.")
            digest.update(block)
            done += len(block)
            progress(SetupProgress(model_id, step, done, total))
    return digest.hexdigest()


def describe_file(path: Path, sha256: str) -> InstalledFile:
    info = path.stat()
    return InstalledFile(name=path.name, size=info.st_size, mtime_ns=info.st_mtime_ns, sha256=sha256)


def cached_sha256(path: Path, record: InstalledRecord | None) -> str | None:
    """The checksum noted for exactly this size and time, or None when the file must be read."""
    if record is None:
        return None
    info = path.stat()
    for file in record.files:
        if file.name == path.name and (file.size, file.mtime_ns) == (info.st_size, info.st_mtime_ns):
            return file.sha256
    return None


def load_json(path: Path) -> dict[str, object]:
    """A small state file; empty when it is absent or broken, because what it describes can be made again."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
