"""Numbers written in digits (English, German, French, Spanish, Swiss notation) and in words.

Words: text2num (MIT) reads cardinals and ordinals of en, de, fr, es, it, nl, pt (pl, ru, ar: ``number_words``) with ``find_numbers`` in microseconds. Tried here, it
leaves halves ("achteinhalb", "two and a half"), fractions, inflected articles ("eine Stunde") and German adjectives ("sechsmonatig")
unread; those are read here. Cases: tests/unit/app/rules/test_quantities.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from text_to_num import find_numbers, text2num

from app.rules.function_words import FUNCTION_WORDS, word_set
from app.rules.number_words import cardinal, find_number_words
from app.rules.words import Token

_SPOKEN = frozenset({"en", "de", "fr", "es", "it", "nl", "pt"})
_DECIMAL_COMMA = frozenset(
    {"de", "fr", "es", "it", "nl", "pl", "pt", "ru", "sv", "da", "no", "fi", "cs", "hu", "tr", "uk", "ro"}
)
ARTICLES = word_set(
    "one ones a an ein eine einer eines einem einen un une una uno um uma een first erste ersten erster second seconds"
    " jeden jedna jedno jednego jednej jednym jedną один одна одно одного одной одном одну одним واحد واحدة"
)
"""Number words that are mostly something else."""
_COUNTING_ARTICLES = {
    "de": word_set("ein eine einer eines einem einen"),
    "fr": word_set("un une"),
    "es": word_set("un una uno"),
}
"""They count before a unit ("eine Stunde")."""
_HALVES = {
    "anderthalb": "1.5", "eineinhalb": "1.5", "zweieinhalb": "2.5", "dreieinhalb": "3.5", "viereinhalb": "4.5", "fünfeinhalb": "5.5",
    "sechseinhalb": "6.5", "siebeneinhalb": "7.5", "achteinhalb": "8.5", "neuneinhalb": "9.5", "zehneinhalb": "10.5",
    "elfeinhalb": "11.5", "zwölfeinhalb": "12.5", "dreizehneinhalb": "13.5", "vierzehneinhalb": "14.5",
}  # fmt: skip
_FRACTIONS = {
    "half": (1, 2), "halb": (1, 2), "halbe": (1, 2), "halben": (1, 2), "halbes": (1, 2), "hälfte": (1, 2), "moitié": (1, 2),
    "mitad": (1, 2), "third": (1, 3), "thirds": (1, 3), "drittel": (1, 3), "tiers": (1, 3), "tercio": (1, 3), "tercios": (1, 3),
    "quarter": (1, 4), "quarters": (1, 4), "viertel": (1, 4), "quart": (1, 4), "fifth": (1, 5), "fifths": (1, 5), "fünftel": (1, 5),
    "sechstel": (1, 6), "achtel": (1, 8), "zehntel": (1, 10), "tenths": (1, 10), "zwölftel": (1, 12),
}  # fmt: skip
_NEEDS_COUNT = frozenset({"third", "quarter", "fifth", "quart", "tiers", "viertel", "quarters"})
"""Fraction words that are ordinals, periods or districts unless a count or article stands before them."""
_GLYPHS = {"½": "0.5", "¼": "0.25", "¾": "0.75", "⅓": "0.333", "⅔": "0.667", "⅛": "0.125"}


_HAN_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_HAN_TENS = {"十": 10, "百": 100, "千": 1000}
HAN_NUMERAL = re.compile("[零〇一二两三四五六七八九十百千万]+")


@dataclass(frozen=True, slots=True)
class SpokenNumber:
    """A number in words at tokens ``first:last`` (half-open)."""

    first: int
    last: int
    value: Decimal
    ordinal: bool
    weak: bool


def read_digits(text: str, language: str) -> tuple[Decimal, ...]:
    """Readings of one numeral, the likelier first; empty when it is none.

    "1.234,5" and "1,234.5" have one reading each. "1.234" and "1,234" have two: grouped thousands, or a decimal by the language's habit.
    """
    if text in _GLYPHS:
        return (Decimal(_GLYPHS[text]),)
    digits = "".join(c for c in text if c not in "\u00a0 '")
    separators = [c for c in digits if c in ".,"]
    if not separators:
        return (Decimal(digits),)
    last = max(digits.rfind("."), digits.rfind(","))
    whole, tail = digits[:last].replace(".", "").replace(",", ""), digits[last + 1 :]
    grouped = Decimal(whole + tail)
    if len(set(separators)) == 2:
        return (Decimal(f"{whole}.{tail}"),)
    if len(separators) > 1:
        return (grouped,)
    decimal = Decimal(f"{whole or 0}.{tail}")
    if len(tail) != 3 or whole in ("", "0"):
        return (decimal,)
    comma_is_decimal = language in _DECIMAL_COMMA
    grouped_first = (digits[last] == ".") == comma_is_decimal
    return (grouped, decimal) if grouped_first else (decimal, grouped)


def read_han(text: str) -> Decimal:
    """Value of a Han numeral up to 万: 三十 → 30, 两千五百 → 2500."""
    total = section = digit = 0
    for char in text:
        if char in _HAN_DIGITS:
            digit = _HAN_DIGITS[char]
        elif char == "万":
            total, section, digit = (total + section + digit) * 10_000, 0, 0
        else:
            section, digit = section + (digit or 1) * _HAN_TENS[char], 0
    return Decimal(total + section + digit)


class _Spoken:
    """The token protocol of text2num."""

    __slots__ = ("_token", "_separated")

    def __init__(self, token: Token, separated: bool) -> None:
        self._token = token
        self._separated = separated

    def text(self) -> str:
        return self._token.text

    def text_lowercase(self) -> str:
        return self._token.key

    def nt_separated(self, previous: object) -> bool:
        return self._separated

    def not_a_number_part(self) -> bool:
        return self._token.key.isdigit()


def read_words(words: Sequence[Token], text: str, language: str) -> list[SpokenNumber]:
    """Numbers in words among the tokens of ``text``, in order."""
    spoken: list[SpokenNumber] = []
    if language in _SPOKEN and words:
        stream = [
            _Spoken(word, i > 0 and text[words[i - 1].end : word.start].strip(" \u00a0-") != "") for i, word in enumerate(words)
        ]
        for found in find_numbers(stream, language, threshold=0.0):
            value = Decimal(str(found.value)).normalize()
            alone = found.end - found.start == 1
            weak = alone and words[found.start].key in ARTICLES
            spoken.append(SpokenNumber(found.start, found.end, value, bool(found.is_ordinal), weak))
    for first, last, total, ordinal in find_number_words(words, text, language):
        weak = last - first == 1 and (words[first].key in ARTICLES or (ordinal and total == 1))
        spoken.append(SpokenNumber(first, last, Decimal(total), ordinal, weak))
    known = {i for number in spoken for i in range(number.first, number.last)}
    for i, word in enumerate(words):
        if word.key in _COUNTING_ARTICLES.get(language, ()) and i not in known:
            spoken.append(SpokenNumber(i, i + 1, Decimal(1), False, True))
    spoken.sort(key=lambda number: number.first)
    return _with_fractions(words, spoken, language)


def _with_fractions(words: Sequence[Token], spoken: list[SpokenNumber], language: str) -> list[SpokenNumber]:
    """Adds halves and fractions; "two and a half" and "two thirds" become one number."""
    by_end = {number.last: number for number in spoken}
    taken: dict[int, SpokenNumber] = {number.first: number for number in spoken}
    for i, word in enumerate(words):
        if word.key in _HALVES:
            taken[i] = SpokenNumber(i, i + 1, Decimal(_HALVES[word.key]), False, False)
            continue
        if word.key not in _FRACTIONS:
            continue
        share = Decimal(_FRACTIONS[word.key][0]) / Decimal(_FRACTIONS[word.key][1])
        joined = _before_half(words, i, by_end) if share == Decimal("0.5") else None
        if joined is not None:
            taken[joined.first] = SpokenNumber(joined.first, i + 1, joined.value + share, False, False)
        elif (count := by_end.get(i)) is not None and not count.ordinal:
            taken[count.first] = SpokenNumber(count.first, i + 1, count.value * share, False, False)
        elif word.key not in _NEEDS_COUNT or (i and words[i - 1].key in ARTICLES and not _is_rank(words, i)):
            taken[i] = SpokenNumber(i, i + 1, share, False, word.key.startswith(("half", "halb")))
    merged: list[SpokenNumber] = []
    for number in sorted(taken.values(), key=lambda n: (n.first, -n.last)):
        if not merged or number.first >= merged[-1].last:
            merged.append(number)
    return merged


def _is_rank(words: Sequence[Token], i: int) -> bool:
    """ "a third cousin", "a fifth season": the word counts a noun that follows; "a third of it", "by a third" do not."""
    if words[i].key not in ("third", "fifth") or i + 1 >= len(words):
        return False
    following = words[i + 1]
    return following.start - words[i].end == 1 and following.key not in FUNCTION_WORDS["en"]


def _before_half(words: Sequence[Token], i: int, by_end: dict[int, SpokenNumber]) -> SpokenNumber | None:
    """The count of "two and a half" when the word at ``i`` is its half."""
    if i >= 3 and words[i - 1].key in ("a", "an") and words[i - 2].key == "and":
        return by_end.get(i - 2)
    if i >= 2 and words[i - 1].key in ("et", "y"):
        return by_end.get(i - 1)
    return None


@lru_cache(maxsize=4096)
def word_value(word: str, language: str) -> Decimal | None:
    """Value of one number word ("sechs" → 6, "achteinhalb" → 8.5), None when it is none."""
    if word in _HALVES:
        return Decimal(_HALVES[word])
    if word == "ein":
        return Decimal(1)
    if language not in _SPOKEN:
        return cardinal(word, language)
    try:
        return Decimal(str(text2num(word, language)))
    except ValueError:
        return None
