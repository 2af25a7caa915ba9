"""Waiting between tries."""

from __future__ import annotations

import random

from app.settings.schema import RetryPolicy


def backoff_s(policy: RetryPolicy, attempt: int) -> float:
    """Seconds before the try after ``attempt`` (0 is the first): ``base · 2^attempt + U(0, jitter)`` (contract, section 1)."""
    return (policy.base_ms * (1 << attempt) + random.uniform(0, policy.jitter_ms)) / 1000
