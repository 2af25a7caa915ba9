"""Rule: the content words of the sentence stand in the cited sentences or their headings.

Why: what shares few words with its source is either a free paraphrase or an addition; both deserve a look. Words are stemmed, weighted by
rarity over the passages (idf), those that the question has said already count little. A word whose like stands there (``alignment``) is no
addition.
Example: "The office also offers free parking" cited from "The office opens at nine" → doubt on "offers, free, parking".
Languages: all (stemmed: those of Snowball; pairs of characters in Chinese and Japanese).
Source of the thresholds: set by hand, judged on WiCE and planted errors by tests/benchmarks/bench_validator.py.
"""

from __future__ import annotations

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule

LOW = 0.35
ENOUGH = 0.6
NEAR = 0.5
"""Credit (``app.rules.support``) from which another word counts as a word of the same meaning."""


def check(claim: Claim) -> list[Finding]:
    attribution = claim.attribution
    coverage = max(attribution.coverage, claim.support.coverage)
    if not claim.sources or not claim.terms.weights or coverage >= ENOUGH:
        return []
    missing = [
        w
        for w in claim.words
        if w.stem in claim.terms.weights and w.stem not in attribution.covered and claim.support.credit(w.stem) < NEAR
    ]
    if not missing:
        return []
    span = (missing[0].start, missing[-1].end)
    if coverage < LOW:
        return [claim.finding("coverage", "fail", "coverage.low", span)]
    what = ", ".join(dict.fromkeys(w.text for w in missing[:5]))
    return [claim.finding("coverage", "doubt", "coverage.part", span, what=what)]


RULE = Rule("coverage", "factuality", check, "all")
