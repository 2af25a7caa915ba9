"""Writes Microsoft's compound files ([MS-CFB], version 3), as small as the old Office formats allow."""

from __future__ import annotations

import struct
from collections.abc import Mapping

SECTOR = 512
MINI_SECTOR = 64
CUTOFF = 4096
"""Streams below lie in the mini stream."""
_FREE, _END, _FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_STORAGE, _STREAM, _ROOT = 1, 2, 5

Tree = Mapping[str, "bytes | Tree"]


def compound_file(tree: Tree) -> bytes:
    """Bytes of a compound file with these streams (bytes) and storages (mappings). Up to 7 MB."""
    return _Writer(tree).write()


class _Writer:
    def __init__(self, tree: Tree) -> None:
        self._entries: list[list[int | str | bytes]] = [["Root Entry", _ROOT, _FREE, b""]]
        self._entries[0][2] = self._add(tree)
        self._fat: list[int] = []
        self._sectors: list[bytes] = []
        self._mini_fat: list[int] = []
        self._mini = bytearray()

    def _add(self, tree: Tree) -> int:
        """Entries of one storage, linked as a balanced tree in the order that the format asks for; the index of its root."""
        numbers: list[int] = []
        for name in sorted(tree, key=lambda n: (len(n), n.upper())):
            content = tree[name]
            entry: list[int | str | bytes] = [name, _STREAM, _FREE, b"", _FREE, _FREE]
            self._entries.append(entry)
            numbers.append(len(self._entries) - 1)
            if isinstance(content, bytes):
                entry[3] = content
            else:
                entry[1], entry[2] = _STORAGE, self._add(content)
        return self._link(numbers)

    def _link(self, numbers: list[int]) -> int:
        if not numbers:
            return _FREE
        middle = len(numbers) // 2
        self._entries[numbers[middle]][4:6] = [self._link(numbers[:middle]), self._link(numbers[middle + 1 :])]
        return numbers[middle]

    def _chain(self, data: bytes) -> int:
        """Put ``data`` into sectors; the first one."""
        if not data:
            return _END
        first = len(self._sectors)
        pieces = [data[i : i + SECTOR].ljust(SECTOR, b"\0") for i in range(0, len(data), SECTOR)]
        self._sectors += pieces
        self._fat += [*range(first + 1, first + len(pieces)), _END]
        return first

    def _mini_chain(self, data: bytes) -> int:
        if not data:
            return _END
        first = len(self._mini_fat)
        count = -(-len(data) // MINI_SECTOR)
        self._mini += data.ljust(count * MINI_SECTOR, b"\0")
        self._mini_fat += [*range(first + 1, first + count), _END]
        return first

    def write(self) -> bytes:
        starts = {}
        for number, entry in enumerate(self._entries):
            content = entry[3]
            if entry[1] == _STREAM and isinstance(content, bytes):
                starts[number] = (self._mini_chain if len(content) < CUTOFF else self._chain)(content)
        starts[0] = self._chain(bytes(self._mini))
        mini_fat = self._chain(_numbers(self._mini_fat))
        directory = self._chain(self._directory(starts))
        count = 1
        while len(self._fat) + count > count * (SECTOR // 4):
            count += 1
        fat_at = list(range(len(self._sectors), len(self._sectors) + count))
        table = _numbers(self._fat + [_FAT] * count)
        header = struct.pack(
            "<8s16xHHHHH6xIIIIIIIII",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6,
            0, count, directory, 0, CUTOFF, mini_fat, -(-len(self._mini_fat) // (SECTOR // 4)), _END, 0,
        )  # fmt: skip
        header += struct.pack("<109I", *(fat_at + [_FREE] * (109 - count)))
        return header + b"".join(self._sectors) + table

    def _directory(self, starts: Mapping[int, int]) -> bytes:
        out = b""
        for number, entry in enumerate(self._entries):
            name = str(entry[0]).encode("utf-16-le") + b"\0\0"
            left, right = (entry[4], entry[5]) if len(entry) > 4 else (_FREE, _FREE)
            content = entry[3] if isinstance(entry[3], bytes) else b""
            size = len(self._mini) if number == 0 else len(content)
            start = starts.get(number, 0)
            out += name.ljust(64, b"\0") + struct.pack("<HBB", len(name), int(entry[1]), 1)
            out += struct.pack("<III16xI16xIQ", left, right, entry[2], 0, start, size)
        empty = bytes(66) + b"\0\0" + struct.pack("<III", _FREE, _FREE, _FREE) + bytes(48)
        return out + empty * (-len(out) // len(empty) % 4)


def _numbers(values: list[int]) -> bytes:
    padded = values + [_FREE] * (-len(values) % (SECTOR // 4))
    return struct.pack(f"<{len(padded)}I", *padded)
