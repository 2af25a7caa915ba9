"""Bytes to text: byte order marks, UTF-8, UTF-16/32 without a mark, then detection."""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

from index.errors import UnreadableDocument
from index.parsers.charset_guess import guess_charset

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


_HIGH_SHARE, _SENSELESS = 0.3, -5.0
"""Real texts of 60 characters and more reach -4.9 at the worst (865 trials), sound in u-law -5.2, random bytes -10."""
_WIDE_CONTROLS = 0.02
_EBCDIC_BLANKS, _EBCDIC_LETTER_SHARE = 0.05, 0.6
_EBCDIC_LETTERS = bytes([*range(0x81, 0x8A), *range(0x91, 0x9A), *range(0xA2, 0xAA), *range(0xC1, 0xCA), *range(0xD1, 0xDA),
                         *range(0xE2, 0xEA), *range(0xF0, 0xFA)])  # fmt: skip
_NO_LANGUAGE = -6.5
"""Log-likelihood a byte below which the best reading is no language known to ``charset_guess``."""
_UTF8_SEQUENCE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_C1 = re.compile("[\x80-\x84\x86-\x9f]")
_MOJIBAKE = re.compile(
    "[\u00c2-\u00c5\u00d0\u00d1\u00e2\u00e3\u00ef\u0102\u251c\u0420\u0421\u0432](?:"
    "(?<=[\u00c2-\u00c5\u00d0\u00d1\u00e2\u00e3\u00ef\u0102\u251c])[^\\x00-\x7f]"  # read as Western or Central European, or as DOS
    "|(?<=\u0432)\u0402|(?<=[\u0420\u0421])[\u00a0-\u00bf\u0402-\u040f\u0452-\u045f\u2010-\u2122])"  # read as Cyrillic
)
"""What two or three bytes of UTF-8 look like when they are read one by one; a cheap look before ftfy's thorough one. All begin with one set
of letters, because a search for alternatives takes five times as long."""


def decode_text(data: bytes, declared: str | None = None) -> str:
    """``decode`` for what may be no text at all. Raises UnreadableDocument for binary data."""
    data = without_padding(data)
    sample = data[:_SAMPLE]
    head = sample[:4000]
    wide = any(sample.startswith(mark) for mark, _ in _MARKS) or _wide_encoding(head) or _is_ebcdic(head)
    if not wide and len(sample) - len(sample.translate(None, _CONTROLS)) > _BINARY_SHARE * len(sample):
        raise UnreadableDocument("The content is no text, whatever the name says.")
    return mend(decode(data, declared))


