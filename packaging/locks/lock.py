"""Resolves pyproject.toml into requirements.lock: exact versions and hashes for every platform, and no addresses.

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
        command = ["uv", "pip", "compile", "pyproject.toml", "--extra", "dev", "--universal", "--python-version", "3.11"]
        command += ["--generate-hashes", "--no-annotate", "--no-header", "--override", str(overrides)]
        return subprocess.run([*command, "-o", str(HERE / "requirements.lock")], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
