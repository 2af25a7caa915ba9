"""Dates in many notations, with the month names of CLDR (babel) for the languages of the router."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

from babel import Locale

from app.rules.quantity import Quantity

_LANGUAGES = ("de", "en", "fr", "es", "it", "nl", "pl", "pt", "ru", "ar")
_YEAR = r"(?:1[5-9]|20|21)\d\d"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_SPACE = r"[ \u00a0\n]"
_ISO = re.compile(rf"(?<![\d-])(?P<y>{_YEAR})-(?P<m>0[1-9]|1[0-2])-(?P<d>0[1-9]|[12]\d|3[01])(?!\d)")
_DOTTED = re.compile(rf"(?<![\d.])(?P<d>{_DAY})\.{_SPACE}?(?P<m>0?[1-9]|1[0-2])\.{_SPACE}?(?P<y>{_YEAR}|\d\d(?!\d))?(?![\d])")
_SLASHED = re.compile(rf"(?<![\d/])(?P<a>{_DAY})[/-](?P<b>{_DAY})[/-](?P<y>{_YEAR})(?![\d/])")
_CJK = re.compile(r"(?P<y>(?:1[5-9]|20|21)\d\d)\s?年(?:\s?(?P<m>1[0-2]|0?[1-9])\s?月(?:\s?(?P<d>[12]\d|3[01]|0?[1-9])\s?日)?)?")
_CJK_DAY = re.compile(r"(?<![\d年])(?P<m>1[0-2]|0?[1-9])\s?月\s?(?P<d>[12]\d|3[01]|0?[1-9])\s?日")
_ERA = re.compile(
    r"(?P<era>令和|平成|昭和)\s?(?P<n>\d{1,2}|元)年(?:\s?(?P<m>1[0-2]|0?[1-9])\s?月(?:\s?(?P<d>[12]\d|3[01]|0?[1-9])\s?日)?)?"
)
_ERA_BEGAN = {"令和": 2019, "平成": 1989, "昭和": 1926}
_YEARS = re.compile(rf"(?<![\d/–-])(?P<y>{_YEAR})[–/-](?P<next>\d\d)(?![\d/–-]|[.,]\d)")
"""2018–19, 2018/19: a school, sports or business year."""
_ORDINAL_SUFFIX = r"(?:st|nd|rd|th|er|º|ª|\.)?"


@lru_cache(maxsize=16)
def _months(language: str) -> dict[str, int]:
    """Month names and abbreviations: full names of all languages, abbreviations of English and of ``language`` only."""
    names: dict[str, int] = {}
    for code in _LANGUAGES:
        locale = Locale(code)
        for form in ("format", "stand-alone"):
            for number, name in locale.months[form]["wide"].items():
                names.setdefault(str(name).casefold(), number)
            if code in ("en", language):
                for number, name in locale.months[form]["abbreviated"].items():
                    short = str(name).casefold().rstrip(".")
                    if len(short) > 2 and short.isalpha():
                        names.setdefault(short, number)
    names.update({"sept": 9, "jänner": 1, "feber": 2})
    return {name: number for name, number in names.items() if name.isalpha()}


@lru_cache(maxsize=16)
def _written(language: str) -> tuple[re.Pattern[str], ...]:
    months = "|".join(sorted(map(re.escape, _months(language)), key=len, reverse=True))
    month = rf"(?P<m>{months})\b\.?"
    of = rf"(?:{_SPACE}+(?:de|del|of|di|do)(?={_SPACE}))?"
    second = rf"(?:{_SPACE}?(?:-|–|bis|to|and|und|et|y|e|/|au|al|do|tot|a|i|и){_SPACE}?(?P<d2>{_DAY}){_ORDINAL_SUFFIX})?"
    day = rf"(?<![\d.,])(?P<d>{_DAY}){_ORDINAL_SUFFIX}"
    return (
        re.compile(rf"{day}{second}{of}{_SPACE}*{month}(?:{of},?{_SPACE}+(?P<y>{_YEAR})(?!\d))?", re.IGNORECASE),
        re.compile(
            rf"\b{month}{_SPACE}+(?P<d>{_DAY})(?:st|nd|rd|th)?{second}(?:,?{_SPACE}+(?P<y>{_YEAR}))?(?![\d%.,]*\d)",
            re.IGNORECASE,
        ),
        re.compile(rf"\b{month}(?:{of},?{_SPACE}+(?P<y>{_YEAR}))(?!\d)", re.IGNORECASE),
    )


def find_dates(flat: str, language: str) -> list[Quantity]:
    """Dates of a flattened text, in order and without overlap. A day range gives one quantity for each day with the same span."""
    found: list[Quantity] = []
    found += [_japanese_era(m, flat) for m in _ERA.finditer(flat)]
    for pattern in (_ISO, _CJK, _CJK_DAY):
        found += [_numeric(m, flat) for m in pattern.finditer(flat)]
    found += [_numeric(m, flat) for m in _DOTTED.finditer(flat) if m["y"] or _is_german_short(m, flat, language)]
    found += [_slashed(m, flat, language) for m in _SLASHED.finditer(flat) if min(int(m["a"]), int(m["b"])) <= 12]
    for m in _YEARS.finditer(flat):
        if (int(m["y"]) + 1) % 100 == int(m["next"]):
            found += [_date(m, flat, int(m["y"]) + later, 0, 0) for later in (0, 1)]
    months = _months(language)
    for pattern in _written(language):
        for match in pattern.finditer(flat):
            if not _is_verb(match):
                found += _written_dates(match, flat, months)
    return _without_overlap(found)


def _is_german_short(match: re.Match[str], flat: str, language: str) -> bool:
    """ "zum 31.12." is a date; "Version 3.2." at a sentence's end is not."""
    before = flat[: match.start()].rstrip().rsplit(None, 1)
    return language == "de" and bool(before) and before[-1].casefold() in ("am", "zum", "vom", "bis", "ab", "dem", "den")


