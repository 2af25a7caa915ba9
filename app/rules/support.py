"""How well the passages carry a sentence, as figures from which ``verdict.score`` makes a probability.

For each content word, quantity and part of a name: its credit in a passage sentence, 1 where it stands there (or in the heading above), less
where only its like does (``alignment``). At most three sentences are chosen, each time the one that adds most.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from app.rules.evidence import Evidence
from app.rules.proper_names import Name
from app.rules.quantities import Quantity
from app.rules.words import Token

SENTENCES = 3
"""More add nothing on the WiCE development claims (area under the curve 0.832 with three, 0.827 with four)."""
_ECHO_WEIGHT = 0.3
"""Weight of a word that the question has already said."""
FEW_WORDS = 5
"""A sentence of fewer content words is judged by them alone: the tokens of so short a text have hardly any context."""
_LEAST = 0.15
_LOG_FULL, _LOG_NONE = math.log(1 + _LEAST), math.log(_LEAST)


@dataclass(frozen=True)
class Support:
    """``coverage``: mean credit, 0–1. ``log_credit``: mean of ln(credit + 0.15), -1.9 to 0.14, in which one word without any credit weighs
    more than two with half of it. ``names_missing`` and ``figures_missing``: how many words of names and how many quantities have no credit
    (fractions count). ``figure_weight``: share of one quantity in ``coverage``. ``nearness``: mean cosine of the words' nearest tokens,
    None where the sentence was not embedded or is judged by its words alone. ``credits``: best credit by stem."""

    coverage: float = 1.0
    log_credit: float = _LOG_FULL
    names_missing: float = 0.0
    figures_missing: float = 0.0
    figure_weight: float = 0.0
    nearness: float | None = None
    credits: Mapping[str, float] | None = None

    def with_all_figures(self) -> Support:
        """As if every quantity stood in the passages: the rules for numbers and dates know more ways to find one (a heading, a sum)."""
        share = self.figures_missing * self.figure_weight
        log_credit = min(_LOG_FULL, self.log_credit + share * (_LOG_FULL - _LOG_NONE))
        return replace(self, coverage=min(1.0, self.coverage + share), log_credit=log_credit, figures_missing=0.0)

    def credit(self, stem: str) -> float:
        """Credit 0–1 of a word of the sentence by its stem; 0 for a stem that is not in it."""
        return (self.credits or {}).get(stem, 0.0)


def support(
    words: Sequence[Token],
    quantities: Sequence[Quantity],
    names: Sequence[Name],
    asked: frozenset[str],
    evidence: Evidence,
    likeness: npt.NDArray[np.float32],
    nearness: float | None = None,
) -> Support:
    """``words``: content words that are no part of a quantity; ``likeness`` (words, passage sentences) and ``nearness`` by ``Alignment``;
    ``asked``: stems of the question."""
    figures = [q for q in quantities if not q.weak]
    count = len(evidence.sentences)
    if not count or not (words or figures):
        return Support()
    matrix = np.zeros((len(words) + len(figures), count), dtype=np.float32)
    matrix[: len(words)] = likeness
    homes = np.array([s.passage_index for s in evidence.sentences])
    for row, word in enumerate(words):
        for index, strength in evidence.where(word.stem).items():
            matrix[row, index] = max(matrix[row, index], strength)
        for number in range(len(evidence.passages)):
            if evidence.context_holds(number, word.stem):
                matrix[row, homes == number] = 1.0
    for row, figure in enumerate(figures, start=len(words)):
        matrix[row, list(evidence.stating(figure))] = 1.0
    weights = np.array([_ECHO_WEIGHT if w.stem in asked else 1.0 for w in words] + [1.0] * len(figures), dtype=np.float32)
    covered = _covered(matrix, weights)
    named = np.array([any(n.sure and n.start <= w.start < n.end for n in names) for w in words], dtype=bool)
    own = covered[: len(words)]
    return Support(
        coverage=float(covered @ weights / weights.sum()),
        log_credit=float(np.log(covered + _LEAST) @ weights / weights.sum()),
        names_missing=float((1 - own[named]).sum()),
        figures_missing=float((1 - covered[len(words) :]).sum()),
        figure_weight=float(1 / weights.sum()),
        nearness=nearness if len(words) >= FEW_WORDS else None,
        credits={w.stem: float(c) for w, c in zip(words, own, strict=True)},
    )


def _covered(matrix: npt.NDArray[np.float32], weights: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Best credit of each row over the chosen sentences."""
    covered = np.zeros(len(matrix), dtype=np.float32)
    for _ in range(SENTENCES):
        together = np.maximum(covered[:, None], matrix)
        gains = weights @ together
        best = int(gains.argmax())
        if gains[best] <= weights @ covered + 1e-6:
            break
        covered = together[:, best]
    return covered
