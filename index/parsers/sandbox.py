"""Parses in child processes, so that a hostile or broken document costs only itself.

Each document has a time and a memory limit. A child that crashes, hangs or eats memory is replaced, and the rest goes on.
Processes are spawned (the program has threads, and lancedb must never be forked) and hold one document at a time.

Memory: a watch inside the child measures its resident size and ends it above the limit, on every system. On Linux the address
space is limited as well, which turns one huge allocation into a MemoryError at once; elsewhere a jump of gigabytes between two
measurements (``_WATCH_SECONDS``) is possible.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from pydantic import Field

from index.document import Frozen, ParsedDocument
from index.errors import IndexError_, ParserCrashed, ParserOutOfMemory, ParserTimeout
from index.parsers.base import ParseOptions
from index.parsers.registry import parse

ParseFunction = Callable[[Path, ParseOptions], ParsedDocument]
_OUT_OF_MEMORY = 77
"""Exit code by which a child says that it went over its memory limit."""
_ORPHANED = 78
_WATCH_SECONDS = 0.1
_ADDRESS_HEADROOM = 2 << 30
"""Libraries reserve address space that they never use (thread stacks, arenas); counted on top of the limit."""
_PREFIX = "parser-"


class ParserLimits(Frozen):
    """Time grows with size: ``base_seconds + seconds_per_megabyte × MB``, at most ``max_seconds``; pictures of text get more."""

    base_seconds: float = Field(default=60, gt=0)
    seconds_per_megabyte: float = Field(default=30, ge=0)
    ocr_seconds: float = Field(default=900, ge=0, description="added for PDF and pictures while OCR is on")
    max_seconds: float = Field(default=3600, gt=0)
    memory_bytes: int = Field(default=1_500_000_000, ge=1 << 20, description="resident size of a child")
    tasks_per_child: int = Field(default=100, ge=1, description="then the child is replaced, so that leaks do not add up")

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
        self._lock = threading.Lock()
        self._open: set[_ParseFuture] = set()
        self._closing = threading.Event()
        self._starter: threading.Thread | None = None
        self._started = threading.Event()

    def submit(self, path: Path, options: ParseOptions) -> Future[ParsedDocument]:
        """Queue a document. The future raises errors of ``index.errors`` only: the parser's own, or ParserCrashed, ParserTimeout,
        ParserOutOfMemory. Cancelling it stops the child if it is at work on it."""
        pool = self._start()
        inner = pool.schedule(_run, args=(self._function, path, options), timeout=self._seconds(path, options))
        outer = _ParseFuture(inner)
        self._open.add(outer)
        outer.add_done_callback(lambda _: self._open.discard(outer))
        inner.add_done_callback(outer.settle)
        return outer

    def close(self, cancel: bool = False) -> None:
        """Wait for what is queued, or with ``cancel`` cancel all futures and stop all children at once. Safe to call twice."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            if cancel:
                for future in list(self._open):
                    future.cancel()
                pool.stop()
            else:
                pool.close()
            pool.join()
        self._closing.set()
        if self._starter is not None:
            self._starter.join()
            self._starter = None
        _remove_leftovers(self._temp_dir)

    def _start(self) -> Any:
        with self._lock:
            if self._closing.is_set():
                raise RuntimeError("the pool is closed")
            if self._pool is None:
                self._temp_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
                _remove_leftovers(self._temp_dir)
                # The parent-death signal fires when the thread that started the child ends: a thread of our own starts them
                # and lives as long as the pool.
                self._starter = threading.Thread(target=self._start_and_stay, name="parser-pool", daemon=True)
                self._starter.start()
                self._started.wait()
            return self._pool

    def _start_and_stay(self) -> None:
        from pebble import ProcessPool

        self._pool = ProcessPool(
            max_workers=self._workers,
            max_tasks=self._limits.tasks_per_child,
            initializer=_prepare_child,
            initargs=(str(self._temp_dir), self._limits.memory_bytes, self._initializer),
            context=get_context("spawn"),
        )
        _ = self._pool.active  # starts the children here, not in the thread that submits first
        self._started.set()
        self._closing.wait()

    def _seconds(self, path: Path, options: ParseOptions) -> float:
        try:
            size = path.stat().st_size
            with path.open("rb") as file:
                head = file.read(16)
        except OSError:
            return self._limits.base_seconds  # the child reports what is wrong with the file
        picture = head.startswith((b"%PDF", b"\x89PNG", b"\xff\xd8", b"II*", b"MM\0*", b"BM"))
        return self._limits.seconds(size, may_need_ocr=options.ocr and picture)


