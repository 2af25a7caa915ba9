"""Similarity in meaning between claims and the few passage sentences that are worth it, embedded in small batches.

Embedding is the dear part (4–15 ms a sentence on two cores), so only the lexically best sentences are embedded, each once, and the
deadline is looked at between batches.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

SENTENCE_MODEL = "multilingual-e5-small"
"""The model that sentences are compared with, whatever model a collection is searched with: the thresholds here, in ``extractive`` and in
``alignment`` were measured with it and hold for no other."""

LOW_COSINE, HIGH_COSINE = 0.78, 0.92
"""multilingual-e5-small puts unrelated sentences near the first and equivalent ones near the second; set by hand, judged by
tests/benchmarks/bench_validator.py."""
_BATCH = 4
BUDGET_S = 0.2
"""Embedding stops after this time, so that ``alignment`` and the rules have theirs within the validator's 800 ms; the rest is judged by
words."""
_MAX_CHARACTERS = 400


class Embed(Protocol):
    """Unit vectors of short texts, shape (n, dimension)."""

    def __call__(self, texts: Sequence[str], /) -> npt.NDArray[np.float32]: ...


class AskingEmbed(Protocol):
    """An ``Embed`` that also makes vectors of questions that look for passages (``asking``); models with prefixes tell the two apart."""

    def __call__(self, texts: Sequence[str], /, *, asking: bool = False) -> npt.NDArray[np.float32]: ...


class Vectors:
    """Vectors by text, made once; ``known`` are those of an earlier check."""

    def __init__(
        self,
        embed: Embed | None,
        deadline: Callable[[], bool],
        budget_s: float | None = None,
        known: dict[str, npt.NDArray[np.float32]] | None = None,
    ) -> None:
        self._embed = embed
        self._deadline = deadline
        self._left = BUDGET_S if budget_s is None else budget_s
        self._known = {} if known is None else known

    def prepare(self, texts: Iterable[str]) -> None:
        """Embeds what is new in the given order, stopping at the deadline or when the time for embedding is used up."""
        if self._embed is None:
            return
        new = [t for t in dict.fromkeys(t[:_MAX_CHARACTERS] for t in texts) if t not in self._known]
        for at in range(0, len(new), _BATCH):
            if self._deadline() or self._left <= 0:
                return
            began = time.perf_counter()
            batch = new[at : at + _BATCH]
            for text, vector in zip(batch, self._embed(batch), strict=True):
                self._known[text] = vector
            self._left -= time.perf_counter() - began

    def vector(self, text: str) -> npt.NDArray[np.float32] | None:
        return self._known.get(text[:_MAX_CHARACTERS])

    def similarity(self, a: str, b: str) -> float | None:
        """Calibrated 0–1; None where one of the two has no vector."""
        left, right = self.vector(a), self.vector(b)
        if left is None or right is None:
            return None
        return calibrated(float(left @ right))


def nearness(question: str, texts: Sequence[str], embed: AskingEmbed | None, budget_s: float) -> dict[str, float]:
    """Cosine of each text to the question that looks for it, by text; without those for which there was no time."""
    if embed is None or not texts:
        return {}
    asked = embed([question[:_MAX_CHARACTERS]], asking=True)[0]
    vectors = Vectors(embed, lambda: False, budget_s)
    vectors.prepare(texts)
    return {text: float(asked @ vector) for text in texts if (vector := vectors.vector(text)) is not None}


def calibrated(cosine: float) -> float:
    """0 at the cosine of unrelated sentences, 1 at that of equivalent ones."""
    return min(1.0, max(0.0, (cosine - LOW_COSINE) / (HIGH_COSINE - LOW_COSINE)))
