"""Rule: every date of the answer stands in the cited sentences; a relative date only where the passage has it too.

Why: deadlines are acted upon. All notations are alike ("June 2, 2025", "02.06.2025"). A date that is more exact than the passage's is
in doubt, unless its other parts stand beside it (a year in the heading). The date of the document itself ("Berlin, 14 March 2025") counts for
what it tells. "Tomorrow" in an answer depends on the day of reading.
Example: "by 3 June 2025" where the passage says "June 2, 2025" → fail. Languages: months and relative words of de, en, fr, es, it, nl, pl, pt, ru, zh, ja, ar.
Source: CLDR month names; Dossier's contract, I8.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from app.messages.validation import Finding
from app.rules.calendar_dates import is_month, month_of
from app.rules.claim import Claim, Outcome, Rule
from app.rules.evidence import EvidenceSentence
from app.rules.numbers import holding_sentence
from app.rules.quantities import Quantity, same, same_anywhere
from app.rules.relative_dates import relative_dates
from app.rules.words import flatten, tokens

_LINE, _FEW, _BARE = 90, 4, 2
"""A line that dates a document: its characters, its words beside the date, and those of one that has hardly more than the date."""


def check(claim: Claim) -> list[Finding]:
    found = [_look_up(claim, q) for q in claim.quantities if q.kind == "date"]
    return found + _months(claim) + _relative(claim)


def _months(claim: Claim) -> list[Finding]:
    """A month without day or year ("in October") is named in the cited documents, too, or in the question."""
    said = [
        (month, w) for w in claim.words
        if (month := month_of(w.key, claim.language)) and not any(q.start <= w.start < q.end for q in claim.quantities)
        and (w.text[0].isupper() and w.start > 0 or claim.language not in ("en", "de"))
    ]  # fmt: skip
    if not said or not claim.sources:
        return []
    documents = {claim.evidence.passages[n].source for n in claim.attribution.passages}
    near = [s for s in claim.evidence.sentences if claim.evidence.passages[s.passage_index].source in documents]
    keys = {k for n in near for k in n.keys}.union(*(claim.evidence.context_keys[n] for n in claim.attribution.passages))
    keys |= {t.key for t in tokens(claim.question.text, claim.language)}
    dates = [*(q for n in near for q in n.quantities), *claim.context_quantities(), *claim.question.quantities]
    known = {month_of(k, claim.language) for k in keys} | {int(q.values[1]) for q in dates if q.kind == "date"}
    return [
        claim.finding("dates", "fail", "dates.missing", (w.start, w.end), what=w.text)
        for month, w in said
        if month not in known
    ]


def _relative(claim: Claim) -> list[Finding]:
    """A relative date stands in a cited sentence, or is refused; one of the question is only in doubt: the day of asking is known."""
    found = []
    given = {meaning for s in claim.sources for meaning, _, _ in relative_dates(flatten(s.text), s.language)}
    asked = {meaning for meaning, _, _ in relative_dates(flatten(claim.question.text), claim.language)}
    for meaning, start, end in relative_dates(flatten(claim.text), claim.language):
        if meaning not in given:
            outcome: Outcome = "doubt" if meaning in asked else "fail"
            what = claim.text[start:end]
            found.append(claim.finding("dates", outcome, "dates.relative", (start, end), what=what))
    return found


def _look_up(claim: Claim, date: Quantity) -> Finding:
    span = (date.start, date.end)
    holder = holding_sentence(claim, date)
    if holder is not None or same_anywhere(date, claim.context_quantities()):
        place = claim.evidence.place_name(holder or claim.sources[0])
        return claim.finding("dates", "pass", "dates.found", what=date.text, place=place)
    if same_anywhere(date, claim.question.quantities):
        return claim.finding("dates", "not_applicable", "numbers.question", what=date.text)
    nearby = [q for s in claim.sources for n in claim.evidence.neighbours(s, 2) for q in n.quantities]
    if _assembled(date, [*nearby, *claim.context_quantities(), *claim.question.quantities]):
        return claim.finding("dates", "pass", "dates.found", what=date.text, place=claim.evidence.place_name(claim.sources[0]))
    line = _dateline(claim, date)
    if line is not None:
        return claim.finding("dates", "pass", "dates.found", what=date.text, place=claim.evidence.place_name(line))
    elsewhere = claim.evidence.stating(date)
    bare = replace(date, values=(Decimal(0), *date.values[1:])) if date.values[2] else None
    if elsewhere and bare is not None and same_anywhere(bare, claim.given_quantities()):
        # "On 25 November" in a cited sentence, and the whole date elsewhere.
        return claim.finding("dates", "pass", "dates.found", what=date.text, place=claim.evidence.place_name(claim.sources[0]))
    if elsewhere:
        place = claim.evidence.place_name(claim.evidence.sentences[min(elsewhere)])
        return claim.finding("dates", "doubt", "numbers.elsewhere", span, what=date.text, place=place)
    if any(given.kind == "date" and _agree_where_both(date, given) for given in nearby):
        return claim.finding("dates", "doubt", "dates.part", span, what=date.text)
    return claim.finding("dates", "fail", "dates.missing", span, what=date.text)


def _dateline(claim: Claim, date: Quantity) -> EvidenceSentence | None:
    """The line that dates a cited document ("Berlin, 14 March 2025", "Published: 2025-03-14") and states the date, or its year where a
    cited sentence has day and month."""
    sources = {claim.evidence.passages[n].source for n in claim.attribution.passages}
    lines = [
        s for s in claim.evidence.sentences
        if claim.evidence.passages[s.passage_index].source in sources and len(s.text) <= _LINE and not s.text.rstrip().endswith(".")
    ]  # fmt: skip
    month = _month_beside(claim, date)
    for line in lines:
        own = [q for q in line.quantities if q.kind == "date" and q.values[0]]
        others = sum(not w.key.isdigit() and not any(q.start <= w.start < q.end for q in line.quantities) for w in line.words)
        if not own or others > _FEW:
            continue
        if not date.values[2] and any(same(date, q) for q in own) or others <= _BARE and any(same(date, q) for q in own):
            return line
        if _assembled(date, [*own, *claim.given_quantities()]) or month and any(q.values[0] == date.values[0] for q in own):
            return line
    return None


def _month_beside(claim: Claim, date: Quantity) -> bool:
    """Does the date name a month and no day, and a cited sentence the same month?"""
    named = {w.key for w in tokens(date.text, claim.language) if is_month(w.key)}
    return bool(named) and not date.values[2] and any(named & s.keys for s in claim.sources)


def _agree_where_both(claimed: Quantity, given: Quantity) -> bool:
    shared = [(c, g) for c, g in zip(claimed.values, given.values, strict=True) if c and g]
    return bool(shared) and all(c == g for c, g in shared) and not given.is_year


def _assembled(claimed: Quantity, given: list[Quantity]) -> bool:
    """Day and month in one place, the year in another ("2025 dates": "June 2")."""
    year = claimed.values[0]
    if not year or claimed.is_year:
        return False
    without_year = any(g.kind == "date" and not g.values[0] and g.values[1:] == claimed.values[1:] for g in given)
    return without_year and any(g.kind == "date" and g.values[0] == year for g in given)


RULE = Rule("dates", "numbers", check, "de, en, fr, es, it, nl, pl, pt, ru, zh, ja, ar")
