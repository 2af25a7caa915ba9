"""SQLite under the ledger and the conversations: one connection for each thread, migrations in order, a backup before each, newer
files refused."""

from __future__ import annotations

import importlib
import pkgutil
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from types import ModuleType
from uuid import uuid4

from index import disk, errors, migrations

_INCREMENTAL = 2
"""SQLite's number for ``auto_vacuum = INCREMENTAL``."""


class Database:
    """Light constructor; ``warm_up`` opens and migrates, ``close`` closes the connections of all threads."""

    def __init__(self, path: Path, steps: ModuleType = migrations, what: str = "library", *, in_memory: bool = False) -> None:
        """``steps``: package of the migrations. ``what`` names the file in messages. ``in_memory``: nothing is written to the disk, and
        all is gone with ``close``; ``path`` then only says whose it would be."""
        self._path = path
        self._steps, self._what = steps, what
        self._address = f"file:{uuid4().hex}?mode=memory&cache=shared" if in_memory else path
        self._local = threading.local()
        self._lock = threading.Lock()
        self._connections: list[sqlite3.Connection] = []
        self._closed = False

    def warm_up(self) -> None:
        """Create or migrate the file. Raises IndexDamaged for a newer or unreadable file, DiskFull."""
        with self._classified():
            if isinstance(self._address, str):
                self.connection()  # kept open: a database in memory lives as long as its last connection
            else:
                self._path.parent.mkdir(parents=True, exist_ok=True)
            migrate(self._address, self._steps, self._what)

    def close(self) -> None:
        """Safe to call twice; the caller sees to it that no thread is inside a call."""
        with self._lock:
            self._closed = True
            for connection in self._connections:
                connection.close()
            self._connections.clear()

    def connection(self) -> sqlite3.Connection:
        """This thread's connection, opened on first use."""
        existing: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if existing is not None:
            return existing
        with self._lock:
            if self._closed:
                raise errors.IndexBusy(f"The {self._what} is being closed.")
            try:
                connection = connect(self._address)
            except sqlite3.OperationalError:
                if not isinstance(self._address, Path) or not disk.is_full(self._address):
                    raise
                # Nothing can be written now; it is tried again at the next call.
                return connect_for_reading(self._address)
            self._connections.append(connection)
        self._local.connection = connection
        return connection

    def forget_traces(self) -> None:
        """Nothing of deleted rows stays: ``secure_delete`` has overwritten them in the file, which now gives its free pages back to the
        disk; the write-ahead log is moved into the file and emptied; backups from before a migration, which still have them, go.
        While another thread is in the middle of a read a part of it may be left to the next call."""
        with self._classified():
            connection = self.connection()
            if connection.execute("PRAGMA auto_vacuum").fetchone()[0] == _INCREMENTAL:
                connection.executescript("PRAGMA incremental_vacuum")  # ``execute`` makes one step, which frees one page
            elif _mostly_free(connection):
                with suppress(sqlite3.OperationalError):  # busy: another time
                    shrink_by_itself(connection)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for backup in self._path.parent.glob(f"{self._path.name}.v*.bak"):
            with suppress(OSError):
                backup.unlink()

    def _classified(self) -> AbstractContextManager[None]:
        return classified(self._path, self._what)

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """A consistent snapshot for the statements inside."""
        with self._classified():
            connection = self.connection()
            if connection.in_transaction:
                yield connection
                return
            connection.execute("BEGIN DEFERRED")
            try:
                yield connection
            finally:
                connection.execute("ROLLBACK")

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it or nothing."""
        with self._classified():
            connection = self.connection()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                # On a full disk SQLite has sometimes rolled back by itself, and sometimes the commit is what fails.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise


def connect(address: Path | str) -> sqlite3.Connection:
    """Autocommit connection (transactions are explicit), rows by name, WAL, foreign keys on. ``address``: a file, or the URI of a
    database in memory."""
    by_uri = isinstance(address, str)
    connection = sqlite3.connect(address, isolation_level=None, check_same_thread=False, timeout=10.0, uri=by_uri)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA journal_mode = WAL")
    # NORMAL in WAL survives a killed process; a power cut may lose the last commits, which recovery then imports again.
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    return connection


def connect_for_reading(path: Path) -> sqlite3.Connection:
    """Without writing so much as a lock, on a disk without any room. Raises OperationalError where it is not full, or where a
    write-ahead log holds what is not in the file yet."""
    log = path.with_name(f"{path.name}-wal")
    if not disk.is_full(path) or not path.exists() or (log.exists() and log.stat().st_size):
        raise sqlite3.OperationalError("unable to open database file")
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None, check_same_thread=False
    )
    connection.row_factory = sqlite3.Row
    return connection


def _is_readable_as_it_is(path: Path, newest: int) -> bool:
    """On a full disk, a library that needs no migration."""
    try:
        with closing(connect_for_reading(path)) as connection:
            return int(connection.execute("PRAGMA user_version").fetchone()[0]) == newest
    except sqlite3.OperationalError:
        return False


def migrate(address: Path | str, package: ModuleType = migrations, what: str = "library") -> None:
    """Bring the file to the newest schema of ``package``. A backup ``<name>.v<N>.bak`` is made before an existing file is changed."""
    steps = sorted(
        (int(module.name[1:4]), module.name)
        for module in pkgutil.iter_modules(package.__path__)
        if module.name[:1] == "v" and module.name[1:4].isdigit()
    )
    newest = steps[-1][0]
    if isinstance(address, Path) and _is_readable_as_it_is(address, newest):
        return
    with closing(connect(address)) as connection:
        current = int(connection.execute("PRAGMA user_version").fetchone()[0])
        if current > newest:
            raise errors.IndexDamaged(
                f"The {what} was written by a newer version of the program (format {current}, this one knows {newest}).",
                next_step="Install the newer version again, or choose another data folder.",
            )
        if 0 < current < newest and isinstance(address, Path):
            back_up(connection, address.with_name(f"{address.name}.v{current}.bak"))
        if current == 0:
            shrink_by_itself(connection)
        for number, name in steps:
            if number <= current:
                continue
            connection.execute("BEGIN IMMEDIATE")
            if int(connection.execute("PRAGMA user_version").fetchone()[0]) >= number:
                connection.execute("ROLLBACK")  # another program that starts just now was first
                continue
            try:
                importlib.import_module(f"{package.__name__}.{name}").apply(connection)
                connection.execute(f"PRAGMA user_version = {number:d}")
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")


def shrink_by_itself(connection: sqlite3.Connection) -> None:
    """Free pages can be given back from here on (``PRAGMA incremental_vacuum``). Writes the whole file anew; not in a transaction."""
    connection.execute(f"PRAGMA auto_vacuum = {_INCREMENTAL:d}")
    connection.execute("VACUUM")


def _mostly_free(connection: sqlite3.Connection) -> bool:
    """A file of an older program of which a quarter and more is free: worth writing anew."""
    free, pages = (int(connection.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("freelist_count", "page_count"))
    return 4 * free > pages


def back_up(connection: sqlite3.Connection, target: Path) -> None:
    """A consistent copy, WAL included; written beside and renamed, so that a half copy never bears the name."""
    partial = target.with_name(target.name + ".part")
    partial.unlink(missing_ok=True)
    with closing(sqlite3.connect(partial)) as copy:
        connection.backup(copy)
    shutil.move(partial, target)


@contextmanager
def classified(path: Path, what: str = "library") -> Iterator[None]:
    """Errors of SQLite, and of the file system below ``path``, as ours: full disk, busy, damaged."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorname == "SQLITE_CONSTRAINT_FOREIGNKEY":
            raise errors.UserFixable(
                "What this belongs to was deleted in the meantime.", next_step="Look at the list again."
            ) from error
        raise
    except (sqlite3.DatabaseError, OSError) as error:
        text = str(error).lower()
        if disk.is_full_error(error) or disk.is_full(path):
            raise errors.DiskFull(f"There is no room left for the {what}.") from error
        if isinstance(error, sqlite3.OperationalError) and ("locked" in text or "busy" in text):
            raise errors.IndexBusy(f"The {what} is in use by another task.") from error
        if "readonly" in text or "permission denied" in text:
            raise errors.NoPermission(
                f"The {what} may not be written.", next_step=f"Check who may write to {path.parent}."
            ) from error
        raise errors.IndexDamaged(
            f"The {what} cannot be read or written ({error}).",
            next_step=f"Close Dossier and move {path.name} out of {path.parent}: a new {what} is begun. Your documents are untouched.",
        ) from error