def without_padding(data: bytes) -> bytes:
    """Without zero bytes at the end: programs and file systems fill up whole blocks with them. A wide character stays whole."""
    text = data.rstrip(b"\0")
    return data[: -(-len(text) // 4) * 4] if b"\0" in text else text


def reads_as_language(data: bytes) -> bool:
    """Whether bytes that are mostly beyond ASCII make sense in any encoding; sound and pictures do not."""
    if sum(byte > 127 for byte in data) < _HIGH_SHARE * len(data) or _is_ebcdic(data[:4000]) or _wide_encoding(data[:4000]):
        return True
    if _explains("utf-8", data):
        return True
    guess = guess_charset(data)
    return guess is not None and guess[1] > _SENSELESS


def mend(text: str) -> str:
    """Repair text that was read under a wrong encoding before it was saved ("MÃ¼ller"), line by line.

    Only what ftfy's heuristics hold to be mojibake beyond doubt, and only when digits and their signs stay as they are.
    """
    if not _MOJIBAKE.search(text):
        return text
    from ftfy import fix_encoding

    lines = text.split("\n")
    for index, line in enumerate(lines):
        if _MOJIBAKE.search(line):
            fixed = fix_encoding(line)
            if fixed != line and _figures(fixed) == _figures(line):
                lines[index] = fixed
    return "\n".join(lines)


def _figures(text: str) -> list[str]:
    return re.findall(r"[0-9][0-9.,:/-]*", text)


def decode(data: bytes, declared: str | None = None) -> str:
    """The text of ``data``. Never fails: characters that no encoding explains become U+FFFD.

    Order: byte order mark, UTF-16/32 by the pattern of zero bytes, ISO-2022 by its escapes, UTF-8 if it is valid, ``declared`` if
    it explains every byte, then the encoding under which the text reads most like a language.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace").removeprefix("\ufeff")
    wide = _wide_encoding(data[:4000])
    if wide:
        return data.decode(wide, errors="replace")
    if _is_ebcdic(data[:4000]):
        return data.decode("cp1140" if b"\x9f" in data else "cp500").replace("\x85", "\n")
    if b"\x1b" in data:
        escaped = _iso2022(data)
        if escaped is not None:
            return escaped
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
    if len(head) < 8:
        return None
    if head.count(0) < len(head) * 0.2:
        # Cyrillic, Greek or Arabic have a control character at every second place, East Asian text has none of both.
        controls = len(head) - len(head.translate(None, _CONTROLS))
        if len(head) % 2 or controls < _WIDE_CONTROLS * len(head):
            return None
        guess = guess_charset(head)
        return guess[0] if guess and guess[0].startswith("utf") and guess[1] > _NO_LANGUAGE else None
    for encoding in ("utf-32-le", "utf-32-be"):
        # Four bytes that are no text in UTF-32 are hardly ever a code point.
        if _explains(encoding, head[: len(head) - len(head) % 4]):
            return encoding
    zeros = [head[offset::4].count(0) / (len(head) / 4) for offset in range(4)]
    if zeros[1] + zeros[3] > 1 and zeros[0] + zeros[2] < 0.5:
        return "utf-16-le"
    if zeros[0] + zeros[2] > 1 and zeros[1] + zeros[3] < 0.5:
        return "utf-16-be"
    return None


def _is_ebcdic(head: bytes) -> bool:
    """Text of mainframes: blanks are 0x40, nearly all else are the letters and digits above 0x80; there are no ASCII blanks."""
    if len(head) < 20 or head.count(0x40) < _EBCDIC_BLANKS * len(head) or head.count(0x20) > 0.01 * len(head):
        return False
    letters = len(head) - len(head.translate(None, _EBCDIC_LETTERS))
    return letters > _EBCDIC_LETTER_SHARE * (len(head) - head.count(0x40))


def _iso2022(data: bytes) -> str | None:
    """Japanese or Korean that switches character sets by escapes (old mails); None when it is something else."""
    for escapes, encoding in (((b"\x1b$B", b"\x1b$@", b"\x1b(J"), "iso2022_jp_2"), ((b"\x1b$)C",), "iso2022_kr")):
        if any(escape in data for escape in escapes):
            try:
                return data.decode(encoding)
            except UnicodeDecodeError:
                continue
    return None


def _detect(data: bytes, declared: str | None) -> str:
    name = _known(declared)
    sample = data[:_SAMPLE]
    if name and name not in {"utf-8", "utf-16", "utf-32", "cp1252", "ascii"} and _explains(name, sample):
        return name
    guess = guess_charset(sample)
    if guess is not None and guess[1] > _NO_LANGUAGE:
        # Mostly valid UTF-8 with a few broken bytes is UTF-8 all the same.
        return "utf-8" if _is_damaged_utf8(sample) else guess[0]
    if _is_damaged_utf8(sample):
        return "utf-8"
    best = from_bytes(sample).best()
    if best is not None and not (best.encoding.startswith("utf") and name):
        return best.encoding
    return name or "cp1252"


def _explains(name: str, sample: bytes) -> bool:
    try:
        text = sample.decode(name)
    except UnicodeDecodeError as error:
        return error.start >= len(sample) - 4
    # Writers of Windows code pages like to call them ISO, which has controls there that nobody writes.
    return not (name.startswith("iso8859") and _C1.search(text))


def _is_damaged_utf8(sample: bytes) -> bool:
    """Whether nearly all bytes beyond ASCII form valid UTF-8 sequences: a cut or pasted file, not another encoding."""
    broken = sample.decode("utf-8", errors="replace").count("\ufffd")
    valid = len(_UTF8_SEQUENCE.findall(sample))
    return valid >= 10 and broken <= 0.1 * valid


def _known(name: str | None) -> str | None:
    if not name:
        return None
    try:
        return codecs.lookup(_ALIASES.get(name.lower(), name)).name
    except LookupError:
        return None
