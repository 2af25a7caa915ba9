"""All quantities of a text as typed values: the one place that reads numbers.

Order matters: what an identifier or a date has taken is not read again as a plain number. Source of the notations: CLDR number and
date patterns, DIN 5008, the Chicago manual's chapter on numbers, and the cases in tests/unit/app/rules/test_quantities.py.
"""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise

from app.rules.calendar_dates import find_dates
from app.rules.cjk_quantities import COUNTER, EACH, find_cjk
from app.rules.counted import cjk_unit, unit_after
from app.rules.identifiers import find_identifiers
from app.rules.numerals import HAN_NUMERAL, read_digits, read_han, read_words, word_value
from app.rules.quantity import Quantity, QuantityKind, same
from app.rules.units import DUALS, UNITS, split_adjective
from app.rules.words import Token, flatten, tokens

__all__ = ["Quantity", "QuantityKind", "read_quantities", "same", "same_anywhere"]

_GROUPED = r"\d{1,3}(?:[.,'\u00a0]\d{3})+(?!\d)(?:[.,]\d+)?"
_SPACED = r"\d{1,3}(?: \d{3})+(?!\d)(?:,\d+)?"
_SIMPLE = r"\d+(?:[.,]\d+)?|(?<![^\s(\[+~-])[.,]\d+|[½¼¾⅓⅔⅛]"
_BEFORE = "(?<![^\\W\u3040-\u30ff\u3400-\u9fff\u0600-\u06ff])(?<!\\d[.,])"
"""No letter or digit before a number, except Han and kana, which have no spaces, and Arabic, which joins "and" to it."""
_NUMBER = re.compile(rf"{_BEFORE}(?:{_GROUPED}|{_SIMPLE})")
_NUMBER_SPACED = re.compile(rf"{_BEFORE}(?:{_GROUPED}|{_SPACED}|{_SIMPLE})")
"""English does not group by plain spaces: "in 15 200-page files"."""
_JOINER = re.compile(
    r"[ \u00a0]?(?:-|–|~|\bto\b|\bbis(?: zu)?\b|\bà\b|\ba\b|\btot(?: en met)?\b|\bthrough\b|\bhasta\b|\baté\b|\bdo\b|\bдо\b|إلى|至|到|から)[ \u00a0]?"
)
_BETWEEN = re.compile(
    r"(?:\b(?:between|zwischen|entre|tra|fra|tussen|między|pomiędzy|между)|بين)[ \u00a0]?[€$£]?[ \u00a0]?$", re.IGNORECASE
)
_AND = re.compile(r"[ \u00a0](?:and|und|et|y|e|en|a|i|и|و)[ \u00a0]?")
_CURRENCY_BEFORE = re.compile(r"(€|\bUS\$|\$|£|¥|₹|\bEUR|\bUSD|\bGBP|\bCHF|\bJPY|\bCNY|\bINR|\bPLN|\bCAD|\bAUD)[ \u00a0]?$")
_TIME = re.compile(
    r"(?<![\d:.])(?P<h>[01]?\d|2[0-4])(?:[:.h](?P<min>[0-5]\d))?[ \u00a0]?(?P<mark>Uhr|o['’]?clock|a\.?m\.?|p\.?m\.?|h(?=\b))(?!\w)"
    r"|(?<![\d:.])(?P<h2>[01]?\d|2[0-4]):(?P<min2>[0-5]\d)(?![\d:])",
    re.IGNORECASE,
)
_HOUR_BEFORE = re.compile(r"(?<![\d:.,])(?P<h>[01]?\d|2[0-4])(?P<joint>[^\w,.;:][^\d,.;:]{0,8})$")
"""The first hour of a span whose mark stands behind the second: "from 8 to 16 o'clock"."""
_MARKER = re.compile(
    r"\[(?:\d{1,3}(?:[,;–-][ ]?)?)+\]|\((?:Source|Quelle|Passage|source|Doc|Dokument)s? \d+\)|(?m:^[ \t>]*(?:\d{1,2}[.)]|\(\d{1,2}[a-z]?\)|[-*•])(?=\s))"
)
"""Citation markers, list numbers and the numbers of a law's paragraphs are no quantities."""
_BEFORE_IN_ITALIAN = re.compile(r"prima (?:d(?:i|el|ei|egli|ella|elle|ell')|che)(?!\w)|prima dell'", re.IGNORECASE)
""" "Prima" is "first" as well."""
_ORDINAL = re.compile(r"(?:st|nd|rd|th|er|ère|ème|e|\.?º|\.?ª)(?!\w)|-(?:й|я|е|го|му|м|х|ю)\b")


