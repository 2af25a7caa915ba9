"""Rule: the sentence denies, permits, obliges and restricts only what the passage does; yes and no agree with the passage.

Why: one "not" turns a right answer into a wrong one, and word overlap does not see it. A negated word of the one side must not stand
un-negated in the other. Limits ("no more than") are not negations. "Only" and "never" need a passage that says so.
Example: passage "interns are not eligible", answer "interns are eligible" → fail. Languages: en, de; fr, es, it, nl, zh in part.
Source: negation cues of the CD-SCO annotation scheme (Morante and Blanco 2012) for the idea of a cue and its scope.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.cues import (
    EXCEPTION,
    EXCLUSIVE,
    FORBIDDEN,
    LACK,
    NEGATION,
    NEGATIVE_ADJECTIVE,
    ONLY,
    PARTICLE,
    RESTRICTION,
    is_negated,
    masked,
    modalities,
)
from app.rules.evidence import EvidenceSentence
from app.rules.words import Token, flatten, is_content, tokens

_YES = re.compile(
    r"^[\s*\"'„“]*(?:yes|yeah|ja|jawohl|doch|oui|sí|si(?=[,.])|sì|sim|tak|да|是的?|可以)(?![^\W_])", re.IGNORECASE
)
_NO = re.compile(r"^[\s*\"'„“]*(?:no|nope|nein|non|nee|não|nie|нет|不是?|没有|不可以|不能)(?![^\W_])", re.IGNORECASE)
_COPIED = 0.8
"""Share of a sentence's words that a passage says in full: behind "no" they deny nothing more."""
_SCOPE, _WIDE = 3, 5
"""Content words on each side of a negation that it may deny; more in the sentence that is cited for them."""
_CLAUSE_END = re.compile(
    r"[,;:.()|–]|\s-\s|\b(?:but|and|or|however|aber|sondern|und|oder|jedoch|wenn|if|mais|pero)\b", re.IGNORECASE
)
_SENTENCE_PART = re.compile(r"[;:.()|–]|\b(?:but|however|aber|sondern|jedoch|mais|pero)\b", re.IGNORECASE)
"""German cuts off what is forbidden by a comma: "es ist verboten, den Turm zu betreten"."""
_PREFIX = re.compile(
    r"(?:(?:un|non|nicht)(?P<plain>\w{4,})|(?:in|im|ir|il|dis)(?P<other>\w{3,}(?:able|ible|ent|ant|ete|ive|ect|ate|al|id|ct|ar)s?))$"
)
_MODAL_NAMES = {"must": "must", "may": "may", "should": "should"}


@dataclass(frozen=True)
class _Scope:
    """A negation at ``start:end`` and the content words that it may deny."""

    start: int
    end: int
    words: tuple[Token, ...]
    after: tuple[Token, ...]
    """Those of the words that stand behind the negation: they are denied first of all."""


def check(claim: Claim) -> list[Finding]:
    if not claim.sources:
        return []
    found = _yes_or_no(claim)
    particle = PARTICLE.match(flatten(claim.text)) or _YES.match(claim.text)
    start = particle.end() if particle else 0
    found += _added(claim, start)
    if not any(f.outcome == "fail" for f in found):
        found += _lost(claim, start)
    if not found:
        found += _doubled(claim, start) or _prefixed(claim)
    return found + _modal(claim) + _only(claim)


def _doubled(claim: Claim, start: int) -> list[Finding]:
    """Two denials in one clause ("may not be used without supervision") where no cited sentence has as many."""
    flat = masked(claim.text, claim.language)
    most = max(len(_cues(masked(s.text, s.language))) for s in claim.sources)
    for low, high in pairwise([start, *(m.end() for m in _CLAUSE_END.finditer(flat, start)), len(flat)]):
        cues = _cues(flat, low, high)
        if 1 < len(cues) > most:
            return [claim.finding("negation", "doubt", "negation.added", cues[-1])]
    return []


