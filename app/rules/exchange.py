"""Rule: who does what stays as the passage has it: two names or parties have not changed places.

Why: each word of "the landlord pays the tenant" stands in a passage that says the opposite. Two looks: (1) every word of the sentence stands
in one passage sentence, but two of them are exchanged around a third; whole clauses in another order, an enumeration in another order and
German nouns that keep their articles are no exchange. (2) What the sentence says of one name stands in the clause of another name, and in
no clause of its own.
Example: passage "Anna Keller leads the laboratory and Tom Brandt the archive", answer "Tom Brandt leads the laboratory" → doubt.
Languages: all with spaces between words. Source: tests/unit/app/rules/test_changed_answers.py.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import cast

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.evidence import EvidenceSentence
from app.rules.function_words import word_set
from app.rules.proper_names import Name, find_names
from app.rules.slots import fit, wanted
from app.rules.words import Token, flatten, is_content

_Clause = tuple[list[Token], list[Name]]
_FEWEST, _LONGEST = 4, 60
"""Words of a sentence that can have an exchange; in longer ones the search for it would take too long."""
_LEAST, _OWN = 0.3, 0.1
"""Share of the words around a name that stand around the other one, and how many of them may stand around its own."""
_CLAUSE = re.compile(
    r"[;:|]|,(?!\d)|\s(?:but|while|whereas|and|und|während|aber|sondern|et|tandis|mais|y|e|en|i|и)\s", re.IGNORECASE
)
_LISTED = re.compile(r"[\s\u00a0]*(?:[,;/]|\b(?:and|or|und|oder|et|ou|y|o|e|en|of|i|lub|и|или)\b)", re.IGNORECASE)
_PRONOUNS = word_set("he she they it who er sie es il elle ils elles qui el ella ellos lui lei hij zij on ona он она они")


def check(claim: Claim) -> list[Finding]:
    if claim.language in ("zh", "ja") or not _FEWEST <= len(claim.words) <= _LONGEST:
        return []
    return _order(claim) or _bearer(claim) or _rival(claim)


def _order(claim: Claim) -> list[Finding]:
    keys = Counter(w.key for w in claim.words)
    for source in claim.evidence.sentences:
        if len(source.words) > 2 * _LONGEST or not keys.keys() <= source.keys:
            continue
        found = _exchanged(claim, source)
        if found is None:
            return []  # the sentence is a copy, or the same clauses in another order
        first, last = found
        said, given = _between(claim.text, claim.words, first, last), _between(source.text, source.words, last, first)
        span = (min(first.start, last.start), max(first.end, last.end))
        return [claim.finding("exchange", "doubt", "comparison.opposite", span, what=said, given=given)]
    return []


def _exchanged(claim: Claim, source: EvidenceSentence) -> tuple[Token, Token] | None:
    """The outer two of three words that stand in the opposite order in the passage."""
    own, theirs = Counter(w.key for w in claim.words), Counter(w.key for w in source.words)
    place = {w.key: i for i, w in enumerate(source.words)}
    telling = [
        w for w in claim.words
        if own[w.key] == theirs[w.key] == 1 and (is_content(w, claim.language) or w.key.isdigit())
    ]  # fmt: skip
    for a, b, c in combinations(telling, 3):
        if place[a.key] > place[b.key] > place[c.key] and not _enumerated(source, [place[w.key] for w in (c, b, a)]):
            if claim.language == "de" and not _traded(claim, source, a, c):
                continue
            return a, c
    return None


def _enumerated(source: EvidenceSentence, places: Sequence[int]) -> bool:
    words = [source.words[i] for i in places]
    return all(_LISTED.match(source.text, x.end, y.start) for x, y in zip(words, words[1:], strict=False))


def _traded(claim: Claim, source: EvidenceSentence, a: Token, c: Token) -> bool:
    """German may begin with any part of the sentence; roles are exchanged where both nouns have taken each other's article, or names their place."""
    said = [_article(claim.words, w) for w in (a, c)]
    given = [_article(source.words, w) for w in (c, a)]
    return said == given and (any(said) or all(any(n.start <= w.start < n.end for n in claim.names if n.sure) for w in (a, c)))


def _article(words: Sequence[Token], word: Token) -> str:
    """The function word before the word, or nothing."""
    at = next(i for i, w in enumerate(words) if w.key == word.key)
    before = words[at - 1] if at else None
    return before.key if before is not None and not is_content(before, "de") else ""


def _between(text: str, words: Sequence[Token], first: Token, last: Token) -> str:
    ends = [w for w in words if w.key in (first.key, last.key)]
    return text[ends[0].start : ends[-1].end]