@lru_cache(maxsize=4096)
def read_quantities(text: str, language: str) -> tuple[Quantity, ...]:
    """Quantities of ``text`` in order of their start; offsets are into ``text``. ``language``: ISO 639-1, for ambiguous notations."""
    flat = flatten(text)
    dates = [_without_stop(q) for q in find_dates(flat, language)]
    taken = _Taken([(q.start, q.end) for q in dates])
    for marker in _MARKER.finditer(flat):  # "2. Juni" at the start of a line is no list number
        if taken.free(*marker.span()):
            taken.add(*marker.span())
    found = dates
    for source in (find_cjk(flat, language), find_identifiers(flat), _times(flat)):
        for quantity in source:
            if taken.free(quantity.start, quantity.end):
                taken.add(quantity.start, quantity.end)
                found.append(quantity)
    words = tokens(text, language)
    found += _digits(flat, words, language, taken)
    found += _spoken(flat, words, language, taken)
    return tuple(_with_doubled(sorted(found, key=lambda q: q.start), flat))


def _without_stop(date: Quantity) -> Quantity:
    """The full stop behind the month's name is not part of the date: it may end the sentence."""
    if len(date.text) < 2 or not (date.text.endswith(".") and date.text[-2].isalpha()):
        return date
    return replace(date, end=date.end - 1, text=date.text[:-1])


def _with_doubled(found: list[Quantity], flat: str) -> list[Quantity]:
    """In "six (6) hours" the word gets the unit of the digits."""
    for i, (word, digits) in enumerate(pairwise(found)):
        if word.unit is None and word.values == digits.values and flat[word.end : digits.start].strip(" \u00a0") == "(":
            kind = digits.kind if digits.unit else word.kind
            unit = digits.unit
            if unit is None:
                continue
            found[i] = replace(word, kind=kind, unit=unit, weak=False)
    return found


def same_anywhere(claimed: Quantity, given: tuple[Quantity, ...]) -> bool:
    """Is ``claimed`` stated by one of ``given``, or is a claimed range stated by two separate values of one unit?"""
    if any(same(claimed, q) for q in given):
        return True
    if not claimed.is_range:
        return False
    ends = (
        Quantity(claimed.kind, (v,), claimed.start, claimed.end, claimed.text, claimed.unit, claimed.noun)
        for v in claimed.values
    )
    return all(any(same(end, q) for q in given) for end in ends)


class _Taken:
    """Character ranges that have been read already."""

    def __init__(self, ranges: list[tuple[int, int]]) -> None:
        self._ranges = list(ranges)

    def free(self, start: int, end: int) -> bool:
        return all(end <= a or b <= start for a, b in self._ranges)

    def add(self, start: int, end: int) -> None:
        self._ranges.append((start, end))


def _times(flat: str) -> list[Quantity]:
    found = []
    for match in _TIME.finditer(flat):
        hour = int(match["h"] or match["h2"])
        minute = int(match["min"] or match["min2"] or 0)
        mark = (match["mark"] or "").casefold().replace(".", "")
        if mark == "h" and match["min"] is None:
            continue  # "5 h" is a duration
        if mark == "pm" and hour < 12:
            hour += 12
        if mark == "am" and hour == 12:
            hour = 0
        text = match.group()
        values = (Decimal(hour * 60 + minute),)
        # Without am or pm, "3:30" may be either half of the day.
        also = ((values[0] + 720,),) if not mark and 0 < hour < 12 else ()
        found += [*_first_hour(flat, match.start()), Quantity("time", values, match.start(), match.end(), text, also=also)]
    return found


