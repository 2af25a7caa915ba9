"""The one door to OLE containers (DOC, XLS, PPT, MSG, encrypted Office files): olefile, with sizes held against the file's own.

A damaged directory may give a stream any size up to 16 exabytes, and olefile follows a chain of sectors that leads in a circle until it
has as many bytes as that: gigabytes out of a file of some kilobytes.
"""

from __future__ import annotations

import io
from typing import Any

import olefile

DAMAGED = (OSError, ValueError, IndexError, AttributeError, TypeError)
"""What opening and reading a damaged container raises, beside ``struct.error`` of those who take its content apart."""
_UNKNOWN_SIZE = 0x7FFFFFFF
"""olefile's mark for a stream whose end its chain tells; it bounds such a stream by the number of sectors."""


_HAVE_CONTENT = (olefile.STGTY_STREAM, olefile.STGTY_ROOT)


class OleContainer(olefile.OleFileIO):  # type: ignore[misc]
    """``openstream`` raises OSError for a stream that claims more bytes than the file has; the others stay readable."""

    def loadfat(self, header: bytes) -> None:
        if self.num_fat_sectors * self.sectorsize > self._filesize + self.sectorsize:
            raise OSError("the table of sectors is larger than the file")
        super().loadfat(header)

    def _open(self, start: int, size: int = _UNKNOWN_SIZE, force_FAT: bool = False) -> Any:  # noqa: N803 - olefile's name
        if size != _UNKNOWN_SIZE and size > self._filesize:
            raise OSError("a stream is larger than its file")
        return super()._open(start, size, force_FAT)


def has_sound_sizes(data: bytes) -> bool:
    """Whether no stream claims more than the file has: only such a container is given to a library that opens it by itself."""
    try:
        with OleContainer(io.BytesIO(data)) as ole:
            streams = (entry for entry in ole.direntries if entry is not None and entry.entry_type in _HAVE_CONTENT)
            return all(entry.size <= len(data) for entry in streams)
    except DAMAGED:
        return False
