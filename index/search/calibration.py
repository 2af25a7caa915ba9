"""From features to a relevance between 0 and 1: the estimated probability that the passage answers the question.

A logistic over features that exist at query time, fitted with `tests/benchmarks/bench_calibration.py --fit --documents`
(e5-small, 30 November 2026; tables in tests/benchmarks/README.md). Material: XQuAD in English, German and Chinese, each in the
own and in another language, half of the questions over a collection without their paragraph but with its siblings (near misses);
for half of them part of the shared words is taken away, since people word questions otherwise than the text; and the office
and German documents with the real parsers, counted four times.

**What 0.6 means.** (1 December 2026, ``cosine_z`` cut at 12.) On XQuAD 71 % of the passages with a relevance of 0.55 to 0.65 answer (88 % at 0.65 to
0.80), and of near misses only 0 to 7 % have any passage of 0.6 or more. 0.6 is strict: the best passage reaches it for 84 % of the answerable English
questions, 75 % of the German and 65 % of the Chinese ones, 75 % of the office questions, and for none of the twelve German law questions, which are
worded unlike the law although the best passage answers half of them. **In long documents it says too much**: of 14 passages at 0.55 to 0.80 six answer, of
12 at 0.80 to 0.95 nine, of four above that all. The others are nearly all neighbours of the passage that answers, in the same section (read one by one), so
there 0.6 means "the answer stands here or beside". "Nothing found" has no safe threshold: at 0.4 83 to 91 % of the near misses and 98 % of foreign
questions are refused, with 7 to 18 % of the answerable ones, and nearly all of the law questions; those have to be refused by what the answer can be
supported with. Fitted anew with the cut at 12 the tables stay as they are to a hundredth or two, so the coefficients were kept.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from index.search.features import Features

COEFFICIENTS: tuple[tuple[str, float], ...] = (
    ("intercept", -10.14),
    ("cosine_z", 0.59),
    ("coverage", 2.14),
    ("saturation", 4.59),
    ("consensus", 1.36),
    ("foreign", 1.92),
    ("brevity", -3.59),
)

_GUESS = {"cosine_z": 1.33, "coverage": 3.3, "saturation": 3.3}
"""Weights of a passage's own features where nothing is known yet of those beside it. The coefficients were fitted with these: fit anew
after a change."""


def inputs(features: Features) -> tuple[float, ...]:
    """The logistic's inputs in the order of ``COEFFICIENTS``."""
    home = 1.0 - features.foreign
    return (
        1.0,
        clipped(features.cosine_z),
        features.coverage * home,
        features.saturation * home,
        features.consensus,
        features.foreign,
        features.brevity,
    )


def relevance(features: Features) -> float:
    """Estimated probability that the passage answers the question, 0 to 1."""
    value = sum(weight * x for (_, weight), x in zip(COEFFICIENTS, inputs(features), strict=True))
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, value))))


ORDER: Mapping[str, float] = {
    "cosine_z": 1.0, "coverage": 1.7, "saturation": 3.7, "consensus": 1.36, "foreign": 2.0, "brevity": -3.59,
}  # fmt: skip
"""Weights that put the passages of one question in order, in units of ``cosine_z``. Chosen over twenty-nine sets of eleven languages in eight families, none
of them decisive (tests/benchmarks/README.md, "What orders the hits of a question"); that of ``foreign``, which only matters where
documents in two languages are searched, is set by hand."""

SPEAKS_FULLY = 16
"""Words of a question from which on consensus counts whole. A long question describes a matter, of which several passages speak; by a short
one (a heading, a name) one passage is meant, and its neighbours are wrong."""

WORDED_FULLY = 12
"""Words of a question from which on its words count whole, half of it at least: of two or three words each has too great a share for what
it says. Where vectors were not searched all is said by the words."""


def order(features: Features) -> float:
    """Higher is better among the passages of one question; no probability."""
    home = 1.0 - features.foreign
    # Passages in another language than the question agree in their language too, which says little.
    fully = min(1.0, features.question_words / SPEAKS_FULLY) * (1.0 - 0.5 * features.foreign)
    worded = home * (min(1.0, max(0.5, features.question_words / WORDED_FULLY)) if features.has_vector else 1.0)
    return (
        ORDER["cosine_z"] * clipped(features.nearness)
        + worded * (ORDER["coverage"] * features.coverage + ORDER["saturation"] * features.saturation)
        + fully * ORDER["consensus"] * features.consensus
        + ORDER["foreign"] * features.foreign
        + ORDER["brevity"] * features.brevity
    )


def relevances(passages: Sequence[Features]) -> list[float]:
    """The relevance of each passage of one question. What tells whether anything answers is not what tells which of two passages does: the
    probabilities are those of ``relevance``, handed out by ``order``, so that the best passage has the highest."""
    values = sorted((relevance(features) for features in passages), reverse=True)
    ranked = sorted(range(len(passages)), key=lambda i: -order(passages[i]))
    given = [0.0] * len(passages)
    for place, value in zip(ranked, values, strict=True):
        given[place] = value
    return given


def clipped(cosine_z: float) -> float:
    """Far from the ordinary either way says no more. At 12, not 6: passages that are all very near still differ in how near (S@1 0.004 more
    on Cranfield and on XQuAD en and de)."""
    return min(max(cosine_z, -2.0), 12.0)


def first_guess(cosine_z: float, coverage: float, saturation: float, foreign: float) -> float:
    """Log-odds, up to a constant, by what one passage says for itself: chooses those that ``features.consensus`` compares with."""
    own = _GUESS["coverage"] * coverage + _GUESS["saturation"] * saturation
    return _GUESS["cosine_z"] * clipped(cosine_z) + (1.0 - foreign) * own
