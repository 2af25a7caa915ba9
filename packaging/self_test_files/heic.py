"""A HEIC picture without an encoder: an HEVC frame (ITU-T H.265) whose blocks are all raw samples (PCM), in the HEIF container (ISO 23008-12).

Each brightness is one bit, which is enough for text. Sections below are those of H.265.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

BLOCK = 16
"""Points of a coding block's side; width and height of the picture are multiples of it."""
_VPS, _SPS, _PPS, _IDR = 32, 33, 34, 20
_PROFILE = (
    bytes([1]) + struct.pack(">I", 0x60000000) + bytes([0x90, 0, 0, 0, 0, 0]) + bytes([93])
)  # Main, level 3.1, progressive frames
_LEAST_PROBABLE = (
    240, 227, 216, 205, 195, 185, 175, 166, 158, 150, 142, 135, 128, 122, 116, 110, 104, 99, 94, 89, 85, 80, 76, 72, 69, 65, 62, 59,
    56, 53, 50, 48, 45, 43, 41, 39, 37, 35, 33, 31, 30, 28, 27, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 14, 13, 12, 12, 11,
    11, 10, 9,
)  # fmt: skip
"""Last column of table 9-46, by state: the arithmetic coder begins anew after each raw block, so its range is always in that column."""


def heic(rows: Sequence[Sequence[bool]]) -> bytes:
    """``rows``: height × width, True for light. Both sides are multiples of ``BLOCK``."""
    height, width = len(rows), len(rows[0])
    sets = [_unit(_VPS, _video_set()), _unit(_SPS, _sequence_set(width, height)), _unit(_PPS, _picture_set())]
    frame = _unit(_IDR, _slice(rows))
    return _container(width, height, sets, struct.pack(">I", len(frame)) + frame)


# --- HEVC ---------------------------------------------------------------------------------------------------------------------


class _Bits:
    def __init__(self) -> None:
        self.bits: list[int] = []

    def u(self, count: int, value: int) -> None:
        self.bits += [value >> place & 1 for place in reversed(range(count))]

    def ue(self, *values: int) -> None:
        """Exp-Golomb (9.2)."""
        for value in values:
            size = (value + 1).bit_length()
            self.u(2 * size - 1, value + 1)

    def align(self, first: int) -> None:
        """``first`` as a bit, then zeros up to a whole byte (7.3.2.11: a stop bit)."""
        if first:
            self.bits.append(1)
        self.bits += [0] * (-len(self.bits) % 8)

    def data(self) -> bytes:
        bits = self.bits
        return bytes(int("".join(map(str, bits[at : at + 8])), 2) for at in range(0, len(bits), 8))


def _unit(kind: int, payload: bytes) -> bytes:
    """A NAL unit (7.3.1): no three bytes in it may look like a start code."""
    out = bytearray([kind << 1, 1])
    zeros = 0
    for byte in payload:
        if zeros >= 2 and byte <= 3:
            out.append(3)
            zeros = 0
        out.append(byte)
        zeros = zeros + 1 if byte == 0 else 0
    return bytes(out)


def _video_set() -> bytes:
    bits = _Bits()
    bits.u(16, 0b0000_11_000000_000_1)
    bits.u(16, 0xFFFF)
    _add_profile(bits)
    bits.u(1, 1)
    bits.ue(0, 0, 0)  # pictures to keep and to reorder: none
    bits.u(6, 0)
    bits.ue(0)
    bits.u(2, 0)
    bits.align(1)
    return bits.data()


def _add_profile(bits: _Bits) -> None:
    for byte in _PROFILE:
        bits.u(8, byte)


def _sequence_set(width: int, height: int) -> bytes:
    bits = _Bits()
    bits.u(8, 0b0000_000_1)
    _add_profile(bits)
    bits.ue(0, 1, width, height)  # 4:2:0
    bits.u(1, 0)
    bits.ue(0, 0, 0)  # 8 bits; order of pictures
    bits.u(1, 1)
    bits.ue(0, 0, 0)
    bits.ue(1, 0, 0, 2, 0, 0)  # coding blocks of 16 alone; transform blocks of 4 to 16
    bits.u(4, 0b0001)  # raw samples are allowed …
    bits.u(8, 0)  # … with one bit each …
    bits.ue(1, 0)  # … in blocks of 16
    bits.u(1, 1)
    bits.ue(0)
    bits.u(5, 0)
    bits.align(1)
    return bits.data()


