"""Parses in child processes, so that a hostile or broken document costs only itself.

Each document has a time and a memory limit. A child that crashes, hangs or eats memory is replaced, and the rest goes on.
Processes are spawned (the program has threads, and lancedb must never be forked) and hold one document at a time.

A document inside another costs only itself, too: while a member of an archive or mail is read, its path stands in a file
(``trail``). When the child is lost there, the container is parsed once more without that member, which then carries the reason.

Memory: a watch inside the child measures its resident size and ends it above the limit, on every system. On Linux the address
space is limited as well, which turns one huge allocation into a MemoryError at once; elsewhere a jump of gigabytes between two
measurements (a tenth of a second) is possible.
"""

from __future__ import annotations

import shutil
import stat
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from uuid import uuid4

from pydantic import Field

from index.document import Frozen, ParsedDocument
from index.errors import ParserCrashed
from index.parsers.base import ParseOptions
from index.parsers.registry import parse
from index.parsers.sandbox_child import FOLDER_PREFIX, ParseFunction, prepare_child, run
from index.parsers.sandbox_future import CANNOT_START, ParseFuture

_TRAIL = "trail-"
_CLOCK_SECONDS = 2
"""By which the clocks of the process table and of the file system may differ."""
_LOOK_SECONDS = 1.0
_END_SECONDS = 5.0
_OLE = b"\xd0\xcf\x11\xe0"


class ParserLimits(Frozen):
    """Time grows with size: ``base_seconds + seconds_per_megabyte × MB``, at most ``max_seconds``; pictures of text get more."""

    base_seconds: float = Field(default=60, gt=0)
    seconds_per_megabyte: float = Field(default=30, ge=0)
    ocr_seconds: float = Field(default=900, ge=0, description="added for PDF and pictures while OCR is on")
    max_seconds: float = Field(default=3600, gt=0)
    memory_bytes: int = Field(default=1_500_000_000, ge=1 << 20, description="resident size of a child")
    start_seconds: float = Field(default=60, gt=0, description="for a document to be begun while no other is being read")
    tasks_per_child: int = Field(default=1000, ge=1, description="then the child is replaced, so that leaks do not add up")
    """A new child loads its libraries anew: at 100 that cost more than reading small files. 1,000 documents of all kinds leave 13 MB."""

    def seconds(self, size: int, *, may_need_ocr: bool) -> float:
        wanted = self.base_seconds + self.seconds_per_megabyte * size / (1 << 20) + (self.ocr_seconds if may_need_ocr else 0)
        return min(wanted, self.max_seconds)


