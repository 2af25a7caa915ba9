"""Dates that a question names by the calendar: days, months, years, seasons, halves, quarters and numbered weeks, in many languages."""

from __future__ import annotations

import calendar
import re
from datetime import date, timedelta
from functools import lru_cache

from babel import Locale

LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pl", "pt", "ru")
"""Whose names of months and weekdays are known."""

Days = tuple[date, date]
"""First day and the day after the last"""

_MEASURED = r"(?!\s*(?:[%€$£]|eur|euros?|usd|dollars?|kg|km|m²|hours?|days?|stunden|tage|people|personen|mal|times)\b|[.,]?\d)"
YEAR = rf"(?P<year>(?:19|20)\d\d)\b{_MEASURED}"
_FURTHER_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jänner styczniu январе янв jan",
            "lutym феврале feb febr",
            "marcu марте",
            "kwietniu апреле apr avr abr",
            "maju мае",
            "czerwcu июне",
            "lipcu июле",
            "sierpniu августе aug",
            "wrześniu сентябре sept",
            "październiku октябре oct okt",
            "listopadzie ноябре nov",
            "grudniu декабре dec dez déc",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
"""Cases that the calendar's names do not have, and abbreviations that mean nothing else in any of the languages."""

_SEASONS = (
    (3, "spring|frühjahrs?|frühlings?|printemps|primavera|lente|voorjaar|wiosn[aęąy]|весн[аыуе]|весной"),
    (6, "summer|sommers?|été|verano|estate|verão|zomer|lat[oae]|latem|лет[оа]|летом"),
    (9, "autumn|fall|herbst(?:es)?|automne|otoño|autunno|outono|herfst|jesie(?:ń|ni|nią)|осен[ьи]|осенью"),
    (12, "winters?|hiver|invierno|inverno|zim[aęąy]|зим[аыуе]|зимой"),
)
_ORDINALS = (
    "first|erste[nrsm]?|premi(?:er|ère)|primer[ao]?|prim[oa]|primeir[oa]|eerste|pierwsz\\w+|перв\\w+",
    "second|zweite[nrsm]?|deuxième|second[oae]?|segund[oa]|tweede|drug\\w+|втор\\w+",
    "third|dritte[nrsm]?|troisième|tercer|terzo|terceiro|derde|trzeci\\w+|трет\\w+",
    "fourth|vierte[nrsm]?|quatrième|cuarto|quarto|vierde|czwart\\w+|четв[её]рт\\w+",
)
_HALF = r"half|hälfte|halbjahr(?:e?s)?|semestre|helft|halfjaar|półrocz\w+|полугоди\w+"
_THIRD = r"quarter|quartal(?:e?s)?|trimestre|kwartaal|kwarta\w+|квартал\w*"
_OF_YEAR = r"(?:[ /]+(?:of |de |von |van |del |di |d[oe] )?(?P<year>(?:19|20)\d\d))"
_PART = re.compile(
    r"(?<!\w)(?:(?P<letter>[qh])(?P<n>[1-4])|(?:"
    + "|".join(f"(?P<o{i}>{words})" for i, words in enumerate(_ORDINALS, start=1))
    + rf"|(?P<m>[1-4])(?:st|nd|rd|th|\.|er?)?) ?(?:(?P<half>{_HALF})|(?P<third>{_THIRD})))(?!\w){_OF_YEAR}?"
)
_WEEK = re.compile(
    rf"(?<!\w)(?:kw|cw|kalenderwoche|calendar week|week|semaine|semana|settimana|woche)\s?(?P<week>[1-5]?\d)(?![\d.,:]){_OF_YEAR}?"
)
_SEASON = re.compile("(?<!\\w)(?:" + "|".join(f"(?P<s{first}>{words})" for first, words in _SEASONS) + rf"){_OF_YEAR}")
_YEARS = re.compile(
    r"(?<!\w)(?:jahren?|years|années|ann[ie]|años|anos|jaren|latach|годах|годы)\s+(?P<first>(?:19|20)\d\d)\s*"
    r"(?:and|to|und|bis|et|à|y|a|e|en|i|и|[-–])\s*(?P<last>(?:19|20)\d\d)(?!\d)"
)


@lru_cache(maxsize=1)
def months() -> dict[str, int]:
    """Names in lower case to 1 … 12."""
    names = dict(_FURTHER_MONTHS)
    for language in LANGUAGES:
        known = Locale(language).months
        for context in ("format", "stand-alone"):
            for number, name in known[context]["wide"].items():
                names.setdefault(str(name).casefold(), number)
    return names


