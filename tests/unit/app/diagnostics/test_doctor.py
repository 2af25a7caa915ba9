"""The doctor says in a sentence what is wrong and what to do; it never shows a traceback."""

import os
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import psutil
import pytest

from app.diagnostics import doctor
from app.diagnostics.doctor import CheckResult, run_checks
from app.diagnostics.probe import ProbeResult, probe_import
from app.settings.paths import AppPaths
from index.errors import IndexDamaged
from models.errors import ModelMissing


@pytest.fixture
def paths(tmp_path: Path) -> AppPaths:
    return AppPaths.resolve(tmp_path / "home")


def named(results: list[CheckResult], name: str) -> CheckResult:
    return next(result for result in results if result.name == name)


def plant(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: str) -> str:
    """A module that spawned processes can import; they get the path of this process."""
    (folder / f"{name}.py").write_text(code)
    monkeypatch.syspath_prepend(str(folder))
    return name


def test_a_library_that_loads_tells_its_version() -> None:
    assert probe_import("onnxruntime") == ProbeResult("onnxruntime", version="1.28.0")


def test_a_missing_library_is_named() -> None:
    assert probe_import("no_such_library").problem == "no_such_library is not installed (no_such_library is missing)."


def test_an_illegal_instruction_ends_the_child_and_becomes_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    illegal = plant(tmp_path, monkeypatch, "illegal", "import os, signal; os.kill(os.getpid(), signal.SIGILL)")
    killed = plant(tmp_path, monkeypatch, "killed", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    gone = plant(tmp_path, monkeypatch, "gone", "import os; os._exit(3)")
    assert "newer processor" in probe_import(illegal).problem
    assert probe_import(killed).problem == "killed ended its process with signal SIGKILL."
    assert probe_import(gone).problem == "gone ended its process with code 3."


def test_a_missing_system_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = plant(tmp_path, monkeypatch, "lacking", "raise ImportError('libGL.so.1: cannot open shared object file')")
    assert probe_import(name).problem == "lacking does not load: libGL.so.1: cannot open shared object file."


def test_a_library_that_wants_the_network_while_loading_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = plant(tmp_path, monkeypatch, "calling", "import socket; socket.create_connection(('192.0.2.1', 80), timeout=1)")
    assert "does not use the network" in probe_import(name).problem


def test_every_failed_check_says_what_to_do(paths: AppPaths) -> None:
    def no_model() -> list[str]:
        raise ModelMissing("The answer model is not there.")

    def damaged() -> None:
        raise IndexDamaged("The index of Contracts cannot be opened.")

    results = run_checks(paths, missing_models=no_model, open_index=damaged, native_modules=("no_such_library",))
    assert named(results, "Models") == CheckResult("Models", False, "The answer model is not there.", ModelMissing.next_step)
    assert named(results, "Index").next_step == IndexDamaged.next_step
    for result in results:
        assert result.message.endswith(".")
        assert "Traceback" not in result.message
        assert bool(result.next_step) != result.ok


def test_an_onnxruntime_that_uploads_is_found(paths: AppPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    for version, silent in (("1.28.0", True), ("1.29.0", False), ("1.32.1", False), ("", False)):
        monkeypatch.setattr(doctor, "probe_import", lambda module, v=version: ProbeResult(module, version=v))
        assert named(run_checks(paths, native_modules=("onnxruntime",)), "Silent onnxruntime").ok is silent


def test_a_full_disk_and_a_small_memory_are_found(paths: AppPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")  # noqa: PYI024
    memory = namedtuple("memory", "total available")  # noqa: PYI024
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**12, 10**12, 5 * 10**8))
    monkeypatch.setattr(psutil, "virtual_memory", lambda: memory(4 * 10**9, 10**9))
    results = run_checks(paths, native_modules=())
    assert named(results, "Disk space") == CheckResult("Disk space", False, "Only 0.5 GB free.", "Free at least 2.0 GB.")
    assert not named(results, "Memory").ok


def test_a_data_folder_that_cannot_be_used_is_found(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file")
    assert not named(run_checks(AppPaths.resolve(tmp_path / "home"), native_modules=()), "Data folder").ok


def test_missing_models_are_listed(paths: AppPaths) -> None:
    models = named(run_checks(paths, missing_models=lambda: ["e5", "qwen"], native_modules=()), "Models")
    assert models == CheckResult("Models", False, "Missing or damaged: e5, qwen.", "Run `dossier models setup`.")


def test_a_prepared_process_is_healthy(tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from app.environment import prepare_environment
from app.privacy.guard import install_guard
from app.diagnostics.doctor import run_checks
from app.settings.paths import AppPaths
if __name__ == "__main__":
    paths = AppPaths.resolve(Path(sys.argv[1]))
    prepare_environment(paths.home); install_guard()
    skip = ("Disk space", "Memory")  # of the test machine
    print([r for r in run_checks(paths) if not r.ok and r.name not in skip])
"""
    script = tmp_path / "script.py"
    script.write_text(code)
    env = {**os.environ, "PYTHONPATH": os.getcwd()}
    result = subprocess.run(
        [sys.executable, str(script), str(tmp_path / "home")], capture_output=True, text=True, env=env, check=True
    )
    assert result.stdout.strip() == "[]"
