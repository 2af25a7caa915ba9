"""Rule: the cited passage is about the asked subject, not about its sibling.

Why: handbooks repeat the same headings for one subject after another (cities, programmes, levels); the right figure of the wrong one is
wrong. When a word of the question names the title or heading of some retrieved passage, and the cited one carries it neither in its
headings nor in its text, the answer draws on a sibling.
The same holds for the year of a version ("Policy 2023", "Policy 2025").
Example: question on "Chicago", passages "Chicago › Transit" and "Boston › Transit", cited: Boston → doubt. Languages: all.
Source: Dossier's contract, I1.
"""

from __future__ import annotations

from pathlib import Path

from app.messages.validation import Finding
from app.rules.calendar_dates import years_in
from app.rules.claim import Claim, Rule

_COMMON = 0.5
"""A word in the headings of more than this share of the passages names no single subject, unless the headings run parallel."""


def check(claim: Claim) -> list[Finding]:
    evidence, cited = claim.evidence, claim.attribution.passages
    if not cited or len(evidence.passages) < 2:
        return []
    other_year = _other_year(claim)
    if other_year is not None:
        return [other_year]
    for stem in claim.question.terms:
        holders = [n for n in range(len(evidence.passages)) if stem in evidence.context_stems[n]]
        if not holders or set(holders) & set(cited):
            continue
        if len(holders) > _COMMON * len(evidence.passages) and not any(_parallel(claim, h, cited[0]) for h in holders):
            continue
        if any(evidence.holds(s, stem) for s in evidence.sentences if s.passage_index in cited):
            continue
        if not _siblings(claim, holders, cited[0]):
            continue
        what = next((w for w in claim.question.text.split() if stem[:4] in w.casefold()), stem)
        passage = evidence.passages[cited[0]]
        given = passage.context.split("›")[-1].strip() or passage.title or passage.source
        return [claim.finding("contamination", "doubt", "contamination.sibling", what=what.strip("?.,"), given=given)]
    return []


def _other_year(claim: Claim) -> Finding | None:
    """The question names a year, a retrieved document bears it in its name or headings, and the cited one bears another."""
    passages = claim.evidence.passages
    years = [years_in(f"{Path(p.source).name} {p.title or ''} {p.context}") for p in passages]
    asked = years_in(claim.question.text)
    cited = {y for number in claim.attribution.passages for y in years[number]}
    said = {y for s in claim.sources for y in years_in(s.text)}
    if not cited or (cited | said) & asked or not any(y & asked for y in years):
        return None
    what, given = (", ".join(sorted(ys)) for ys in (asked, cited))
    return claim.finding("contamination", "doubt", "contamination.sibling", what=what, given=given)


def _parallel(claim: Claim, holder: int, cited: int) -> bool:
    """Sections of the same heading in two documents: then a word of the one's headings names it, however often it was retrieved."""
    a, b = claim.evidence.passages[holder], claim.evidence.passages[cited]
    last, other = (p.context.rsplit("›")[-1].strip().casefold() for p in (a, b))
    return a.doc_id != b.doc_id and bool(last) and last == other


def _siblings(claim: Claim, holders: list[int], cited: int) -> bool:
    """Do the passages about the asked subject speak of the claim's matter too, so that the model may have mixed them up?"""
    evidence = claim.evidence
    in_cited = [e for e in evidence.sentences if e.passage_index == cited]
    # "Room 117." has no words of its own: then the question's words tell the matter.
    own = next(
        (held for words in (claim.terms.weights, claim.terms.hints)
         if (held := {s for s in words if any(evidence.holds(e, s) for e in in_cited)})),
        set(),
    )  # fmt: skip
    if not own:
        return False
    shared = {s for s in own if any(evidence.holds(e, s) for e in evidence.sentences if e.passage_index in holders)}
    return len(shared) >= 0.4 * len(own)


RULE = Rule("contamination", "contamination", check, "all")
