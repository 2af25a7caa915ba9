"""Resolves pyproject.toml into requirements.lock and bench.in into bench.lock: exact versions and hashes, and no addresses.

Needs `uv` (not a dependency of the program): pip install uv.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# rapidocr asks for opencv-python, which brings its own Qt plugins; its headless twin is in pyproject.toml instead.
OVERRIDES = "opencv-python ; sys_platform == 'never'\n"


def main() -> int:
    if shutil.which("uv") is None:
        print("uv is not installed: pip install uv", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        overrides = Path(folder) / "overrides.txt"
        overrides.write_text(OVERRIDES)
        program = compile_lock(HERE / "requirements.lock", "pyproject.toml", "--extra", "dev", "--override", str(overrides))
    return program or compile_lock(HERE / "bench.lock", str(HERE / "bench.in"))


def compile_lock(target: Path, *what: str) -> int:
    """Resolve ``what`` into ``target`` for every platform; the exit code of uv."""
    command = ["uv", "pip", "compile", *what, "--universal", "--python-version", "3.11"]
    command += ["--generate-hashes", "--no-annotate", "--no-header", "-o", str(target)]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