def _first_hour(flat: str, end: int) -> list[Quantity]:
    """The hour that is joined to the time at ``end``; which half of the day it is in, a mark behind both does not tell."""
    match = _HOUR_BEFORE.search(flat[max(0, end - 12) : end])
    if match is None:
        return []
    start = max(0, end - 12) + match.start()
    if not _joins(flat, start, match["joint"]):
        return []
    hour = int(match["h"])
    also = ((Decimal(hour * 60 + 720),),) if 0 < hour < 12 else ()
    return [Quantity("time", (Decimal(hour * 60),), start, start + len(match["h"]), match["h"], also=also)]


def _digits(flat: str, words: list[Token], language: str, taken: _Taken) -> list[Quantity]:
    found: list[Quantity] = []
    pattern = _NUMBER if language == "en" else _NUMBER_SPACED
    matches = [m for m in pattern.finditer(flat) if taken.free(m.start(), m.end())]
    skip = False
    for i, match in enumerate(matches):
        if skip:
            skip = False
            continue
        following = matches[i + 1] if i + 1 < len(matches) else None
        quantity, skip = _numeral(flat, match, following, words, language)
        found.append(quantity)
        taken.add(quantity.start, quantity.end)
    return found


def _numeral(
    flat: str, match: re.Match[str], following: re.Match[str] | None, words: list[Token], language: str
) -> tuple[Quantity, bool]:
    """The quantity at ``match``, and whether it took the following numeral as the end of its range."""
    readings = read_digits(match.group(), language)
    start, end = match.start(), match.end()
    kind, unit, noun, unit_end, factor = unit_after(flat, end, words, language)
    ranged = False
    if following is not None:
        between = flat[unit_end if unit is not None and unit_end <= following.start() else end : following.start()]
        prefix = _CURRENCY_BEFORE.search(between)
        between = between[: prefix.start()] if prefix else between
        high = read_digits(following.group(), language)
        if _joins(flat, start, between) and readings[0] < high[0]:
            kind, unit, noun, unit_end, factor = unit_after(flat, following.end(), words, language)
            readings, end, ranged = (readings[0], high[0]), following.end(), True
    currency = _CURRENCY_BEFORE.search(flat[max(0, start - 6) : start])
    if currency is not None:
        kind, unit = UNITS[currency.group(1).casefold()]
        start -= len(currency.group())
        unit_end = unit_end if factor else end
        noun = None
    if _is_ordinal(flat, end, kind, language):
        kind, unit = "ordinal", None
    if ranged and not factor and kind == "duration" and unit == "year" and all(1500 <= r < 2100 for r in readings):
        kind, unit = "number", None  # "the 2018-2019 academic year"
    scale = Decimal(10) ** factor
    values, also = _values(readings, ranged, scale)
    end = max(end, unit_end)
    text = flat[start:end]
    if kind == "number" and not ranged and not factor and re.fullmatch(r"(?:1[89]|20)\d\d", text):
        return Quantity("date", (values[0], Decimal(0), Decimal(0)), start, end, text, noun=noun), False
    return Quantity(kind, values, start, end, text, unit, noun, also), ranged


def _joins(flat: str, start: int, between: str) -> bool:
    """ "5 to 10", or "between 5 and 10"."""
    if _JOINER.fullmatch(between):
        return True
    return _AND.fullmatch(between) is not None and _BETWEEN.search(flat[max(0, start - 14) : start]) is not None


def _values(
    readings: tuple[Decimal, ...], ranged: bool, scale: Decimal
) -> tuple[tuple[Decimal, ...], tuple[tuple[Decimal, ...], ...]]:
    if ranged:
        return tuple(r * scale for r in readings), ()
    return (readings[0] * scale,), tuple((r * scale,) for r in readings[1:])