def _cues(flat: str, start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
    """Places of the denials; French "ne … pas" is one."""
    end = len(flat) if end is None else end
    cues = [m for m in NEGATION.finditer(flat, start, end) if m.group().casefold() not in ("ne", "n'", "nor")]
    return sorted(m.span() for m in (*cues, *NEGATIVE_ADJECTIVE.finditer(flat, start, end)))


def _prefixed(claim: Claim) -> list[Finding]:
    """ "Unpaid" where the passage says "paid", and the other way round."""
    given = {k for s in claim.sources for k in s.keys}
    asked = {t.key for t in tokens(claim.question.text, claim.language)}
    bare = {key: plain for key in given for plain in [_without_prefix(key)] if plain}
    for word in claim.words:
        plain = _without_prefix(word.key)
        other = plain if plain in given else next((k for k, p in bare.items() if p == word.key), None)
        if (
            other
            and word.key not in given
            and word.key not in asked
            and not any(is_negated(t, claim.language) for t in (claim.text, claim.sources[0].text))
        ):
            span = (word.start, word.end)
            return [claim.finding("negation", "doubt", "comparison.opposite", span, what=word.text, given=other)]
    return []


def _without_prefix(key: str) -> str:
    match = _PREFIX.match(key)
    return (match["plain"] or match["other"]) if match else ""


def _scopes(text: str, words: tuple[Token, ...], language: str, start: int = 0, width: int = _SCOPE) -> list[_Scope]:
    """Each negation with the content words of its clause that stand near it."""
    flat = masked(text, language)
    content = [w for w in words if is_content(w, language)]
    scopes = []
    for cue in NEGATION.finditer(flat, start):
        before = [w for w in content if w.end <= cue.start() and not _CLAUSE_END.search(flat, w.end, cue.start())]
        after = [w for w in content if w.start >= cue.end() and not _CLAUSE_END.search(flat, cue.end(), w.start)]
        scopes.append(_Scope(cue.start(), cue.end(), (*before[-width:], *after[:width]), tuple(after[:width])))
    for cue in NEGATIVE_ADJECTIVE.finditer(flat, start):
        inside = tuple(w for w in words if w.start >= cue.start() and w.end <= cue.end())
        scopes.append(_Scope(cue.start(), cue.end(), inside, inside))
    return scopes


def _forbidden(
    text: str, words: tuple[Token, ...], language: str, border: re.Pattern[str] = _CLAUSE_END
) -> list[tuple[re.Match[str], list[Token]]]:
    """Each word that forbids or turns down something, with the content words of its clause."""
    flat = masked(text, language)
    content = [w for w in words if is_content(w, language)]
    return [
        (cue, [
            w for w in content
            if not (cue.start() <= w.start < cue.end())
            and not border.search(flat, min(w.end, cue.end()), max(w.start, cue.start()))
        ])
        for cue in FORBIDDEN.finditer(flat)
    ]  # fmt: skip


def _added(claim: Claim, start: int) -> list[Finding]:
    """What the claim denies must be denied in the passage sentence that speaks of it."""
    for scope in _scopes(claim.text, claim.words, claim.language, start):
        holders = _holders(claim, scope)
        if _denied_otherwise(claim, scope, holders):
            continue
        near = {n.index: n for s in claim.sources for n in claim.evidence.neighbours(s, 2)}.values()
        own = claim.evidence.forms_of({w.stem for w in scope.words})
        known = sum(any(claim.evidence.holds(s, w.stem) for s in claim.sources) for w in scope.words)
        behind = claim.evidence.forms_of({w.stem for w in scope.after})
        denied = {w.stem for w in scope.after or scope.words}
        if any(_denies(s, denied, own, behind, known, s in holders) for s in (*holders, *near)):
            continue
        unsure = not own or any(is_negated(s.text, s.language) or RESTRICTION.search(s.text) for s in holders)
        return [claim.finding("negation", "doubt" if unsure else "fail", "negation.added", (scope.start, scope.end))]
    return []


def _denied_otherwise(claim: Claim, scope: _Scope, holders: list[EvidenceSentence]) -> bool:
    """Is what the claim forbids, or denies in a language without spaces, denied in other words by a cited sentence with half of its words?"""
    if claim.language in ("zh", "ja"):
        return any(is_negated(h.text, h.language) for h in holders)
    forbidden = next((w for cue, w in _forbidden(claim.text, claim.words, claim.language) if cue.start() == scope.start), None)
    if forbidden is None:
        return False
    own = claim.evidence.forms_of({w.stem for w in forbidden})
    for source in claim.sources:
        known = {w.stem for w in forbidden if claim.evidence.holds(source, w.stem)}
        for given in _scopes(source.text, source.words, source.language, width=_WIDE):
            shared = {w.stem for w in given.words if w.stem in own}
            if shared and 2 * len(shared) >= len(known):
                return True
    return False


def _denies(sentence: EvidenceSentence, stems: set[str], own: set[str], behind: set[str], known: int, is_holder: bool) -> bool:
    """Does the sentence deny one of the claim's ``stems`` by a prefix, or half of the ``known`` words (their forms ``own``, of these ``behind`` the claim's negation), and not only what stands
    before both negations ("the lady was not invited", "the lady is not a sister")? In the holder itself a bare or inherent denial is enough."""
    if is_holder and NEGATIVE_ADJECTIVE.search(sentence.text):
        return True
    # "Unidentified" denies that somebody has been identified.
    if any(
        (plain := _without_prefix(key)) and any(plain.startswith(stem) for stem in stems if len(stem) > 3)
        for key in sentence.keys
    ):
        return True
    for scope in _scopes(sentence.text, sentence.words, sentence.language, width=_WIDE if is_holder else _SCOPE):
        shared = len({w.stem for w in scope.words if w.stem in own})
        meets = (
            any(w.stem in behind for w in scope.words) or any(w.stem in own for w in scope.after) or not (behind or scope.after)
        )
        # A sentence beside the cited one must deny more than one word that happens to be the same.
        fewest = 1 if is_holder or len(own) < 2 else 2
        if (is_holder and not scope.words) or (meets and shared >= max(fewest, (known + 1) // 2)):
            return True
    return False


def _holders(claim: Claim, scope: _Scope) -> list[EvidenceSentence]:
    """The cited sentences that hold most of the denied words; all cited ones when none holds any."""
    counts = [(sum(claim.evidence.holds(s, w.stem) > 0 for w in scope.words), s) for s in claim.sources]
    best = max((n for n, _ in counts), default=0)
    return [s for n, s in counts if n == best]


def _lost(claim: Claim, start: int) -> list[Finding]:
    """A word that the best passage sentence denies stands in the claim as if it held."""
    denied = {w.start for scope in _scopes(claim.text, claim.words, claim.language, start, width=12) for w in scope.words}
    denied |= {w.start for _, words in _forbidden(claim.text, claim.words, claim.language, _SENTENCE_PART) for w in words}
    if _NO.match(claim.text) and not denied and claim.attribution.coverage < _COPIED:
        return []  # "No, it ends at 120 days": what the passage denies the particle denies, too
    said = {w.stem for w in claim.words if is_content(w, claim.language) and w.start not in denied}
    source = claim.sources[0]
    own = claim.evidence.forms_of(said)
    for scope in _scopes(source.text, source.words, claim.language):
        after = [w for w in scope.words if w.start >= scope.end]
        if LACK.match(source.text, scope.start):
            after = after[:1]  # "ended without an agreement in June" denies the agreement, not June
        # "not available": what follows is denied; where nothing follows ("gilt nicht"), what stands before.
        lost = [w for w in (after or scope.words) if w.stem in own]
        if lost and not _affirmed_elsewhere(source, lost, claim):
            word = _word_in_claim(claim, lost[0].stem)
            return [claim.finding("negation", "fail", "negation.lost", (word.start, word.end) if word else None)]
    return [] if denied else _permitted(claim) or _lost_in_part(claim, own)


def _permitted(claim: Claim) -> list[Finding]:
    """The best passage sentence forbids or turns down what the claim, which denies nothing, speaks of."""
    source = claim.sources[0]
    if is_negated(claim.text, claim.language) or EXCEPTION.search(flatten(source.text)):
        return []
    own = {w.stem for w in claim.words if is_content(w, claim.language)}
    said = claim.evidence.forms_of(own)
    for cue, words in _forbidden(source.text, source.words, source.language):
        held = [w for w in words if w.stem in said]
        if held and 2 * len(held) >= min(len(words), len(own)) and not _affirmed_elsewhere(source, held, claim):
            word = _word_in_claim(claim, held[0].stem)
            span = (word.start, word.end) if word else None
            return [claim.finding("negation", "fail", "negation.forbidden", span, given=source.text[cue.start() : cue.end()])]
    return []


def _lost_in_part(claim: Claim, own: set[str]) -> list[Finding]:
    """A part of the sentence rests on a further passage sentence, the only one with its word, and there the word is denied."""
    for source in claim.sources[1:]:
        for scope in _scopes(source.text, source.words, claim.language):
            word = next((w for w in scope.after[:1] if w.stem in own), None)
            said = _word_in_claim(claim, word.stem) if word else None
            if said is None or any(claim.evidence.holds(s, said.stem) for s in claim.sources if s is not source):
                continue
            return [claim.finding("negation", "doubt", "negation.lost", (said.start, said.end))]
    return []


def _affirmed_elsewhere(source: EvidenceSentence, denied: list[Token], claim: Claim) -> bool:
    """Do other words of the cited sentences, outside negations, hold all of the denied words?"""
    negated = {w.start for scope in _scopes(source.text, source.words, claim.language) for w in scope.words}
    free = {w.stem for w in source.words if w.start not in negated}
    for other in claim.sources[1:]:
        if not is_negated(other.text, other.language):
            free |= other.stems
    return all(w.stem in free for w in denied)


def _word_in_claim(claim: Claim, stem: str) -> Token | None:
    return next((w for w in claim.words if w.stem == stem or stem in claim.evidence.forms(w.stem)), None)


def _yes_or_no(claim: Claim) -> list[Finding]:
    yes, no = _YES.match(claim.text), _NO.match(claim.text)
    if yes is None and (no is None or claim.question.expects not in ("yes_no", "other")):
        return []
    asked = set(claim.evidence.forms_of(set(claim.question.terms) | {w.stem for w in claim.words}))
    denies = any(
        any(w.stem in asked for w in scope.words)
        for s in claim.sources[:2]
        for scope in _scopes(s.text, s.words, claim.language)
    )
    near = [n for s in claim.sources for n in claim.evidence.neighbours(s)]
    restricted = any(is_negated(s.text, s.language) or RESTRICTION.search(s.text) for s in near)
    if yes is not None:
        rest = claim.text[yes.end() :]
        if denies and not is_negated(rest, claim.language) and not is_negated(claim.question.text, claim.language):
            return [claim.finding("negation", "fail", "negation.yes", yes.span())]
        # "Yes, but only with …" may be meant rightly; whether the asked case is within the restriction no rule can tell.
        if any(ONLY.search(masked(s.text, s.language)) for s in claim.sources):
            return [claim.finding("negation", "doubt", "negation.yes", yes.span())]
        return []
    if no is not None and not restricted and not _other_figure(claim):
        return [claim.finding("negation", "doubt", "negation.no", no.span())]
    return []


def _other_figure(claim: Claim) -> bool:
    """ "No, 120 days" to "can it be 240 days?": another value of the same unit denies by itself."""
    return any(
        q.unit == asked.unit and q.values != asked.values for q in claim.quantities for asked in claim.question.quantities
    )


def _modal(claim: Claim) -> list[Finding]:
    said, given = modalities(claim.text), modalities(claim.sources[0].text)
    if len(said) != 1 or len(given) != 1 or said == given or said & modalities(" ".join(s.text for s in claim.sources)):
        return []
    if is_negated(claim.text, claim.language) or is_negated(claim.sources[0].text, claim.language):
        return []  # "must not" and "may not": the negation decides
    what, have = next(iter(said)), next(iter(given))
    return [claim.finding("negation", "doubt", "negation.modal", what=_MODAL_NAMES[what], given=_MODAL_NAMES[have])]


def _only(claim: Claim) -> list[Finding]:
    match = ONLY.search(masked(claim.text, claim.language))
    if match is None:
        return []
    given = [s.text for s in claim.sources]
    if any(EXCLUSIVE.search(t) or RESTRICTION.search(t) or is_negated(t, claim.language) for t in given) or ONLY.search(
        claim.question.text
    ):
        return []
    return [claim.finding("negation", "doubt", "negation.only", match.span(), what=match.group())]


RULE = Rule("negation", "factuality", check, "en, de; fr, es, it, nl, zh in part")
