"""How long an import still takes: by stage and kind of file, from what this run has measured.

Each kind begins with a first guess (seconds for a file of that size on two cores, figures below); what the run measures corrects
it. A kind that was not met yet is corrected as the others of its stage are, so that a slow machine is believed at once.
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from index.ingest.kinds import Kind, kind_of

Stage = Literal["text", "vectors", "ocr"]
"""Reading until words are found; vectors; text recognition of scans and pictures, last because it is the slowest."""

_FILE_S = 0.03
"""Opening, hashing and a child's turn, whatever the size (2 cores, tests/benchmarks/bench_scan.py and the office corpus)."""
_SECONDS_PER_MB: dict[Kind, float] = {
    "pdf": 0.3, "word": 1.0, "spreadsheet": 4.0, "presentation": 0.2, "mail": 1.0, "web": 2.0, "text": 2.5, "book": 1.0,
    "picture": 0.05, "archive": 1.0, "other": 0.5,
}  # fmt: skip
_PASSAGES_PER_MB: dict[Kind, float] = {
    "pdf": 60.0, "word": 150.0, "spreadsheet": 600.0, "presentation": 20.0, "mail": 200.0, "web": 500.0, "text": 1000.0,
    "book": 400.0, "picture": 1.0, "archive": 100.0, "other": 100.0,
}  # fmt: skip
SECONDS_PER_PASSAGE = 0.025
"""16 passages take about 0.4 s on two cores (``ImportLimits``)."""
_SECONDS_PER_OCR_PAGE = 3.0
_MB = 1_000_000

_TRUST_S = 1.0
"""Measured kinds count against the guess for them as this many guessed seconds."""
_FIRST_ESTIMATE_S = 2.0
_SAME_MOMENT_S = 0.01
_LONGEST_GAP_S = 60.0
"""Between two heartbeats of a working import (every quarter of a second) no more can pass: a longer gap is a sleep that the clock
did not leave out, or a stopped virtual machine. It is not counted."""


def expected_s(path: str, size: int) -> float:
    """First guess of the seconds until a file of ``size`` bytes is complete, vectors included, on two cores."""
    kind = kind_of(path)
    return cost("text", kind, size) + cost("vectors", kind, size / _MB * _PASSAGES_PER_MB[kind])


def expected_of_kind_s(kind: Kind, files: int, size: int) -> tuple[float, float]:
    """First guesses for ``files`` files of ``size`` bytes together: seconds until they can be searched by words, and for vectors."""
    return files * _FILE_S + size / _MB * _SECONDS_PER_MB[kind], cost("vectors", kind, size / _MB * _PASSAGES_PER_MB[kind])


def cost(stage: Stage, kind: Kind, amount: float) -> float:
    """Guessed seconds for one file; ``amount`` is bytes, passages or pages by stage."""
    if stage == "text":
        return _FILE_S + amount / _MB * _SECONDS_PER_MB[kind]
    return amount * (SECONDS_PER_PASSAGE if stage == "vectors" else _SECONDS_PER_OCR_PAGE)


def awake_clock() -> float:
    """Seconds on a clock that never goes back and, where the system has such a one, stands still while the machine sleeps."""
    if sys.platform == "win32":
        # Python's monotonic clock goes on during sleep there; this one does not (100 ns units, Windows 7 and later).
        ticks = ctypes.c_ulonglong()
        ctypes.windll.kernel32.QueryUnbiasedInterruptTime(ctypes.byref(ticks))
        return ticks.value / 1e7
    # CLOCK_MONOTONIC on Linux and mach_absolute_time on macOS both leave sleep out.
    return time.monotonic()


@dataclass
class _Work:
    """Of one kind in one stage, in guessed seconds; ``spent`` in measured ones."""

    left: float = 0.0
    done: float = 0.0
    spent: float = 0.0


