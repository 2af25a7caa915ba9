"""Rule: a word of limit, order, trend, amount, duty or period is the one that the passage has in its place.

Why: one word turns a right answer into a wrong one ("after" for "before", "month" for "year", "some" for "all"), and nothing else differs.
For each such word of the sentence the cited sentences are searched for words of its class; where the words around it stand around another
one of the class, and around none of its own sense, the sentence is in doubt.
Example: passage "paid before the keys are handed over", answer "300 euros are paid after the keys are handed over" → doubt.
Languages: en, de, fr; es, it, nl in part (``senses``). Source: planted errors, tests/benchmarks/check_planted.py.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.cues import EXCEPTION, NEGATION, PARTICLE, masked
from app.rules.evidence import EvidenceSentence
from app.rules.quantity import Quantity
from app.rules.senses import POLAR, TELLING, WEEKDAYS, Sense, senses
from app.rules.slots import fit, wanted

LEAST = 0.15
"""Share of the words around the sentence's word that must stand around the other one."""
AHEAD = 1.5
"""How much better the other one's place must fit than one of the same sense."""
_DENIED = 24
"""Characters before a word in which a negation turns its sense."""
_DENIED_BEHIND = ("de", "nl", "ja")
_DENIAL_BEHIND = re.compile(r"[^.,;:]{0,60}?(?:\b(?:nicht|kein\w*|niet|geen)\b|ません|ない)")
""" "Kinder dürfen es nicht erhalten": the denial stands behind the word."""
_Placed = tuple[EvidenceSentence, Sense]


def check(claim: Claim) -> list[Finding]:
    if not claim.sources:
        return []
    asked = {(s.kind, s.value) for s in senses(claim.question.text, claim.language)}
    given: dict[tuple[int, bool], list[_Placed]] = defaultdict(list)
    for source in claim.sources:
        for sense, denied in _free(source.text, source.quantities, source.language):
            given[sense.kind, denied].append((source, sense))
    said = [(s, d) for s, d in _free(claim.text, claim.quantities, claim.language) if (s.kind, s.value) not in asked]
    for sense, denied in said:
        places = given.get((sense.kind, denied), [])
        values = [s.value for s, d in said if s.kind == sense.kind and d == denied]
        other = _other(claim, sense, places) if len(set(values)) == 1 else None
        other = other or _left_over(values, places)
        if other is not None:
            span = (sense.start, sense.end)
            return [claim.finding("opposites", "doubt", "comparison.opposite", span, what=sense.text, given=other.text)]
        if sense.kind in TELLING and not _said(claim, sense):
            return [claim.finding("opposites", "doubt", "comparison.added", (sense.start, sense.end), what=sense.text)]
    return []


def _said(claim: Claim, sense: Sense) -> bool:
    """Does a cited sentence, one beside it or a heading have a word of the same sense?"""
    near = {n.index: n for s in claim.sources for n in claim.evidence.neighbours(s)}.values()
    texts = [*(n.text for n in near), *(claim.evidence.contexts[n] for n in claim.attribution.passages)]
    return any(g.kind == sense.kind and _alike(sense, g) for text in texts for g in senses(text, claim.language))


def _other(claim: Claim, said: Sense, places: list[_Placed]) -> Sense | None:
    """The word of another sense that stands where the sentence's word should stand."""
    around = wanted(claim, said)
    total = sum(w.weight for w in around)
    own, best, found = 0.0, 0.0, None
    alike = [_alike(said, sense) for _, sense in places]
    both = {s.index for (s, _), same in zip(places, alike, strict=True) if same}
    for (sentence, sense), same in zip(places, alike, strict=True):
        value = fit(claim, around, sentence, sense) / (total or 1.0)
        if same:
            own = max(own, value)
        elif value > best and sentence.index not in both:
            best, found = value, sense
    # The passage knows one weekday, and not this one: it need not stand near the same words.
    least = LEAST / 4 if said.kind == WEEKDAYS and len({s.value for _, s in places}) == 1 else LEAST
    return found if best >= least and best >= AHEAD * own else None


def _alike(said: Sense, given: Sense) -> bool:
    return given.value == said.value or given.text.casefold() == said.text.casefold()


def _left_over(values: list[int], places: list[_Placed]) -> Sense | None:
    """ "Raised in 2023 and raised in 2025" for "raised in 2023 and lowered in 2025": as many words of the class, and not the same ones."""
    given = [sense for sentence, sense in places if sentence is places[0][0]]
    if len(values) < 2 or len(given) != len(values) or len(set(values)) > 1:
        return None
    return next((s for s in given if s.value not in values), None)


def _free(text: str, quantities: Iterable[Quantity], language: str) -> list[tuple[Sense, bool]]:
    """Words of the classes that are no part of a figure, and whether they are denied."""
    figures = [q for q in quantities if not q.weak]
    flat = PARTICLE.sub(lambda m: " " * len(m.group()), masked(text, language))
    found = []
    for sense in senses(text, language):
        if any(q.start < sense.end and sense.start < q.end for q in figures):
            continue
        denied = bool(NEGATION.search(flat[: sense.start], max(0, sense.start - _DENIED)))
        if sense.kind in POLAR:
            if EXCEPTION.search(flat):
                continue  # "not allowed without", "allowed only with"
            denied = denied or language in _DENIED_BEHIND and bool(_DENIAL_BEHIND.match(flat, sense.end))
        if sense.kind in POLAR and denied:
            sense, denied = replace(sense, value=1 - sense.value), False
        found.append((sense, denied))
    return found


RULE = Rule("opposites", "factuality", check, "en, de, fr; es, it, nl in part")
