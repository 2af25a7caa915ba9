"""Rule: some cited sentence is close in meaning.

Why: word overlap alone takes a sentence on another matter for support. The similarity is the cosine of multilingual e5 vectors, brought
to 0–1 by ``similarity.calibrated``. Without an embedder the rule is silent.
Example: an answer on parking cited from a sentence on opening hours → doubt. Languages: the embedder's (about 100).
Source of the threshold: set by hand, judged by tests/benchmarks/bench_validator.py.
"""

from __future__ import annotations

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule

FAR = 0.25


def check(claim: Claim) -> list[Finding]:
    near = claim.attribution.similarity
    if near is None or near >= FAR:
        return []
    return [claim.finding("semantic", "doubt", "semantic.far", (0, len(claim.text)))]


RULE = Rule("semantic", "factuality", check, "about 100, by the embedder")