class _ParseFuture(Future[ParsedDocument]):
    def __init__(self, inner: Any) -> None:
        super().__init__()
        self._inner = inner

    def cancel(self) -> bool:
        cancelled = super().cancel()
        if cancelled:
            self._inner.cancel()  # after us: it reports to ``settle`` before it returns
        return cancelled

    def settle(self, inner: Any) -> None:
        """Take the child's result over, with every failure as one of our errors."""
        if not self.set_running_or_notify_cancel():
            return
        try:
            self.set_result(inner.result())
        except CancelledError:
            self.set_exception(ParserCrashed("Parsing was stopped.", next_step="Import the file again."))
        except BaseException as error:  # noqa: BLE001 - the boundary to the child: each kind is classified
            self.set_exception(classify(error))


def classify(error: BaseException) -> IndexError_:
    """What happened to a child, as one of our errors."""
    from pebble import ProcessExpired

    if isinstance(error, IndexError_):
        return error
    if isinstance(error, TimeoutError):
        return ParserTimeout("Reading the document took longer than allowed.")
    if isinstance(error, MemoryError) or (isinstance(error, ProcessExpired) and error.exitcode == _OUT_OF_MEMORY):
        return ParserOutOfMemory("Reading the document needed more memory than allowed.")
    if isinstance(error, ProcessExpired):
        return ParserCrashed(f"The reader ended unexpectedly on this document (exit code {error.exitcode}).")
    return ParserCrashed(f"The reader failed on this document ({type(error).__name__}).")


def _remove_leftovers(temp_dir: Path) -> None:
    """Folders of children that are gone."""
    import psutil

    for folder in temp_dir.glob(f"{_PREFIX}*"):
        pid = folder.name.removeprefix(_PREFIX).split("-")[0]
        if pid.isdigit() and not psutil.pid_exists(int(pid)):
            shutil.rmtree(folder, ignore_errors=True)


# --- in the child ------------------------------------------------------------------------------------------------------------


def _run(function: ParseFunction, path: Path, options: ParseOptions) -> ParsedDocument:
    try:
        return function(path, options)
    except MemoryError:
        # The original may hold the big objects in its traceback.
        raise ParserOutOfMemory("Reading the document needed more memory than allowed.") from None


def _prepare_child(temp_dir: str, memory_bytes: int, initializer: Callable[[], None] | None) -> None:
    """First thing that a child does, before any library of a format is imported."""
    parent = os.getppid()
    os.environ.update(
        ORT_DISABLE_TELEMETRY="1", ORT_TELEMETRY_DISABLED="1", HF_HUB_OFFLINE="1", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1"
    )
    if initializer is not None:
        initializer()
    _die_with_parent(parent)
    folder = Path(temp_dir) / f"{_PREFIX}{os.getpid()}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    for name in ("TMPDIR", "TEMP", "TMP", "XDG_CACHE_HOME", "FASTEMBED_CACHE_PATH", "KREUZBERG_CACHE_DIR"):
        os.environ[name] = str(folder)
    tempfile.tempdir = None
    os.umask(0o077)
    _limit_address_space(memory_bytes)
    threading.Thread(target=_watch, args=(memory_bytes, parent), name="watch", daemon=True).start()


def _die_with_parent(parent: int) -> None:
    if sys.platform != "linux":
        return  # the watch notices within a tenth of a second
    import ctypes
    import signal

    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(_ORPHANED)


def _limit_address_space(memory_bytes: int) -> None:
    if sys.platform != "linux":
        return
    import resource

    import psutil

    limit = psutil.Process().memory_info().vms + memory_bytes + _ADDRESS_HEADROOM
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def _watch(memory_bytes: int, parent: int) -> None:
    import psutil

    process = psutil.Process()
    while True:
        if process.memory_info().rss > memory_bytes:
            os._exit(_OUT_OF_MEMORY)
        if os.getppid() != parent:
            os._exit(_ORPHANED)
        time.sleep(_WATCH_SECONDS)
