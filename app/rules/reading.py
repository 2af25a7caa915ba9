"""What was read of a question's passages, kept while several texts are checked against them.

The composer tries up to four texts a question; sentences, words and vectors of the passages are the same for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from app.messages.retrieval import Passage
from app.rules.evidence import Evidence

TokensOfWindow = tuple[npt.NDArray[np.float32], npt.NDArray[np.int64]]
"""Vectors of a window's tokens (tokens, dimension), and the place in the window of each one's sentence."""


@dataclass(frozen=True)
class Reading:
    """``vectors``: of short texts. ``windows``: by the text of the window (``alignment``). Both grow with what the checks embed: some 3 MB for
    eight passages. One thread at a time."""

    evidence: Evidence
    vectors: dict[str, npt.NDArray[np.float32]] = field(default_factory=dict)
    windows: dict[str, TokensOfWindow] = field(default_factory=dict)

    @classmethod
    def of(cls, passages: Sequence[Passage], language: str) -> Reading:
        return cls(Evidence(passages, language))

    def also(self, passages: Sequence[Passage], language: str) -> Reading:
        """Of a part of the passages, with the same vectors."""
        return Reading(Evidence(passages, language), self.vectors, self.windows)

    def fits(self, passages: Sequence[Passage], language: str) -> bool:
        """Is it of these passages, in this order, read in this language?"""
        return self.evidence.language == language and self.evidence.passages == tuple(passages)
