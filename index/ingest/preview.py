"""What an import of these paths would read and what it would leave out, counted before anything is opened."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from index.ingest.estimate import expected_s
from index.ingest.file_stamp import FileStamp
from index.ingest.kinds import Kind, kind_of
from index.ingest.progress import SLOW_FILE_S
from index.ingest.rows import FoundFile
from index.ingest.scan import Scan, readable

TELL_EVERY_S = 0.1
"""A person sees the first counts after this time, and sees them grow as often, however slow the drive."""
_LOOK_EVERY = 64
_MOST_SLOW = 20


@dataclass(frozen=True)
class KindCount:
    files: int
    bytes: int


@dataclass(frozen=True)
class SkipCount:
    """``example`` is the first path that was met; folders count as one, whatever is in them."""

    count: int
    message: str
    next_step: str
    example: str


@dataclass(frozen=True)
class SlowFile:
    """A single file that will keep the import busy: ``seconds`` until it is complete, guessed for two cores."""

    path: str
    bytes: int
    seconds: float


@dataclass(frozen=True)
class ImportPreview:
    """``found`` = ``files`` + ``unchanged`` + all of ``skipped``, as the import itself will count.

    ``files`` and ``bytes`` are what would be read, ``kinds`` the same by kind, the most files first; ``unchanged`` were read at an
    earlier import and have the same size and time. ``complete`` is False for partial counts, and after a cancel.
    """

    found: int
    files: int
    bytes: int
    unchanged: int
    kinds: Mapping[Kind, KindCount]
    skipped: Mapping[str, SkipCount]
    slow: tuple[SlowFile, ...]
    missing: tuple[str, ...]
    elapsed_s: float
    complete: bool


Known = Mapping[str, FileStamp]
"""By path, of files that an import would leave alone: ``Ledger.settled_stamps``."""


def preview(
    paths: Sequence[Path],
    excluded: Sequence[Path] = (),
    cancelled: Callable[[], bool] = lambda: False,
    progress: Callable[[ImportPreview], None] = lambda _: None,
    *,
    known: Known | None = None,
) -> ImportPreview:
    """Walk ``paths`` as an import would; no file is opened. ``progress`` gets partial counts every tenth of a second.

    ``known`` (of a collection) tells unchanged files from those to be read. What cannot be looked into is counted with its
    reason, so this raises nothing of the file system. After a cancel the counts so far come back, not ``complete``.
    """
    count = _Count(known or {})
    started = told = time.monotonic()
    scan = Scan(tuple(paths), excluded=tuple(excluded))
    for number, found in enumerate(scan.walk()):
        count.add(found)
        if number % _LOOK_EVERY and number > _LOOK_EVERY:
            # A look at the clock for each of the first files: on a slow drive they alone may take seconds.
            continue
        if cancelled():
            return count.so_far(scan, time.monotonic() - started, complete=False)
        now = time.monotonic()
        if now - told >= TELL_EVERY_S:
            told = now
            progress(count.so_far(scan, now - started, complete=False))
    return count.so_far(scan, time.monotonic() - started, complete=True)


@dataclass
class _Count:
    known: Known
    seen: set[str] = field(default_factory=set)
    files: int = 0
    bytes: int = 0
    unchanged: int = 0
    kinds: dict[Kind, list[int]] = field(default_factory=dict)
    skipped: dict[str, tuple[int, FoundFile]] = field(default_factory=dict)
    slow: list[SlowFile] = field(default_factory=list)

    def add(self, found: FoundFile) -> None:
        if found.path in self.seen:  # roots that overlap
            return
        self.seen.add(found.path)
        if found.reason_code is not None:
            number, first = self.skipped.get(found.reason_code, (0, found))
            self.skipped[found.reason_code] = (number + 1, first)
            return
        known = self.known.get(found.path)
        if known is not None and known.holds(found.stamp):
            self.unchanged += 1
            return
        self.files += 1
        self.bytes += found.size
        of_kind = self.kinds.setdefault(kind_of(found.path), [0, 0])
        of_kind[0] += 1
        of_kind[1] += found.size
        seconds = expected_s(found.path, found.size)
        if seconds >= SLOW_FILE_S:
            self.slow.append(SlowFile(found.path, found.size, seconds))

    def so_far(self, scan: Scan, elapsed_s: float, *, complete: bool) -> ImportPreview:
        kinds = sorted(self.kinds.items(), key=lambda item: -item[1][0])
        reasons = sorted(self.skipped.items(), key=lambda item: -item[1][0])
        return ImportPreview(
            found=len(self.seen), files=self.files, bytes=self.bytes, unchanged=self.unchanged,
            kinds={kind: KindCount(*numbers) for kind, numbers in kinds},
            skipped={code: SkipCount(n, f.message or "", f.next_step or "", f.path) for code, (n, f) in reasons},
            slow=tuple(sorted(self.slow, key=lambda file: -file.seconds)[:_MOST_SLOW]),
            missing=tuple(readable(path) for path in scan.missing), elapsed_s=elapsed_s, complete=complete,
        )  # fmt: skip
