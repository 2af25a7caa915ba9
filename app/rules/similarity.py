"""Similarity in meaning between claims and the few passage sentences that are worth it, embedded in small batches.

Embedding is the dear part (4–15 ms a sentence on two cores), so only the lexically best sentences are embedded, each once, and the
deadline is looked at between batches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

LOW_COSINE, HIGH_COSINE = 0.78, 0.92
"""multilingual-e5-small: median cosine of unrelated and of equivalent sentences (WiCE development, bench_validator)."""
_BATCH = 8
_MAX_CHARACTERS = 400


class Embed(Protocol):
    """Unit vectors of short texts, shape (n, dimension)."""

    def __call__(self, texts: Sequence[str], /) -> npt.NDArray[np.float32]: ...


class Vectors:
    """Vectors by text, made once."""

    def __init__(self, embed: Embed | None, deadline: Callable[[], bool]) -> None:
        self._embed = embed
        self._deadline = deadline
        self._known: dict[str, npt.NDArray[np.float32]] = {}

    def prepare(self, texts: Iterable[str]) -> None:
        """Embeds what is new, stopping at the deadline."""
        if self._embed is None:
            return
        new = sorted({t[:_MAX_CHARACTERS] for t in texts} - self._known.keys(), key=len)
        for at in range(0, len(new), _BATCH):
            if self._deadline():
                return
            batch = new[at : at + _BATCH]
            for text, vector in zip(batch, self._embed(batch), strict=True):
                self._known[text] = vector

    def similarity(self, a: str, b: str) -> float | None:
        """Calibrated 0–1; None where one of the two has no vector."""
        left, right = self._known.get(a[:_MAX_CHARACTERS]), self._known.get(b[:_MAX_CHARACTERS])
        if left is None or right is None:
            return None
        return calibrated(float(left @ right))


def calibrated(cosine: float) -> float:
    """0 at the cosine of unrelated sentences, 1 at that of equivalent ones."""
    return min(1.0, max(0.0, (cosine - LOW_COSINE) / (HIGH_COSINE - LOW_COSINE)))
