"""The window over the real program."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if not os.environ.get("DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# The drop and the documents are those of the window's own tests.
sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "ui")]
