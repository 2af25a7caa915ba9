"""Where the recognised words of a scan or a picture stand on it: the text layer that the file itself does not have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from index.parsers import ocr
from index.parsers.layer_text import PageLayer
from index.parsers.ocr_layout import lines_in_order
from index.parsers.page_characters import Characters, Rect
from index.parsers.page_layer import PageSize, layer_of

_DPI = 200
"""As text recognition reads pages for the index, so that it finds the same words."""
_SIDE = 4000


class ScanCharacters(Characters):
    """Characters of recognised lines: recognition tells where a line stands, each character gets its share of the line's length."""

    def __init__(self, lines: Sequence[ocr.ReadLine], height: float, scale: float) -> None:
        """``lines`` in reading order, ``height`` of the picture in its points, ``scale`` of those to the page's points."""
        self._height, self._scale = height, scale
        self._places: list[tuple[npt.NDArray[np.float32], float, float] | None] = []
        codes: list[str] = []
        for line in lines:
            if codes:
                codes.append("\n")
                self._places.append(None)
            for number, char in enumerate(line.text):
                codes.append(char)
                self._places.append((line.corners, number / len(line.text), (number + 1) / len(line.text)))
        super().__init__("".join(codes))

    def box(self, index: int) -> Rect | None:
        place = self._places[index]
        if place is None or self.codes[index].isspace():
            return None
        (top_left, top_right, bottom_right, bottom_left), begin, end = place
        edges = [
            one + (other - one) * share
            for one, other in ((top_left, top_right), (bottom_left, bottom_right))
            for share in (begin, end)
        ]
        across = [float(edge[0]) * self._scale for edge in edges]
        down = [float(self._height - edge[1]) * self._scale for edge in edges]
        return Rect(min(across), min(down), max(across), max(down))


def recognised_page(page: Any) -> tuple[ScanCharacters, PageLayer]:
    """Of a pypdfium2 page, read from its picture. Takes a second or more."""
    size = PageSize.of(page)
    scale = min(_DPI / 72, _SIDE / max(size.width, size.height))
    bitmap = page.render(scale=scale, rev_byteorder=False)
    try:
        points = np.ascontiguousarray(bitmap.to_numpy()[:, :, :3])
    finally:
        bitmap.close()
    return recognised_picture(points, size)


def recognised_picture(points: ocr.Picture, size: PageSize) -> tuple[ScanCharacters, PageLayer]:
    """``points``: height × width × 3, BGR; ``size`` is that of the page on which they are shown."""
    found = {id(line.piece): line for line in ocr.read_lines(points)}
    ordered = [found[id(piece)] for row in lines_in_order([line.piece for line in found.values()]) for piece in row]
    characters = ScanCharacters(ordered, points.shape[0], size.width / points.shape[1])
    return characters, layer_of(characters, range(len(characters.codes)), size, recognised=True)
