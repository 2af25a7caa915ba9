"""The smallest DOC, XLS, PPT and MSG files that hold one sentence ([MS-DOC], [MS-XLS], [MS-PPT], [MS-OXMSG])."""

from __future__ import annotations

import struct

from compound import compound_file


def doc(text: str) -> bytes:
    """Word 97: the text at byte 2048 of its stream, one piece in the table stream that says so."""
    body = (text + "\r").encode("cp1252")
    at = 2048
    fib = bytearray(at)
    struct.pack_into("<HHHHHHHBBIHHII", fib, 0, 0xA5EC, 0xC1, 0, 0x409, 0, 0x0200, 0xBF, 0, 0, 0, 0, 0, at, at + len(body))
    struct.pack_into("<H", fib, 32, 14)
    struct.pack_into("<H", fib, 62, 22)
    struct.pack_into("<I", fib, 76, len(body))
    struct.pack_into("<H", fib, 152, 0x5D)
    pieces = struct.pack("<II", 0, len(body)) + struct.pack("<HIH", 0, 0x40000000 | at * 2, 0)
    table = b"\x02" + struct.pack("<I", len(pieces)) + pieces
    struct.pack_into("<II", fib, 0x01A2, 0, len(table))
    return compound_file({"WordDocument": bytes(fib) + body, "1Table": table})


def xls(rows: list[list[str]]) -> bytes:
    """Excel 97: one sheet of text cells."""
    bof = struct.pack("<HHHHII", 0x0600, 0x0010, 0x0DBB, 0x07CC, 0, 6)
    sheet = _record(0x0809, bof)
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            value = struct.pack("<HB", len(cell), 1) + cell.encode("utf-16-le")
            sheet += _record(0x0204, struct.pack("<HHH", row, column, 0) + value)
    sheet += _record(0x000A, b"")
    name = b"Berths"
    begin = _record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0005, 0x0DBB, 0x07CC, 0, 6)) + _record(0x0042, b"\xb0\x04")
    length = len(begin) + 4 + 8 + len(name) + 4
    book = begin + _record(0x0085, struct.pack("<IBBBB", length, 0, 0, len(name), 0) + name) + _record(0x000A, b"")
    return compound_file({"Workbook": book + sheet})


def ppt(text: str) -> bytes:
    """PowerPoint 97: one slide with a title; a directory says where document (1) and slide (2) were saved."""
    title = _container(0xF00D, _atom(0x0F9F, struct.pack("<I", 0)) + _atom(0x0FA0, text.encode("utf-16-le")))
    shapes = _container(0xF003, _container(0xF004, b"") + _container(0xF004, title))
    slide = _container(0x03EE, _container(0x040C, _container(0xF002, shapes)))
    document = _container(0x03E8, _container(0x0FF0, _atom(0x03F3, struct.pack("<IIIII", 2, 0, 0, 256, 0))))
    pages = document + slide
    directory = _atom(0x1772, struct.pack("<III", 2 << 20 | 1, 0, len(document)))
    edit = _atom(0x0FF5, struct.pack("<IHBBIIIIHH", 0, 0, 0, 3, 0, len(pages), 1, 0, 0, 0))
    at = len(pages) + len(directory)
    user = struct.pack("<IIIHHBB2x", 0x14, 0xE391C05F, at, 4, 0x03F4, 3, 0) + b"user" + struct.pack("<I", 8)
    return compound_file({"PowerPoint Document": pages + directory + edit, "Current User": _atom(0x0FF6, user)})


def msg(subject: str, text: str, sender: str) -> bytes:
    """An Outlook message of three text properties."""
    texts = {0x001A: "IPM.Note", 0x0037: subject, 0x0C1A: sender, 0x1000: text}
    streams: dict[str, bytes | dict[str, bytes]] = {}
    properties = bytes(32)
    for number, value in texts.items():
        encoded = value.encode("utf-16-le")
        streams[f"__substg1.0_{number:04X}001F"] = encoded
        properties += struct.pack("<HHIII", 0x001F, number, 6, len(encoded) + 2, 0)
    streams["__properties_version1.0"] = properties
    streams["__nameid_version1.0"] = {f"__substg1.0_000{n}0102": b"" for n in (2, 3, 4)}
    return compound_file(streams)


def _record(number: int, content: bytes) -> bytes:
    return struct.pack("<HH", number, len(content)) + content


def _atom(number: int, content: bytes) -> bytes:
    return struct.pack("<HHI", 0, number, len(content)) + content


def _container(number: int, content: bytes) -> bytes:
    return struct.pack("<HHI", 0xF, number, len(content)) + content