def _is_verb(match: re.Match[str]) -> bool:
    """English "may 5 people", "march 3 abreast": in lower case these are verbs."""
    return match["m"] in ("may", "march", "mar")


def _numeric(match: re.Match[str], flat: str) -> Quantity:
    groups = match.groupdict()
    year = groups.get("y") or "0"
    if len(year) == 2:
        year = f"20{year}"
    return _date(match, flat, int(year), int(groups.get("m") or 0), int(groups.get("d") or 0))


def _japanese_era(match: re.Match[str], flat: str) -> Quantity:
    """令和7年6月2日 is 2 June 2025."""
    year = _ERA_BEGAN[match["era"]] + (1 if match["n"] == "元" else int(match["n"])) - 1
    return _date(match, flat, year, int(match["m"] or 0), int(match["d"] or 0))


def _slashed(match: re.Match[str], flat: str, language: str) -> Quantity:
    """Day first, except in English, where both readings are kept."""
    a, b, year = int(match["a"]), int(match["b"]), int(match["y"])
    orders = [(a, b), (b, a)] if language != "en" else [(b, a), (a, b)]
    orders = [(day, month) for day, month in orders if month <= 12]
    if language != "en" and orders[0] == (a, b):
        orders = orders[:1]
    readings = [(Decimal(year), Decimal(month), Decimal(day)) for day, month in orders]
    return Quantity("date", readings[0], match.start(), match.end(), match.group(), also=tuple(readings[1:]))


def _written_dates(match: re.Match[str], flat: str, months: dict[str, int]) -> list[Quantity]:
    groups = match.groupdict()
    month = months[match["m"].casefold()]
    year = int(groups.get("y") or 0)
    days = [int(groups[name]) for name in ("d", "d2") if groups.get(name)] or [0]
    return [_date(match, flat, year, month, day) for day in days]


def _date(match: re.Match[str], flat: str, year: int, month: int, day: int) -> Quantity:
    end = match.end()
    text = flat[match.start() : end]
    trimmed = text.rstrip(" \u00a0\n,")
    return Quantity("date", (Decimal(year), Decimal(month), Decimal(day)), match.start(), match.start() + len(trimmed), trimmed)


def _without_overlap(found: list[Quantity]) -> list[Quantity]:
    kept: list[Quantity] = []
    for date in sorted(found, key=lambda q: (q.start, -q.end)):
        if not kept or date.start >= kept[-1].end or (date.start, date.end) == (kept[-1].start, kept[-1].end):
            kept.append(date)
    return kept


def month_of(word: str, language: str) -> int:
    """Number of the month that a case-folded word names, 0 when it names none."""
    return _months(language).get(word, 0)


def is_month(word: str) -> bool:
    """Is the case-folded word the name of a month in English or German?"""
    return word in _months("en") or word in _months("de")


_FOUR_DIGIT_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def years_in(text: str) -> set[str]:
    """Years of four digits, also where they are part of a file's name ("Policy 2025.pdf")."""
    return set(_FOUR_DIGIT_YEAR.findall(text))
