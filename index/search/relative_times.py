"""Times that a question counts from today: "last week", "seit gestern", "the past three months", "since Monday", "Q1", "上周"."""

from __future__ import annotations

import calendar
import re
from datetime import date, timedelta
from functools import lru_cache

from babel import Locale

LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pl", "pt", "ru")
"""Whose names of months and weekdays are known."""

SINCE = (
    "since|starting(?: from| in)?|newer than|seit(?: dem| der| beginn)?|ab(?: dem)?|neuer als|depuis(?: l[ea])?|à partir d[eu']|"
    "desde(?: el| la| o| a)?|a partir de|dal?|dall[ao']|sinds(?: de)?|vanaf|od|с|со|начиная с"
)

_BACK: dict[str, tuple[str, str, str]] = {
    "day": (
        "yesterday|gestern|hier|ayer|ieri|gisteren|wczoraj|ontem|вчера",
        "today|heute|aujourd'hui|hoy|oggi|vandaag|dzisiaj|dziś|hoje|сегодня",
        "昨天|昨日|今天|今日",
    ),
    "week": (
        "last week|(?:letzte|vergangene|vorige)[rn]? woche|la semaine dernière|la semana pasada|la settimana scorsa|vorige week|"
        "(?:w )?zeszły(?:m|)? tygod(?:niu|zień)|a semana passada|прошл(?:ую|ой) недел[юие]",
        "this week|diese[rn]? woche|cette semaine|esta semana|questa settimana|deze week|(?:w )?tym tygodniu|эт(?:у|ой) недел[юие]",
        "上周|上星期|先週|本周|这周|今週",
    ),
    "month": (
        "last month|(?:letzte[nr]|vergangene[nr]|vorige[nr]) monat|le mois dernier|el mes pasado|il mese scorso|vorige maand|"
        "(?:w )?zeszłym miesiącu|o mês passado|прошл(?:ый|ом) месяце?",
        "this month|diese[nms] monat|ce mois-ci|este mes|questo mese|deze maand|(?:w )?tym miesiącu|este mês|этом месяце",
        "上个月|上月|先月|本月|这个月|今月",
    ),
    "year": (
        "last year|(?:letzte[ns]|vergangene[ns]|vorige[ns]) jahr|l'année dernière|el año pasado|l'anno scorso|vorig jaar|"
        "(?:w )?zeszłym roku|o ano passado|прошл(?:ый|ом) год[у]?",
        "this year|diese[sm] jahr|cette année|este año|quest'anno|dit jaar|(?:w )?tym roku|este ano|этом году",
        "去年|昨年|今年",
    ),
}  # fmt: skip
"""Unit to: one back, the present one, both in Chinese and Japanese (the present ones by ``_PRESENT``), which have no spaces."""

_PRESENT = frozenset(["今天", "今日", "本周", "这周", "今週", "本月", "这个月", "今月", "今年"])
_CJK_SINCE = "以来|以後|以后|之后|起|から"

_NUMBERS = {
    word: number
    for number, words in enumerate(
        (
            "two zwei deux dos due twee dwa dwóch dois duas два две 两 二",
            "three drei trois tres tre drie trzy trzech três три 三",
            "four vier quatre cuatro quattro cztery czterech quatro четыре 四",
            "five fünf cinq cinco cinque vijf pięć pięciu пять 五",
            "six sechs seis sei zes sześć sześciu шесть 六",
            "seven sieben sept siete sette zeven siedem siedmiu sete семь 七",
            "eight acht huit ocho otto osiem ośmiu oito восемь 八",
            "nine neun neuf nueve nove negen dziewięć девять 九",
            "ten zehn dix diez dieci tien dziesięć dez десять 十",
            "eleven elf onze once undici",
            "twelve zwölf douze doce dodici twaalf",
        ),
        start=2,
    )
    for word in words.split()
}  # fmt: skip
_UNITS = (
    (1, "days?|tagen?|tage|jours|días|giorni|dagen|dni|dias|дня|дней|天|日"),
    (7, "weeks?|wochen?|semaines|semanas|settimane|weken|tygodni[ea]?|недел[ьи]|周|个星期|週間"),
    (30, "months?|monaten?|monate|mois|meses|mesi|maanden|miesi[ąę]c[ey]|месяц(?:а|ев)|个月|か月"),
    (365, "years?|jahren?|jahre|années|ans|años|anni|jaar|lata|lat|anos|год(?:а|ов)|лет|年"),
)
_COUNT = r"(?P<count>\d{1,3}|" + "|".join(sorted(map(re.escape, _NUMBERS), key=len, reverse=True)) + ")"
_UNIT = "(?P<unit>" + "|".join(words for _, words in _UNITS) + ")"
_RECENT = "last|past|letzten|vergangenen|derniers|dernières|últim[oa]s|ultim[ie]|afgelopen|laatste|ostatni(?:ch|e)|последни[ехй]|最近|过去|過去"
_NUMBERED = re.compile(
    rf"(?:(?<!\w)(?:{_RECENT})\s*{_COUNT}\s*{_UNIT}|(?<!\w)(?:les|des)\s+{_COUNT.replace('count', 'count2')}\s+"
    rf"(?:derniers|dernières)\s+{_UNIT.replace('unit', 'unit2')})"
)
_QUARTERS = (
    "first|erste[nrs]?|premier|primer",
    "second|zweite[nrs]?|deuxième|segundo",
    "third|dritte[nrs]?|troisième|tercer",
    "fourth|vierte[nrs]?|quatrième|cuarto",
)
_QUARTER = re.compile(
    r"(?<!\w)(?:q(?P<q>[1-4])|(?P<n>[1-4])(?:st|nd|rd|th|\.|e|er)? ?(?:quarter|quartal|trimestre|kwartaal)|"
    + "|".join(f"(?P<w{i}>{words}) (?:quarter|quartal|trimestre)s?" for i, words in enumerate(_QUARTERS, start=1))
    + r")(?:[ /]+(?:of |de |von )?(?P<year>(?:19|20)\d\d))?(?!\w)"
)


