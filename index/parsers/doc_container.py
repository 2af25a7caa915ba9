"""The streams of a Word 97-2003 file: its text by character position, and where its tables lie (MS-DOC)."""

from __future__ import annotations

import io
import struct
from bisect import bisect_right
from dataclasses import dataclass

from index.errors import UnreadableDocument
from index.parsers.base import Source
from index.parsers.ole_container import OleContainer

_FIRST_WORD_97 = 0x00C1
_TABLE_STREAM_1 = 0x0200
_SUBDOCUMENTS = (("main", 0x4C), ("footnotes", 0x50), ("headers", 0x54), ("macros", 0x58), ("comments", 0x5C), ("endnotes", 0x60),
                 ("boxes", 0x64), ("header_boxes", 0x68))  # fmt: skip
"""Subdocuments in the order of their text, with the place of their length in the file's head (MS-DOC 2.5.4)."""
_POINTERS = 0x9A
_MAX_CHARACTERS = 50_000_000


class OlderWord(Exception):  # noqa: N818 - says what the file is, and no more
    """The file was written by a Word before 97, whose tables are different."""


@dataclass(frozen=True)
class _Piece:
    start: int
    end: int
    offset: int
    wide: bool


class DocContainer:
    """Raises UnreadableDocument for a damaged file and OlderWord for Word 6 and 95."""

    def __init__(self, source: Source) -> None:
        self.data = source.read()
        try:
            with OleContainer(io.BytesIO(self.data)) as ole:
                self.main: bytes = ole.openstream("WordDocument").read()
                if len(self.main) < _POINTERS + 8 or struct.unpack_from("<H", self.main, 2)[0] < _FIRST_WORD_97:
                    raise OlderWord
                flags = struct.unpack_from("<H", self.main, 0x0A)[0]
                self.table: bytes = ole.openstream("1Table" if flags & _TABLE_STREAM_1 else "0Table").read()
        except (OSError, ValueError, struct.error, IndexError, AttributeError) as error:
            raise UnreadableDocument("The document is damaged: its inner streams cannot be read.") from error
        self._pieces = self._read_pieces()
        self._starts = [piece.start for piece in self._pieces]
        self.spans = self._read_spans()

    def _read_spans(self) -> dict[str, tuple[int, int]]:
        spans: dict[str, tuple[int, int]] = {}
        at = 0
        for name, offset in _SUBDOCUMENTS:
            length = max(struct.unpack_from("<i", self.main, offset)[0], 0)
            spans[name] = (at, at + length)
            at += length
        return spans

    def pointer(self, index: int) -> bytes:
        """The table at place ``index`` of the head's list of tables; empty when there is none."""
        at = _POINTERS + 8 * index
        if at + 8 > len(self.main):
            return b""
        offset, length = struct.unpack_from("<II", self.main, at)
        return self.table[offset : offset + length]

    def after_pointer(self, index: int) -> bytes:
        """What follows that table in its stream: lists keep their levels there."""
        offset, length = struct.unpack_from("<II", self.main, _POINTERS + 8 * index)
        return self.table[offset + length :]

    def positions(self, index: int, size: int) -> list[int]:
        """Character positions of a table of positions whose entries have ``size`` bytes of data each."""
        data = self.pointer(index)
        count = (len(data) - 4) // (4 + size)
        return list(struct.unpack_from(f"<{count + 1}I", data)) if count >= 0 and len(data) >= 4 else []

    def _read_pieces(self) -> list[_Piece]:
        data = self.pointer(33)
        at = 0
        while at < len(data) and data[at] == 1:
            at += 3 + struct.unpack_from("<H", data, at + 1)[0]
        if at + 5 > len(data) or data[at] != 2:
            raise UnreadableDocument("The document is damaged: its table of pieces is missing.")
        length = struct.unpack_from("<I", data, at + 1)[0]
        table = data[at + 5 : at + 5 + length]
        count = (len(table) - 4) // 12
        pieces: list[_Piece] = []
        for number in range(count):
            start, end = struct.unpack_from("<II", table, 4 * number)
            code = struct.unpack_from("<I", table, 4 * (count + 1) + 8 * number + 2)[0]
            narrow = bool(code & 0x40000000)
            offset = (code & 0x3FFFFFFF) // 2 if narrow else code & 0x3FFFFFFF
            if start < end <= _MAX_CHARACTERS:
                pieces.append(_Piece(start, end, offset, not narrow))
        if not pieces:
            raise UnreadableDocument("The document is damaged: its table of pieces is empty.")
        return _apart(pieces)

    def runs(self, start: int, end: int) -> list[tuple[int, int, str]]:
        """(character position, file offset of the first, text) of the pieces between two character positions."""
        found: list[tuple[int, int, str]] = []
        for piece in self._pieces[max(bisect_right(self._starts, start) - 1, 0) :]:
            first, last = max(start, piece.start), min(end, piece.end)
            if piece.start >= end:
                break
            if first >= last:
                continue
            width = 2 if piece.wide else 1
            offset = piece.offset + (first - piece.start) * width
            raw = self.main[offset : offset + (last - first) * width]
            text = raw.decode("utf-16-le", errors="replace") if piece.wide else raw.decode("cp1252", errors="replace")
            if piece.wide and len(text) != last - first:
                # A pair of surrogates is one character of ours and two positions of the file: keep positions equal.
                text = "".join(chr(unit) for unit in struct.unpack(f"<{len(raw) // 2}H", raw[: len(raw) // 2 * 2]))
            found.append((first, offset, text))
        return found

    def is_wide(self, position: int) -> bool:
        return self._pieces[max(bisect_right(self._starts, position) - 1, 0)].wide


def _apart(pieces: list[_Piece]) -> list[_Piece]:
    """In their order, without those that overlap the one before: a damaged table could name the same text a million times."""
    kept: list[_Piece] = []
    for piece in sorted(pieces, key=lambda piece: piece.start):
        if not kept or piece.start >= kept[-1].end:
            kept.append(piece)
    return kept
