"""Rule: the words of the sentence are borne out by the cited sentences or their headings.

Why: a sentence that shares few words with its source is either a free paraphrase or an addition; both deserve a look. Words are stemmed, weighted by
rarity over the passages (idf), those that the question has said already count little; a word whose like stands there (``alignment``) is no
addition. Which words to mark depends on their neighbours as well: an addition is a clause, not a word, and a figure that no passage has
seldom stands alone.
Example: "The office also offers free parking" cited from "The office opens at nine" → doubt on "offers free parking".
Languages: all (stemmed: those of Snowball; pairs of characters in Chinese and Japanese).
Source of the thresholds: ``WHOLE`` and ``LOW`` by hand; the weights of a word by logistic regression on the words that people marked in the WiCE
development claims (tests/benchmarks/README.md has the figures in cross-validation).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.words import Token, is_content

LOW = 0.35
WHOLE = 0.85
"""Coverage from which nothing is marked unless another rule doubts something."""
NEAR = 0.5
"""Credit (``app.rules.support``) from which another word counts as a word of the same meaning."""
MARKED_AT = 0.31
_MOST = 3
"""Findings of a sentence; more would be read by nobody."""
_GRADED = ("coverage", "semantic", "citation")
_SURE = ("numbers", "dates", "names", "computed")
_REACH_SURE, _REACH_RISK = 1.5, 1.0
"""Words at which the influence of a neighbour is halved."""
_WEIGHTS = (-1.78, 2.33, 1.03, 1.48, 1.70, -0.69, -0.82, 0.23)
"""Intercept; in a figure or name that a rule misses; in what another rule doubts; such figures near by; unknown words near by; in a passage, in
the first cited sentence; rarity. Of content words only the last three."""


def check(claim: Claim) -> list[Finding]:
    """Only whether too few words are known; which ones is told by ``marks``."""
    if not claim.sources or not claim.terms.weights or _covered(claim) >= LOW:
        return []
    missing = [
        w
        for w in claim.words
        if w.stem in claim.terms.weights and w.stem not in claim.attribution.covered and claim.support.credit(w.stem) < NEAR
    ]
    return [claim.finding("coverage", "fail", "coverage.low", (missing[0].start, missing[-1].end))] if missing else []


def marks(claim: Claim, findings: Sequence[Finding]) -> list[Finding]:
    """The runs of words that are probably not borne out, where ``findings`` of the other rules or the coverage give cause to look."""
    spans = [
        (f.span.start - claim.start, f.span.end - claim.start, f.rule in _SURE)
        for f in findings
        if f.span is not None and f.outcome in ("doubt", "fail") and f.rule not in _GRADED
    ]
    if not claim.sources or not claim.words or any(f.rule == "coverage" and f.outcome == "fail" for f in findings):
        return []
    if _covered(claim) >= WHOLE and not spans:
        return []
    runs = [run for run in _runs(claim, _probabilities(claim, spans)) if not _inside(run, spans)]
    return [
        claim.finding(
            "coverage", "doubt", "coverage.part", (run[0].start, run[-1].end), what=claim.text[run[0].start : run[-1].end]
        )
        for run in runs[:_MOST]
    ]


def _covered(claim: Claim) -> float:
    return max(claim.attribution.coverage, claim.support.coverage)


def _probabilities(claim: Claim, spans: Sequence[tuple[int, int, bool]]) -> list[float]:
    """For each word of the sentence that no passage bears it out, 0–1."""
    words = claim.words
    evidence, first = claim.evidence, claim.sources[0]
    content = [is_content(w, claim.language) for w in words]
    sure = [float(any(a < w.end and w.start < b for a, b, is_sure in spans if is_sure)) for w in words]
    other = [float(any(a < w.end and w.start < b for a, b, is_sure in spans if not is_sure)) for w in words]
    risk = [(1 - claim.support.credit(w.stem)) * c for w, c in zip(words, content, strict=True)]
    found = []
    for i, word in enumerate(words):
        own = (max(evidence.where(word.stem).values(), default=0.0), evidence.holds(first, word.stem), evidence.idf(word.stem))
        figures = (
            1.0,
            sure[i],
            other[i],
            _near(sure, i, _REACH_SURE),
            _near(risk, i, _REACH_RISK),
            *(x * content[i] for x in own),
        )
        found.append(1 / (1 + math.exp(-sum(w * x for w, x in zip(_WEIGHTS, figures, strict=True)))))
    return found


def _near(values: Sequence[float], at: int, reach: float) -> float:
    """Mean of the other words' values, the nearer the heavier."""
    weights = [0.5 ** (abs(at - j) / reach) if j != at else 0.0 for j in range(len(values))]
    return sum(w * v for w, v in zip(weights, values, strict=True)) / (sum(weights) or 1.0)


def _runs(claim: Claim, probabilities: Sequence[float]) -> Iterator[list[Token]]:
    """Marked words that follow one another, from runs with a content word."""
    run: list[Token] = []
    for word, p in [*zip(claim.words, probabilities, strict=True), (None, 0.0)]:
        if word is not None and p >= MARKED_AT:
            run.append(word)
            continue
        if any(is_content(w, claim.language) for w in run):
            yield run
        run = []


def _inside(run: Sequence[Token], spans: Sequence[tuple[int, int, bool]]) -> bool:
    """Has another rule said all of it already?"""
    return any(a <= run[0].start and run[-1].end <= b for a, b, _ in spans)


RULE = Rule("coverage", "factuality", check, "all")
