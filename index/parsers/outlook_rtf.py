"""The compressed RTF body of Outlook messages (MS-OXRTFCP), and the HTML that Outlook hides in it (MS-OXRTFEX)."""

from __future__ import annotations

import re
import struct

_PREFIX = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans SerifSymbolArial"
    rb"Times New RomanCourier{\colortbl\red0\green0\blue0" + b"\r\n" + rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
_WINDOW = 4096
_COMPRESSED, _RAW = b"LZFu", b"MELA"
_MAX_BYTES = 64 << 20
_TOKEN = re.compile(
    rb"\\(?P<word>[a-z]+)(?P<number>-?\d+)? ?|\\'(?P<hex>[0-9a-fA-F]{2})|\\(?P<escaped>[^a-z'])|(?P<brace>[{}])|(?P<text>[^\\{}]+)"
)
_SKIPPED = frozenset({b"fonttbl", b"colortbl", b"stylesheet", b"info", b"pict", b"mhtmltag", b"generator"})
_CHARACTERS = {
    b"par": "\n", b"line": "\n", b"tab": "\t", b"lquote": "‘", b"rquote": "’", b"ldblquote": "“", b"rdblquote": "”", b"bullet": "•",
    b"endash": "–", b"emdash": "—",
}  # fmt: skip


def html_or_text(packed: bytes) -> tuple[str | None, str | None]:
    """(HTML, plain text) of a compressed body: one of them, or none when it is damaged."""
    rtf = decompress(packed)
    if rtf is None:
        return None, None
    text = _text(rtf, hidden_html=b"\\fromhtml" in rtf[:2000])
    return (text, None) if b"\\fromhtml" in rtf[:2000] else (None, text)


def decompress(packed: bytes) -> bytes | None:
    """The RTF; None when the header is none of this format."""
    if len(packed) < 16:
        return None
    _, raw_size, kind = struct.unpack_from("<II4s", packed)
    if kind == _RAW:
        return packed[16 : 16 + raw_size]
    if kind != _COMPRESSED or raw_size > _MAX_BYTES:
        return None
    window = bytearray(_PREFIX.ljust(_WINDOW, b"\0"))
    write, at, out = len(_PREFIX), 16, bytearray()
    while at < len(packed):
        control = packed[at]
        at += 1
        for bit in range(8):
            if at >= len(packed):
                return bytes(out)
            if control >> bit & 1:
                if at + 1 >= len(packed):
                    return bytes(out)
                reference = packed[at] << 8 | packed[at + 1]
                at += 2
                offset, length = reference >> 4, (reference & 15) + 2
                if offset == write:
                    return bytes(out)
                piece = []
                for step in range(length):
                    byte = window[(offset + step) % _WINDOW]
                    piece.append(byte)
                    window[write] = byte
                    write = (write + 1) % _WINDOW
                out += bytes(piece)
            else:
                out.append(packed[at])
                window[write] = packed[at]
                write = (write + 1) % _WINDOW
                at += 1
    return bytes(out)


def _text(rtf: bytes, *, hidden_html: bool) -> str:
    """Text of the RTF. With ``hidden_html`` the tags in ``\\htmltag`` groups are kept and what ``\\htmlrtf`` marks is left out."""
    match = re.search(rb"\\ansicpg(\d+)", rtf[:1000])
    codepage = f"cp{match.group(1).decode()}" if match else "cp1252"
    reader = _Rtf(codepage, hidden_html)
    for token in _TOKEN.finditer(rtf):
        reader.take(token)
    return reader.text()


class _Rtf:
    def __init__(self, codepage: str, hidden_html: bool) -> None:
        self._codepage = codepage
        self._hidden_html = hidden_html
        self._out: list[str] = []
        self._bytes = bytearray()
        self._skip: list[bool] = [False]
        self._rtf_only = False
        self._opened = False
        self._after_unicode = 0

    def text(self) -> str:
        self._flush()
        return "".join(self._out)

    def take(self, token: re.Match[bytes]) -> None:
        if token["brace"] == b"{":
            self._skip.append(self._skip[-1])
            self._opened = True
        elif token["brace"] == b"}":
            if len(self._skip) > 1:
                self._skip.pop()
        elif token["word"]:
            self._word(token["word"], token["number"])
            self._opened = False
        elif token["escaped"]:
            if token["escaped"] == b"*":
                return  # the destination follows
            self._add_bytes({b"~": b" ", b"_": b"-"}.get(token["escaped"], token["escaped"].strip(b"-\r\n")))
        elif token["hex"]:
            if self._after_unicode:
                self._after_unicode -= 1
            else:
                self._add_bytes(bytes.fromhex(token["hex"].decode()))
        else:
            data = token["text"].replace(b"\r", b"").replace(b"\n", b"")
            if self._after_unicode and data:
                data, self._after_unicode = data[1:], 0
            self._add_bytes(data)

    def _word(self, word: bytes, number: bytes | None) -> None:
        if word == b"htmlrtf":
            self._rtf_only = number != b"0"
        elif self._opened and word in _SKIPPED:
            self._skip[-1] = True
        elif word == b"u" and number is not None:
            self._add(chr(int(number) % 0x10000))
            self._after_unicode = 1
        elif word in _CHARACTERS:
            self._add(_CHARACTERS[word])

    def _visible(self) -> bool:
        return not self._skip[-1] and not (self._hidden_html and self._rtf_only)

    def _add(self, text: str) -> None:
        if self._visible():
            self._flush()
            self._out.append(text)

    def _add_bytes(self, data: bytes) -> None:
        if self._visible():
            self._bytes += data

    def _flush(self) -> None:
        try:
            self._out.append(self._bytes.decode(self._codepage, errors="replace"))
        except LookupError:
            self._out.append(self._bytes.decode("cp1252", errors="replace"))
        self._bytes.clear()