def relative_span(text: str, today: date) -> tuple[date, date | None] | None:
    """First day and the day after the last (None: open) of the first such time in ``text``, which is lower case; None without one."""
    if (numbered := _NUMBERED.search(text)) is not None:
        count, unit = numbered["count"] or numbered["count2"], numbered["unit"] or numbered["unit2"]
        days = next(days for days, words in _UNITS if re.fullmatch(words, unit))
        return today - timedelta(days=(int(count) if count.isdigit() else _NUMBERS[count]) * days), None
    if (quarter := _QUARTER.search(text)) is not None:
        return _quarter(quarter, today)
    for unit, (last, this, cjk) in _BACK.items():
        for back, words in ((1, last), (0, this)):
            if (found := re.search(rf"(?P<since>(?<!\w)(?:{SINCE})\s+)?(?<!\w)(?:{words})(?!\w)", text)) is not None:
                first, end = unit_span(unit, today, back)
                return first, None if found["since"] else end
        if (found := re.search(rf"(?P<time>{cjk})(?P<since>{_CJK_SINCE})?", text)) is not None:
            first, end = unit_span(unit, today, int(found["time"] not in _PRESENT))
            return first, None if found["since"] else end
    return _cjk_month(text, today) or _weekday(text, today)


def unit_span(unit: str, today: date, back: int) -> tuple[date, date]:
    """The present day, week, month or year, or the one ``back`` before it."""
    if unit == "day":
        first = today - timedelta(days=back)
        return first, first + timedelta(days=1)
    if unit == "week":
        first = today - timedelta(days=today.weekday() + 7 * back)
        return first, first + timedelta(days=7)
    if unit == "year":
        return date(today.year - back, 1, 1), date(today.year - back + 1, 1, 1)
    first = today.replace(day=1)
    if back:
        first = (first - timedelta(days=1)).replace(day=1)
    return first, next_month(first)


def next_month(first: date) -> date:
    return first + timedelta(days=calendar.monthrange(first.year, first.month)[1])


def _cjk_month(text: str, today: date) -> tuple[date, date | None] | None:
    """ "2025年3月", "三月以来"; without a year the last that has begun."""
    found = re.search(
        rf"(?:(?P<year>(?:19|20)\d\d)年)?(?P<month>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月(?!\d)(?P<since>{_CJK_SINCE})?",
        text,
    )
    if found is None:
        return None
    month = int(found["month"]) if found["month"].isascii() else _cjk_number(found["month"])
    first = date(int(found["year"]) if found["year"] else today.year - (month > today.month), month, 1)
    return first, None if found["since"] else next_month(first)


def _cjk_number(text: str) -> int:
    """一 to 十二."""
    ones = text.removeprefix("十")
    return 10 * text.startswith("十") + (1 if ones == "一" else _NUMBERS.get(ones, 0))


def _quarter(found: re.Match[str], today: date) -> tuple[date, date]:
    """Without a year the last one that has begun."""
    word = next((i for i in range(1, 5) if found[f"w{i}"]), 0)
    number = int(found["q"] or found["n"] or word)
    month = 3 * number - 2
    year = int(found["year"]) if found["year"] else today.year - (month > today.month)
    return date(year, month, 1), next_month(date(year, month + 2, 1))


@lru_cache(maxsize=1)
def _weekdays() -> dict[str, int]:
    names: dict[str, int] = {}
    for language in LANGUAGES:
        for number, name in Locale(language).days["format"]["wide"].items():
            names.setdefault(str(name).casefold(), int(number))
    return names


def _weekday(text: str, today: date) -> tuple[date, date | None] | None:
    """A weekday beside a word of time: the last one, today included unless it is called the last."""
    names = "|".join(sorted(map(re.escape, _weekdays()), key=len, reverse=True))
    found = re.search(
        rf"(?<!\w)(?P<since>(?:{SINCE})\s+)?(?P<cue>(?:from|on|of|am|vom|von|du|le|del|el|di|van|op|z|w|в)\s+)?"
        rf"(?P<last>(?:last|letzten|letztem|vergangenen|vorigen)\s+)?(?P<day>{names})(?!\w)",
        text,
    )
    if found is None or not (found["since"] or found["cue"] or found["last"]):
        return None
    back = (today.weekday() - _weekdays()[found["day"]]) % 7
    day = today - timedelta(days=back or (7 if found["last"] else 0))
    return day, None if found["since"] else day + timedelta(days=1)
