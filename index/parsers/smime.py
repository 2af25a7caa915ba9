"""Mails that are signed as a whole (S/MIME ``signed-data``, as Outlook writes them): the message lies readable inside the signature.

The signature is not checked: what a mail says is found either way, as in a mail without one. BER (X.690) allows lengths that are not
given and strings in pieces; programs that sign while they send use both.
"""

from __future__ import annotations

_SIGNED_DATA = bytes.fromhex("2a864886f70d010702")
"""1.2.840.113549.1.7.2 (RFC 5652)."""
_OBJECT_ID, _OCTETS, _OCTETS_IN_PIECES, _SEQUENCE, _EXPLICIT_0 = 0x06, 0x04, 0x24, 0x30, 0xA0
_INDEFINITE = 0x80
_MAX_DEPTH = 40


def signed_content(data: bytes) -> bytes | None:
    """The MIME entity inside ``signed-data``; None when it is something else (encrypted, damaged)."""
    try:
        info = _elements(_only(data, _SEQUENCE))
        if info[0] != (_OBJECT_ID, _SIGNED_DATA):
            return None
        signed = _elements(_only(info[1][1], _SEQUENCE))
        content = next(value for tag, value in signed if tag == _SEQUENCE)
        wrapped = next(value for tag, value in _elements(content) if tag == _EXPLICIT_0)
        tag, value = _elements(wrapped)[0]
        return _joined(tag, value, 0)
    except (IndexError, StopIteration, ValueError):
        return None


def _only(data: bytes, wanted: int) -> bytes:
    tag, value = _elements(data)[0]
    if tag != wanted:
        raise ValueError("another type")
    return value


def _joined(tag: int, value: bytes, depth: int) -> bytes:
    if tag == _OCTETS:
        return value
    if tag != _OCTETS_IN_PIECES or depth > _MAX_DEPTH:
        raise ValueError("no string of octets")
    return b"".join(_joined(inner, piece, depth + 1) for inner, piece in _elements(value))


def _elements(data: bytes) -> list[tuple[int, bytes]]:
    """Tag and content of the elements that follow each other; what is behind the end of contents is left out."""
    found: list[tuple[int, bytes]] = []
    at = 0
    while at < len(data) and data[at : at + 2] != b"\0\0":
        tag, start, end, after = _element(data, at, 0)
        found.append((tag, data[start:end]))
        at = after
    return found


def _element(data: bytes, at: int, depth: int) -> tuple[int, int, int, int]:
    """Tag, start and end of the content, start of what follows."""
    if depth > _MAX_DEPTH:
        raise ValueError("too deep")
    tag, length, start = data[at], data[at + 1], at + 2
    if length == _INDEFINITE:
        end = start
        while data[end : end + 2] != b"\0\0":
            end = _element(data, end, depth + 1)[3]
        return tag, start, end, end + 2
    if length > _INDEFINITE:
        count = length & 0x7F
        length = int.from_bytes(data[start : start + count], "big")
        start += count
    if start + length > len(data):
        raise ValueError("cut off")
    return tag, start, start + length, start + length
