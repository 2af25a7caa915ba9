"""Number words of English and German as decimals: "twenty-two", "two and a half", "achteinhalb", "zweihundertdreißig"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

_EN_SMALL = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
_EN_TENS = dict(
    zip(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], range(20, 100, 10), strict=True)
)
_DE_UNITS = {
    "ein": 1,
    "eins": 1,
    "zwei": 2,
    "zwo": 2,
    "drei": 3,
    "vier": 4,
    "fünf": 5,
    "sechs": 6,
    "sieben": 7,
    "acht": 8,
    "neun": 9,
}
_DE_TEENS = {
    "zehn": 10,
    "elf": 11,
    "zwölf": 12,
    "dreizehn": 13,
    "vierzehn": 14,
    "fünfzehn": 15,
    "sechzehn": 16,
    "siebzehn": 17,
    "achtzehn": 18,
    "neunzehn": 19,
}
_DE_TENS = {
    "zwanzig": 20,
    "dreißig": 30,
    "vierzig": 40,
    "fünfzig": 50,
    "sechzig": 60,
    "siebzig": 70,
    "achtzig": 80,
    "neunzig": 90,
}
SCALES = {
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "tausend": 10**3,
    "tsd": 10**3,
    "millionen": 10**6,
    "mio": 10**6,
    "milliarde": 10**9,
    "milliarden": 10**9,
    "mrd": 10**9,
}
_DE_UNIT_STEM = re.compile(
    r"(?P<number>.+?)(?P<rest>(?:monat|wöch|woch|täg|tag|stünd|stund|jähr|jahr|minüt|prozent|fach|mal|köpf|stell)\w*)"
)
_HALF = Decimal("0.5")


def english(words: Sequence[str]) -> tuple[Decimal, int] | None:
    """The number that ``words`` (lower case, hyphens split) begins with and how many words it takes; None if none."""
    total = current = used = 0
    seen = False
    while used < len(words):
        word = words[used]
        after = words[used + 1] if used + 1 < len(words) else ""
        if word in _EN_TENS and current % 100 == 0:
            current += _EN_TENS[word]
        elif word in _EN_SMALL and _fits(current, _EN_SMALL[word], seen):
            current += _EN_SMALL[word]
        elif word == "hundred" and seen and 0 < current < 10:
            current *= 100
        elif word in ("thousand", "million", "billion") and seen and current:
            total, current = total + current * SCALES[word], 0
        elif (
            word == "and" and seen and (current % 100 == 0) and (after in _EN_TENS or after in _EN_SMALL) and (current or total)
        ):
            used += 1
            continue
        else:
            break
        seen = True
        used += 1
    if not seen:
        return None
    value = Decimal(total + current)
    if list(words[used : used + 3]) == ["and", "a", "half"]:
        return value + _HALF, used + 3
    return value, used


def _fits(current: int, small: int, seen: bool) -> bool:
    """Whether a small number may follow: "twenty two" is 22, "two three" are two numbers, "hundred twelve" is 112."""
    if not seen or current == 0:
        return True
    if current % 100 == 0:
        return True
    return current % 10 == 0 and current % 100 >= 20 and 0 < small < 10


def german(word: str) -> Decimal | None:
    """The number that one German word says, None if it says none. Bare "ein" and "eine" are articles, not numbers."""
    word = word.lower().replace("dreissig", "dreißig").replace("fuenf", "fünf").replace("zwoelf", "zwölf")
    if word in ("anderthalb", "anderthalbe", "eineinhalb"):
        return Decimal("1.5")
    if word.endswith("einhalb") and (base := german(word[: -len("einhalb")])) is not None:
        return base + _HALF
    if word in ("ein", "und", ""):
        return None
    value = 0 if word == "null" else _german_integer(word)
    return None if value is None else Decimal(value)


def _german_integer(word: str) -> int | None:
    for scale, factor in (("tausend", 1000), ("hundert", 100)):
        left, found, right = word.partition(scale)
        if found:
            high = _german_integer(left) if left else 1
            low = _german_integer(right.removeprefix("und")) if right else 0
            return None if high is None or low is None or high >= 1000 else high * factor + low
    for table in (_DE_UNITS, _DE_TEENS, _DE_TENS):
        if word in table:
            return table[word]
    unit, found, ten = word.partition("und")
    if found and unit in _DE_UNITS and ten in _DE_TENS:
        return _DE_TENS[ten] + _DE_UNITS[unit]
    return None


def german_compound(word: str) -> tuple[Decimal, str] | None:
    """Split "sechsmonatigem" into 6 and "monatigem"; None for "zweifellos", "einmal" and all other words."""
    match = _DE_UNIT_STEM.fullmatch(word.lower())
    if match is None:
        return None
    value = german(match["number"])
    return None if value is None else (value, match["rest"])
