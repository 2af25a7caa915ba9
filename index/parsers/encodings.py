"""Bytes to text: byte order marks, UTF-8, UTF-16/32 without a mark, then detection."""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

from index.errors import UnreadableDocument

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 200_000
_DECLARED = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?([A-Za-z0-9_\-]+)""")
_ALIASES = {
    "iso-8859-1": "cp1252",
    "iso8859-1": "cp1252",
    "latin-1": "cp1252",
    "us-ascii": "cp1252",
    "shift_jis": "cp932",
    "gb2312": "gb18030",
    "gbk": "gb18030",
}
"""What writers name is often a subset of what they write; browsers map these the same way (WHATWG Encoding Standard)."""


_BINARY_SHARE = 0.02
"""Control bytes beyond this share are no text in any encoding of bytes: random data has 0.1, real documents under 0.001."""
_CONTROLS = bytes(c for c in range(32) if c not in b"\t\n\r\f\x0e\x0f\x1b")


def decode_text(data: bytes, declared: str | None = None) -> str:
    """``decode`` for what may be no text at all. Raises UnreadableDocument for binary data."""
    sample = data[:_SAMPLE]
    wide = any(sample.startswith(mark) for mark, _ in _MARKS) or _wide_encoding(sample[:4000])
    if not wide and len(sample) - len(sample.translate(None, _CONTROLS)) > _BINARY_SHARE * len(sample):
        raise UnreadableDocument("The content is no text, whatever the name says.")
    return decode(data, declared)


def decode(data: bytes, declared: str | None = None) -> str:
    """The text of ``data``. Never fails: characters that no encoding explains become U+FFFD.

    Order: byte order mark, UTF-8 if it is valid, UTF-16/32 by the pattern of zero bytes, detection by charset-normalizer,
    and ``declared`` when detection has nothing or finds the declared one no worse.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace").removeprefix("\ufeff")
    wide = _wide_encoding(data[:4000])
    if wide:
        return data.decode(wide, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode(_detect(data, declared), errors="replace")


def declared_charset(data: bytes) -> str | None:
    """The charset that an HTML or XML document names in its first 4 KB."""
    match = _DECLARED.search(data[:4096])
    return match.group(1).decode("ascii").lower() if match else None


def _wide_encoding(head: bytes) -> str | None:
    """UTF-16 or UTF-32 without a mark: Latin text has its zero bytes at every second (or three of four) places."""
    if len(head) < 8 or head.count(0) < len(head) * 0.2:
        return None
    zeros = [head[offset::4].count(0) / (len(head) / 4) for offset in range(4)]
    if min(zeros[1], zeros[2], zeros[3]) > 0.7 and zeros[0] < 0.3:
        return "utf-32-le"
    if min(zeros[0], zeros[1], zeros[2]) > 0.7 and zeros[3] < 0.3:
        return "utf-32-be"
    if zeros[1] + zeros[3] > 1 and zeros[0] + zeros[2] < 0.5:
        return "utf-16-le"
    if zeros[0] + zeros[2] > 1 and zeros[1] + zeros[3] < 0.5:
        return "utf-16-be"
    return None


def _detect(data: bytes, declared: str | None) -> str:
    name = _known(declared)
    sample = data[:_SAMPLE]
    if name and name not in {"utf-8", "utf-16", "utf-32", "cp1252"}:
        try:
            sample.decode(name)
        except UnicodeDecodeError as error:
            if error.start < len(sample) - 4:
                name = None
        if name:
            return name
    best = from_bytes(sample).best()
    if best is not None and not (best.encoding.startswith("utf") and name):
        return best.encoding
    return name or "cp1252"


def _known(name: str | None) -> str | None:
    if not name:
        return None
    try:
        return codecs.lookup(_ALIASES.get(name.lower(), name)).name
    except LookupError:
        return None
