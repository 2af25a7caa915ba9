"""The clock of all budgets: seconds in which this machine was awake. Sleep and changed wall clocks do not move it."""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable

_TICKS_A_SECOND = 10_000_000


def awake_clock() -> Callable[[], float]:
    """Python's monotonic clock stands still while Linux and macOS sleep, but runs on in Windows: there the system's unbiased one."""
    return _windows_clock() if sys.platform == "win32" else time.monotonic


def _windows_clock() -> Callable[[], float]:
    query = vars(ctypes)["windll"].kernel32.QueryUnbiasedInterruptTime

    def seconds() -> float:
        ticks = ctypes.c_ulonglong()
        query(ctypes.byref(ticks))
        return ticks.value / _TICKS_A_SECOND

    return seconds
