"""What is left of a PDF whose end is cut off: its objects are looked for one by one, and a new table of them is written behind.

PDFium finds the objects of a damaged file by itself only where a trailer names the root of its pages, and the trailer stands at the end.
"""

from __future__ import annotations

import re
import zlib

_OBJECT = re.compile(rb"(?<![0-9])(\d{1,8})[ \t\r\n]+(\d{1,5})[ \t\r\n]+obj\b")
_END = re.compile(rb"\bendobj\b|\bstream\r?\n")
_LENGTH = re.compile(rb"/Length\s+(\d+)(?!\s+\d+\s+R)")
_PAGE = re.compile(rb"/Type\s*/Page\b")
_CATALOG = re.compile(rb"/Type\s*/Catalog\b")
_PAGES_OF = re.compile(rb"/Pages\s+(\d+)\s+\d+\s+R")
_PACK = re.compile(rb"/Type\s*/ObjStm\b")
_FIRST = re.compile(rb"/First\s+(\d+)")
_ENCRYPTED = re.compile(rb"/Filter\s*/Standard\b")
_MAX_PACK = 64 << 20
"""Bytes of one unpacked stream of objects; writers put a few hundred small objects into one."""


_MAX_NUMBER = 4_000_000
"""PDFium refuses higher numbers of objects."""


def salvaged(data: bytes) -> bytes | None:
    """A complete PDF of the objects that are there; None when no page is among them or they are encrypted."""
    found = _Objects(data)
    if found.encrypted or not found.pages:
        return None
    root = found.catalog
    if root is None:
        # The list of pages is lost: those that are left, in the order of the file.
        kids = b" ".join(b"%d 0 R" % number for number in found.pages)
        tree = found.add(b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(found.pages), kids))
        root = found.add(b"<< /Type /Catalog /Pages %d 0 R >>" % tree)
    return found.written(root)


class _Objects:
    """The newest object of each number: where it stands in the data, or its bytes where it was packed with others."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._places: dict[int, tuple[int, int]] = {}
        self._unpacked: dict[int, bytes] = {}
        self._catalogs: list[tuple[int, int]] = []
        self._pages: dict[int, None] = {}
        self._closing = b""
        self.encrypted = False
        at = 0
        while (match := _OBJECT.search(data, at)) is not None:
            at = self._take(match)

    @property
    def pages(self) -> list[int]:
        """Numbers of the page objects in the order of the file."""
        return list(self._pages)

    @property
    def catalog(self) -> int | None:
        """The last catalog whose tree of pages is there."""
        there = self._places.keys() | self._unpacked.keys()
        return next((number for number, pages in reversed(self._catalogs) if pages in there), None)

    def add(self, body: bytes) -> int:
        """A new object; returns its number."""
        number = max((*self._places, *self._unpacked), default=0) + 1
        self._unpacked[number] = body
        return number

    def written(self, root: int) -> bytes:
        """The data, its objects that were packed, a table of all and a trailer."""
        out = bytearray(self._data + self._closing)
        places = dict(self._places)
        for number, body in self._unpacked.items():
            places[number] = (len(out) + 1, 0)
            out += b"\n%d 0 obj\n%s\nendobj\n" % (number, body)
        table = len(out)
        out += b"xref\n0 1\n0000000000 65535 f \n"
        for number, (at, version) in sorted(places.items()):
            out += b"%d 1\n%010d %05d n \n" % (number, at, version)
        out += b"trailer\n<< /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (max(places) + 1, root, table)
        return bytes(out)

    def _take(self, match: re.Match[bytes]) -> int:
        """Note an object; returns where to look on. One that is cut off in the middle of its stream ends there."""
        data, number = self._data, int(match.group(1))
        end = _END.search(data, match.end())
        if end is None or number > _MAX_NUMBER:
            return len(data) if end is None else match.end()
        head = data[match.end() : end.start()]
        self._places[number] = (match.start(), int(match.group(2)))
        self._unpacked.pop(number, None)
        self._note(number, head)
        if not end.group().startswith(b"stream"):
            return end.end()
        length = _LENGTH.search(head)
        # What a stream holds may look like its end: where it says how long it is, the end is looked for behind that.
        stop = min(end.end() + int(length.group(1)), len(data)) if length is not None else end.end()
        closing = data.find(b"endstream", stop)
        closing = closing if closing >= 0 else data.find(b"endstream", end.end())
        if closing < 0:
            closing = len(data)
            self._closing = b"\nendstream\nendobj\n"
        if _PACK.search(head):
            self._unpack(head, data[end.end() : closing])
        return closing

    def _note(self, number: int, head: bytes) -> None:
        if _PAGE.search(head):
            self._pages.pop(number, None)
            self._pages[number] = None
        elif _CATALOG.search(head) and (pages := _PAGES_OF.search(head)) is not None:
            self._catalogs.append((number, int(pages.group(1))))
        self.encrypted |= _ENCRYPTED.search(head) is not None

    def _unpack(self, head: bytes, packed: bytes) -> None:
        """Objects that are packed into a stream become ordinary ones, as far as it goes."""
        first = _FIRST.search(head)
        if first is None:
            return
        try:
            plain = zlib.decompressobj().decompress(packed, _MAX_PACK) if b"FlateDecode" in head else packed
            numbers = [int(word) for word in plain[: int(first.group(1))].split()]
        except (zlib.error, ValueError):
            return
        starts = [int(first.group(1)) + offset for offset in numbers[1::2]]
        for number, start, end in zip(numbers[::2], starts, [*starts[1:], len(plain)], strict=False):
            if start < end <= len(plain) and number <= _MAX_NUMBER:
                self._places.pop(number, None)
                self._unpacked[number] = plain[start:end]
                self._note(number, plain[start:end])
