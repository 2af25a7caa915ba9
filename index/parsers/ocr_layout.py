"""Reading order of recognised lines: columns, lines, paragraphs. Words that were broken at a line's end are joined."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
import numpy.typing as npt

_COLUMN_RATIO = 7
"""Width in heights that lines must have for columns of running text; cells of a table are shorter."""
_COLUMN_LINES = 3
_SPANNING = 0.62
"""Share of the width from which a line runs across the columns."""
_BAND_GAP = 1.0
"""Empty strip across the page, in line heights, from which what follows may be of another kind."""
_PARAGRAPH_GAP = 0.7
"""Gap between lines, in line heights, from which a new paragraph begins."""
_FULL_LINE = 0.85
"""Share of the column's width up to which a line reaches that goes on in the next."""
_HYPHEN = re.compile(r"[^\W\d_][-\u00ad\u2010]$")
_CONJUNCTION = re.compile(r"(?:und|oder|bzw|and|or|et|ou)\b")
_MAX_TILT = math.radians(20)
_DEPTH = 6


@dataclass(frozen=True)
class Piece:
    """A recognised piece of a line; the page's skew is taken out, y runs down."""

    left: float
    top: float
    right: float
    bottom: float
    text: str

    @classmethod
    def of(cls, corners: npt.NDArray[np.float32], text: str, angle: float) -> Piece:
        """``corners`` are 4 × 2 points, ``angle`` in radians as ``tilt`` gives it."""
        turned = corners.astype(float) @ np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        # The means of the sides: corners of a line that is a little skewed against the page do not make it higher.
        left, right = float(turned[[0, 3], 0].min()), float(turned[[1, 2], 0].max())
        top, bottom = float(turned[[0, 1], 1].mean()), float(turned[[2, 3], 1].mean())
        return cls(min(left, right), min(top, bottom), max(left, right), max(top, bottom), text)

    @property
    def height(self) -> float:
        return max(self.bottom - self.top, 1.0)

    @property
    def width(self) -> float:
        return max(self.right - self.left, 1.0)

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


def tilt(corners: npt.NDArray[np.float32]) -> float:
    """Angle of the lines (n × 4 × 2 points) in radians, weighted by their length; 0 where they are not tilted alike."""
    top = corners[:, 1] - corners[:, 0]
    lengths = np.linalg.norm(top, axis=1)
    angles = np.arctan2(top[:, 1], top[:, 0])
    usable = (lengths > 3 * np.linalg.norm(corners[:, 3] - corners[:, 0], axis=1)) & (np.abs(angles) < _MAX_TILT)
    if not usable.any():
        return 0.0
    order = np.argsort(angles[usable])
    weights = np.cumsum(lengths[usable][order])
    return float(angles[usable][order][np.searchsorted(weights, weights[-1] / 2)])


def paragraphs(pieces: Sequence[Piece]) -> list[str]:
    """Texts of paragraphs and table rows in reading order."""
    result: list[str] = []
    for column in _columns(list(pieces), 0):
        result += _column_paragraphs(column)
    return result


