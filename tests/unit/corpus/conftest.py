"""The grading tools are scripts beside the corpus check, not a package; the tests import them from there."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "corpus"))
