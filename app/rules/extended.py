"""How long something may last with all its extensions, calculated by the program: small models answer with the first figure they see.

Example: "for how many days at most, with every extension?", sentences "after the 30-day period ends" and "up to two 30-day extensions"
→ "30 + 2 × 30 = 90 days". Nothing is said where the passages name several periods or extensions, or another unit.
Languages: en, de, fr, es.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from app.messages.retrieval import Passage
from app.rules.evidence import Evidence, EvidenceSentence
from app.rules.quantities import Quantity
from app.rules.quantity import plain
from app.rules.question import expected_answer
from app.rules.units import unit_of
from app.rules.words import flatten, tokens

_EXTENSION = re.compile(r"(?:\bexten(?:d|sion)|\brenew|\bprolong|verlänger|\bpr[oó]rrog|\bprórroga)", re.IGNORECASE)
_MOST = re.compile(
    r"\b(?:at most|maximum|longest|in total|altogether|every|all|höchstens|längstens|maximal|insgesamt|jede[rnms]?|allen?|au plus|"
    r"au maximum|au total|tout(?:es?|s)?|tous|como máximo|en total|tod[oa]s)\b",
    re.IGNORECASE,
)
_PERIOD = re.compile(
    r"\b(?:\w*(?:period|term|duration|frist|dauer|zeitraum|laufzeit|zeit)|loan|initial\w*|limit|durée|délai|période|plazo|per[ií]odo|duración)\b",
    re.IGNORECASE,
)
_TIMES = re.compile(
    r"\b(?:(?P<once>once|einmal|une fois|una vez)|(?P<twice>twice|zweimal|deux fois|dos veces)|(?P<thrice>three times|dreimal|trois fois|tres veces))\b",
    re.IGNORECASE,
)
_MOST_TIMES = 10


@dataclass(frozen=True)
class ExtendedPeriod:
    """``quotes``: the sentences that name the period and its extensions; ``formula``: what they come to."""

    quotes: tuple[str, str]
    formula: str


def longest_extended(question: str, passages: Sequence[Passage], language: str) -> ExtendedPeriod | None:
    """The longest time that the passages of one document allow; None where it is not asked for or not plain."""
    flat = flatten(question)
    if not (_EXTENSION.search(flat) and _MOST.search(flat) and expected_answer(question) in ("duration", "number")):
        return None
    evidence = Evidence(passages, language)
    extending = [(s, found) for s in evidence.sentences if (found := _extension(s)) is not None]
    if len({(count, size.values, size.unit) for _, (count, size) in extending}) != 1:
        return None
    sentence, (count, size) = extending[0]
    document = evidence.passages[sentence.passage_index].doc_id
    periods = [
        (s, period) for s in evidence.sentences
        if evidence.passages[s.passage_index].doc_id == document and (period := _period(s)) is not None
    ]  # fmt: skip
    if len({(p.values, p.unit) for _, p in periods}) != 1 or periods[0][1].unit != size.unit:
        return None
    first, period = periods[0]
    total = period.values[0] + count * size.values[0]
    formula = f"{plain(period.values[0])} + {plain(count)} × {plain(size.values[0])} = {plain(total)}"
    unit = next((t.text for t in tokens(question, language) if _names(t.key, language, size.unit)), None)
    return ExtendedPeriod((first.said, sentence.said), f"{formula} {unit}" if unit else formula)


def _extension(sentence: EvidenceSentence) -> tuple[Decimal, Quantity] | None:
    """How often the sentence allows an extension, and of what length."""
    if _EXTENSION.search(sentence.text) is None:
        return None
    sizes = [q for q in sentence.quantities if q.kind == "duration" and not q.is_range]
    times = _TIMES.search(sentence.text)
    counts = {q.values[0] for q in sentence.quantities if q.kind == "number" and q.unit is None and len(q.values) == 1}
    if times is not None:
        counts.add(Decimal(("once", "twice", "thrice").index(str(times.lastgroup)) + 1))
    if len(sizes) != 1 or len(counts) != 1 or not 1 <= max(counts) <= _MOST_TIMES:
        return None
    return counts.pop(), sizes[0]


def _period(sentence: EvidenceSentence) -> Quantity | None:
    """The one length of time that the sentence gives to a period; nothing of what it says about extensions."""
    lengths = [q for q in sentence.quantities if q.kind == "duration" and not q.is_range]
    if len(lengths) != 1 or _EXTENSION.search(sentence.text) or _PERIOD.search(sentence.text) is None:
        return None
    return lengths[0]


def _names(key: str, language: str, unit: str | None) -> bool:
    found = unit_of(key, language)
    return found is not None and found[1] == unit
