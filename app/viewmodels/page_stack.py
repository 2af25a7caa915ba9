"""Where the pages of a document stand when they are laid out below each other: a thousand pages cost two lists of numbers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate


@dataclass(frozen=True)
class PageRect:
    """In pixels of the whole stack, from its top left."""

    left: float
    top: float
    width: float
    height: float


class PageStack:
    """Pages count from 1 and are centred. ``scale`` is pixels a point; ``gap`` pixels between pages, and above and beside them."""

    def __init__(self, sizes: Sequence[tuple[float, float]] = (), gap: int = 0) -> None:
        self._sizes = list(sizes)
        self._gap = gap
        self.scale = 1.0
        self._tops: list[float] = []
        self.set_scale(1.0)

    def __len__(self) -> int:
        return len(self._sizes)

    def set_scale(self, scale: float) -> None:
        self.scale = scale
        heights = (height * scale + self._gap for _, height in self._sizes)
        self._tops = list(accumulate(heights, initial=float(self._gap)))

    @property
    def width(self) -> float:
        """Of the widest page with its margins."""
        return max((width for width, _ in self._sizes), default=0.0) * self.scale + 2 * self._gap

    @property
    def height(self) -> float:
        return self._tops[-1]

    def fit_width(self, width: float) -> float:
        """The scale at which the widest page fills ``width`` pixels."""
        return max(width - 2 * self._gap, 50.0) / max((w for w, _ in self._sizes), default=1.0)

    def fit_page(self, page: int, width: float, height: float) -> float:
        """The scale at which this page is seen whole."""
        own_width, own_height = self._sizes[page - 1]
        return min(max(width - 2 * self._gap, 50.0) / own_width, max(height - 2 * self._gap, 50.0) / own_height)

    def rect(self, page: int, view_width: float = 0.0) -> PageRect:
        """``view_width``: what there is to centre in, where it is wider than the stack."""
        width, height = self._sizes[page - 1]
        whole = max(self.width, view_width)
        return PageRect((whole - width * self.scale) / 2, self._tops[page - 1], width * self.scale, height * self.scale)

    def at(self, y: float) -> int:
        """The page at this height; the gap below a page is the page's."""
        return min(max(bisect_right(self._tops, y), 1), max(len(self._sizes), 1))

    def between(self, top: float, bottom: float) -> range:
        """The pages of which something lies between these heights."""
        if not self._sizes:
            return range(0)
        first = self.at(top)
        # What is left of ``first`` may be no more than the gap below it.
        if self._tops[first - 1] + self._sizes[first - 1][1] * self.scale < top and first < len(self._sizes):
            first += 1
        return range(first, max(self.at(bottom), first) + 1)
