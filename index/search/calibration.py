"""From features to a relevance between 0 and 1."""

from __future__ import annotations

import math

from index.search.features import Features

COEFFICIENTS: tuple[tuple[str, float], ...] = (
    ("intercept", -3.0),
    ("cosine_z", 0.9),
    ("coverage", 2.5),
    ("lead_z", 0.5),
    ("lead_coverage", 1.0),
    ("agreement", 0.5),
)


def inputs(features: Features) -> tuple[float, ...]:
    """The logistic's inputs in the order of ``COEFFICIENTS``."""
    agreement = (reciprocal(features.rank_vector) + reciprocal(features.rank_text)) / 2
    return (
        1.0,
        min(max(features.cosine_z, -2.0), 6.0),
        features.coverage,
        max(features.lead_z, -4.0),
        features.lead_coverage,
        agreement,
    )


def reciprocal(rank: int | None) -> float:
    return 0.0 if rank is None else 1.0 / rank


def relevance(features: Features) -> float:
    """Estimated probability that the passage answers the question, 0 to 1."""
    value = sum(weight * x for (_, weight), x in zip(COEFFICIENTS, inputs(features), strict=True))
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, value))))
