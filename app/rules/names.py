"""Rule: every proper name and identifier of the answer stands in a cited passage, its heading, or the question.

Why: a wrong person, place or part number is as bad as a wrong figure. Names are compared word by word without case, so that "Gerhardt"
is enough for "Laura Gerhardt"; identifiers as a whole ("SP 800-63" is not "SP 800-53").
Example: "Contact Maria Lopez" where the passage says "Maria Perez" → fail on the name. Languages: all with capitals; German with the
limits of ``proper_names``. Source: Dossier's contract, I8.
"""

from __future__ import annotations

import re

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.identifiers import identifier_key
from app.rules.proper_names import TITLES, Name
from app.rules.quantities import Quantity, same
from app.rules.words import flatten, tokens

_LONGEST_ACRONYM = 6
_OF_A_GROUP = ("sm", "ism", "ists", "ist", "ish", "ian", "ese")


def check(claim: Claim) -> list[Finding]:
    known = _known_words(claim)
    found = [_name(claim, name, known) for name in claim.names if not _covered_by_identifier(claim, name)]
    return found + [_identifier(claim, q) for q in claim.quantities if q.kind == "identifier"]


def _known_words(claim: Claim) -> frozenset[str]:
    """Words of the cited documents' passages, their contexts and the question."""
    words: set[str] = {t.key for t in tokens(claim.question.text, claim.language)}
    passages = claim.evidence.passages
    sources = {passages[number].source for number in claim.attribution.passages}
    cited = [number for number, passage in enumerate(passages) if passage.source in sources]
    for number in cited:
        words |= claim.evidence.context_keys[number]
    for sentence in claim.evidence.sentences:
        if sentence.passage_index in cited:
            words |= sentence.keys
    return frozenset(words)


def _covered_by_identifier(claim: Claim, name: Name) -> bool:
    return any(q.kind == "identifier" and q.start < name.end and name.start < q.end for q in claim.quantities)


def _name(claim: Claim, name: Name, known: frozenset[str]) -> Finding:
    """The mark is on the words of the name that are in no cited passage, not on the others."""
    parts = tokens(name.text, claim.language)
    missing = [
        p for p in parts if p.key not in known and (p.key in name.parts or len(parts) == 1) and not _in_compound(p.key, known)
    ]
    if len(missing) < len(parts):  # initials and titles tell nobody from another
        missing = [p for p in missing if len(p.key) > 1 and p.key not in TITLES]
    if not missing:
        place = claim.evidence.place_name(claim.sources[0]) if claim.sources else ""
        return claim.finding("names", "pass", "names.found", what=name.text, place=place)
    if _initials_known(name, known) or _long_form_known(claim, name):
        return claim.finding("names", "not_applicable", "names.unsure", what=name.text)
    span = (name.start + missing[0].start, name.start + missing[-1].end)
    if name.sure and (len(parts) > 1 or name.text[1:].lower() != name.text[1:] or claim.language != "de"):
        return claim.finding("names", "fail", "names.missing", span, what=name.text)
    return claim.finding("names", "doubt", "names.unsure", span, what=name.text)


def _in_compound(part: str, known: frozenset[str]) -> bool:
    """ "Berliner" for "Berlin", "European" for "Europe", "Nazism" for "Nazi"."""
    if any(
        part.removesuffix(ending) in known for ending in _OF_A_GROUP if part.endswith(ending) and len(part) - len(ending) > 3
    ):
        return True
    return len(part) >= 5 and any(word[:5] == part[:5] and abs(len(word) - len(part)) <= 3 for word in known)


def _initials_known(name: Name, known: frozenset[str]) -> bool:
    """A long form whose acronym is known."""
    initials = "".join(part[0] for part in name.parts if part)
    return len(initials) > 2 and initials in known


def _long_form_known(claim: Claim, name: Name) -> bool:
    """An acronym whose long form stands in a cited passage: "SD" for "South Dakota", "TfL" for "Transport for London"."""
    letters = name.text.replace(".", "")
    if not (1 < len(letters) <= _LONGEST_ACRONYM and letters.isalpha() and letters[1:].upper() == letters[1:]):
        return False
    words = [rf"(?:{c.upper()}\w+|{c.lower()}(?:or|f|nd|n|er|ie|as|es|u|t)\b)" for c in letters]
    pattern = re.compile(r"\b" + r"\W{1,3}(?:(?:of|the|and|for|der|die|und|für|de|des|du)\W)?".join(words))
    return any(pattern.search(claim.evidence.passages[n].content) for n in claim.attribution.passages)


def _identifier(claim: Claim, quantity: Quantity) -> Finding:
    given = (*claim.given_quantities(), *claim.context_quantities(), *claim.question.quantities)
    passages = [claim.evidence.passages[i] for i in claim.attribution.passages]
    stated = any(same(quantity, g) for g in given) or any(_written(quantity, p.content + " " + p.context) for p in passages)
    if stated:
        place = claim.evidence.place_name(claim.sources[0]) if claim.sources else ""
        return claim.finding("names", "pass", "names.found", what=quantity.text, place=place)
    return claim.finding("names", "fail", "names.identifier", (quantity.start, quantity.end), what=quantity.text)


def _written(quantity: Quantity, text: str) -> bool:
    """The identifier with any separators between its parts, whole."""
    pieces = [re.escape(p) for p in re.findall(r"\d+|[^\W\d_]+|§", flatten(quantity.text))]
    pattern = r"[\s.\-–_/():@,]*".join(pieces)
    flat = flatten(text)
    return any(
        identifier_key(m.group()) == identifier_key(quantity.text)
        for m in re.finditer(rf"(?<![^\W_])(?<!\d[.,])(?:{pattern})(?![^\W_]|[.,]\d)", flat, re.IGNORECASE)
    )


RULE = Rule("names", "factuality", check, "all with capitals; de: acronyms, titles, full names")
