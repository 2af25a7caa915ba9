"""Rule: a sentence that is nearly word for word one of a passage does not differ from it in the words that carry its sense.

Why: a small model copies a line and changes one word of it: "before" for "after", minutes for hours, one figure for another, a "not" more
or less. Where most words stand in the same order, the few that differ are looked at: denials, words of limit and order, units, figures.
Example: passage "lasted until 1279", answer "lasted since 1279" → fail. Languages: order and limits en, de, fr, es; the rest as ``cues``.
Source: planted errors in sentences of office documents and XQuAD, tests/benchmarks/check_planted.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.cues import NEGATION, PARTICLE, masked
from app.rules.evidence import EvidenceSentence
from app.rules.quantities import same
from app.rules.senses import senses
from app.rules.units import unit_of
from app.rules.words import Token, tokens

COPIED = 0.75
"""Share of the sentence's words that stand in one passage sentence in the same order."""
_FEWEST = 6
_CLOSEST = 4
"""Passage sentences, by words in common, that are compared word by word."""
_WIDEST = 4
"""Words on either side of a difference; longer ones are a rewording."""


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
    """The words of both sides that differ in sense or unit."""
    own, theirs = (senses(" ".join(w.text for w in words), claim.language) for words in (said, given))
    for left in own:
        right = [s for s in theirs if s.kind == left.kind]
        if right and not any(s.value == left.value for s in right):
            return left.text, right[0].text
    units = (
        {u: w for w in said if (u := _unit(w.key, claim.language))},
        {u: w for w in given if (u := _unit(w.key, claim.language))},
    )
    if len(units[0]) == len(units[1]) == 1 and units[0].keys() != units[1].keys():
        return next(iter(units[0].values())).text, next(iter(units[1].values())).text
    return None


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
    particle = PARTICLE.match(claim.text)
    own = list(NEGATION.finditer(masked(claim.text, claim.language), particle.end() if particle else 0))
    theirs = list(NEGATION.finditer(masked(source.text, source.language), begin, end))
    if (len(own) - len(theirs)) % 2 == 0:
        return []
    if len(own) > len(theirs):
        return [claim.finding("altered", "fail", "negation.added", own[0].span())]
    return [claim.finding("altered", "fail", "negation.lost")]


RULE = Rule("altered", "factuality", check, "en, de, fr, es; denials as in cues")