class Estimate:
    """Owned by the importing thread."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last = clock()
        self.elapsed_s = 0.0
        self.worked_s = 0.0
        self._work: dict[tuple[Stage, Kind], _Work] = {}
        self._pending = 0.0
        self._moment: dict[tuple[Stage, Kind], float] = {}
        self._moment_s = 0.0
        self._bytes: dict[Kind, int] = {}
        self._passages: dict[Kind, int] = {}
        self._unread: dict[Kind, float] = {}
        self._staged = False

    def begin(self) -> None:
        """The walk is over: what it took says nothing about reading."""
        self.tick()
        self._pending = 0.0

    def expect(self, stage: Stage, kind: Kind, amount: float) -> None:
        self._of(stage, kind).left += cost(stage, kind, amount)
        if stage == "text":
            self._unread[kind] = self._unread.get(kind, 0.0) + amount

    def finished(self, stage: Stage, kind: Kind, amount: float) -> None:
        """The time since what was finished before belongs to this; files finished at one moment share it by their guesses."""
        self.tick()
        work, guessed = self._of(stage, kind), cost(stage, kind, amount)
        work.left = max(0.0, work.left - guessed)
        work.done += guessed
        if stage == "text":
            self._unread[kind] = max(0.0, self._unread.get(kind, 0.0) - amount)
        if self._pending > _SAME_MOMENT_S:
            self._moment, self._moment_s = {}, 0.0
        self._book(-self._moment_s)
        self._moment_s += self._pending
        self._pending = 0.0
        self._moment[stage, kind] = self._moment.get((stage, kind), 0.0) + guessed
        self._book(self._moment_s)

    def found_passages(self, kind: Kind, size: int, passages: int) -> None:
        """A file was read: so many passages wait for their vectors, and files of its kind will bring as many a byte."""
        self._staged = True
        self._bytes[kind] = self._bytes.get(kind, 0) + size
        self._passages[kind] = self._passages.get(kind, 0) + passages
        self.expect("vectors", kind, passages)

    def tick(self, *, working: bool = True) -> None:
        now = self._clock()
        gap = now - self._last
        self._last = now
        if gap <= 0 or gap > _LONGEST_GAP_S:
            return
        self.elapsed_s += gap
        if working:
            self.worked_s += gap
            self._pending += gap

    def remaining_s(self, stages: Sequence[Stage]) -> float | None:
        """Seconds of work left in these stages; None in the first two seconds, and while nothing has been finished."""
        if not any(work.done for work in self._work.values()) or self.worked_s < _FIRST_ESTIMATE_S:
            return None
        total = 0.0
        for (stage, kind), work in self._work.items():
            if stage in stages:
                total += work.left * self._factor(stage, kind)
        if "vectors" in stages and self._staged:
            for kind, unread in self._unread.items():
                total += cost("vectors", kind, unread * self._density(kind)) * self._factor("vectors", kind)
        return total

    def _factor(self, stage: Stage, kind: Kind) -> float:
        """Measured over guessed seconds: of the kind, leaning on its stage, which leans on the whole run."""
        whole = _ratio(self._work.values(), 1.0)
        of_stage = _ratio([w for (other, _), w in self._work.items() if other == stage], whole)
        return _ratio([self._of(stage, kind)], of_stage)

    def _density(self, kind: Kind) -> float:
        """Passages a byte: the guess counts like one megabyte read."""
        guess = _PASSAGES_PER_MB[kind]
        return (self._passages.get(kind, 0) + guess) / (self._bytes.get(kind, 0) + _MB)

    def _book(self, seconds: float) -> None:
        """Share the time of the last moment among what was finished in it; negative takes it back."""
        total = sum(self._moment.values())
        for key, guessed in self._moment.items():
            self._work[key].spent += seconds * guessed / total if total else 0.0

    def _of(self, stage: Stage, kind: Kind) -> _Work:
        return self._work.setdefault((stage, kind), _Work())


def _ratio(measured: Iterable[_Work], otherwise: float) -> float:
    spent, guessed = 0.0, 0.0
    for work in measured:
        spent, guessed = spent + work.spent, guessed + work.done
    return (spent + _TRUST_S * otherwise) / (guessed + _TRUST_S)
