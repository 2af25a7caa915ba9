"""What an import tells while it runs and when it has ended."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from index.ingest.estimate import Estimate, Stage, awake_clock, expected_s
from index.ingest.kinds import kind_of

WaitingFor = Literal["disk space", "the drive"]
"""Why an import rests by itself. It looks again every few seconds and goes on."""

_RATE_WINDOW_S = 30.0
_RATE_FROM_S = 1.0
SLOW_FILE_S = 60.0
"""From this expected time on a single file is announced as slow: a person who sees the same name for longer takes it for a hang."""


@dataclass(frozen=True)
class ImportProgress:
    """A moment of a run. ``done`` = ``indexed`` + ``skipped`` + ``failed`` ≤ ``found``; unchanged files count as indexed.

    ``found`` grows while the folders are walked. Times are seconds in which the machine was awake: ``searchable_s`` until all
    text can be searched by words, ``remaining_s`` until everything is complete (vectors and text recognition too); both None
    until there is something to judge by. ``files_per_s`` and ``pages_per_s`` are those of the last half minute. ``current_s``
    is set when the current file alone is expected to take long (over a minute).
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
    stage: Stage | None = None
    searchable_s: float | None = None
    files_per_s: float | None = None
    pages_per_s: float | None = None
    current_s: float | None = None
    waiting_for: WaitingFor | None = None
    rebuilding: str | None = None
    """No import: id of the embedding model with which the vectors are made anew."""
    rebuilt_collection: str | None = None
    """Its id, with ``rebuilding``."""


@dataclass(frozen=True)
class ImportSummary:
    """What a run did. ``found`` = ``indexed`` + ``unchanged`` + ``moved`` + ``skipped`` + ``failed`` + ``queued``.

    ``queued`` is not 0 only after a cancel. ``removed`` files were indexed before and are no longer on the disk. ``missing`` are
    roots that do not exist (a network drive may be away): what is indexed below them was kept. ``special`` are roots that are a device, a
    pipe or a socket: nothing is listed of them.
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
    special: tuple[str, ...] = ()
    rebuilt: str | None = None
    """No import: id of the embedding model that searches from now on, unless ``cancelled``."""


@dataclass
class Meter:
    """Counts of a running import; owned by the importing thread. ``tell`` often: it is also the heartbeat by which a sleep of
    the machine is told from work (``index.ingest.estimate``)."""

    report: Callable[[ImportProgress], None]
    clock: Callable[[], float] = awake_clock
    rebuilding: str | None = None
    rebuilt_collection: str | None = None
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
    stage: Stage | None = None
    current_file: str | None = None
    _sizes: dict[str, int] = field(default_factory=dict)
    _samples: deque[tuple[float, int, int]] = field(default_factory=deque)
    _resting: bool = False

    def __post_init__(self) -> None:
        self.estimate = Estimate(self.clock)

    def begin_work(self, sizes: Sequence[int], *, paths: Sequence[str] | None = None, stage: Stage = "text") -> None:
        """The walk is over, or a stage begins: these files are to be done in it.

        ``sizes`` are bytes in stage "text", passages in "vectors", pages in "ocr"; ``paths`` (as many) give their kinds.
        A stage whose work is known early may be begun early; what is left of all stages makes up ``remaining_s``.
        """
        if self.scanning:
            self.estimate.begin()
        self.scanning = False
        self.stage = self.stage or stage
        names = paths if paths is not None else [""] * len(sizes)
        for name, size in zip(names, sizes, strict=True):
            self.estimate.expect(stage, kind_of(name), size)
            if stage == "text" and name:
                self._sizes[name] = size

    def finished(self, size: int, *, path: str = "", stage: Stage = "text", passages: int | None = None) -> None:
        """One file is done in this stage, with the size that ``begin_work`` was told.

        ``passages``: how many of them wait for their vectors from now on (two-stage imports only).
        """
        self.stage = stage
        self.estimate.finished(stage, kind_of(path), size)
        if passages is not None:
            self.estimate.found_passages(kind_of(path), size, passages)
        if stage == "text":
            self._sizes.pop(path, None)

    def rest(self, resting: bool) -> None:
        """While the import waits (a person paused it, or waits for an answer) no time is counted as work."""
        self.tick()
        self._resting = resting

    @property
    def elapsed_s(self) -> float:
        return self.estimate.elapsed_s

    def remaining_s(self) -> float | None:
        return self.estimate.remaining_s(("text", "vectors", "ocr"))

    def tick(self) -> None:
        """A heartbeat without a report."""
        self.estimate.tick(working=not self._resting)

    def tell(self) -> None:
        self.tick()
        indexed = self.indexed + self.unchanged + self.moved
        done = indexed + self.skipped + self.failed
        files_per_s, pages_per_s = self._rates(done)
        self.report(
            ImportProgress(
                found=self.found, done=done, indexed=indexed, skipped=self.skipped, failed=self.failed,
                pages=self.pages, passages=self.passages, current_file=self.current_file, elapsed_s=self.elapsed_s,
                remaining_s=self.remaining_s(), scanning=self.scanning, stage=self.stage,
                searchable_s=self.estimate.remaining_s(("text",)), files_per_s=files_per_s, pages_per_s=pages_per_s,
                current_s=self._slow_s(), rebuilding=self.rebuilding,
            )
        )  # fmt: skip

    def _rates(self, done: int) -> tuple[float | None, float | None]:
        """Files and pages a second over the last half minute of work; None in the walk and in the first second."""
        if self.scanning:
            return None, None
        now = self.estimate.worked_s
        if not self._samples or now - self._samples[-1][0] >= _RATE_FROM_S:
            self._samples.append((now, done, self.pages))
        while len(self._samples) > 2 and now - self._samples[0][0] > _RATE_WINDOW_S:
            self._samples.popleft()
        since, files, pages = self._samples[0]
        if now - since < _RATE_FROM_S:
            return None, None
        return max(0, done - files) / (now - since), max(0, self.pages - pages) / (now - since)

    def _slow_s(self) -> float | None:
        if self.current_file is None or self.current_file not in self._sizes:
            return None
        seconds = expected_s(self.current_file, self._sizes[self.current_file])
        return seconds if seconds >= SLOW_FILE_S else None
