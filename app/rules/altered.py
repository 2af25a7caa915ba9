"""Rule: a sentence that is nearly word for word one of a passage does not differ from it in the words that carry its sense.

Why: a small model copies a line and changes one word of it: "before" for "after", minutes for hours, one figure for another, a "not" more
or less. Where most words stand in the same order, the few that differ are looked at: denials, words of limit and order, units, figures.
Example: passage "lasted until 1279", answer "lasted since 1279" → fail. Languages: order and limits en, de, fr, es; the rest as ``cues``.
Source: planted errors in sentences of office documents and XQuAD, tests/benchmarks/check_planted.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.cues import NEGATION, masked
from app.rules.evidence import EvidenceSentence
from app.rules.quantities import same
from app.rules.units import unit_of
from app.rules.words import Token, tokens

_PARTICLE = re.compile(r"^\W*(?:no|nein|non|nee|não|nie|нет)\s*[,.!]", re.IGNORECASE)
COPIED = 0.75
"""Share of the sentence's words that stand in one passage sentence in the same order."""
_FEWEST = 6
_CLOSEST = 4
"""Passage sentences, by words in common, that are compared word by word."""
_WIDEST = 4
"""Words on either side of a difference; longer ones are a rewording."""
_SENSES: dict[str, str] = {
    "before": "before prior ahead vor vorher bevor avant antes",
    "after": "after following nach nachher danach nachdem après después",
    "until": "until till bis jusqu'à jusqu'au hasta",
    "since": "since seit ab depuis desde",
    "within": "within inside innerhalb binnen dans",
    "outside": "outside außerhalb beyond",
    "over": "over above exceeding über oberhalb sobre",
    "under": "under below beneath unter unterhalb bajo",
    "least": "least minimum mindestens wenigstens minimal moins mínimo",
    "most": "most maximum höchstens maximal máximo",
    "more": "more greater higher longer larger older later mehr höher länger größer älter später plus más mayor",
    "less": "less fewer lower shorter smaller younger weniger niedriger kürzer kleiner jünger früher menos menor",
    "earliest": "earliest frühestens",
    "latest": "latest spätestens",
    "first": "first erste ersten erster",
    "last": "last letzte letzten letzter",
    "all": "all every each alle jeder jede jedes tous todos",
    "none": "none kein keine keiner aucun ninguno",
    "rise": "increase increased increases rise rose risen rises rose raised steigt stieg steigen gestiegen erhöht augmente augmenté augmentation monté hausse aumenta aumentó subió",
    "fall": "decrease decreased decreases fall fell fallen falls fell lowered sinkt sank sinken gesunken gesenkt baisse baissé diminue diminué diminution réduit disminuye disminuyó bajó",
    "with": "with mit avec con",
    "without": "without ohne sans sin",
}
_DAYS = (
    "monday montag lundi lunes lunedì maandag", "tuesday dienstag mardi martes martedì dinsdag",
    "wednesday mittwoch mercredi miércoles mercoledì woensdag", "thursday donnerstag jeudi jueves giovedì donderdag",
    "friday freitag vendredi viernes venerdì vrijdag", "saturday samstag sonnabend samedi sábado sabato zaterdag",
    "sunday sonntag dimanche domingo domenica zondag",
)  # fmt: skip
_SENSES |= {day.split()[0]: day for day in _DAYS}
_SENSE = {word: sense for sense, words in _SENSES.items() for word in words.split()}
_AGREE = frozenset(
    frozenset(pair)
    for pair in (("until", "before"), ("until", "within"), ("before", "within"), ("since", "after"), ("over", "more"), ("under", "less"), ("earliest", "after"), ("latest", "until"), ("latest", "before"), ("least", "over"))
)  # fmt: skip
"""Senses that may stand for each other."""


def check(claim: Claim) -> list[Finding]:
    if len(claim.words) < _FEWEST or claim.language in ("zh", "ja"):
        return []
    best = _nearest(claim)
    if best is None:
        return []
    source, matcher = best
    for said, given in _differences(claim.words, source.words, matcher):
        pair = _changed(claim, said, given) or _figures(claim, source, said, given)
        span = (said[0].start, said[-1].end)
        if pair is not None:
            return [claim.finding("altered", "fail", "comparison.opposite", span, what=pair[0], given=pair[1])]
        name = _unknown_name(claim, said, given)
        if name is not None:
            return [claim.finding("altered", "doubt", "names.missing", (name.start, name.end), what=name.text)]
    return _denial(claim, source, matcher)


