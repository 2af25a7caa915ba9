"""The records of a PowerPoint 97-2003 file (MS-PPT): a tree in one stream, found through the directory of its last saving."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from index.parsers.ole_container import OleContainer

DOCUMENT, SLIDE, SLIDE_ATOM, NOTES, NOTES_ATOM, SLIDE_IN_LIST = 1000, 1006, 1007, 1008, 1009, 1011
SHOW_INFO, DRAWING, TEXT_HEADER, CHARS, BYTES, STRING, OUTLINE_REF = 1017, 1036, 3999, 4000, 4008, 4026, 3998
SLIDE_LIST, FOOTERS, FOOTERS_ATOM, PLACEHOLDER, COMMENT, COMMENT_BLOB = 4080, 4057, 4058, 3011, 12000, 5003
GROUP, SHAPE, PROPERTIES, MORE_PROPERTIES, TEXT_BOX, CELL_ANCHOR = 0xF003, 0xF004, 0xF00B, 0xF122, 0xF00D, 0xF00F
_LAST_EDIT, _DIRECTORY = 4085, 6002
_HEAD = 8
_MAX_EDITS = 10_000


@dataclass(frozen=True)
class Record:
    """``data`` is the body; a container's body is records again."""

    type: int
    instance: int
    data: memoryview
    is_container: bool

    def __iter__(self) -> Iterator[Record]:
        return records(self.data) if self.is_container else iter(())

    def first(self, *path: int) -> Record | None:
        """The first child of a type, and so on downwards."""
        found: Record | None = self
        for wanted in path:
            found = next((child for child in found if child.type == wanted), None) if found is not None else None
        return found

    def all(self, wanted: int) -> list[Record]:
        return [child for child in self if child.type == wanted]

    def number(self, at: int, size: str = "<I") -> int:
        """A number of the body; raises struct.error where that is too short."""
        return int(struct.unpack_from(size, self.data, at)[0])

    @property
    def text(self) -> str:
        """Of the records that hold text; bytes are the low halves of their characters."""
        return bytes(self.data).decode("latin-1" if self.type == BYTES else "utf-16-le", errors="replace")


def records(data: memoryview) -> Iterator[Record]:
    """The records of a body one after the other, up to the first that does not fit."""
    at = 0
    while at + _HEAD <= len(data):
        head, kind, length = struct.unpack_from("<HHI", data, at)
        at += _HEAD
        if length > len(data) - at:
            return
        yield Record(kind, head >> 4, data[at : at + length], head & 15 == 15)
        at += length


class PptStream:
    """Raises what damage raises (``ole_container.DAMAGED``, struct.error)."""

    def __init__(self, file: bytes) -> None:
        with OleContainer(io.BytesIO(file)) as ole:
            self._data = memoryview(ole.openstream("PowerPoint Document").read())
            user = ole.openstream("Current User").read()
        self._places: dict[int, int] = {}
        self.document = self._read_edits(struct.unpack_from("<I", user, 16)[0])

    def saved(self, number: int) -> Record | None:
        """What was saved under a number of the directory; None when it is not there."""
        at = self._places.get(number)
        return next(records(self._data[at:]), None) if at is not None else None

    def _read_edits(self, at: int) -> Record:
        """Every saving adds a directory of what it changed: the newest entry for a number counts."""
        document = 0
        seen: set[int] = set()
        while at and at not in seen and len(seen) < _MAX_EDITS:
            seen.add(at)
            edit = next(records(self._data[at:]), None)
            if edit is None or edit.type != _LAST_EDIT:
                break
            document = document or edit.number(16)
            directory = next(records(self._data[edit.number(12) :]), None)
            if directory is not None and directory.type == _DIRECTORY:
                self._add_places(directory)
            at = edit.number(8)
        found = self.saved(document)
        if found is None or found.type != DOCUMENT:
            raise ValueError("the file has no document")
        return found

    def _add_places(self, directory: Record) -> None:
        at = 0
        while at + 4 <= len(directory.data):
            head = directory.number(at)
            first, count = head & 0xFFFFF, head >> 20
            for index in range(min(count, (len(directory.data) - at) // 4 - 1)):
                self._places.setdefault(first + index, directory.number(at + 4 + 4 * index))
            at += 4 + 4 * count


def properties(shape: Record) -> dict[int, int | str]:
    """Drawing properties of a shape by number (MS-ODRAW 2.3): numbers, and the texts among the long ones."""
    found: dict[int, int | str] = {}
    for table in shape:
        if table.type not in {PROPERTIES, MORE_PROPERTIES}:
            continue
        rest = 6 * table.instance
        for index in range(min(table.instance, len(table.data) // 6)):
            name, value = table.number(6 * index, "<H"), table.number(6 * index + 2)
            if name & 0x8000:
                found[name & 0x3FFF] = bytes(table.data[rest : rest + value]).decode("utf-16-le", errors="replace").strip("\0")
                rest += value
            else:
                found[name & 0x3FFF] = value
    return found
