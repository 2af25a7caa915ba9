"""Makes the text layer of a page: its characters in reading order with their boxes."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from index.parsers.layer_text import SOFT_HYPHEN, Box, PageLayer
from index.parsers.page_characters import Characters, PdfCharacters, Rect
from index.parsers.pdf_columns import unmixed
from index.parsers.pdf_lines import HYPHEN, page_text

_HYPHENS = frozenset([HYPHEN, "\ufffe"])


@dataclass(frozen=True)
class PageSize:
    """In points (1/72 inch) as displayed, at least 1."""

    width: float
    height: float

    @classmethod
    def of(cls, page: Any) -> PageSize:
        """Of a pypdfium2 page."""
        return cls(max(float(page.get_width()), 1.0), max(float(page.get_height()), 1.0))

    def box(self, rect: Rect) -> Box:
        return (
            rect.left / self.width,
            1.0 - rect.top / self.height,
            rect.right / self.width,
            1.0 - rect.bottom / self.height,
        )


def pdf_layer(page: Any, characters: PdfCharacters) -> PageLayer:
    """Of a pypdfium2 page. Columns that the file writes line by line across the page are put one after the other."""
    count = len(characters.codes)
    lines = page_text(page).lines if count else []
    mixed = bool(lines) and unmixed(lines) is not lines
    return layer_of(characters, characters.by_columns() if mixed else range(count), PageSize.of(page))


def layer_of(characters: Characters, order: Sequence[int], size: PageSize, *, recognised: bool = False) -> PageLayer:
    """The characters in this order as text with boxes."""
    text: list[str] = []
    boxes = array("f")
    lines: list[tuple[int, int]] = []
    above: Rect | None = None
    for around, piece in characters.pieces(order):
        if above is not None:
            # Cells of one row go to the clipboard as a spreadsheet takes them.
            _add(text, boxes, "\t" if _beside(above, around) else "\n", None)
        above = around
        start = len(text)
        before = piece[0]
        for index in piece:
            if characters.codes[before + 1 : index].isspace():
                _add(text, boxes, " ", None)
            code = characters.codes[index]
            rect = characters.box(index)
            _add(text, boxes, SOFT_HYPHEN if code in _HYPHENS else code, size.box(rect) if rect is not None else None)
            before = index
        lines.append((start, len(text)))
    return PageLayer("".join(text), boxes.tobytes(), tuple(lines), recognised)


def _beside(left: Rect, right: Rect) -> bool:
    overlap = min(left.top, right.top) - max(left.bottom, right.bottom)
    return right.left >= left.right and overlap > 0.5 * min(left.top - left.bottom, right.top - right.bottom)


def _add(text: list[str], boxes: array[float], char: str, box: Box | None) -> None:
    # Beyond the basic plane pdfium gives halves of pairs at times; those have no character of their own.
    text.append(char if not "\ud800" <= char <= "\udfff" else "\ufffd")
    boxes.extend(box or (0.0, 0.0, 0.0, 0.0))
