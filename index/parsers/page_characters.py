"""The characters of a page with their boxes: how a quotation is found again, whatever the layout did to it."""

from __future__ import annotations

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium_c

from index.parsers.pdf_lines import whole_text

_IGNORED = re.compile(r"[\s\-\u00ad\u2010-\u2015\u0002\u200b\ufeff\ufffe|•●▪·\uf0b7]+")
"""What layout adds or takes away: white space, hyphens and dashes, separators of table cells, bullets."""
_MIN_PART = 8
"""Normalised characters that a part of a quotation must have to be looked for on its own."""


class Rect(NamedTuple):
    """PDF points of the page as displayed (its rotation applied), origin at the bottom left corner of what is visible."""

    left: float
    bottom: float
    right: float
    top: float


def normalised(text: str) -> tuple[str, list[int]]:
    """Text without what layout changes, and for each of its characters the index in ``text``."""
    characters: list[str] = []
    origins: list[int] = []
    for index, char in enumerate(text):
        for piece in unicodedata.normalize("NFKD", char).casefold():
            if not unicodedata.combining(piece) and not _IGNORED.match(piece):
                characters.append(piece)
                origins.append(index)
    return "".join(characters), origins


class Characters(ABC):
    """A page's characters in the order in which they are looked through: as the file has them, then column by column.

    Most files write one column after the other; some write line by line across all columns, and only the position of the characters
    shows where a sentence goes on.
    """

    def __init__(self, codes: str) -> None:
        self.codes = codes
        """One character for each of the page's, in the order of the file."""

    @abstractmethod
    def box(self, index: int) -> Rect | None:
        """Where the character is drawn; None for white space and what is not drawn."""

    def find(self, quote: str) -> list[list[int]]:
        """Character indices of the quotation, or of those of its parts that are there."""
        orders = (_Order(self.codes, range(len(self.codes))), _Order(self.codes, self.by_columns()))
        needle = normalised(quote)[0]
        for order in orders:
            whole = order.find(needle, 0)
            if whole is not None:
                return [order.characters(*whole)]
        return max((order.find_parts(quote) for order in orders), key=lambda parts: sum(map(len, parts)))

    def rects(self, characters: Iterable[int]) -> list[Rect]:
        """Boxes of the characters, joined line by line."""
        return [rect for rect, _ in self.pieces(characters)]

    def pieces(self, characters: Iterable[int]) -> list[tuple[Rect, list[int]]]:
        """The characters that are drawn, those that follow each other in one line together, with the box around them."""
        pieces: list[tuple[Rect, list[int]]] = []
        for index in characters:
            rect = self.box(index)
            if rect is None:
                continue
            if pieces and _same_line(pieces[-1][0], rect):
                pieces[-1][1].append(index)
                pieces[-1] = (_joined(pieces[-1][0], rect), pieces[-1][1])
            else:
                pieces.append((rect, [index]))
        return pieces

    def by_columns(self) -> list[int]:
        """Character indices, the pieces of lines that stand below each other together, columns from left to right."""
        pieces = self.pieces(range(len(self.codes)))
        columns: list[tuple[Rect, list[tuple[Rect, list[int]]]]] = []
        # The narrow pieces first: a title over all columns must not make one column of them.
        for piece in sorted(pieces, key=lambda p: p[0].right - p[0].left):
            at = next((n for n, (span, _) in enumerate(columns) if _below_each_other(span, piece[0])), None)
            if at is None:
                columns.append((piece[0], [piece]))
            else:
                span, members = columns[at]
                columns[at] = (_joined(span, piece[0]), [*members, piece])
        ordered = sorted(columns, key=lambda column: column[0].left)
        return [i for _, members in ordered for _, piece in sorted(members, key=lambda p: -p[0].top) for i in piece]


class PdfCharacters(Characters):
    """Of a pypdfium2 page; ``textpage`` stays open as long as boxes are asked for."""

    def __init__(self, page: Any, textpage: Any) -> None:
        self._raw = textpage.raw
        self._rotation = page.get_rotation()
        self._box = page.get_bbox()
        count = max(pdfium_c.FPDFText_CountChars(self._raw), 0)
        super().__init__(whole_text(self._raw, count))

    def box(self, index: int) -> Rect | None:
        found = pdfium_c.FS_RECTF()
        if self.codes[index].isspace() or not pdfium_c.FPDFText_GetLooseCharBox(self._raw, index, found):
            return None
        rect = self._displayed(found.left, found.bottom, found.right, found.top)
        return rect if rect.right > rect.left and rect.top > rect.bottom else None

    def _displayed(self, left: float, bottom: float, right: float, top: float) -> Rect:
        x0, y0, x1, y1 = self._box
        if self._rotation == 90:
            return Rect(bottom - y0, x1 - right, top - y0, x1 - left)
        if self._rotation == 180:
            return Rect(x1 - right, y1 - top, x1 - left, y1 - bottom)
        if self._rotation == 270:
            return Rect(y1 - top, left - x0, y1 - bottom, right - x0)
        return Rect(left - x0, bottom - y0, right - x0, top - y0)


class _Order:
    """The characters of a page in one order, normalised."""

    def __init__(self, codes: str, order: Sequence[int]) -> None:
        self._order = order
        self._text, self._origins = normalised("".join(codes[index] for index in order))

    def characters(self, start: int, end: int) -> list[int]:
        return list(self._order[start:end])

    def find(self, needle: str, start: int) -> tuple[int, int] | None:
        """Half-open range of positions in this order."""
        at = self._text.find(needle, start) if needle else -1
        if at < 0:
            return None
        return self._origins[at], self._origins[at + len(needle) - 1] + 1

    def find_parts(self, quote: str) -> list[list[int]]:
        """Characters of the lines, sentences and table cells of the quotation that are there."""
        found: list[list[int]] = []
        at = 0
        for part in re.split(r"\n+| \| |(?<=[.!?])\s+", quote):
            cell = part.split(": ", 1)[1] if " | " in quote and ": " in part else part
            for text in dict.fromkeys((part, cell)):
                needle = normalised(text)[0]
                if len(needle) < (_MIN_PART if " | " not in quote else 1):
                    continue
                hit = self.find(needle, at) or self.find(needle, 0)
                if hit is not None:
                    found.append(self.characters(*hit))
                    at = max(at, self._origins.index(hit[0]))
                    break
        return found


def _joined(one: Rect, other: Rect) -> Rect:
    return Rect(min(one.left, other.left), min(one.bottom, other.bottom), max(one.right, other.right), max(one.top, other.top))


def _below_each_other(column: Rect, piece: Rect) -> bool:
    """More than half of the narrower one's width lies above or below the other."""
    shared = min(column.right, piece.right) - max(column.left, piece.left)
    return shared > 0.5 * min(column.right - column.left, piece.right - piece.left)


def _same_line(line: Rect, rect: Rect) -> bool:
    overlap = min(line.top, rect.top) - max(line.bottom, rect.bottom)
    height = min(line.top - line.bottom, rect.top - rect.bottom)
    # A jump of more than four heights to the side is another column or cell.
    if overlap > 0.5 * height and rect.left - line.right < 4 * height and line.left - rect.right < 4 * height:
        return True
    # Text that runs up or down the page as displayed.
    overlap = min(line.right, rect.right) - max(line.left, rect.left)
    width = min(line.right - line.left, rect.right - rect.left)
    near = max(rect.bottom - line.top, line.bottom - rect.top) < 0.7 * width
    return overlap > 0.8 * width and near and rect.top - rect.bottom < rect.right - rect.left