def _is_ordinal(flat: str, end: int, kind: str, language: str) -> bool:
    if kind != "number":
        return False
    if _ORDINAL.match(flat, end):
        return True
    # German "der 3. Tag": a full stop that does not end the sentence.
    return language == "de" and bool(re.match(r"\.[ \u00a0][a-zäöüA-ZÄÖÜ]", flat[end : end + 3]))


def _spoken(flat: str, words: list[Token], language: str, taken: _Taken) -> list[Quantity]:
    found: list[Quantity] = []
    for number in read_words(words, flat, language):
        start, end = words[number.first].start, words[number.last - 1].end
        if not taken.free(start, end) or language == "it" and _BEFORE_IN_ITALIAN.match(flat, start):
            continue
        kind, unit, noun, unit_end, _ = unit_after(flat, end, words, language)
        if number.ordinal:
            kind, unit, unit_end = "ordinal", None, end
        weak = number.weak and unit is None
        if number.weak and number.ordinal:
            weak = True
        end = max(end, unit_end) if not weak else end
        found.append(Quantity(kind, (number.value,), start, end, flat[start:end], unit, noun, weak=weak))
        taken.add(start, end)
    if language == "de":
        found += _german_adjectives(words, language, taken)
    if language in ("zh", "ja"):
        found += _han(flat, taken)
    if language == "ar":
        found += _duals(words, taken)
    return _joined(flat, found)


def _german_adjectives(words: list[Token], language: str, taken: _Taken) -> list[Quantity]:
    """ "sechsmonatigem" is six months."""
    found: list[Quantity] = []
    for word in words:
        parts = split_adjective(word.key)
        value = word_value(parts[0], language) if parts else None
        if parts and value is not None and taken.free(word.start, word.end):
            found.append(Quantity("duration", (value,), word.start, word.end, word.text, parts[1]))
            taken.add(word.start, word.end)
    return found


def _duals(words: list[Token], taken: _Taken) -> list[Quantity]:
    """Arabic says "two days" in one word."""
    duals = [(w, DUALS[w.key]) for w in words if w.key in DUALS and taken.free(w.start, w.end)]
    return [Quantity("duration", (Decimal(2),), w.start, w.end, w.text, unit) for w, unit in duals]


def _han(flat: str, taken: _Taken) -> list[Quantity]:
    """ "三十天", "九人": Han numerals count where a unit or the word for what is counted follows."""
    found: list[Quantity] = []
    for match in HAN_NUMERAL.finditer(flat):
        kind, unit, noun, end, _ = cjk_unit(flat[match.end() : match.end() + 5], match.end(), match.end(), 0)
        counter = COUNTER.match(flat, match.end()) if unit is None else None
        if counter is not None:
            noun, end = counter.group(), match.end()
        weak = counter is not None and read_han(match.group()) == 1
        if (unit or counter) and taken.free(match.start(), end):
            found.append(
                Quantity(kind, (read_han(match.group()),), match.start(), end, flat[match.start() : end], unit, noun, weak=weak)
            )
            taken.add(match.start(), end)
    for each in EACH.finditer(flat):  # "每分钟" states "一分钟"
        kind, unit, *_ = cjk_unit(each.group("unit"), each.start("unit"), each.end(), 0)
        if taken.free(*each.span()):
            found.append(Quantity(kind, (Decimal(1),), *each.span(), each.group(), unit, weak=True))
    return found


def _joined(flat: str, found: list[Quantity]) -> list[Quantity]:
    """ "sechs bis acht Monate" is one range."""
    joined: list[Quantity] = []
    for quantity in sorted(found, key=lambda q: q.start):
        before = joined[-1] if joined else None
        if (
            before is not None
            and before.unit is None
            and len(before.values) == len(quantity.values) == 1
            and before.values[0] < quantity.values[0]
            and before.kind == "number"
            and _JOINER.fullmatch(flat[before.end : quantity.start])
        ):
            joined[-1] = Quantity(
                quantity.kind, (before.values[0], quantity.values[0]), before.start, quantity.end,
                flat[before.start : quantity.end], quantity.unit, quantity.noun,
            )  # fmt: skip
        else:
            joined.append(quantity)
    return joined
