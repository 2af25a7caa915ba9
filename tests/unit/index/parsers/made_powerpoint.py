"""Writes PowerPoint 97-2003 files for the tests: slides of texts, tables and notes, in records as MS-PPT describes them."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

from made_containers import ole_bytes

TITLE, OTHER = 0, 4


def record(kind: int, data: bytes = b"", instance: int = 0) -> bytes:
    return struct.pack("<HHI", instance << 4, kind, len(data)) + data


def container(kind: int, *children: bytes, instance: int = 0) -> bytes:
    data = b"".join(children)
    return struct.pack("<HHI", instance << 4 | 15, kind, len(data)) + data


def string(text: str, instance: int) -> bytes:
    return record(4026, text.encode("utf-16-le"), instance)


def text(words: str, kind: int = OTHER) -> bytes:
    """In bytes where that is possible, as PowerPoint does."""
    narrow = all(ord(character) < 256 for character in words)
    words_record = record(4008, words.encode("latin-1")) if narrow else record(4000, words.encode("utf-16-le"))
    return record(3999, struct.pack("<I", kind)) + words_record


def shape(content: bytes = b"", *, place: int | None = None, description: str = "", anchor: Sequence[int] = ()) -> bytes:
    """``content`` is what its text box holds; ``place`` the number of a placeholder."""
    parts = []
    if description:
        data = description.encode("utf-16-le") + b"\0\0"
        parts.append(record(0xF00B, struct.pack("<HI", 0xC381, len(data)) + data, 1))
    if anchor:
        parts.append(record(0xF00F, struct.pack("<4i", *anchor)))
    if place is not None:
        parts.append(container(0xF011, record(3011, struct.pack("<iBBH", 0, place, 0, 0))))
    if content:
        parts.append(container(0xF00D, content))
    return container(0xF004, *parts)


def table(rows: Sequence[Sequence[str]], *, merged: Mapping[tuple[int, int], int] | None = None) -> bytes:
    """``merged``: (row, column) → columns; those that it covers are empty strings and get no shape."""
    cells: list[bytes] = []
    for top, row in enumerate(rows):
        column = 0
        while column < len(row):
            width = (merged or {}).get((top, column), 1)
            cells.append(shape(text(row[column]), anchor=(column * 100, top * 50, (column + width) * 100, top * 50 + 50)))
            column += width
    border = shape(anchor=(0, 0, 200, 0))
    head = container(0xF004, record(0xF122, struct.pack("<HI", 0x39F, 1), 1))
    return container(0xF003, head, *reversed(cells), border)


def group(*shapes: bytes) -> bytes:
    return container(0xF003, shape(), *shapes)


def slide(*shapes: bytes, notes: int = 0, hidden: bool = False, parts: bytes = b"") -> bytes:
    about = record(1007, struct.pack("<I8sIIHH", 0, b"", 0, notes, 0, 0))
    show = record(1017, struct.pack("<iIBBHHH", 0, 0, 0, 0, 4 if hidden else 0, 0, 0))
    return container(1006, about, show, _drawing(*shapes), parts)


def notes_page(*shapes: bytes) -> bytes:
    return container(1008, record(1009, bytes(8)), _drawing(*shapes))


def _drawing(*shapes: bytes) -> bytes:
    return container(1036, container(0xF002, container(0xF003, shape(), *shapes)))


def comment(author: str, words: str) -> bytes:
    inner = container(12000, string(author, 0), string(words, 1))
    return container(5000, container(5002, string("___PPT10", 0), record(5003, inner)))


def footers(words: str) -> bytes:
    return container(4057, record(4058, struct.pack("<HH", 0, 0x20)), string(words, 2), instance=3)


def ppt_bytes(
    slides: Sequence[bytes],
    *,
    outlines: Mapping[int, bytes] | None = None,
    notes: Mapping[int, bytes] | None = None,
    parts: bytes = b"",
    newer: Mapping[int, bytes] | None = None,
) -> bytes:
    """``outlines``: index of a slide → texts in the list of slides; ``notes``: number → page; ``newer``: slides of a second saving."""
    pages = [*slides, *(notes or {}).values()]

    def entry(number: int, identifier: int) -> bytes:
        return record(1011, struct.pack("<IIIII", number, 0, 0, identifier, 0))

    slide_list = b"".join(entry(2 + index, 256 + index) + (outlines or {}).get(index, b"") for index, _ in enumerate(slides))
    notes_list = b"".join(entry(2 + len(slides) + index, number) for index, number in enumerate(notes or {}))
    document = container(1000, container(4080, slide_list), container(4080, notes_list, instance=2), parts)
    stream, offsets = b"", []
    for piece in (document, *pages):
        offsets.append(len(stream))
        stream += piece
    stream, edit = _saved(stream, 1, offsets, 0)
    for index, page in (newer or {}).items():
        stream, edit = _saved(stream + page, 2 + index, [len(stream)], edit)
    user = record(4086, struct.pack("<III", 20, 0xE391C05F, edit))
    return ole_bytes({"PowerPoint Document": stream.ljust(4096, b"\0"), "Current User": user.ljust(4096, b"\0")})


def _saved(stream: bytes, first: int, offsets: Sequence[int], before: int) -> tuple[bytes, int]:
    """The stream with the directory of a saving behind it, and the place of the record that tells of it."""
    directory = len(stream)
    stream += record(6002, struct.pack(f"<I{len(offsets)}I", len(offsets) << 20 | first, *offsets))
    edit = struct.pack("<IHBBIIIIHH", 0, 0, 0, 3, before, directory, 1, 0, 0, 0)
    return stream + record(4085, edit), len(stream)
