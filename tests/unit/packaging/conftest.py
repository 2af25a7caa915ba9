"""The build scripts are no package; the tests import them from their folder."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "packaging" / "pyinstaller"))
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "packaging" / "self_test_files"))
