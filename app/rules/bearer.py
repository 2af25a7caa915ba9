"""Rule: what the sentence says of a name the passages say of that name, in whatever words, and not of another one.

Why: every name of "Tom Brandt chaired the meeting" stands in a passage that says "Ruth Ashby took the chair, Tom Brandt kept the minutes". Each
clause of the sentence with one name is compared in meaning, names taken out, with the passages' clauses of that name and with those of others.
Example: the passage above, answer "Tom Brandt chaired the meeting" → doubt. Languages: all with capitals for names; needs the embedder.
Source of the margin: clauses of tests/benchmarks/third_errors.txt, right ones and with names exchanged; judged by check_planted.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.evidence import EvidenceSentence
from app.rules.function_words import word_set
from app.rules.proper_names import Name, find_names
from app.rules.words import Token, flatten, is_content

MARGIN = 0.03
"""Cosine by which another name's clause must be nearer than all of the sentence's own name."""
_FEWEST = 2
"""Content words beside the name from which a clause says something."""
_OWN, _OTHERS = 4, 3
"""Clauses of the passages that are embedded for one of the sentence, those with the most words in common first."""
_LONGEST = 200
_BORDER = re.compile(
    r"[;:|()]|,(?!\d)|[\s\u00a0](?:and|but|while|whereas|because|as|und|aber|während|sondern|weil|et|mais|tandis|car|parce|y|pero|mientras|porque|ed?|ma|mentre|perché|"
    r"en|maar|terwijl|omdat|i|a|ale|ponieważ|mas|enquanto|и|а|но|потому)[\s\u00a0]",
    re.IGNORECASE,
)
_PRONOUNS = word_set(
    "he she they who his her their er sie sein seine ihr ihre il elle ils elles son sa qui el él ella ellos su lui lei suo sua hij zij ze zijn haar on ona ele ela seu sua он она они его её"
)

_PARTIES = word_set(
    "buyer seller supplier purchaser vendor landlord tenant lessor lessee employer employee lender borrower creditor debtor customer contractor licensor licensee insurer insured "
    "käufer verkäufer lieferant besteller vermieter mieter arbeitgeber arbeitnehmer auftraggeber auftragnehmer darlehensgeber darlehensnehmer gläubiger schuldner versicherer versicherungsnehmer "
    "acheteur vendeur fournisseur bailleur locataire employeur salarié prêteur emprunteur comprador vendedor proveedor arrendador arrendatario empleador empleado "
    "acquirente venditore fornitore locatore locatario verhuurder huurder koper verkoper werkgever werknemer wynajmujący najemca sprzedawca kupujący senhorio inquilino fornecedor "
    "арендатор арендодатель покупатель продавец поставщик работодатель работник"
)
"""Parties of a contract are named by what they are."""


@dataclass(frozen=True)
class _Clause:
    """``text`` has an X in the place of each name."""

    text: str
    names: tuple[Name, ...]
    stems: frozenset[str]


def check(claim: Claim) -> list[Finding]:
    if claim.vectors is None or not claim.sources or claim.language in ("zh", "ja"):
        return []
    cited = {s.index for s in claim.sources}
    for said in _clauses(claim.text, claim.words, claim.names, claim.language):
        if len(said.names) != 1:
            continue
        name = said.names[0]
        own, others = [], []
        for sentence in claim.evidence.sentences:
            if sentence.passage_index in claim.attribution.passages:
                mine, foreign = _parted(claim, sentence, name)
                own += mine
                others += foreign if sentence.index in cited else []
        other = _nearer(claim, said, own, others) if own and others else None
        if other is not None:
            span = (name.start, name.end)
            return [claim.finding("bearer", "doubt", "bearer.other", span, what=name.text, given=other.text)]
    return []


def _parted(claim: Claim, sentence: EvidenceSentence, name: Name) -> tuple[list[_Clause], list[_Clause]]:
    """Clauses of the sentence that may speak of the name (it or a pronoun stands there), and those of one other name of its form."""
    parts = _roots(name)
    own, others = [], []
    for clause in _known_clauses(claim, sentence):
        if any(parts & _roots(n) for n in clause.names) or not clause.names and clause.stems & _PRONOUNS:
            own.append(clause)
        elif len(clause.names) == 1 and _alike(name, clause.names[0]):
            others.append(clause)
    return own, others


def _nearer(claim: Claim, said: _Clause, own: Sequence[_Clause], others: Sequence[_Clause]) -> Name | None:
    assert claim.vectors is not None
    own, others = _nearest(said, own)[:_OWN], _nearest(said, others)[:_OTHERS]
    vectors = claim.vectors([c.text for c in (said, *own, *others)])
    if vectors is None:
        return None
    cosines = [float(vectors[0] @ v) for v in vectors[1:]]
    best = max(range(len(others)), key=lambda i: cosines[len(own) + i])
    return others[best].names[0] if cosines[len(own) + best] - max(cosines[: len(own)]) >= MARGIN else None


def _nearest(said: _Clause, clauses: Sequence[_Clause]) -> list[_Clause]:
    return sorted(clauses, key=lambda c: -len(c.stems & said.stems))


def _roots(name: Name) -> frozenset[str]:
    """Words of the name without the ending that a case may change ("Лебедева", "Лебедеву")."""
    return frozenset(p[: max(3, len(p) - 2)] if len(p) > 4 else p for p in name.parts)


def _alike(name: Name, other: Name) -> bool:
    return (len(name.parts) > 1) == (len(other.parts) > 1) and name.text.isupper() == other.text.isupper()


def _known_clauses(claim: Claim, sentence: EvidenceSentence) -> list[_Clause]:
    key = ("bearer", sentence.index)
    if key not in claim.evidence.memo:
        names = find_names(sentence.text, claim.language)
        claim.evidence.memo[key] = list(_clauses(sentence.text, sentence.words, names, claim.language))
    return cast("list[_Clause]", claim.evidence.memo[key])


def _clauses(text: str, words: Sequence[Token], names: Sequence[Name], language: str) -> Iterator[_Clause]:
    """The clauses that say something; one that does not goes with the next."""
    told = [n for n in names if n.sure or len(n.parts) > 1]
    told += [
        Name(w.text, w.start, w.end, True)
        for w in words
        if w.key in _PARTIES and not any(n.start <= w.start < n.end for n in told)
    ]
    told.sort(key=lambda n: n.start)
    flat = flatten(text)
    start = 0
    for end in (*(m.end() for m in _BORDER.finditer(flat)), len(flat)):
        inside = tuple(n for n in told if start <= n.start and n.end <= end)
        own = [w for w in words if start <= w.start and w.end <= end and not any(n.start <= w.start < n.end for n in inside)]
        said = sum(is_content(w, language) for w in own)
        if any(n.start < end < n.end for n in told) or (said < (1 if inside else _FEWEST) and end < len(flat)):
            continue
        yield _Clause(_masked(text, start, end, inside), inside, frozenset(s for w in own for s in (w.stem, w.key)))
        start = end


def _masked(text: str, start: int, end: int, names: Sequence[Name]) -> str:
    for name in reversed(names):
        text = text[: name.start] + "X" + text[name.end :]
        end -= name.end - name.start - 1
    return text[start:end].strip(" ,;:.")[:_LONGEST]


RULE = Rule("bearer", "factuality", check, "all with capitals for names, with an embedder")