class ParserPool:
    """Light constructor; the first ``submit`` starts the children. ``close`` leaves no process behind."""

    def __init__(
        self,
        workers: int,
        temp_dir: Path,
        limits: ParserLimits | None = None,
        initializer: Callable[[], None] | None = None,
        *,
        function: ParseFunction = parse,
    ) -> None:
        """``temp_dir`` lies inside the data folder; each child gets a folder of its own in it that only the owner can read.

        ``initializer`` runs in each child before anything else (it must be importable). ``function`` is for tests.
        """
        self._workers = workers
        self._temp_dir = temp_dir
        self._limits = limits or ParserLimits()
        self._initializer = initializer
        self._function = function
        self._pool: Any = None
        self._trouble: Exception | None = None
        self._lock = threading.Lock()
        self._open: set[ParseFuture] = set()
        self._closing = threading.Event()
        self._starters: list[threading.Thread] = []
        self._watcher: threading.Thread | None = None
        self._broken: list[Any] = []

    def submit(self, path: Path, options: ParseOptions) -> Future[ParsedDocument]:
        """Queue a document. The future raises errors of ``index.errors`` only: the parser's own, or ParserCrashed, ParserTimeout,
        ParserOutOfMemory. Cancelling it stops the child if it is at work on it."""
        outer = ParseFuture(self._schedule, path, options, self._temp_dir / f"{_TRAIL}{uuid4().hex}")
        self._open.add(outer)
        outer.add_done_callback(lambda _: self._open.discard(outer))
        outer.start_or_end()
        return outer

    def _schedule(self, path: Path, options: ParseOptions, trail_file: Path) -> Any:
        member_seconds = partial(self._limits.seconds, may_need_ocr=options.ocr)
        arguments = (self._function, path, options, trail_file, member_seconds)
        seconds = self._seconds(path, options)
        pool = self._start()
        try:
            return pool.schedule(run, args=arguments, timeout=seconds)
        except RuntimeError:
            if not self._give_up(pool):
                raise  # closed
            return self._start().schedule(run, args=arguments, timeout=seconds)

    def _give_up(self, pool: Any) -> bool:
        """Have the next document start another pool. False when all is being closed."""
        with self._lock:
            if self._closing.is_set():
                return False
            if self._pool is pool:
                self._pool = None
                # Joined at the end: this may be one of the pool's own threads.
                pool.stop()
                self._broken.append(pool)
            return True

    def _watch(self) -> None:
        """A child that is killed from outside while it waits for work takes the lock of pebble's queue along: nothing would begin
        any more. Documents that wait while none is being read are given to another pool."""
        waiting_since: float | None = None
        while not self._closing.wait(_LOOK_SECONDS):
            futures = list(self._open)
            waiting = [future for future in futures if future.waits()]
            if not waiting or any(future.is_read() for future in futures):
                waiting_since = None
                continue
            waiting_since = waiting_since or time.monotonic()
            if time.monotonic() - waiting_since < self._limits.start_seconds:
                continue
            waiting_since = None
            for future in waiting:
                future.let_go()
            pool = self._pool
            if pool is not None:
                self._give_up(pool)
            for future in waiting:
                future.begin_again()

    def close(self, cancel: bool = False) -> None:
        """Wait for what is queued, or with ``cancel`` cancel all futures and stop all children at once. Safe to call twice."""
        with self._lock:
            pool, self._pool = self._pool, None
            broken, self._broken = self._broken, []
            starters, self._starters = self._starters, []
            watcher, self._watcher = self._watcher, None
        if pool is not None:
            if cancel:
                for future in list(self._open):
                    future.cancel()
                pool.stop()
            else:
                pool.close()
            pool.join()
        for each in broken:
            with suppress(TimeoutError):
                each.join(_END_SECONDS)
        self._closing.set()
        for thread in (*starters, *([watcher] if watcher is not None else [])):
            thread.join()
        remove_leftovers(self._temp_dir)

    def _start(self) -> Any:
        with self._lock:
            if self._closing.is_set():
                raise RuntimeError("the pool is closed")
            if self._pool is None:
                self._temp_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
                remove_leftovers(self._temp_dir)
                # The parent-death signal fires when the thread that started the child ends: a thread of our own starts them
                # and lives as long as the pool.
                started = threading.Event()
                starter = threading.Thread(target=self._start_and_stay, args=(started,), name="parser-pool", daemon=True)
                self._starters.append(starter)
                starter.start()
                started.wait()
                if self._pool is None:
                    raise ParserCrashed(CANNOT_START) from self._trouble
                if self._watcher is None:
                    self._watcher = threading.Thread(target=self._watch, name="parser-pool-watch", daemon=True)
                    self._watcher.start()
            return self._pool

    def _start_and_stay(self, started: threading.Event) -> None:
        from pebble import ProcessPool

        try:
            pool = ProcessPool(
                max_workers=self._workers,
                max_tasks=self._limits.tasks_per_child,
                initializer=prepare_child,
                initargs=(str(self._temp_dir), self._limits.memory_bytes, self._initializer),
                context=get_context("spawn"),
            )
            _ = pool.active  # starts the children here, not in the thread that submits first
            self._pool = pool
        except (OSError, RuntimeError) as error:  # no semaphores, no memory, too many processes
            self._trouble = error
            return
        finally:
            started.set()
        self._closing.wait()

    def _seconds(self, path: Path, options: ParseOptions) -> float:
        try:
            status = path.stat()
            if not stat.S_ISREG(status.st_mode):
                return self._limits.base_seconds  # the child reports what is wrong with the file
            with path.open("rb") as file:
                head = file.read(512)
        except OSError:
            return self._limits.base_seconds
        return self._limits.seconds(status.st_size, may_need_ocr=options.ocr and _may_hold_pictures(path, head))


def _may_hold_pictures(path: Path, head: bytes) -> bool:
    """Pictures, and what may hold them: PDF, Office files, archives, mails."""
    if head.startswith(
        (b"%PDF", b"\x89PNG", b"\xff\xd8", b"II*", b"MM\0*", b"BM", b"GIF8", b"RIFF", b"PK", _OLE, b"\x1f\x8b", b"From ")
    ):
        return True
    return (
        b"%PDF-" in head or head[4:8] == b"ftyp" or path.suffix.lower() in {".eml", ".emlx", ".mbox", ".tar", ".mht", ".mhtml"}
    )


def remove_leftovers(temp_dir: Path) -> None:
    """Remove folders of children that are gone and trails of a program that was killed. Safe while other pools are at work."""
    for folder in temp_dir.glob(f"{FOLDER_PREFIX}*"):
        pid = folder.name.removeprefix(FOLDER_PREFIX).split("-")[0]
        if pid.isdigit() and not _lives(int(pid), folder):
            shutil.rmtree(folder, ignore_errors=True)
    if not any(temp_dir.glob(f"{FOLDER_PREFIX}*")):
        for file in temp_dir.glob(f"{_TRAIL}*"):
            file.unlink(missing_ok=True)


def _lives(pid: int, folder: Path) -> bool:
    """Whether the process that made the folder is still there, and not another that has got its number since."""
    import psutil

    try:
        return bool(psutil.Process(pid).create_time() <= folder.stat().st_mtime + _CLOCK_SECONDS)
    except (psutil.Error, OSError):
        return False