def _nearest(claim: Claim) -> tuple[EvidenceSentence, SequenceMatcher[str]] | None:
    """The passage sentence of which the sentence is most nearly a copy."""
    keys = [w.key for w in claim.words]
    wanted = frozenset(keys)
    best: tuple[float, EvidenceSentence, SequenceMatcher[str]] | None = None
    shared = sorted(((len(wanted & s.keys), -s.index) for s in claim.evidence.sentences), reverse=True)[:_CLOSEST]
    for count, index in shared:
        if count < COPIED * len(wanted) * 0.9:
            break
        sentence = claim.evidence.sentences[-index]
        matcher = SequenceMatcher(None, keys, [w.key for w in sentence.words], autojunk=False)
        share = sum(block.size for block in matcher.get_matching_blocks()) / len(keys)
        if share >= COPIED and (best is None or share > best[0]):
            best = (share, sentence, matcher)
    return (best[1], best[2]) if best else None


def _differences(
    said: Sequence[Token], given: Sequence[Token], matcher: SequenceMatcher[str]
) -> Iterator[tuple[Sequence[Token], Sequence[Token]]]:
    """Short runs of words that stand between the same words on both sides."""
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "replace" and b - a <= _WIDEST and d - c <= _WIDEST:
            yield said[a:b], given[c:d]


def _changed(claim: Claim, said: Sequence[Token], given: Sequence[Token]) -> tuple[str, str] | None:
    """The words of both sides that differ in sense, unit or figure."""
    for kind in (_sense, _unit):
        own = {value: w for w in said if (value := kind(w.key, claim.language)) is not None}
        theirs = {value: w for w in given if (value := kind(w.key, claim.language)) is not None}
        if len(own) == len(theirs) == 1 and own.keys() != theirs.keys():
            (left, word), (right, other) = *own.items(), *theirs.items()
            if frozenset((left, right)) not in _AGREE:
                return word.text, other.text
    return None


def _sense(key: str, language: str) -> str | None:
    return _SENSE.get(key)


@lru_cache(maxsize=4096)
def _unit(key: str, language: str) -> str | None:
    known = unit_of(key, language)
    return known[1] if known else None


def _figures(claim: Claim, source: EvidenceSentence, said: Sequence[Token], given: Sequence[Token]) -> tuple[str, str] | None:
    """One figure on each side, and not the same."""
    own = [q for q in claim.quantities if q.start < said[-1].end and said[0].start < q.end]
    theirs = [q for q in source.quantities if q.start < given[-1].end and given[0].start < q.end]
    if len(own) != 1 or len(theirs) != 1 or "identifier" in (own[0].kind, theirs[0].kind):
        return None
    if same(own[0], theirs[0]) or same(theirs[0], own[0]):
        return None
    return own[0].text, theirs[0].text


def _unknown_name(claim: Claim, said: Sequence[Token], given: Sequence[Token]) -> Token | None:
    """A word with a capital, known to no passage, heading or question, in the place of another one with a capital."""
    if not any(w.text[:1].isupper() for w in given):
        return None
    asked = {w.key for w in tokens(claim.question.text, claim.language)}
    codes = [q for q in claim.quantities if q.kind == "identifier"]
    for word in said:
        if any(q.start <= word.start < q.end for q in codes):
            continue
        known = (
            word.key in asked
            or claim.evidence.forms(word.stem)
            or any(word.key in keys for keys in claim.evidence.context_keys)
        )
        if word.text[:1].isupper() and len(word.key) > 2 and not known:
            return word
    return None


def _denial(claim: Claim, source: EvidenceSentence, matcher: SequenceMatcher[str]) -> list[Finding]:
    """One denial more or less among the words that differ; what the copy leaves out at both ends of the passage sentence does not count."""
    blocks = [b for b in matcher.get_matching_blocks() if b.size]
    first, last = source.words[blocks[0].b], source.words[blocks[-1].b + blocks[-1].size - 1]
    begin = first.start if blocks[0].a == 0 else 0
    end = last.end if blocks[-1].a + blocks[-1].size == len(claim.words) else len(source.text)
    # "No, it ends …" answers the question and denies nothing of the sentence.
    particle = _PARTICLE.match(claim.text)
    own = list(NEGATION.finditer(masked(claim.text, claim.language), particle.end() if particle else 0))
    theirs = list(NEGATION.finditer(masked(source.text, source.language), begin, end))
    if (len(own) - len(theirs)) % 2 == 0:
        return []
    if len(own) > len(theirs):
        return [claim.finding("altered", "fail", "negation.added", own[0].span())]
    return [claim.finding("altered", "fail", "negation.lost")]


RULE = Rule("altered", "factuality", check, "en, de, fr, es; denials as in cues")
