"""The process environment that Dossier needs: silence of the libraries, private files, a private temporary folder.

Call ``prepare_environment`` before anything native is imported: onnxruntime, Lance, the tokenizers and the OCR engine read
these variables when they load, and later changes have no effect. Child processes inherit the variables. Only the standard
library is imported here, so that a child process pays nothing for it.
"""

from __future__ import annotations

import ctypes
import io
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

SILENCE: dict[str, str] = {
    # onnxruntime 1.29 and later upload usage events from native code; 1.28 is pinned, this is the second lock.
    "ORT_DISABLE_TELEMETRY": "1",
    "ORT_TELEMETRY_DISABLED": "1",
    "HF_HUB_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "DO_NOT_TRACK": "1",
    # Lance warns on stderr, fastembed logs there through loguru: both may name files.
    "LANCEDB_LOG": "error",
    "LOGURU_AUTOINIT": "False",
    # The Rust thread pool of the tokenizers starves a small machine and warns after a fork.
    "TOKENIZERS_PARALLELISM": "false",
    # Arrow's own allocator keeps what was freed: 5,000 passages written in small portions left 33 MB, with the system's 6 to 8 MB.
    "ARROW_DEFAULT_MEMORY_POOL": "system",
}
"""Variables that every process of the program runs with, whatever the person's shell says."""

_M_ARENA_MAX, _ARENAS = -8, 2
"""The parameter's number in glibc's malloc.h."""
PRIVATE_FOLDER = 0o700
PRIVATE_UMASK = 0o077


def silence_libraries() -> None:
    """Set the variables of ``SILENCE`` and restore ``LD_LIBRARY_PATH``. Needs no data folder; safe to call again."""
    os.environ.update(SILENCE)
    _restore_library_path()


def open_missing_streams() -> None:
    """Give the process standard streams: in a windowed program they are None, and progress bars and loggers of libraries crash.

    What is written to the substitutes is discarded, since it may hold names or text. What a terminal has no characters for (one without
    UTF-8) is written as question marks. Call before other imports.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - lives as long as the process
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def prepare_environment(home: Path) -> None:
    """Make this process silent and private: ``silence_libraries``, and all temporary and cache files under ``home/tmp``.

    New files are for their owner alone (umask 0077); what a person exports to a folder of their own must therefore be given its
    permissions where it is written. Creates ``home`` and ``home/tmp`` with mode 0700. Raises OSError when that fails; check the
    folder with ``app.settings.paths`` first for an error in plain words. Safe to call again.
    """
    silence_libraries()
    _share_memory_arenas()
    os.umask(PRIVATE_UMASK)
    temporary = home / "tmp"
    for folder in (home, temporary):
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        if os.name == "posix":
            folder.chmod(PRIVATE_FOLDER)
    # kreuzberg unpacks a library to the temporary folder and trusts one that is already there: the shared /tmp, where anybody may
    # plant one, is out of the question.
    for variable in ("TMPDIR", "TEMP", "TMP"):
        os.environ[variable] = str(temporary)
    tempfile.tempdir = str(temporary)
    for variable, name in (
        ("FASTEMBED_CACHE_PATH", "fastembed"),
        ("HF_HOME", "hub"),
        ("KREUZBERG_CACHE_DIR", "kreuzberg"),
    ):
        os.environ[variable] = str(temporary / name)


def prepare_child_environment() -> None:
    """The same in a spawned child process, which inherited the variables and the umask from the program.

    ``tempfile`` is pointed at the inherited folder; raises RuntimeError when the parent did not prepare one.
    """
    silence_libraries()
    temporary = os.environ.get("FASTEMBED_CACHE_PATH")
    if temporary is None:
        raise RuntimeError("the parent process was not prepared by app.environment.prepare_environment")
    os.umask(PRIVATE_UMASK)
    tempfile.tempdir = str(Path(temporary).parent)


def _share_memory_arenas() -> None:
    """Few heaps for many threads: glibc gives each thread one of its own, and what one has freed no other uses (an import of 4,000
    files: 311 MB at most with two, 349 MB and more with eight a core). A C library without ``mallopt`` is left as it is."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, _ARENAS)


def _restore_library_path() -> None:
    """Undo what a frozen program's starter did to ``LD_LIBRARY_PATH``; else programs that we open load our libraries and fail."""
    if not getattr(sys, "frozen", False):
        return
    original = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if original is not None:
        os.environ["LD_LIBRARY_PATH"] = original
    else:
        os.environ.pop("LD_LIBRARY_PATH", None)
