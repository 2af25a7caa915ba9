"""What tells, without reading it, whether a file may have changed: its size and two times.

The time of the last change (ctime) is the system's own: a program can set the modification time back after an edit, as unpackers and
synchronisers do, but not that one. And a file that was read in the moment in which it changed is looked at again, because another
change in the same moment leaves all three the same (what git calls racy).
"""

from __future__ import annotations

import os
import sys
import time
from typing import NamedTuple

from index.ingest.drives import is_network

LOOK_AGAIN = -1
"""``changed_ns`` of a file that changed in the moment in which it was read: its content is compared at the next look."""
MOMENT_NS = 2_000_000_000
"""The coarsest clock of a file system that we know (FAT), as long as a watched file is awaited (``index.ingest.settling``)."""


class FileStamp(NamedTuple):
    """``changed_ns`` is 0 where nothing is known: on Windows, on network drives, and for files that were read by an earlier version."""

    size: int
    mtime_ns: int
    changed_ns: int = 0

    def holds(self, now: FileStamp) -> bool:
        """Whether a file that had this stamp when it was read, and has that one now, is the same without another look."""
        if self[:2] != now[:2] or self.changed_ns == LOOK_AGAIN:
            return False
        return 0 in (self.changed_ns, now.changed_ns) or self.changed_ns == now.changed_ns

    def taken_now(self) -> FileStamp:
        """As it is kept for content that has just been read."""
        last = self.changed_ns or self.mtime_ns
        return self._replace(changed_ns=LOOK_AGAIN) if abs(time.time_ns() - last) < MOMENT_NS else self


def stamp_of(path: str, status: os.stat_result) -> FileStamp:
    """Of a file whose status was asked for already."""
    known = sys.platform != "win32" and not _is_on_network(status.st_dev, path)
    return FileStamp(status.st_size, status.st_mtime_ns, status.st_ctime_ns if known else 0)


def _is_on_network(device: int, path: str) -> bool:
    found = _NETWORK.get(device)
    if found is None:
        found = _NETWORK[device] = is_network(path)
    return found


_NETWORK: dict[int, bool] = {}
"""By device: asked once, because the answer takes a list of all mounts. There the times are another machine's, and may be made up."""