def _picture_set() -> bytes:
    bits = _Bits()
    bits.ue(0, 0)
    bits.u(7, 0)
    bits.ue(0, 0, 0)
    bits.u(3, 0)
    bits.ue(0, 0)
    bits.u(7, 0)
    bits.u(3, 0b101)  # the deblocking filter is spoken of, and off
    bits.u(2, 0)
    bits.ue(0)
    bits.u(2, 0)
    bits.align(1)
    return bits.data()


def _slice(rows: Sequence[Sequence[bool]]) -> bytes:
    bits = _Bits()
    bits.u(2, 0b10)
    bits.ue(0, 2, 0)  # first set, only intra, quantiser as it is
    bits.align(1)
    corners = [(top, left) for top in range(0, len(rows), BLOCK) for left in range(0, len(rows[0]), BLOCK)]
    coder, state = _Arithmetic(bits), 0
    for number, (top, left) in enumerate(corners):
        coder.likely(state)  # one part a block
        state = min(state + 1, len(_LEAST_PROBABLE) - 1)
        coder.last()  # raw samples follow
        bits.align(0)
        for row in rows[top : top + BLOCK]:
            bits.bits += map(int, row[left : left + BLOCK])
        bits.bits += [1] * (BLOCK * BLOCK // 2)  # no colour
        coder = _Arithmetic(bits)
        if number < len(corners) - 1:
            coder.goes_on()
        else:
            coder.last()
    bits.align(0)
    return bits.data()


class _Arithmetic:
    """The arithmetic coder (9.3.5) from one beginning to the next, for the few decisions that are made here."""

    def __init__(self, bits: _Bits) -> None:
        self._bits, self._low, self._range = bits, 0, 510

    def likely(self, state: int) -> None:
        """The more probable value of a decision; it never makes the range so small that a bit goes out."""
        self._range -= _LEAST_PROBABLE[state]

    def goes_on(self) -> None:
        self._range -= 2

    def last(self) -> None:
        """A terminating 1: what is left goes out, and a 1 behind it."""
        self._low += self._range - 2
        self._bits.u(8, self._low >> 1)
        self._bits.u(1, 1)


# --- HEIF ---------------------------------------------------------------------------------------------------------------------


def _container(width: int, height: int, sets: Sequence[bytes], frame: bytes) -> bytes:
    kind = _box(b"ftyp", b"heic" + bytes(4) + b"mif1heic")
    size = len(_meta(width, height, sets, 0, len(frame)))
    at = len(kind) + size + 8
    return kind + _meta(width, height, sets, at, len(frame)) + _box(b"mdat", frame)


def _meta(width: int, height: int, sets: Sequence[bytes], at: int, length: int) -> bytes:
    """``at`` and ``length`` say where in the file the one picture lies."""
    entry = _full(b"infe", struct.pack(">HH4sB", 1, 0, b"hvc1", 0), version=2)
    properties = _box(b"ipco", _box(b"hvcC", _configuration(sets)) + _full(b"ispe", struct.pack(">II", width, height)))
    associated = _full(b"ipma", struct.pack(">IHBBB", 1, 1, 2, 0x81, 0x02))
    return _full(
        b"meta",
        _full(b"hdlr", bytes(4) + b"pict" + bytes(13))
        + _full(b"pitm", struct.pack(">H", 1))
        + _full(b"iloc", struct.pack(">BBHHHHII", 0x44, 0, 1, 1, 0, 1, at, length))
        + _full(b"iinf", struct.pack(">H", 1) + entry)
        + _box(b"iprp", properties + associated),
    )


def _configuration(sets: Sequence[bytes]) -> bytes:
    """How to read the frame (ISO 14496-15, 8.3.3.1)."""
    out = bytes([1]) + _PROFILE + bytes([0xF0, 0, 0xFC, 0xFC | 1, 0xF8, 0xF8, 0, 0, 0b00_001_1_11, len(sets)])
    for unit in sets:
        out += struct.pack(">BHH", 0x80 | unit[0] >> 1, 1, len(unit)) + unit
    return out


def _box(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I4s", 8 + len(content), kind) + content


def _full(kind: bytes, content: bytes, version: int = 0) -> bytes:
    return _box(kind, bytes([version, 0, 0, 0]) + content)
