"""From findings to a score and a verdict, for a sentence and for the whole answer.

The score is the estimated probability that the cited sentences support the sentence: a logistic combination of coverage, similarity and
what the rules found. A failing rule never leaves "supported", whatever the score; a doubt leaves "partly supported" at best.
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
_BIAS, _COVERAGE, _SIMILARITY, _FAIL, _DOUBT, _PASSED = -2.6, 2.2, 1.9, -0.8, -0.4, 0.6
"""Fitted on the WiCE development claims (ridge: area under the curve 0.80 on the same claims, 0.78 in five folds), then rounded."""
_UNKNOWN_SIMILARITY = 0.5
_SILENT = frozenset(("language",))
"""Rules that speak of form; their doubt does not lower the support."""


def score(claim: Claim, findings: Sequence[Finding]) -> float:
    """Probability 0–1 that the sentence is supported by its sources."""
    if not claim.sources:
        return 0.0
    near = claim.attribution.similarity
    fails = sum(f.outcome == "fail" for f in findings)
    doubts = sum(f.outcome == "doubt" and f.rule not in _SILENT for f in findings)
    passed = any(f.outcome == "pass" and f.rule in ("numbers", "dates", "names", "quotation", "computed") for f in findings)
    z = (
        _BIAS
        + _COVERAGE * claim.attribution.coverage
        + _SIMILARITY * (_UNKNOWN_SIMILARITY if near is None else near)
        + _FAIL * min(fails, 2)
        + _DOUBT * min(doubts, 2)
        + _PASSED * passed
    )
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
