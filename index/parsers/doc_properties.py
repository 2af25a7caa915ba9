"""What a Word 97-2003 file says of its paragraphs and characters: styles, tables, deletions, lists (MS-DOC 2.6, 2.9)."""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from index.parsers.doc_container import DocContainer
from index.parsers.word_numbering import ListLevel, Numbering

_PAGE = 512
_SIZES = (1, 1, 2, 4, 2, 2, 0, 3)
_DEFINE_TABLE = 0xD608
_NUMBER_FORMATS = {0: "decimal", 1: "upperRoman", 2: "lowerRoman", 3: "upperLetter", 4: "lowerLetter", 22: "decimalZero", 23: "bullet",
                   255: "none"}  # fmt: skip
_TITLE = 62
_MAX_CHAIN = 12
_CONTENTS = range(19, 28)
_ON = (b"\x01", b"\x81")
"""On, and the opposite of the style, which is off for a mark of deletion (and taken to be off for the others)."""
_MARKS = {0x0800: "deleted", 0x083C: "hidden", 0x0837: "struck", 0x2A53: "struck"}
"""Modifications of characters that are not read as current text; what stands first here counts first."""


@dataclass(frozen=True)
class Paragraph:
    """``depth`` is that of the table around it; ``merged_down``/``merged_across`` hold for the row that ends here."""

    style: int = 0
    outline: int | None = None
    depth: int = 0
    ends_row: bool = False
    ends_inner_cell: bool = False
    ends_inner_row: bool = False
    is_header: bool = False
    list_id: int = 0
    list_level: int = 0
    cells: tuple[tuple[bool, bool, int], ...] = field(default=())


def modifications(data: bytes) -> Iterator[tuple[int, bytes]]:
    """(code, operand) of a list of property modifications; ends where the data does not add up."""
    at = 0
    while at + 2 <= len(data):
        code = struct.unpack_from("<H", data, at)[0]
        at += 2
        size = _SIZES[code >> 13]
        if code == _DEFINE_TABLE and at + 2 <= len(data):
            size = struct.unpack_from("<H", data, at)[0] + 1
        elif size == 0:
            if at >= len(data):
                return
            size = data[at] + 1
        yield code, data[at : at + size]
        at += size


def _applied(paragraph: Paragraph, data: bytes) -> Paragraph:
    changes: dict[str, object] = {}
    for code, operand in modifications(data):
        first = operand[0] if operand else 0
        if code == 0x2416:
            changes["depth"] = max(int(changes.get("depth", paragraph.depth)), 1) if first else 0  # type: ignore[call-overload]
        elif code == 0x6649 and len(operand) == 4:
            changes["depth"] = min(struct.unpack("<I", operand)[0], 20)
        elif code == 0x2417:
            changes["ends_row"] = bool(first)
        elif code == 0x244B:
            changes["ends_inner_cell"] = bool(first)
        elif code == 0x244C:
            changes["ends_inner_row"] = bool(first)
        elif code == 0x2640:
            changes["outline"] = first if first < 9 else None
        elif code == 0x460B and len(operand) == 2:
            changes["list_id"] = struct.unpack("<H", operand)[0]
        elif code == 0x260A:
            changes["list_level"] = min(first, 8)
        elif code == 0x3404:
            changes["is_header"] = bool(first)
        elif code == _DEFINE_TABLE:
            changes["cells"] = _cells(operand)
    return replace(paragraph, **changes) if changes else paragraph  # type: ignore[arg-type]


def _cells(operand: bytes) -> tuple[tuple[bool, bool, int], ...]:
    """For each cell of a row: does it go on from the left, does it go on from above, where is its right edge (in twips)?"""
    count = operand[2] if len(operand) > 2 else 0
    at = 3 + 2 * (count + 1)
    flags = [struct.unpack_from("<H", operand, at + 20 * n)[0] if at + 20 * n + 2 <= len(operand) else 0 for n in range(count)]
    if at > len(operand):
        return ()
    edges = struct.unpack_from(f"<{count}h", operand, 5)
    return tuple((bool(flag & 2), flag >> 5 & 3 == 1, edge) for flag, edge in zip(flags, edges, strict=True))


