"""Looking at original files: read-only, never locked, and every failure with a name."""

from __future__ import annotations

import errno
import hashlib
import os
import stat as stat_module
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Literal

from index import errors
from index.ingest.file_stamp import FileStamp, stamp_of

_BLOCK = 1 << 20
_SHARING_VIOLATION = frozenset({32, 33})
"""Windows: another process holds the file or a part of it."""


class Cancelled(Exception):
    """The person asked to stop; never leaves this package."""


@dataclass(frozen=True)
class Fingerprint:
    """``stamp`` is what is kept beside the hash (``FileStamp.taken_now``)."""

    stamp: FileStamp
    sha256: str


def stamp(path: str) -> FileStamp:
    """Raises FileVanished, FileLocked, UnreadableDocument."""
    try:
        status = os.stat(path)
    except OSError as error:
        raise classify_os_error(error) from error
    if not stat_module.S_ISREG(status.st_mode):
        # Replaced since it was listed; opening a pipe would wait for ever.
        raise errors.UnreadableDocument("It is not an ordinary file any more.", next_step="Nothing to do.")
    return stamp_of(path, status)


def fingerprint(path: str, cancelled: Callable[[], bool]) -> Fingerprint:
    """SHA-256 of the content, with size and time of that very content.

    Raises FileLocked when the file changes while it is read (half copied), and as ``stamp``; ``Cancelled`` between blocks.
    """
    before = stamp(path)
    digest = hashlib.sha256()
    try:
        with open(path, "rb", buffering=0) as file:
            while block := file.read(_BLOCK):
                digest.update(block)
                if cancelled():
                    raise Cancelled
    except OSError as error:
        raise classify_os_error(error) from error
    if stamp(path) != before:
        raise being_written()
    return Fingerprint(before.taken_now(), digest.hexdigest())


def check_unchanged(path: str, mark: Fingerprint) -> None:
    """Raises FileLocked when the file is another than the one of which the fingerprint was taken, and as ``stamp``."""
    if stamp(path)[:2] != mark.stamp[:2]:
        raise being_written()


def being_written() -> errors.FileLocked:
    return errors.FileLocked("The file is being written at the moment.", next_step="It is tried again at the next import.")


def classify_os_error(error: OSError) -> errors.IndexError_:
    """An error of the file system as one of ours."""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return errors.FileVanished("The file is not there any more.")
    if getattr(error, "winerror", None) in _SHARING_VIOLATION or error.errno in (errno.EBUSY, errno.ETXTBSY, errno.EAGAIN):
        return errors.FileLocked("Another program holds the file.")
    if isinstance(error, PermissionError):
        return errors.NoPermission("You may not read this file.")
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return errors.DiskFull("There is no room left on the disk.")
    if error.errno in (errno.EIO, errno.ESTALE, errno.ETIMEDOUT, errno.EHOSTDOWN, errno.ENETUNREACH):
        return errors.Retryable(
            "The drive did not answer.", next_step="Check the connection to the drive; it is tried again at the next import."
        )
    return errors.UnreadableDocument("The file cannot be read.")


def classify(error: BaseException) -> errors.IndexError_:
    """Whatever reading or cutting one document raised, as one of ours: it costs this document and no other."""
    if isinstance(error, errors.IndexError_):
        return error
    if isinstance(error, CancelledError):
        return errors.FileLocked("Reading was stopped.", next_step="It is tried again at the next import.")
    if isinstance(error, TimeoutError):
        return errors.ParserTimeout("Reading the file took longer than its limit.")
    if isinstance(error, MemoryError):
        return errors.ParserOutOfMemory("Reading the file needed more memory than allowed.")
    if isinstance(error, OSError):
        return classify_os_error(error)
    return errors.Defect(
        f"The file could not be processed ({type(error).__name__}).",
        next_step="The file is set aside; the rest is not affected.",
    )


def keeps_passages(error: errors.IndexError_) -> bool:
    """Whether the passages of the last good reading stay: the trouble may pass by itself, or the drive is away."""
    return isinstance(error, errors.Retryable | errors.FileVanished)


def status_of(error: errors.IndexError_) -> Literal["skipped", "failed"]:
    """Skipped: nothing went wrong, there is just nothing to read. Failed: all else."""
    return "skipped" if isinstance(error, errors.UnsupportedFormat | errors.NoText) else "failed"
