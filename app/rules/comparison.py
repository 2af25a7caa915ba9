"""Rule: limits and directions point the same way as in the passage.

Why: "at least 72 hours" and "at most 72 hours" hold the same number. For each quantity that claim and passage share, the words that
give its direction are compared, and one that the sentence has lost is missed; so are words of order and condition.
Example: passage "no later than 5 May", answer "not before 5 May" → fail. Languages: en, de; fr, es, it, zh in part.
Source: own list of limit phrases in ``cues``.
"""

from __future__ import annotations

import re

from app.messages.validation import Finding
from app.rules.claim import Claim, Outcome, Rule
from app.rules.computed import is_formula
from app.rules.cues import (
    CLAUSE_ENDS,
    IF,
    RELATIONS,
    UNLESS,
    Direction,
    Limit,
    direction,
    gives_a_cause,
    is_negated,
)
from app.rules.evidence import EvidenceSentence
from app.rules.quantities import Quantity, same
from app.rules.words import flatten, is_content

_WHOLE = 6
"""Words of an answer that says more than the figure asked for."""
_EXACT = re.compile(r"\b(?:exactly|precisely|genau|exakt|exactement|exactamente)(?:[\s\u00a0]+\w+)?[\s\u00a0]*$", re.IGNORECASE)
_ON = re.compile(r"\b(?:on|am|at|um|le|à)(?:[\s\u00a0]+the)?[\s\u00a0]*$", re.IGNORECASE)
_BEHIND = 4
_TIMES = ("date", "time", "duration")
_RELATION = re.compile(
    r"^[\s\u00a0]*(?:(?P<before>before|prior to|in advance|ahead|vor(?:her)?\b|zuvor|im voraus|avant|antes|之?前)|(?P<after>after|following|later|nach(?:her)?\b|danach|später|après|después|之?后))",
    re.IGNORECASE,
)


def check(claim: Claim) -> list[Finding]:
    found: list[Finding] = []
    for quantity in claim.quantities:
        if quantity.kind == "identifier" or quantity.weak:
            continue
        given = [(s, g) for s in claim.sources for g in s.quantities if same(quantity, g)]
        if given:
            found += _limit(claim, quantity, given)
            found += _relation(claim, quantity, given)
    return found or _order(claim) or _condition(claim)


def _limit(claim: Claim, quantity: Quantity, given: list[tuple[EvidenceSentence, Quantity]]) -> list[Finding]:
    is_time = quantity.kind in _TIMES
    others = [direction(s.text, g.start, g.end, is_time) for s, g in given]
    own = direction(claim.text, quantity.start, quantity.end, is_time)
    if own is None and not is_time:
        # "From the age of 16" against "until the age of 16", "up to twelve" against "from twelve".
        own = _of_time(claim.text, quantity)
        others = [_of_time(s.text, g) for s, g in given] if own else others
        own = own if any(others) else None
    if own is None:
        return _lost(claim, quantity, [o for o in others if o is not None], len(others))
    opposed = [own.opposes(o) if o is not None else None for o in others]
    if False in opposed:
        return []
    span = (max(0, quantity.start - len(own.phrase) - 1), quantity.end)
    opposite = next((o for o, is_opposite in zip(others, opposed, strict=True) if is_opposite), None)
    if opposite is not None:
        outcome: Outcome = "fail" if None not in opposed else "doubt"
        return [claim.finding("comparison", outcome, "comparison.opposite", span, what=own.phrase, given=opposite.phrase)]
    if own.plain and not any(others) and not _asked(claim, own.way):
        return [claim.finding("comparison", "doubt", "comparison.added", span, what=f"{own.phrase} {quantity.text}")]
    return []


def _of_time(text: str, quantity: Quantity) -> Limit | None:
    found = direction(text, quantity.start, quantity.end, True)
    return found if found is not None and found.phrase.casefold() != "by" else None


