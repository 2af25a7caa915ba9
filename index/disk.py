"""Telling a full disk from other trouble, whichever library met it."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path

_ERRNOS = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})
_WINDOWS = frozenset({39, 112, 1295})
"""Handle disk full, disk full, quota exceeded (system error codes of Windows)."""
_WORDS = (
    "no space left", "not enough space", "disk full", "disk is full", "quota exceeded", "storage full", "os error 28)",
    "os error 122)", "os error 112)", "os error 39)", "os error 1295)",
)  # fmt: skip
"""How SQLite, Rust's standard library (under LanceDB) and the systems word it."""

FULL_BELOW_BYTES = 256 * 1024
"""With less than this free no write of the index succeeds, whatever the library says (SQLite then also reports input/output errors
and files that cannot be opened)."""


def is_full_error(error: BaseException) -> bool:
    """By number or wording of the error, or of the one that it was raised from."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, OSError) and (seen.errno in _ERRNOS or getattr(seen, "winerror", None) in _WINDOWS):
            return True
        if any(words in str(seen).lower() for words in _WORDS):
            return True
        seen = seen.__cause__
    return False


def is_full(path: Path) -> bool:
    """Whether the file system of ``path`` has no room left; False where that cannot be found out."""
    return free_bytes(path, FULL_BELOW_BYTES) < FULL_BELOW_BYTES


def free_bytes(path: Path, otherwise: int = 0) -> int:
    """What this person may still write below ``path`` or its nearest existing folder; ``otherwise`` where the system does not say."""
    for place in (path, *path.parents):
        try:
            return shutil.disk_usage(place).free
        except FileNotFoundError:
            continue
        except OSError:
            return otherwise
    return otherwise
