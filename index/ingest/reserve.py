"""Room on the disk that is kept for the day on which there is none: taking out and deleting, which free room, need some to begin with."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from index import disk

RESERVE_BYTES = 2_000_000
"""Enough for a write-ahead log of some hundred pages and the small files by which LanceDB notes a deletion."""
_PLENTY = 100
"""So many times the reserve must be free before it is set aside."""


class Reserve:
    """A file beside the library. Never raises: without it a full disk is told as before."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._was_used = False

    def set_aside(self) -> None:
        """When there is plenty of room; and what was used is taken back as soon as the room for it is there again."""
        wanted = RESERVE_BYTES if self._was_used else _PLENTY * RESERVE_BYTES
        if self._path.exists() or disk.free_bytes(self._path) < wanted:
            return
        try:
            with open(os.open(self._path, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
                file.write(os.urandom(RESERVE_BYTES))  # what compresses, or is nothing but zeros, may take no room
        except OSError:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
        else:
            self._was_used = False

    def use(self) -> bool:
        """Give the room back to the disk. False when there is none to give."""
        try:
            self._path.unlink()
        except OSError:
            return False
        self._was_used = True
        return True
