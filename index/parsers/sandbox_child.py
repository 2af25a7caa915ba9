"""What happens inside a parser process: limits, a private folder, a watch, and the parser itself."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from index.document import ParsedDocument
from index.errors import ParserOutOfMemory
from index.parsers import trail
from index.parsers.base import ParseOptions

ParseFunction = Callable[[Path, ParseOptions], ParsedDocument]
FOLDER_PREFIX = "parser-"
OUT_OF_MEMORY = 77
"""Exit code by which a child says that it went over its memory limit."""
_ORPHANED = 78
MEMBER_TIMEOUT = 79
"""Exit code by which a child says that a member of a container took longer than its limit."""
_WATCH_SECONDS = 0.1
_ADDRESS_HEADROOM = 2 << 30
"""Libraries reserve address space that they never use (thread stacks, arenas); counted on top of the limit."""


def run(
    function: ParseFunction, path: Path, options: ParseOptions, trail_file: Path, member_seconds: Callable[[int], float]
) -> ParsedDocument:
    trail.begin(trail_file, member_seconds)
    try:
        return function(path, options)
    except MemoryError:
        # The original may hold the big objects in its traceback.
        raise ParserOutOfMemory("Reading the document needed more memory than allowed.") from None
    finally:
        trail.begin(None)


def prepare_child(temp_dir: str, memory_bytes: int, initializer: Callable[[], None] | None) -> None:
    """First thing that a child does, before any library of a format is imported."""
    parent = os.getppid()
    os.environ.update(
        ORT_DISABLE_TELEMETRY="1", ORT_TELEMETRY_DISABLED="1", HF_HUB_OFFLINE="1", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1"
    )
    if initializer is not None:
        initializer()
    _die_with_parent(parent)
    folder = Path(temp_dir) / f"{FOLDER_PREFIX}{os.getpid()}"
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
            os._exit(OUT_OF_MEMORY)
        if os.getppid() != parent:
            os._exit(_ORPHANED)
        deadline = trail.deadline()
        if deadline is not None and time.monotonic() > deadline:
            os._exit(MEMBER_TIMEOUT)
        time.sleep(_WATCH_SECONDS)
