"""What an import tells while it runs and when it has ended."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

_FILE_WEIGHT = 50_000
"""A file costs about as much as this many bytes besides its size (opening, hashing, a child's turn)."""
_FIRST_ESTIMATE_S = 2.0


@dataclass(frozen=True)
class ImportProgress:
    """A moment of a run. ``done`` = ``indexed`` + ``skipped`` + ``failed`` ≤ ``found``; unchanged files count as indexed.

    ``found`` grows while the folders are walked. ``remaining_s`` is None until there is something to judge by.
    """

    found: int
    done: int
    indexed: int
    skipped: int
    failed: int
    pages: int
    passages: int
    current_file: str | None
    elapsed_s: float
    remaining_s: float | None
    scanning: bool = False


@dataclass(frozen=True)
class ImportSummary:
    """What a run did. ``found`` = ``indexed`` + ``unchanged`` + ``moved`` + ``skipped`` + ``failed`` + ``queued``.

    ``queued`` is not 0 only after a cancel. ``removed`` files were indexed before and are no longer on the disk. ``missing`` are
    roots that do not exist (a network drive may be away): what is indexed below them was kept.
    """

    collection_id: str
    found: int
    indexed: int
    unchanged: int
    moved: int
    removed: int
    skipped: int
    failed: int
    queued: int
    pages: int
    passages: int
    elapsed_s: float
    cancelled: bool
    missing: tuple[str, ...] = ()
    unreadable_folders: tuple[str, ...] = ()


@dataclass
class Meter:
    """Counts of a running import; owned by the importing thread."""

    report: Callable[[ImportProgress], None]
    clock: Callable[[], float] = time.monotonic
    found: int = 0
    indexed: int = 0
    unchanged: int = 0
    moved: int = 0
    removed: int = 0
    skipped: int = 0
    failed: int = 0
    pages: int = 0
    passages: int = 0
    scanning: bool = True
    current_file: str | None = None
    weight_left: int = 0
    weight_done: int = 0
    started: float = field(init=False)
    work_started: float | None = None

    def __post_init__(self) -> None:
        self.started = self.clock()

    @staticmethod
    def weight(size: int) -> int:
        return size + _FILE_WEIGHT

    def begin_work(self, sizes: list[int]) -> None:
        """The walk is over: these many bytes are to be read."""
        self.scanning = False
        self.work_started = self.clock()
        self.weight_left = sum(self.weight(size) for size in sizes)

    def finished(self, size: int) -> None:
        self.weight_done += self.weight(size)
        self.weight_left = max(0, self.weight_left - self.weight(size))

    @property
    def elapsed_s(self) -> float:
        return self.clock() - self.started

    def remaining_s(self) -> float | None:
        if self.work_started is None or not self.weight_done:
            return None
        worked = self.clock() - self.work_started
        return worked * self.weight_left / self.weight_done if worked >= _FIRST_ESTIMATE_S else None

    def tell(self) -> None:
        indexed = self.indexed + self.unchanged + self.moved
        self.report(
            ImportProgress(
                found=self.found, done=indexed + self.skipped + self.failed, indexed=indexed, skipped=self.skipped, failed=self.failed,
                pages=self.pages, passages=self.passages, current_file=self.current_file, elapsed_s=self.elapsed_s,
                remaining_s=self.remaining_s(), scanning=self.scanning,
            )
        )  # fmt: skip
