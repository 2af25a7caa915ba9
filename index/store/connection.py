"""The door to lancedb: connecting, opening tables by id, and its errors as ours.

lancedb is never imported in a child process and never forked (its runtime does not survive a fork).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import lancedb
from lancedb.table import Table

from index import disk, errors
from index.store.schema import checked_id


class Connection:
    """One connection with its open tables. Light constructor; ``close`` drops them."""

    def __init__(self, folder: Path, *, fresh: bool) -> None:
        """``fresh`` looks for new versions at every read (the reader); without it only own writes are seen (the writer)."""
        self._folder = folder
        self._interval = timedelta(0) if fresh else None
        self._db: lancedb.DBConnection | None = None
        self._tables: dict[str, Table] = {}
        self._lock = threading.Lock()

    @property
    def folder(self) -> Path:
        return self._folder

    def database(self) -> lancedb.DBConnection:
        with self._lock, classified(self._folder):
            if self._db is None:
                self._folder.mkdir(parents=True, exist_ok=True)
                self._db = lancedb.connect(str(self._folder), read_consistency_interval=self._interval)
            return self._db

    def table(self, collection_id: str) -> Table | None:
        """The table of a collection, None when nothing was ever stored. Raises IndexDamaged when it cannot be opened."""
        name = checked_id(collection_id)
        if name in self._tables:
            return self._tables[name]
        if not self._has_version(name):
            return None
        with classified(self._folder):
            table = self.database().open_table(name)
        self._tables[name] = table
        return table

    def _has_version(self, name: str) -> bool:
        """A full disk, or a kill, may have stopped the making of a table between its folder and its first manifest: that is no table
        yet, and the next write makes it."""
        return any((self.path(name) / "_versions").glob("*.manifest"))

    def remember(self, collection_id: str, table: Table) -> None:
        self._tables[checked_id(collection_id)] = table

    def forget(self, collection_id: str) -> None:
        """Before a table is dropped, or after a read failed because old versions were cleaned away."""
        self._tables.pop(collection_id, None)

    def path(self, collection_id: str) -> Path:
        return self._folder / f"{checked_id(collection_id)}.lance"

    def close(self) -> None:
        """Safe to call twice."""
        with self._lock:
            self._tables.clear()
            self._db = None


_PASSING = ("permission denied", "too many open files", "cannot allocate memory", "input/output error")
"""In the system's words, which the native library repeats: the index may be whole all the same."""


def is_lasting(error: errors.IndexDamaged) -> bool:
    """Whether the index itself is broken, as far as what raised the error says, and not the way to it."""
    return not any(words in str(error.__cause__).lower() for words in _PASSING)


@contextmanager
def classified(folder: Path | None = None) -> Iterator[None]:
    """Errors of the native library, and of the file system below ``folder``, as ours. What is neither a full disk nor a timeout means
    an unreadable index."""
    try:
        yield
    except errors.IndexError_:
        raise
    except TimeoutError as error:
        raise errors.IndexBusy("The search took longer than its limit.") from error
    except (OSError, RuntimeError, ValueError) as error:
        text = str(error).lower()
        if disk.is_full_error(error) or (folder is not None and disk.is_full(folder)):
            raise errors.DiskFull("There is no room left for the index.") from error
        if "timeout" in text or "timed out" in text:
            raise errors.IndexBusy("The search took longer than its limit.") from error
        raise errors.IndexDamaged(f"The index of a collection cannot be read or written ({type(error).__name__}).") from error