class DocProperties:
    """Looks up properties by the file offset of a character."""

    def __init__(self, container: DocContainer) -> None:
        self._container = container
        self._styles = self._read_styles()
        self._paragraphs = self._read_pages(13, self._paragraph_entry)
        self._characters = self._read_pages(12, self._character_entry)
        self.numbering = self._read_lists()

    def paragraph(self, offset: int) -> Paragraph:
        """Properties of the paragraph whose mark stands at the file offset."""
        starts, ends, entries = self._paragraphs
        index = bisect_right(starts, offset) - 1
        if index < 0 or offset >= ends[index]:
            return Paragraph()
        style, data = entries[index]
        base = self._styles[style][2] if style in self._styles else Paragraph()
        return _applied(replace(base, style=style), data)

    def marked(self, start: int, end: int) -> list[tuple[int, int, str]]:
        """Spans of file offsets between two whose text is "deleted" (a tracked change), "hidden" or "struck" out."""
        starts, ends, entries = self._characters
        found: list[tuple[int, int, str]] = []
        index = max(bisect_right(starts, start) - 1, 0)
        while index < len(starts) and starts[index] < end:
            changes = dict(modifications(entries[index][1]))
            mark = next((mark for code, mark in _MARKS.items() if changes.get(code, b"")[:1] in _ON), None)
            if mark:
                found.append((max(starts[index], start), min(ends[index], end), mark))
            index += 1
        return found

    def heading_level(self, paragraph: Paragraph) -> int | None:
        """1 to 9; built-in heading styles, styles based on them, and outline levels."""
        style: int | None = paragraph.style
        for _ in range(_MAX_CHAIN):
            if style is None or style not in self._styles:
                break
            built_in, base, _ = self._styles[style]
            if 1 <= built_in <= 9:
                return built_in
            if built_in == _TITLE:
                return 1
            style = base
        return paragraph.outline + 1 if paragraph.outline is not None else None

    def is_contents(self, paragraph: Paragraph) -> bool:
        """Is it a line of a table of contents?"""
        return self._styles.get(paragraph.style, (0, None, paragraph))[0] in _CONTENTS

    # --- tables of the file ------------------------------------------------------------------------------------------

    def _read_pages(self, index: int, entry: object) -> tuple[list[int], list[int], list[tuple[int, bytes]]]:
        data = self._container.pointer(index)
        count = max((len(data) - 4) // 8, 0)
        found: list[tuple[int, int, tuple[int, bytes]]] = []
        for number in range(count):
            page_number = struct.unpack_from("<I", data, 4 * (count + 1) + 4 * number)[0] & 0x3FFFFF
            page = self._container.main[page_number * _PAGE : (page_number + 1) * _PAGE]
            if len(page) < _PAGE:
                continue
            runs = page[-1]
            if 4 * (runs + 1) > _PAGE - 1:
                continue
            offsets = struct.unpack_from(f"<{runs + 1}I", page)
            for run in range(runs):
                found.append((offsets[run], offsets[run + 1], entry(page, runs, run)))  # type: ignore[operator]
        found.sort(key=lambda item: item[0])
        return [item[0] for item in found], [item[1] for item in found], [item[2] for item in found]

    @staticmethod
    def _paragraph_entry(page: bytes, runs: int, run: int) -> tuple[int, bytes]:
        at = 2 * page[min(4 * (runs + 1) + 13 * run, _PAGE - 1)]
        if not at:
            return 0, b""
        words, at = page[at], at + 1
        if words:
            size = 2 * words - 1
        else:
            size, at = 2 * page[min(at, _PAGE - 1)], at + 1
        data = page[at : at + size]
        return (struct.unpack_from("<H", data)[0], data[2:]) if len(data) >= 2 else (0, b"")

    @staticmethod
    def _character_entry(page: bytes, runs: int, run: int) -> tuple[int, bytes]:
        at = 2 * page[min(4 * (runs + 1) + run, _PAGE - 1)]
        return (0, page[at + 1 : at + 1 + page[at]]) if at else (0, b"")

    def _read_styles(self) -> dict[int, tuple[int, int | None, Paragraph]]:
        """Style number → (built-in number, style it is based on, its paragraph properties)."""
        data = self._container.pointer(1)
        styles: dict[int, tuple[int, int | None, Paragraph]] = {}
        if len(data) < 6:
            return styles
        at = 2 + struct.unpack_from("<H", data)[0]
        base_size = struct.unpack_from("<H", data, 4)[0]
        number = 0
        while at + 2 <= len(data):
            size = struct.unpack_from("<H", data, at)[0]
            entry = data[at + 2 : at + 2 + size]
            if size >= 10:
                built_in, kind = struct.unpack_from("<HH", entry)
                base = kind >> 4
                own = _applied(Paragraph(), _style_modifications(entry, base_size)) if kind & 15 == 1 else Paragraph()
                styles[number] = (built_in & 0x0FFF, base if base != 0x0FFF else None, own)
            at += 2 + size + (size & 1)
            number += 1
        return styles

    def _read_lists(self) -> Numbering:
        numbering = Numbering()
        data = self._container.pointer(73)
        levels = self._container.after_pointer(73) if data else b""
        count = struct.unpack_from("<H", data)[0] if len(data) >= 2 else 0
        at = 0
        for number in range(count):
            entry = data[2 + 28 * number : 30 + 28 * number]
            if len(entry) < 28:
                break
            found: dict[int, ListLevel] = {}
            for level in range(1 if entry[26] & 1 else 9):
                if at + 28 > len(levels):
                    break
                found[level], at = _list_level(levels, at)
            numbering.define(str(struct.unpack_from("<i", entry)[0]), found)
        uses = self._container.pointer(74)
        for number in range(struct.unpack_from("<I", uses)[0] if len(uses) >= 4 else 0):
            if 4 + 16 * number + 4 > len(uses):
                break
            numbering.use(str(number + 1), str(struct.unpack_from("<i", uses, 4 + 16 * number)[0]))
        return numbering


def _list_level(data: bytes, at: int) -> tuple[ListLevel, int]:
    start, number_format = struct.unpack_from("<iB", data, at)
    characters, paragraphs = data[at + 24], data[at + 25]
    at += 28 + characters + paragraphs
    length = struct.unpack_from("<H", data, at)[0] if at + 2 <= len(data) else 0
    text = data[at + 2 : at + 2 + 2 * length].decode("utf-16-le", errors="replace")
    shown = "".join(f"%{ord(c) + 1}" if ord(c) < 9 else c for c in text)
    return ListLevel(_NUMBER_FORMATS.get(number_format, "decimal"), shown, max(start, 0)), at + 2 + 2 * length


def _style_modifications(entry: bytes, base_size: int) -> bytes:
    """The paragraph properties of a paragraph style: behind its name, behind its own number."""
    at = base_size
    if at + 2 > len(entry):
        return b""
    at += 2 + 2 * struct.unpack_from("<H", entry, at)[0] + 2
    at += at & 1
    if at + 2 > len(entry):
        return b""
    size = struct.unpack_from("<H", entry, at)[0]
    return entry[at + 4 : at + 2 + size]
