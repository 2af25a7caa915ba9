"""The amount that a question asks for, calculated by the program from a rate of the passages and the count that the question names.

Example: "What does it cost for 3 hours?", sentence "2.50 euros per hour" → "3 hours × 2.50 euros = 7.50 euros".
Languages: the words for "per" in en, de, fr, es, it, nl, pt; units of ``app.rules.units`` and counted nouns.
"""

from __future__ import annotations

import re
from decimal import Decimal

from app.rules.quantities import Quantity, read_quantities
from app.rules.quantity import plain
from app.rules.question import Question
from app.rules.units import unit_of
from app.rules.words import Token, flatten, tokens

_PER = re.compile(
    r"(?:\b(?:per|pro|je|for (?:each|every)|each|every|für jede[nsrm]?|jede[nsrm]?|par|pour chaque|por cada|por|cada|al|per ogni|voor elk(?:e)?)|/)"
    r"\s+(?:(?:full|completed|started|additional|volle[nsr]?|angefangene[nsr]?|weitere[nsr]?)\s+)?(?=\w)",
    re.IGNORECASE,
)
_BETWEEN = 40
"""Characters from the figure to its "per": "2.5 days of paid leave per month"."""
_BOUNDED = re.compile(
    r"\b(?:up to|at most|at least|no more than|maximum|minimum|max|not exceed\w*|cap(?:ped)?|first|bis zu|höchstens|maximal|mindestens|insgesamt"
    r"|ersten?|jusqu|maximum|máximo|como máximo|hasta|al massimo|fino a|hoogstens)\b",
    re.IGNORECASE,
)
"""With a bound the product may be more than is given."""
_AMOUNTS = ("number", "money", "duration")
_RATES = ("number", "money", "duration", "measure")


def stated_product(question: Question, sentence: str) -> str | None:
    """A formula in the sentence's own spelling; None when it is not plain what is multiplied.

    Plain means: the question asks for an amount and names one count, and the sentence has one figure that it gives per such a thing, without a
    bound.
    """
    if question.expects not in _AMOUNTS or _BOUNDED.search(flatten(sentence)):
        return None
    found = [(rate, count) for rate in _rates(sentence, question.language) if (count := _count(question, rate[1])) is not None]
    if len(found) != 1:
        return None
    (rate, _, shown), count = found[0]
    value = rate.values[0] * count.values[0]
    return f"{_counted(question.text, count)} × {shown} = {_as_written(value, shown)}"


def _counted(text: str, count: Quantity) -> str:
    """The count with the word that it counts."""
    noun = re.match(r"\s+\w+", text[count.end :]) if count.noun is not None and count.unit is None else None
    return text[count.start : count.end + (noun.end() if noun else 0)]


def _rates(sentence: str, language: str) -> list[tuple[Quantity, Token, str]]:
    """Figures that are given per something: the figure, the word behind "per", and the figure with what it counts."""
    flat = flatten(sentence)
    words = tokens(sentence, language)
    found = []
    for quantity in read_quantities(sentence, language):
        if quantity.kind not in _RATES or quantity.weak or quantity.is_range or not any(c.isdigit() for c in quantity.text):
            continue
        per = _PER.search(flat, quantity.end, quantity.end + _BETWEEN + 20)
        if (
            per is None
            or per.start() - quantity.end > _BETWEEN
            or re.search(r"[.;:!?](?=\s)", flat[quantity.end : per.start()])
        ):
            continue
        word = next((w for w in words if w.start >= per.end()), None)
        if word is not None:
            found.append((quantity, word, " ".join(sentence[quantity.start : per.start()].split())))
    return found


def _count(question: Question, per: Token) -> Quantity | None:
    """How many of these the question speaks of; None when it does not say, or says two numbers."""
    known = unit_of(per.key, question.language)
    counts = [
        q
        for q in question.quantities
        if len(q.values) == 1
        and q.kind in _RATES
        and (q.unit == known[1] if known is not None else q.unit is None and q.noun == per.stem)
    ]
    return counts[0] if len(counts) == 1 else None


def _as_written(value: Decimal, like: str) -> str:
    """The value with the unit and the decimal sign that stand in ``like``."""
    digits = re.search(r"\d[\d.,]*\d|\d", like)
    assert digits is not None
    places = re.search(r"[.,](\d{1,2})$", digits.group())
    cents = places is not None and len(places.group(1)) == 2 and value != value.to_integral_value()
    shown = f"{value:.2f}" if cents else plain(value)
    if places is not None and places.group().startswith(","):
        shown = shown.replace(".", ",")
    return like[: digits.start()] + shown + like[digits.end() :]
