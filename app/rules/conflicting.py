"""Two places that contradict each other, where a question asks for just that: both are quoted, and the model need not find them.

Example: "Which date conflicts for version 2.0?" → "Version 2.0 September 10, 2024" of the cover and "Version: 2.0 | Date: September 10,
2023" of the revision history. Both must bear what the question names by number, and each exactly one figure of the kind that is asked for.
Languages of the question: en, de, fr, es, it, nl.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from app.messages.retrieval import Passage
from app.rules.evidence import Evidence, EvidenceSentence
from app.rules.quantities import Quantity, read_quantities, same
from app.rules.words import flatten

_CONFLICT = re.compile(
    r"\b(?:conflict(?:s|ing)?|contradict\w*|inconsisten\w*|disagree\w*|mismatch\w*|discrepan\w*|do(?:es)? not (?:match|agree)|"
    r"widerspr[iuü]\w*|widersprech\w*|unstimmig\w*|abweichende\w*|contredi\w*|contradictoires?|incohéren\w*|contradic\w*|contraddi\w*|"
    r"tegenspr\w*|tegenstrijdig\w*)\b",
    re.IGNORECASE,
)
_DATE = re.compile(r"\b(?:\w*dat(?:es?|um|ums|en)|when|wann|fechas?|quand)\b", re.IGNORECASE)
_CODE = re.compile(r"[^\W\d_]{2,}\s\d+(?:\.\d+)*(?!\w)|(?<!\w)(?:19|20)\d\d(?!\w)")
_SEPARATOR = r"[\s:|#.]{0,4}"
_KINDS = ("number", "percent", "money", "duration", "measure", "date", "time")


def asks_for_conflict(question: str) -> bool:
    return _CONFLICT.search(flatten(question)) is not None


def conflicting_pair(question: str, passages: Sequence[Passage], language: str) -> tuple[str, str] | None:
    """Two sentences of one document (else of two) that say different things of what the question names; None where it asks for something else,
    names nothing by number, or there is no such pair. The order is that of the passages: the most relevant first."""
    if not asks_for_conflict(question):
        return None
    codes = _codes(question, language)
    if not codes:
        return None
    dated = _DATE.search(question) is not None
    evidence = Evidence(passages, language)
    saying = [
        (s, figure) for s in evidence.sentences
        if all(_bears(s, code) for code in codes) and (figure := _figure(s, codes, dated)) is not None
    ]  # fmt: skip
    pairs = [
        (a, b)
        for (a, x), (b, y) in combinations(saying, 2)
        if x.kind == y.kind and x.unit == y.unit and not (same(x, y) or same(y, x))
    ]
    pairs.sort(key=lambda pair: _document(evidence, pair[0]) != _document(evidence, pair[1]))
    return (pairs[0][0].said, pairs[0][1].said) if pairs else None


def _codes(question: str, language: str) -> list[str]:
    """What the question names by number: "version 2.0", "form 12", a year; no amounts and days."""
    taken = [q for q in read_quantities(question, language) if q.unit is not None or (q.kind == "date" and not q.is_year)]
    return [
        m.group() for m in _CODE.finditer(flatten(question)) if not any(q.start < m.end() and m.start() < q.end for q in taken)
    ]


def _bears(sentence: EvidenceSentence, code: str) -> bool:
    """ "Version 2.0" is also borne by a row with "Version: 2.0"."""
    label = _SEPARATOR.join(map(re.escape, code.split()))
    return re.search(rf"(?<!\w){label}(?!\w|\.\d)", flatten(sentence.text), re.IGNORECASE) is not None


def _figure(sentence: EvidenceSentence, codes: Sequence[str], dated: bool) -> Quantity | None:
    numbers = {re.sub(r"\D", "", code) for code in codes}
    found = [
        q for q in sentence.quantities
        if (q.kind == "date" if dated else q.kind in _KINDS) and not q.weak and re.sub(r"\D", "", q.text) not in numbers
    ]  # fmt: skip
    return found[0] if len(found) == 1 else None


def _document(evidence: Evidence, sentence: EvidenceSentence) -> str:
    return evidence.passages[sentence.passage_index].doc_id
