"""From features to a relevance between 0 and 1."""

from __future__ import annotations

import math

from index.search.features import Features

COEFFICIENTS: tuple[tuple[str, float], ...] = (
    ("intercept", -6.5),
    ("cosine_z", 1.33),
    ("coverage", 1.83),
    ("foreign", 1.0),
    ("peak_z", 0.0),
    ("peak_coverage", 0.0),
)


def inputs(features: Features) -> tuple[float, ...]:
    """The logistic's inputs in the order of ``COEFFICIENTS``."""
    home = 1.0 - features.foreign
    return (
        1.0,
        min(max(features.cosine_z, -2.0), 6.0),
        features.coverage * home,
        features.foreign,
        min(features.peak_z, 4.0),
        features.peak_coverage * home,
    )


def relevance(features: Features) -> float:
    """Estimated probability that the passage answers the question, 0 to 1."""
    value = sum(weight * x for (_, weight), x in zip(COEFFICIENTS, inputs(features), strict=True))
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, value))))