def _bearer(claim: Claim) -> list[Finding]:
    """What the claim says of one name, said by a passage of another one."""
    for name, said in _statements(claim.text, claim.names, claim):
        clauses = [
            (clause, names)
            for number in claim.attribution.passages
            for sentence in claim.evidence.sentences
            if sentence.passage_index == number
            for clause, names in _clauses(claim, sentence)
        ]
        own = [clause for clause, names in clauses if any(_meets(name, n) for n in names) or _holds_name(clause, name)]
        if not own or any(all(_held(claim, clause, w) for w in said) for clause in own):
            continue
        for clause, names in clauses:
            others = [n for n in names if not _meets(name, n)]
            if len(others) == len(names) == 1 and not any(w.key in _PRONOUNS for w in clause):
                first = min((w.start for w in clause if any(_same_word(claim, w, s) for s in said)), default=-1)
                if others[0].start < first and all(_held(claim, clause, w) for w in said):
                    span = (name.start, name.end)
                    return [
                        claim.finding("exchange", "doubt", "comparison.opposite", span, what=name.text, given=others[0].text)
                    ]
    return []


def _rival(claim: Claim) -> list[Finding]:
    """The words around a name of the claim stand around another name in a cited sentence, and hardly around its own anywhere."""
    others = [
        (sentence, name)
        for sentence in claim.sources if not any(w.key in _PRONOUNS for w in sentence.words)
        for name in _names(claim, sentence)
        if name.sure and not any(_meets(name, own) for own in claim.names)
    ]  # fmt: skip
    for name in (n for n in claim.names if n.sure and others):
        around = wanted(claim, name)
        total = sum(w.weight for w in around) or 1.0
        held = {s.index for s in claim.evidence.sentences if not s.keys.isdisjoint(name.parts)}
        own = max(
            (fit(claim, around, s, n) for s in claim.evidence.sentences if s.index in held for n in _places(s, name)),
            default=0.0,
        )
        for sentence, other in others:
            near = {s.index for s in claim.evidence.neighbours(sentence)} & held
            value = fit(claim, around, sentence, other)
            if not near and _alike(name, other) and value >= _LEAST * total and own <= _OWN * total:
                span = (name.start, name.end)
                return [claim.finding("exchange", "doubt", "comparison.opposite", span, what=name.text, given=other.text)]
    return []


def _alike(name: Name, other: Name) -> bool:
    """Two full names or two single words, and not an acronym or a heading in capitals beside a name."""
    return (len(name.parts) > 1) == (len(other.parts) > 1) and name.text.isupper() == other.text.isupper()


def _places(sentence: EvidenceSentence, name: Name) -> list[Token]:
    return [w for w in sentence.words if w.key in name.parts]


def _names(claim: Claim, sentence: EvidenceSentence) -> list[Name]:
    return [name for _, names in _clauses(claim, sentence) for name in names]


def _statements(text: str, names: Sequence[Name], claim: Claim) -> Iterator[tuple[Name, list[Token]]]:
    """Each clause with one name, and its other content words (at least two)."""
    figures = [q for q in claim.quantities if not q.weak]
    for start, end in _borders(text):
        inside = [n for n in names if start <= n.start and n.end <= end and _is_person_like(n)]
        if len(inside) != 1:
            continue
        name = inside[0]
        said = [
            w for w in claim.words
            if start <= w.start and w.end <= end and is_content(w, claim.language) and not (name.start <= w.start < name.end)
            and not any(q.start <= w.start < q.end for q in figures)
        ]  # fmt: skip
        if len(said) >= 2:
            yield name, said


def _clauses(claim: Claim, sentence: EvidenceSentence) -> list[_Clause]:
    """Words and names of each clause of a passage sentence, found once for a whole answer."""
    known = claim.evidence.memo.get(("clauses", sentence.index))
    if known is None:
        names = [n for n in find_names(sentence.text, claim.language) if _is_person_like(n)]
        known = [
            ([w for w in sentence.words if a <= w.start and w.end <= b], [n for n in names if a <= n.start and n.end <= b])
            for a, b in _borders(sentence.text)
        ]
        claim.evidence.memo["clauses", sentence.index] = known
    return cast("list[_Clause]", known)


def _borders(text: str) -> list[tuple[int, int]]:
    flat = flatten(text)
    cuts = [0, *(m.end() for m in _CLAUSE.finditer(flat)), len(flat)]
    return [(a, b) for a, b in zip(cuts, cuts[1:], strict=False) if b > a]


def _is_person_like(name: Name) -> bool:
    return name.sure or len(name.parts) > 1


def _meets(name: Name, other: Name) -> bool:
    return bool(set(name.parts) & set(other.parts))


def _holds_name(clause: Sequence[Token], name: Name) -> bool:
    return any(w.key in name.parts for w in clause)


def _held(claim: Claim, clause: Sequence[Token], word: Token) -> bool:
    return any(_same_word(claim, w, word) for w in clause)


def _same_word(claim: Claim, given: Token, said: Token) -> bool:
    return given.key == said.key or given.stem in claim.evidence.forms(said.stem)


RULE = Rule("exchange", "factuality", check, "all with spaces between words")
