"""Rule: every date of the answer stands in the cited sentences; a relative date only where the passage has it too.

Why: deadlines are acted upon. All notations are alike ("June 2, 2025", "02.06.2025"). A date that is more exact than the passage's is
in doubt, unless its other parts stand beside it (a year in the heading). "Tomorrow" in an answer depends on the day of reading.
Example: "by 3 June 2025" where the passage says "June 2, 2025" → fail. Languages: months of de, en, fr, es, it, nl, pl, pt, ru, zh, ja.
Source: CLDR month names; Dossier's contract, I8.
"""

from __future__ import annotations

import re

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.numbers import holding_sentence
from app.rules.quantities import Quantity, same_anywhere
from app.rules.words import flatten

_RELATIVE = re.compile(
    r"\b(?:today|tomorrow|yesterday|(?:next|last) (?:week|month|year|monday|tuesday|wednesday|thursday|friday)|heute|morgen(?= )|gestern|"
    r"übermorgen|(?:nächste|kommende|letzte|vorige)[nrs]? (?:woche|monat|jahr)|aujourd'hui|demain|hier(?= (?:soir|matin))|"
    r"(?:hoy|mañana|ayer))\b",
    re.IGNORECASE,
)


def check(claim: Claim) -> list[Finding]:
    found = [_look_up(claim, q) for q in claim.quantities if q.kind == "date"]
    flat_sources = " ".join(flatten(s.text).casefold() for s in claim.sources)
    for match in _RELATIVE.finditer(flatten(claim.text)):
        if match.group().casefold() not in flat_sources and claim.language != "fr":
            found.append(claim.finding("dates", "doubt", "dates.relative", match.span(), what=match.group()))
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
    if any(given.kind == "date" and _agree_where_both(date, given) for given in nearby):
        return claim.finding("dates", "doubt", "dates.part", span, what=date.text)
    return claim.finding("dates", "fail", "dates.missing", span, what=date.text)


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


RULE = Rule("dates", "numbers", check, "de, en, fr, es, it, nl, pl, pt, ru, zh, ja")