def lines_in_order(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """The pieces line by line in reading order."""
    return [line for column in _columns(list(pieces), 0) for line in _lines(column)]


def _columns(pieces: list[Piece], depth: int) -> list[list[Piece]]:
    """Groups to be read one after the other. A page is parted into bands by empty strips across it; bands whose columns stand below
    each other are read together, and each column for itself."""
    runs: list[list[Piece]] = []
    for band in _bands(pieces):
        if runs and _go_on(runs[-1], band):
            runs[-1] = runs[-1] + band
        else:
            runs.append(band)
    return [group for run in runs for group in _run_columns(run, depth)]


def _bands(pieces: list[Piece]) -> list[list[Piece]]:
    bands: list[list[Piece]] = []
    height = median(p.height for p in pieces) if pieces else 1.0
    reach = -math.inf
    for piece in sorted(pieces, key=lambda p: p.top):
        if not bands or piece.top - reach > _BAND_GAP * height:
            bands.append([])
        bands[-1].append(piece)
        reach = max(reach, piece.bottom)
    return bands


def _go_on(run: list[Piece], band: list[Piece]) -> bool:
    if any(median(p.width / p.height for p in part) < _COLUMN_RATIO for part in (run, band)):
        return False  # a table
    both = run + band
    gutter = _gutter(both)
    return gutter is not None and not any(p.left < gutter < p.right for p in both)


def _run_columns(pieces: list[Piece], depth: int) -> list[list[Piece]]:
    """What spans the columns parts the run, between that each column is read for itself."""
    if len(pieces) < 2 * _COLUMN_LINES or depth > _DEPTH:
        return [pieces] if pieces else []
    left, right = min(p.left for p in pieces), max(p.right for p in pieces)
    gutter = _gutter([p for p in pieces if p.width < _SPANNING * (right - left)])
    if gutter is None:
        return [pieces]
    groups: list[list[Piece]] = []
    band: list[Piece] = []
    for piece in sorted(pieces, key=lambda p: p.middle):
        if piece.left < gutter < piece.right:
            groups += _sides(band, gutter, depth)
            band = []
            if groups and _spans(groups[-1], gutter):
                groups[-1].append(piece)
            else:
                groups.append([piece])
        else:
            band.append(piece)
    return groups + _sides(band, gutter, depth)


def _spans(group: list[Piece], gutter: float) -> bool:
    return all(piece.left < gutter < piece.right for piece in group)


def _sides(band: list[Piece], gutter: float, depth: int) -> list[list[Piece]]:
    first = [p for p in band if p.right <= gutter]
    second = [p for p in band if p.left >= gutter]
    return _columns(first, depth + 1) + _columns(second, depth + 1)


def _gutter(pieces: list[Piece]) -> float | None:
    """Middle of the widest strip without text between two columns of running text, None when there is none."""
    if len(pieces) < 2 * _COLUMN_LINES:
        return None
    height = median(p.height for p in pieces)
    best: tuple[float, float] | None = None
    reach = -math.inf
    for piece in sorted(pieces, key=lambda p: p.left):
        gap = piece.left - reach
        at = reach + gap / 2
        if reach > -math.inf and gap > 0.5 * height and (best is None or gap > best[0]) and _are_columns(pieces, at):
            best = (gap, at)
        reach = max(reach, piece.right)
    return best[1] if best else None


def _are_columns(pieces: list[Piece], at: float) -> bool:
    for side in ([p for p in pieces if p.right <= at], [p for p in pieces if p.left >= at]):
        if len(side) < _COLUMN_LINES or median(p.width / p.height for p in side) < _COLUMN_RATIO:
            return False
    return True


def _column_paragraphs(pieces: list[Piece]) -> list[str]:
    left, right = min(p.left for p in pieces), max(p.right for p in pieces)
    result: list[str] = []
    previous: list[Piece] | None = None
    for line in _lines(pieces):
        text = " ".join(piece.text for piece in line)
        if previous is None or _is_apart(previous, line):
            result.append(text)
        elif _HYPHEN.search(result[-1]) and text[:1].islower():
            # "Ein- und Ausgang" keeps its hyphen, "Ver-" + "gütung" does not.
            result[-1] = f"{result[-1]} {text}" if _CONJUNCTION.match(text) else result[-1][:-1] + text
        else:
            goes_on = len(previous) == 1 and previous[0].right > left + _FULL_LINE * (right - left)
            result[-1] += (" " if goes_on else "\n") + text
        previous = line
    return result


def _is_apart(previous: list[Piece], line: list[Piece]) -> bool:
    gap = min(p.top for p in line) - max(p.bottom for p in previous)
    return gap > _PARAGRAPH_GAP * max(p.height for p in previous)


def _lines(pieces: list[Piece]) -> list[list[Piece]]:
    """Pieces beside each other, from left to right; lines from top to bottom."""
    lines: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda p: p.middle):
        last = lines[-1] if lines else []
        if (
            last
            and median(p.top for p in last) < piece.middle < median(p.bottom for p in last)
            and not any(_overlap(piece, other) for other in last)
        ):
            last.append(piece)
        else:
            lines.append([piece])
    return [sorted(line, key=lambda p: p.left) for line in lines]


def _overlap(one: Piece, other: Piece) -> bool:
    """More than a third of the narrower one stands above or below the other: they are two lines, however close."""
    return min(one.right, other.right) - max(one.left, other.left) > min(one.width, other.width) / 3
