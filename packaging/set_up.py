"""Makes the virtual environment and installs the locked dependencies. Standard library only; safe to run again.

Usage: python3 packaging/set_up.py .venv
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "packaging" / "locks" / "requirements.lock"


def fail(message: str) -> None:
    print(f"dossier set-up: {message}", file=sys.stderr)
    raise SystemExit(1)


def check_prerequisites() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - this file runs before the right Python is certain
        fail(f"Python 3.11 or newer is needed, this is {sys.version.split()[0]}. Run: make PYTHON=python3.11 …")
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        fail("Python's venv module is incomplete. On Debian and Ubuntu: apt-get install python3-venv")
    if not any(shutil.which(name) for name in (os.environ.get("CXX", "c++"), "g++", "clang++", "cl")):
        fail("a C++ compiler is needed for llama.cpp. On Debian and Ubuntu: apt-get install gcc g++")


def has_pip(python: Path) -> bool:
    if not python.exists():
        return False
    return subprocess.run([str(python), "-c", "import pip"], capture_output=True, check=False).returncode == 0


def run(*command: str | Path) -> None:
    done = subprocess.run([str(c) for c in command], cwd=ROOT, check=False)
    if done.returncode:
        fail(f"this step failed (exit {done.returncode}): {' '.join(str(c) for c in command)}")


def main(target: Path) -> None:
    stamp = target / ".installed"
    wanted = hashlib.sha256(LOCK.read_bytes() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text().strip() == wanted:
        stamp.touch()
        return
    check_prerequisites()
    python = target / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not has_pip(python):
        # Cleared: one whose making was interrupted, or whose Python was taken away, cannot be gone on with.
        print("dossier set-up: making the virtual environment", flush=True)
        venv.create(target, with_pip=True, clear=True)
    print("dossier set-up: installing the locked dependencies (the first time builds llama.cpp: 5 to 10 minutes)", flush=True)
    # --no-deps: the lock names everything, and one dependency (opencv-python) is replaced by its headless twin on purpose.
    run(python, "-m", "pip", "install", "--no-deps", "--require-hashes", "--progress-bar", "on", "-r", LOCK)
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", ROOT)
    stamp.write_text(wanted)
    print("dossier set-up: done", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else ".venv").resolve())
