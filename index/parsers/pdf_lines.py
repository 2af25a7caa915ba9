"""Visual lines of a PDF page with position, size and weight, in the order of the page's content.

pdfium gives the text, not kreuzberg: on the 45 PDFs with text of the tricky corpus it held 44 of the expected facts against 43,
in less than half the time, and it alone tells where on the page a character stands.
"""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass
from typing import Any

import pypdfium2.raw as pdfium_c

HYPHEN = "\x02"
"""pdfium's mark for a hyphen at a line's end; the two halves follow each other without a line break."""
_LIGATURES = {
    "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "Ĳ": "IJ", "ĳ": "ij", "\u2010": "-", "\u2011": "-",
    "\u00a0": " ", "\u2007": " ", "\u202f": " ",
}  # fmt: skip
_TRANSLATION = str.maketrans(_LIGATURES)
_WIDE_GAP = 1.6
"""Gap inside a line, in font sizes, from which two table cells are meant; justified text stays below one."""


@dataclass(frozen=True)
class Line:
    """A piece of one visual line. Coordinates are PDF points as displayed, origin bottom left."""

    text: str
    left: float
    right: float
    bottom: float
    top: float
    size: float
    bold: bool
    column_starts: tuple[tuple[float, float], ...]
    """(left, right) of the pieces that wide gaps part; one for ordinary text."""
    joins_next: bool = False
    """The line ends with a hyphen that breaks a word."""

    @property
    def height(self) -> float:
        return max(self.top - self.bottom, 1.0)

    @property
    def is_split(self) -> bool:
        return len(self.column_starts) > 1


def page_lines(page: Any) -> list[Line]:
    """All lines of a pypdfium2 page; empty when the page has no text."""
    textpage = page.get_textpage()
    try:
        return _Reader(page, textpage).lines()
    finally:
        textpage.close()


class _Reader:
    def __init__(self, page: Any, textpage: Any) -> None:
        self._raw = textpage.raw
        self._rotation = page.get_rotation()
        left, bottom, right, top = page.get_mediabox()
        self._width, self._height = right - left, top - bottom
        self._box = pdfium_c.FS_RECTF()
        self._matrix = pdfium_c.FS_MATRIX()

    def lines(self) -> list[Line]:
        count = pdfium_c.FPDFText_CountChars(self._raw)
        codes = [pdfium_c.FPDFText_GetUnicode(self._raw, index) for index in range(max(count, 0))]
        text = "".join(chr(code) if 0 < code < 0x110000 else "\ufffd" for code in codes)
        lines: list[Line] = []
        start = 0
        for end, char in enumerate(text):
            if char in "\r\n":
                self._add(lines, text, start, end)
                start = end + 1
            elif char == HYPHEN:
                self._add(lines, text, start, end + 1)
                start = end + 1
        self._add(lines, text, start, len(text))
        return lines

    def _add(self, lines: list[Line], text: str, start: int, end: int) -> None:
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        if start == end:
            return
        boxes = [self._char_box(index) for index in range(start, end)]
        size = self._size(start) or boxes[0][3] - boxes[0][1]
        visible = [(box, text[start + offset]) for offset, box in enumerate(boxes) if not text[start + offset].isspace()]
        pieces: list[list[float]] = []
        for (left, _, right, _), _ in visible:
            if pieces and -size < left - pieces[-1][1] < _WIDE_GAP * size:
                pieces[-1][1] = max(pieces[-1][1], right)
            elif pieces and left < pieces[-1][1]:
                pieces[-1][0] = min(pieces[-1][0], left)  # right-to-left script
            else:
                pieces.append([left, right])
        raw = text[start:end]
        joins = raw.endswith(HYPHEN)
        lines.append(
            Line(
                text=raw.rstrip(HYPHEN).translate(_TRANSLATION).replace("\ufffe", ""),
                left=min(box[0] for box, _ in visible),
                right=max(box[2] for box, _ in visible),
                bottom=min(box[1] for box, _ in visible),
                top=max(box[3] for box, _ in visible),
                size=round(size, 1),
                bold=self._is_bold(start),
                column_starts=tuple((piece[0], piece[1]) for piece in pieces),
                joins_next=joins,
            )
        )

    def _char_box(self, index: int) -> tuple[float, float, float, float]:
        pdfium_c.FPDFText_GetLooseCharBox(self._raw, index, self._box)
        left, bottom, right, top = self._box.left, self._box.bottom, self._box.right, self._box.top
        if self._rotation == 90:
            return bottom, self._width - right, top, self._width - left
        if self._rotation == 180:
            return self._width - right, self._height - top, self._width - left, self._height - bottom
        if self._rotation == 270:
            return self._height - top, left, self._height - bottom, right
        return left, bottom, right, top

    def _size(self, index: int) -> float:
        """Font size as displayed: the nominal size times the scale of the text's matrix."""
        nominal: float = pdfium_c.FPDFText_GetFontSize(self._raw, index)
        if not pdfium_c.FPDFText_GetMatrix(self._raw, index, self._matrix):
            return nominal
        return nominal * math.hypot(self._matrix.c, self._matrix.d)

    def _is_bold(self, index: int) -> bool:
        flags = ctypes.c_int()
        length = pdfium_c.FPDFText_GetFontInfo(self._raw, index, None, 0, flags)
        if length:
            buffer = ctypes.create_string_buffer(length)
            pdfium_c.FPDFText_GetFontInfo(self._raw, index, buffer, length, flags)
            name = buffer.value.decode("utf-8", errors="replace").lower()
            if any(word in name for word in ("bold", "black", "heavy", "semibd", "demi")):
                return True
        return bool(pdfium_c.FPDFText_GetFontWeight(self._raw, index) >= 600)
