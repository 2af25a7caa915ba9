"""Rule: limits and directions point the same way as in the passage.

Why: "at least 72 hours" and "at most 72 hours" hold the same number. For each quantity that claim and passage share, the words that
give its direction are compared; so are pairs such as before/after, higher/lower around the same word.
Example: passage "no later than 5 May", answer "not before 5 May" → fail. Languages: en, de; fr, es, it, zh in part.
Source: own list of limit phrases in ``cues``.
"""

from __future__ import annotations

import re

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.cues import IF, OPPOSITES, RELATIONS, UNLESS, Direction, direction, is_negated
from app.rules.evidence import EvidenceSentence
from app.rules.quantities import Quantity, same
from app.rules.words import Token, flatten, is_content, tokens

_BEYOND = re.compile(r"\b(?:hinaus|beyond|in excess)\b", re.IGNORECASE)
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
    return found or _opposites(claim) or _order(claim) or _condition(claim)


def _limit(claim: Claim, quantity: Quantity, given: list[tuple[EvidenceSentence, Quantity]]) -> list[Finding]:
    is_time = quantity.kind in _TIMES
    own = direction(claim.text, quantity.start, quantity.end, is_time)
    if own is None:
        return []
    way, phrase, plain = own
    if way == "up" and is_negated(claim.text, claim.language):
        return []  # "nicht über 90 Stunden hinaus"
    others = [_direction_in(s, g, is_time) for s, g in given]
    if any(o is None and is_negated(s.text, s.language) for o, (s, _) in zip(others, given, strict=True)):
        return []
    opposite = next((o for o in others if o is not None and o[0] != way), None)
    agrees = any(o is not None and o[0] == way for o in others)
    span = (max(0, quantity.start - len(phrase) - 1), quantity.end)
    if agrees:
        return []
    if opposite is not None:
        outcome = "fail" if None not in others else "doubt"
        return [
            claim.finding(
                "comparison",
                "fail" if outcome == "fail" else "doubt",
                "comparison.opposite",
                span,
                what=phrase,
                given=opposite[1],
            )
        ]
    if plain and not _asked(claim, way):
        return [claim.finding("comparison", "doubt", "comparison.added", span, what=f"{phrase} {quantity.text}")]
    return []


def _direction_in(sentence: EvidenceSentence, quantity: Quantity, is_time: bool) -> tuple[Direction, str, bool] | None:
    found = direction(sentence.text, quantity.start, quantity.end, is_time)
    if (
        found is not None
        and found[0] == "up"
        and (is_negated(sentence.text, sentence.language) or _BEYOND.search(sentence.text))
    ):
        return None  # "not employed for more than": a limit from above, said from below
    return found


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


def _opposites(claim: Claim) -> list[Finding]:
    """The claim has one word of a pair, the cited sentences only the other one, beside the same content word."""
    said = {w.key: w for w in claim.words}
    asked = {w.key for w in tokens(claim.question.text, claim.language)}
    given = frozenset(k for s in claim.sources for k in s.keys)
    for pair in OPPOSITES:
        for own, other in (pair, pair[::-1]):
            if own in said and own not in given and own not in asked and other in given and other not in said:
                outcome = "fail" if _same_partner(claim, said[own], other) else "doubt"
                word = said[own]
                return [
                    claim.finding(
                        "comparison", "fail" if outcome == "fail" else "doubt", "comparison.opposite",
                        (word.start, word.end), what=own, given=other,
                    )
                ]  # fmt: skip
    return []


def _order(claim: Claim) -> list[Finding]:
    """An order in time that no cited sentence states, nor the question."""
    flat = flatten(claim.text)
    for said, needed in RELATIONS:
        match = said.search(flat)
        if (
            match
            and not said.search(flatten(claim.question.text))
            and not any(needed.search(flatten(s.text)) for s in claim.sources)
        ):
            return [claim.finding("comparison", "doubt", "comparison.added", match.span(), what=match.group())]
    return []


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


def _same_partner(claim: Claim, word: Token, other: str) -> bool:
    """Does the content word after ``word`` in the claim follow ``other`` in a cited sentence?"""
    own = _partner(list(claim.words), word, claim.language)
    if own is None:
        return False
    for source in claim.sources:
        for token in source.words:
            if token.key == other:
                partner = _partner(list(source.words), token, claim.language)
                if partner is not None and partner.stem in claim.evidence.forms(own.stem):
                    return True
    return False


def _partner(words: list[Token], word: Token, language: str) -> Token | None:
    return next((w for w in words if w.start > word.start and (is_content(w, language) or w.key.isdigit())), None)


RULE = Rule("comparison", "factuality", check, "en, de; fr, es, it, zh in part")
