"""From findings to a score and a verdict, for a sentence and for the whole answer.

The score is the estimated probability that the passages support the sentence, from the figures of ``support``. A failing rule never leaves "supported", whatever the score; a doubt leaves "partly supported" at best.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from app.messages.validation import Finding, SentenceReport, SentenceVerdict
from app.rules.claim import Claim

Overall = Literal["supported", "partly_supported", "unsupported"]

SUPPORTED_AT = 0.45
PARTLY_AT = 0.15
_BIAS, _COVERAGE, _NAME, _FIGURE = -4.4, 5.7, -0.7, -0.65
"""Fitted by tests/benchmarks/fit_support.py on the WiCE development claims, then rounded; there are its areas and its F1."""


_FIGURES = ("numbers", "dates", "computed")


def score(claim: Claim, findings: Sequence[Finding]) -> float:
    """Probability 0–1 that the sentence is supported by the passages. Figures that the rules found elsewhere than in a sentence count too:
    the year in a heading, the result of a right calculation."""
    if not claim.sources:
        return 0.0
    given = claim.support
    if not any(f.rule in _FIGURES and f.outcome in ("fail", "doubt") for f in findings):
        given = given.with_all_figures()
    z = _BIAS + _COVERAGE * given.coverage + _NAME * given.names_missing + _FIGURE * given.figures_missing
    return 1 / (1 + math.exp(-z))


def sentence_verdict(value: float, findings: Sequence[Finding]) -> SentenceVerdict:
    """ "supported" only above the threshold and without fail or doubt."""
    failed = any(f.outcome == "fail" for f in findings)
    doubted = any(f.outcome == "doubt" for f in findings)
    if value >= SUPPORTED_AT and not failed and not doubted:
        return "supported"
    return "partly_supported" if value >= PARTLY_AT else "unsupported"


def overall_verdict(sentences: Sequence[SentenceReport]) -> Overall:
    """ "supported" only if every claim is. An answer without any claim has nothing that supports it: "unsupported"."""
    claims = [s.verdict for s in sentences if s.verdict != "no_claim"]
    if claims and all(v == "supported" for v in claims):
        return "supported"
    if any(v in ("supported", "partly_supported") for v in claims):
        return "partly_supported"
    return "unsupported"
