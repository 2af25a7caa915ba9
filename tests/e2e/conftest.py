"""The window over the real program."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if not os.environ.get("DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# The drop is the one of the window's own tests.
sys.path.insert(0, str(Path(__file__).parents[1] / "ui"))
