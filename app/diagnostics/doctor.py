"""`dossier doctor`: looks at everything that the program needs and says in one sentence each what is wrong and what to do."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import psutil

from app.diagnostics.probe import ProbeResult, probe_import
from app.environment import SILENCE
from app.privacy.guard import guard_report
from app.settings.errors import ConfigurationError
from app.settings.paths import AppPaths, is_private
from index.errors import IndexError_
from models.errors import ModelError

MIN_PYTHON = (3, 11)
NATIVE_MODULES = ("llama_cpp", "lancedb", "onnxruntime", "PySide6.QtCore", "pypdfium2", "kreuzberg", "rapidocr", "pi_heif")
FIRST_UPLOADING_ONNXRUNTIME = (1, 29)
"""From this version on the library uploads usage events from native code (microsoft/onnxruntime#27379)."""
MIN_FREE_BYTES = 2_000_000_000
"""The default models take 1.2 GB; the rest is room for an index and its rewriting."""
MIN_AVAILABLE_BYTES = 2_500_000_000
"""The default model's process took 1.9 GB at its peak; the window and an import need the rest."""
MIN_SQLITE = (3, 35, 0)
"""First version with RETURNING."""
_REINSTALL = "Install Dossier again (from a clone: `make run`)."


@dataclass(frozen=True)
class CheckResult:
    """One line of the report. ``next_step`` is empty when ``ok``."""

    name: str
    ok: bool
    message: str
    next_step: str = ""


def run_checks(
    paths: AppPaths,
    *,
    missing_models: Callable[[], Sequence[str]] | None = None,
    open_index: Callable[[], None] | None = None,
    native_modules: Sequence[str] = NATIVE_MODULES,
) -> list[CheckResult]:
    """All checks, in the order in which a person should repair them; takes some seconds, because each library is loaded.

    ``missing_models`` gives the names of the models that are not there or damaged; ``open_index`` opens and closes the index and
    raises what it raises. Both are left out when None. Never raises for anything that is wrong with the installation.
    """
    probes = [probe_import(module) for module in native_modules]
    results = [_python(), *(_native(probe) for probe in probes)]
    results += [_onnxruntime(probe) for probe in probes if probe.module == "onnxruntime" and not probe.problem]
    results += [_variables(), _guard(), _folder(paths), _disk(paths), _memory(), _sqlite()]
    if missing_models is not None:
        results.append(_models(missing_models))
    if open_index is not None:
        results.append(_index(open_index))
    return results


def _python() -> CheckResult:
    found = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] >= MIN_PYTHON:
        return CheckResult("Python", True, f"Python {found}.")
    needed = ".".join(map(str, MIN_PYTHON))
    return CheckResult("Python", False, f"Python {found} is too old.", f"Install Python {needed} or later.")


def _native(probe: ProbeResult) -> CheckResult:
    name = f"Library {probe.module}"
    if probe.problem:
        return CheckResult(name, False, probe.problem, _REINSTALL)
    return CheckResult(name, True, f"{probe.module} {probe.version} loads.".replace("  ", " "))


def _onnxruntime(probe: ProbeResult) -> CheckResult:
    version = tuple(int(part) for part in probe.version.split(".")[:2] if part.isdigit())
    if version and version < FIRST_UPLOADING_ONNXRUNTIME:
        return CheckResult("Silent onnxruntime", True, f"onnxruntime {probe.version} has no uploader.")
    return CheckResult(
        "Silent onnxruntime", False, f"onnxruntime {probe.version or 'of unknown version'} may upload usage events.", _REINSTALL
    )


def _variables() -> CheckResult:
    missing = sorted(name for name, value in SILENCE.items() if os.environ.get(name) != value)
    if not missing:
        return CheckResult("Silent libraries", True, "All variables that keep libraries silent are set.")
    return CheckResult(
        "Silent libraries", False, f"Not set: {', '.join(missing)}.", "Start Dossier by its own command, which sets them."
    )


def _guard() -> CheckResult:
    report = guard_report()
    if not report.installed:
        return CheckResult("Network guard", False, "The network guard is off.", "Start Dossier by its own command.")
    if report.refused:
        tried = ", ".join(sorted({attempt.caller for attempt in report.attempts}))
        return CheckResult(
            "Network guard",
            False,
            f"{report.refused} network attempts were refused (by {tried}).",
            "Please report this as a fault.",
        )
    return CheckResult("Network guard", True, "The network guard is on; nothing tried to use the network.")


def _folder(paths: AppPaths) -> CheckResult:
    try:
        paths.create()
        probe = paths.tmp / ".doctor"
        probe.write_bytes(b"")
        probe.unlink()
        open_to_others = [p.name for p in (paths.home, paths.index, paths.logs, paths.tmp) if not is_private(p)]
    except ConfigurationError as error:
        return CheckResult("Data folder", False, error.message, error.next_step)
    except OSError as error:
        return CheckResult(
            "Data folder", False, f"{paths.home} is not writable: {error.strerror}.", "Check who may write there."
        )
    if open_to_others:
        return CheckResult(
            "Data folder", False, f"Others can read {', '.join(open_to_others)}.", f"Run: chmod -R go-rwx {paths.home}"
        )
    return CheckResult("Data folder", True, f"{paths.home} is writable, and only by you.")


def _disk(paths: AppPaths) -> CheckResult:
    folder = paths.home
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    if free >= MIN_FREE_BYTES:
        return CheckResult("Disk space", True, f"{_gigabytes(free)} free.")
    return CheckResult("Disk space", False, f"Only {_gigabytes(free)} free.", f"Free at least {_gigabytes(MIN_FREE_BYTES)}.")


def _memory() -> CheckResult:
    memory = psutil.virtual_memory()
    text = f"{_gigabytes(memory.available)} of {_gigabytes(memory.total)} memory available"
    if memory.available >= MIN_AVAILABLE_BYTES:
        return CheckResult("Memory", True, f"{text}.")
    return CheckResult("Memory", False, f"Only {text}.", "Close other programs, or choose the small model in the settings.")


def _sqlite() -> CheckResult:
    if sqlite3.sqlite_version_info < MIN_SQLITE:
        return CheckResult("SQLite", False, f"SQLite {sqlite3.sqlite_version} is too old.", "Use a newer Python.")
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
    except sqlite3.OperationalError:
        return CheckResult(
            "SQLite", False, "SQLite was built without full-text search.", "Use a Python with a complete SQLite."
        )
    finally:
        connection.close()
    return CheckResult("SQLite", True, f"SQLite {sqlite3.sqlite_version} with full-text search.")


def _models(missing_models: Callable[[], Sequence[str]]) -> CheckResult:
    try:
        missing = list(missing_models())
    except ModelError as error:
        return CheckResult("Models", False, error.message, error.next_step)
    except OSError as error:
        return CheckResult("Models", False, f"The models cannot be read: {error.strerror}.", "Run `dossier models setup`.")
    if missing:
        return CheckResult("Models", False, f"Missing or damaged: {', '.join(missing)}.", "Run `dossier models setup`.")
    return CheckResult("Models", True, "All models are there.")


def _index(open_index: Callable[[], None]) -> CheckResult:
    try:
        open_index()
    except (IndexError_, ConfigurationError) as error:
        return CheckResult("Index", False, error.message, error.next_step)
    except (OSError, sqlite3.Error):
        return CheckResult(
            "Index", False, "The index cannot be opened.", "Import its folders again; your documents are untouched."
        )
    return CheckResult("Index", True, "The index opens.")


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.1f} GB"
