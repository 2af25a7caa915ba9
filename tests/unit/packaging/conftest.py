"""The build scripts are no package; the tests import them from their folder."""

import sys
from pathlib import Path

PACKAGING = Path(__file__).resolve().parents[3] / "packaging"
sys.path[:0] = [str(PACKAGING), str(PACKAGING / "pyinstaller"), str(PACKAGING / "self_test_files")]