def _lost(claim: Claim, quantity: Quantity, limits: list[Limit], places: int) -> list[Finding]:
    """ "Twelve nights" for "up to twelve nights", "on 1 September" for "by 1 September", in a whole sentence that has no other limit.
    The figures of a calculation have none."""
    if not limits or len(limits) < places or len(claim.words) < _WHOLE or is_formula(claim.text):
        return []
    before = flatten(claim.text)[: quantity.start]
    exact = _EXACT.search(before)
    if exact is None and (
        not all(o.plain for o in limits) if quantity.kind not in ("date", "time") else not _ON.search(before)
    ):
        return []
    limit = limits[0]
    if exact is None and (_asked(claim, limit.way) or _ASKED[limit.way].search(before)):
        return []
    span = (exact.start() if exact else quantity.start, quantity.end)
    what = claim.text[span[0] : span[1]]
    return [
        claim.finding("comparison", "doubt", "comparison.opposite", span, what=what, given=f"{limit.phrase} {quantity.text}")
    ]


_ASKED = {
    "up": re.compile(r"\b(?:at least|minimum|mindestens|wenigstens|ab wann|since|from when|au moins|al menos|more than|mehr als)\b|至少", re.IGNORECASE),
    "down": re.compile(r"\b(?:at most|maximum|max|höchstens|maximal|within|by when|until|bis|spätestens|longest|most|au plus|como máximo|up to)\b|最多|至多", re.IGNORECASE),
}  # fmt: skip


def _asked(claim: Claim, way: Direction) -> bool:
    return bool(_ASKED[way].search(flatten(claim.question.text)))


def _relation(claim: Claim, quantity: Quantity, given: list[tuple[EvidenceSentence, Quantity]]) -> list[Finding]:
    """ "72 hours before the event" against "72 hours after the event"."""
    own = _RELATION.match(flatten(claim.text)[quantity.end :])
    if own is None:
        return []
    others = [_RELATION.match(flatten(s.text)[g.end :]) for s, g in given]
    known = [o for o in others if o is not None]
    if not known or any(o.lastgroup == own.lastgroup for o in known):
        return []
    span = (quantity.start, quantity.end + own.end())
    return [
        claim.finding(
            "comparison", "fail", "comparison.opposite", span, what=own.group().strip(), given=known[0].group().strip()
        )
    ]


def _order(claim: Claim) -> list[Finding]:
    """An order in time that no cited sentence states, nor the question."""
    flat = flatten(claim.text)
    for said, needed in RELATIONS:
        match = next((m for m in said.finditer(flat) if not _says_no_order(flat, m)), None)
        if (
            match
            and not said.search(flatten(claim.question.text))
            and not any(needed.search(flatten(s.text)) for s in _speaking_of(claim, match.end()))
        ):
            return [claim.finding("comparison", "doubt", "comparison.added", match.span(), what=match.group())]
    return []


def _speaking_of(claim: Claim, at: int) -> list[EvidenceSentence]:
    """The cited sentences that hold what stands behind the word of order, or half as much as the best of them; all when none holds any."""
    behind = [w for w in claim.words if w.start >= at and is_content(w, claim.language)][:_BEHIND]
    counts = [(sum(claim.evidence.holds(s, w.stem) > 0 for w in behind), s) for s in claim.sources]
    most = max((n for n, _ in counts), default=0)
    return [s for n, s in counts if 2 * n >= most]


def _says_no_order(flat: str, match: re.Match[str]) -> bool:
    """ "Since" as a cause, and the "vor" of a separated verb ("kommen häufig vor")."""
    if match.group().casefold() == "since":
        return gives_a_cause(flat, match.start())
    return match.group().casefold() in ("vor", "nach") and CLAUSE_ENDS.match(flat, match.end()) is not None


def _condition(claim: Claim) -> list[Finding]:
    """ "Unless they agree" where the passage says "if they agree"; a further denial would make them the same."""
    flat = flatten(claim.text)
    said = UNLESS.search(flat)
    if said is None or not claim.sources or UNLESS.search(flatten(claim.question.text)):
        return []
    texts = [flatten(s.text) for s in claim.sources]
    given = next((m for text in texts if (m := IF.search(text))), None)
    if given is None or any(UNLESS.search(text) for text in texts):
        return []
    rest = UNLESS.sub(" ", flat)
    if is_negated(rest, claim.language) or any(is_negated(s.text, s.language) for s in claim.sources):
        return []
    return [claim.finding("comparison", "doubt", "comparison.opposite", said.span(), what=said.group(), given=given.group())]


RULE = Rule("comparison", "factuality", check, "en, de; fr, es, it, zh in part")