@lru_cache(maxsize=4)
def date_pattern(prefix: str = "") -> str:
    """Alternatives with named groups, whose names begin with ``prefix``."""
    names = "|".join(sorted(map(re.escape, months()), key=len, reverse=True))
    of = r"(?:(?:of|de|del|d')\s*)?"
    pattern = (
        r"(?P<iso>(?:19|20)\d\d(?:-\d\d-|/\d\d/|\.\d\d\.)\d\d)(?!\d)"
        r"|(?P<dd>\d{1,2})\.\s?(?P<dm>\d{1,2})\.\s?(?P<dy>(?:19|20)\d\d)(?!\d)"
        r"|(?P<one>\d{1,2})[/-](?P<two>\d{1,2})[/-](?P<ty>(?:19|20)\d\d)(?!\d)"
        rf"|(?:(?P<md>\d{{1,2}})(?:\.|st|nd|rd|th|er)?\s+{of})?(?P<month>{names})\b\.?(?:\s+(?P<mdd>\d{{1,2}})(?:st|nd|rd|th)?\b,?(?!\d))?(?:\s+{of}(?P<my>(?:19|20)\d\d)(?!\d))?"
        r"|(?P<sd>\d{1,2})\.\s?(?P<sm>\d{1,2})\.(?!\s?\d)"
        rf"|{YEAR}"
    )
    return pattern.replace("(?P<", f"(?P<{prefix}")


def days_of(parts: dict[str, str | None], today: date) -> Days | None:
    """Of the groups of a ``date_pattern`` without their prefix; None for what no calendar has, and for 3/4/2025, which is two days. A month
    without a year is the last that has begun."""
    try:
        if parts["iso"]:
            day = date(*map(int, re.split(r"[-/.]", parts["iso"])))
        elif parts["dd"]:
            day = date(int(parts["dy"] or 0), int(parts["dm"] or 0), int(parts["dd"]))
        elif parts["one"]:
            one, two = int(parts["one"]), int(parts["two"] or 0)
            if one != two and max(one, two) <= 12:
                return None
            day = date(int(parts["ty"] or 0), min(one, two), max(one, two))
        elif parts["sd"]:
            month, of_month = int(parts["sm"] or 0), int(parts["sd"])
            day = date(today.year - ((month, of_month) > (today.month, today.day)), month, of_month)
        elif parts["month"]:
            month = months()[parts["month"]]
            year = int(parts["my"]) if parts["my"] else today.year - (month > today.month)
            number = parts["md"] or parts["mdd"]
            if number is None:
                return date(year, month, 1), next_month(date(year, month, 1))
            day = date(year, month, int(number))
        else:
            year = int(parts["year"] or 0)
            return date(year, 1, 1), date(year + 1, 1, 1)
    except ValueError:
        return None
    return day, day + timedelta(days=1)


def part_of_year(text: str, today: date) -> Days | None:
    """ "Q1", "second half of 2025", "KW 10", "summer 2025", "the years 2023 and 2024" in ``text``, which is lower case. Without a year the
    last one that has begun; seasons only with theirs, winters with both that it may mean."""
    if (years := _YEARS.search(text)) is not None:
        return date(int(years["first"]), 1, 1), date(int(years["last"]) + 1, 1, 1)
    if (season := _SEASON.search(text)) is not None:
        first, year = next(month for month, _ in _SEASONS if season[f"s{month}"]), int(season["year"])
        return (date(year, first, 1), date(year, first + 3, 1)) if first < 12 else (date(year - 1, 12, 1), date(year + 1, 3, 1))
    if (part := _PART.search(text)) is not None:
        number = next((i for i in range(1, 5) if part[f"o{i}"]), int(part["n"] or part["m"] or 0))
        length = 6 if part["half"] or part["letter"] == "h" else 3
        if length == 6 and number > 2:
            return None
        first = length * (min(number, 12 // length) - 1) + 1
        year = int(part["year"]) if part["year"] else today.year - (first > today.month)
        return date(year, first, 1), next_month(date(year, first + length - 1, 1))
    if (week := _WEEK.search(text)) is not None:
        number = int(week["week"])
        try:
            monday = date.fromisocalendar(int(week["year"]) if week["year"] else today.year, number, 1)
            monday = monday if week["year"] or monday <= today else date.fromisocalendar(today.year - 1, number, 1)
        except ValueError:
            return None
        return monday, monday + timedelta(days=7)
    return None


def next_month(first: date) -> date:
    return first + timedelta(days=calendar.monthrange(first.year, first.month)[1])
