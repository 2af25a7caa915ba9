"""Selecting text on pages: from points to characters, and from characters to words, lines, boxes and the clipboard's text."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from index.parsers.layer_text import Box, PageLayer, boxes_of, copied


class Spot(NamedTuple):
    """A place between two characters of a page's text; ordered as they are read."""

    page: int
    at: int


@dataclass(frozen=True)
class Selection:
    """From ``anchor``, where it was begun, to ``focus``, where it is now."""

    anchor: Spot
    focus: Spot

    @property
    def ends(self) -> tuple[Spot, Spot]:
        return (self.anchor, self.focus) if self.anchor <= self.focus else (self.focus, self.anchor)

    def on(self, page: int, length: int) -> tuple[int, int]:
        """Half-open range of the page's text that is selected; ``length`` is that of the text."""
        first, last = self.ends
        if not first.page <= page <= last.page:
            return (0, 0)
        return (first.at if page == first.page else 0, last.at if page == last.page else length)


class LayerPoints:
    """The characters of a layer by position. Points are fractions of the page."""

    def __init__(self, layer: PageLayer) -> None:
        self.layer = layer
        self._boxes = array("f", layer.boxes)
        self._lines: list[Box] = [
            boxes_of(layer, first, last)[0] if last > first else (0, 0, 0, 0) for first, last in layer.lines
        ]

    def spot(self, x: float, y: float) -> int:
        """Index before or behind the character nearest to the point."""
        if not self._lines:
            return 0
        line = min(range(len(self._lines)), key=lambda n: _distance(self._lines[n], x, y))
        first, last = self.layer.lines[line]
        drawn = [i for i in range(first, last) if self._box(i)[2] > 0]
        nearest = min(drawn, key=lambda i: _distance(self._box(i), x, y))
        left, top, right, bottom = self._box(nearest)
        tall = self._is_upright(line, drawn)
        behind = y > (top + bottom) / 2 if tall else x > (left + right) / 2
        if self._runs_back(drawn, tall):
            behind = not behind
        return nearest + behind

    def over_text(self, x: float, y: float) -> bool:
        return any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in self._lines)

    def word(self, index: int) -> tuple[int, int]:
        """The word around an index; the two halves of a broken one are one."""
        text = self.layer.text
        start = end = min(max(index, 0), len(text))
        while start > 0 and _in_word(text, start - 1):
            start -= 1
        while end < len(text) and _in_word(text, end):
            end += 1
        return start, end

    def line(self, index: int) -> tuple[int, int]:
        at = bisect_right(self.layer.lines, index, key=lambda line: line[0]) - 1
        return self.layer.lines[at] if at >= 0 else (0, 0)

    def _box(self, index: int) -> Box:
        left, top, right, bottom = self._boxes[4 * index : 4 * index + 4]
        return left, top, right, bottom

    def _is_upright(self, line: int, drawn: list[int]) -> bool:
        """Does the line run up or down the page?"""
        left, top, right, bottom = self._lines[line]
        return len(drawn) > 2 and bottom - top > 2 * (right - left)

    def _runs_back(self, drawn: list[int], tall: bool) -> bool:
        """From right to left, or upwards."""
        if len(drawn) < 2:
            return False
        edge = 1 if tall else 0
        return self._box(drawn[-1])[edge] < self._box(drawn[0])[edge]


def selected_text(selection: Selection, layer_of: Callable[[int], PageLayer | None]) -> str:
    """What goes to the clipboard; pages whose text has not come are left out."""
    first, last = selection.ends
    parts = []
    for page in range(first.page, last.page + 1):
        layer = layer_of(page)
        if layer is not None:
            start, end = selection.on(page, len(layer.text))
            parts.append(copied(layer.text[start:end]))
    return "\n".join(part for part in parts if part)


def _in_word(text: str, index: int) -> bool:
    char = text[index]
    if char == "\u00ad" or (char == "\n" and index > 0 and text[index - 1] == "\u00ad"):
        return True
    return char.isalnum() or char in "_'’-–"


def _distance(box: Box, x: float, y: float) -> float:
    """Of a point to a box; a line beside counts less than one above or below."""
    across = max(box[0] - x, 0.0, x - box[2])
    down = max(box[1] - y, 0.0, y - box[3])
    return across + 4.0 * down
