"""Times that a question counts from today: "last week", "seit gestern", "the past three months", "two weeks ago", "since Monday", "上周"."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import lru_cache

from babel import Locale

from index.search.calendar_dates import LANGUAGES, next_month

Open = tuple[date | None, date | None]
"""First day and the day after the last, None where it is open"""

SINCE = (
    "since|starting(?: from| in)?|newer than|no(?:t)? older than|on or after|no earlier than|seit(?: dem| der| beginn)?|ab(?: dem)?|"
    "neuer als|nicht älter als|frühestens|depuis(?: l[ea])?|à partir d[eu']|desde(?: el| la| o| a)?|a partir de|dal?|dall[ao']|"
    "sinds(?: de)?|vanaf|od|с|со|начиная с"
)
_OLDER = (
    "older than|älter als|plus (?:vieux|ancien(?:ne)?s?) que|más antigu[oa]s que|più vecch[ie] di|ouder dan|starsze niż|старше"
)

_ADJECTIVES = "letzte[nrsm]?|vergangene[nrsm]?|vorige[nrsm]?"
_BACK: tuple[tuple[str, int, str], ...] = (
    ("day", 2, "the day before yesterday|vorgestern|avant-hier|anteayer|l'altro ieri|eergisteren|przedwczoraj|anteontem|позавчера|前天|一昨日"),
    ("day", 1, "yesterday|gestern|hier|ayer|ieri|gisteren|wczoraj|ontem|вчера|昨天|昨日"),
    ("day", 0, "today|heute|aujourd'hui|hoy|oggi|vandaag|dzisiaj|dziś|hoje|сегодня|今天|今日"),
    ("weekend", 1, rf"last weekend|(?:{_ADJECTIVES}) wochenende|le week-end dernier|el fin de semana pasado|上周末|先週末"),
    (
        "week", 1,
        rf"last week|(?:{_ADJECTIVES}) woche|semaine dernière|semana pasada|settimana scorsa|scorsa settimana|(?:vorige|afgelopen) week|"
        "zeszł(?:ym|ego|y) tygod(?:niu|nia|zień)|semana passada|прошл(?:ую|ой) недел[юие]|上周|上星期|先週",
    ),
    (
        "week", 0,
        "this week|diese[rn]? woche|cette semaine|esta semana|questa settimana|deze week|t(?:ym|ego) tygod(?:niu|nia)|эт(?:у|ой) недел[юие]|"
        "本周|这周|今週",
    ),
    (
        "month", 1,
        rf"last month|(?:{_ADJECTIVES}) monats?|mois dernier|mes pasado|mese scorso|scorso mese|(?:vorige|afgelopen) maand|"
        "zeszł(?:ym|ego) miesiąc[ua]|mês passado|прошл(?:ый|ом|ого) месяц[еа]?|上个月|上月|先月",
    ),
    (
        "month", 0,
        "this month|diese[nms] monats?|ce mois-ci|este mes|questo mese|deze maand|t(?:ym|ego) miesiąc[ua]|este mês|эт(?:ом|ого) месяц[еа]|"
        "本月|这个月|今月",
    ),
    ("quarter", 1, rf"last quarter|(?:{_ADJECTIVES}) quartals?|trimestre dernier|trimestre pasado|上季度"),
    ("quarter", 0, "this quarter|diese[nms] quartals?|ce trimestre|este trimestre|本季度"),
    (
        "year", 1,
        rf"last year|(?:{_ADJECTIVES}) jahr(?:e?s)?|vorjahr(?:e?s)?|année dernière|l'an dernier|año pasado|anno scorso|scorso anno|"
        "(?:vorig|afgelopen) jaar|zeszł(?:ym|ego) roku|ano passado|прошл(?:ый|ом|ого) год[уа]?|去年|昨年",
    ),
    ("year", 0, "this year|diese[sm] jahr(?:e?s)?|cette année|este año|quest'anno|dit jaar|t(?:ym|ego) roku|este ano|эт(?:ом|ого) год[уа]|今年"),
)  # fmt: skip
_BEGINNINGS = (
    ("year", r"(?:beginning|start) of the year|jahres(?:beginn|anfang)|(?:anfang|beginn) (?:des|dieses) jahres|début de l'année|"
             r"principios de año|inizio dell'anno|begin (?:van het|dit) jaar|początku roku|(?:início|começo) do ano|начала года|年初|今年"),
    ("month", r"(?:beginning|start) of the month|monats(?:beginn|anfang)|(?:anfang|beginn) (?:des|dieses) monats|début du mois|"
              r"principios de mes|inizio del mese|начала месяца|月初|本月"),
    ("week", r"(?:beginning|start) of the week|wochen(?:beginn|anfang)|(?:anfang|beginn) (?:der|dieser) woche|début de la semaine|本周"),
)  # fmt: skip
_CJK_SINCE = "以来|以後|以后|以降|之后|起|から"
_CJK_BEFORE = "之前|以前|前|まで"

_NUMBERS = {
    word: number
    for number, words in enumerate(
        (
            "a an one ein einer einem einen eine un une uno una een один одну jeden",
            "two zwei deux dos due twee dwa dwóch dwoma duas dois два две двух 两 二",
            "three drei trois tres tre drie trzy trzech três три трёх трех 三",
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
        start=1,
    )
    for word in words.split()
}  # fmt: skip
_UNITS = (
    (1 / 24, "hours?|stunden?|heures?|horas?|ore|uur|godzin|часов|小时|時間"),
    (1, "days?|tagen?|tage|jours?|días?|giorn[io]|dag(?:en)?|dni|dzień|dias?|день|дня|дней|天|日"),
    (7, "weeks?|wochen?|semaines?|semanas?|settiman[ae]|we(?:ek|ken)|tygod(?:nie|ni|niu|nia|zień)|недел[ьиюя]|周|个星期|週間"),
    (14, "fortnights?"),
    (30, "months?|monate?n?|mois|mes(?:es)?|mes[ei]|maand(?:en)?|miesi[ąę]c[eya]?|mês|месяц(?:а|ев)?|个月|か月"),
    (365, "years?|jahre?n?|années?|ans?|años?|ann[io]|jaar|jaren|lata|lat|rok(?:u)?|anos?|год(?:а|ов)?|лет|年"),
)
_COUNT = r"(?P<count>\d{1,3}|" + "|".join(sorted(map(re.escape, _NUMBERS), key=len, reverse=True)) + ")"
_UNIT = "(?P<unit>" + "|".join(words for _, words in _UNITS) + ")"
_AMOUNT = rf"{_COUNT}\s+{_UNIT}(?!\w)"
_CJK_AMOUNT = rf"{_COUNT}\s*{_UNIT}"
_RECENT = "last|past|letzte[nr]?|vergangene[nr]?|derniers|dernières|últim[oa]s|ultim[ie]|afgelopen|laatste|ostatni(?:ch|e)|последни[ехй]"
_RECENTLY = (
    re.compile(rf"(?<!\w)(?:{_RECENT}|{SINCE}|desde hace)\s+{_AMOUNT}"),
    re.compile(rf"(?:最近|过去|過去)\s*{_CJK_AMOUNT}"),
    re.compile(rf"(?<!\w)(?:les|des|ces)\s+{_COUNT}\s+(?:derniers|dernières)\s+{_UNIT}(?!\w)"),
    re.compile(r"(?<!\w)(?:last|past) (?P<count>)(?P<unit>fortnight)(?!\w)"),
)
_AGO = (
    re.compile(rf"(?<!\w){_AMOUNT}\s+(?:ago|fa|geleden|temu|atrás|назад)(?!\w)"),
    re.compile(rf"(?<!\w)(?:vor|il y a|hace|há)\s+{_AMOUNT}"),
    re.compile(rf"{_CJK_AMOUNT}前"),
)
_OLDER_AMOUNT = re.compile(rf"(?<!\w)(?:{_OLDER})\s+{_AMOUNT}")


def relative_span(text: str, today: date) -> Open | None:
    """First day and the day after the last (None: open) of the first such time in ``text``, which is lower case; None without one."""
    return _counted(text, today) or _beginning(text, today) or _named(text, today) or _cjk(text, today) or _weekday(text, today)


def _counted(text: str, today: date) -> Open | None:
    """ "older than two years", "the past three weeks", "two weeks ago": weeks, months and years ago are meant half a unit either way."""
    if (old := _OLDER_AMOUNT.search(text)) is not None and not re.search(rf"(?:no|not|nicht)\s+{re.escape(old[0])}", text):
        return None, _before(today, old["count"], old["unit"])
    if (recent := _first(_RECENTLY, text)) is not None:
        return _before(today, recent["count"], recent["unit"]), None
    if (ago := _first(_AGO, text)) is not None:
        half = timedelta(days=_length(ago["unit"]) // 2)
        day = _before(today, ago["count"], ago["unit"])
        return day - half, day + half + timedelta(days=1)
    return None


def _first(patterns: tuple[re.Pattern[str], ...], text: str) -> re.Match[str] | None:
    return next((found for pattern in patterns if (found := pattern.search(text)) is not None), None)


def _length(unit: str) -> float:
    """Of a unit in days"""
    return next(days for days, words in _UNITS if re.fullmatch(words, unit))


def _before(today: date, count: str, unit: str) -> date:
    number = int(count) if count.isdigit() else _NUMBERS[count or "one"]
    return today - timedelta(days=max(1, round(number * _length(unit))))


def _beginning(text: str, today: date) -> Open | None:
    """ "since the beginning of the year", "seit Jahresbeginn", "年初以来"."""
    for unit, words in _BEGINNINGS:
        if re.search(
            rf"(?<!\w)(?:{SINCE}|dall'|since the|from the)\s*(?:the |el |o |le )?(?:{words})(?!\w)|(?:{words})(?:{_CJK_SINCE})",
            text,
        ):
            return unit_span(unit, today, 0)[0], None
    return None


def _named(text: str, today: date) -> Open | None:
    for unit, back, words in _BACK:
        found = re.search(
            rf"(?P<since>(?<!\w)(?:{SINCE})\s+(?:der |dem |die |de |la |le |el )?(?<!\bda )(?<!\bdal )(?<!\bdalla ))?(?<![a-zà-ž])(?:{words})(?![a-zà-ž])(?P<cjk>{_CJK_SINCE})?", text
        )  # fmt: skip
        if found is not None:
            first, end = unit_span(unit, today, back)
            return first, None if found["since"] or found["cjk"] else end
    return None


def unit_span(unit: str, today: date, back: int) -> tuple[date, date]:
    """The present day, weekend, week, month, quarter or year, or the one ``back`` before it."""
    if unit == "day":
        first = today - timedelta(days=back)
        return first, first + timedelta(days=1)
    if unit == "week":
        first = today - timedelta(days=today.weekday() + 7 * back)
        return first, first + timedelta(days=7)
    if unit == "weekend":
        monday, _ = unit_span("week", today, back - 1)
        return monday - timedelta(days=2), monday
    if unit == "year":
        return date(today.year - back, 1, 1), date(today.year - back + 1, 1, 1)
    length = 3 if unit == "quarter" else 1
    number = today.year * 12 + (today.month - 1) // length * length - length * back
    last = number + length - 1
    return date(number // 12, number % 12 + 1, 1), next_month(date(last // 12, last % 12 + 1, 1))


def _cjk(text: str, today: date) -> Open | None:
    """ "2025年3月", "三月以来", "2024年以前"; a month without a year is the last that has begun."""
    found = re.search(
        r"(?:(?P<year>(?:19|20)\d\d)年)?(?P<month>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月(?!\d)|(?P<alone>(?:19|20)\d\d)年",
        text,
    )
    if found is None:
        return None
    if found["alone"]:
        first = date(int(found["alone"]), 1, 1)
        end = date(first.year + 1, 1, 1)
    else:
        month = int(found["month"]) if found["month"].isascii() else _cjk_number(found["month"])
        first = date(int(found["year"]) if found["year"] else today.year - (month > today.month), month, 1)
        end = next_month(first)
    if re.match(_CJK_BEFORE, text[found.end() :]):
        return None, first
    return first, None if re.match(_CJK_SINCE, text[found.end() :]) else end


def _cjk_number(text: str) -> int:
    """一 to 十二."""
    ones = text.removeprefix("十")
    return 10 * text.startswith("十") + (1 if ones == "一" else _NUMBERS.get(ones, 0))


@lru_cache(maxsize=1)
def _weekdays() -> dict[str, int]:
    names: dict[str, int] = {}
    for language in LANGUAGES:
        for number, name in Locale(language).days["format"]["wide"].items():
            names.setdefault(str(name).casefold(), int(number))
    return names


def _weekday(text: str, today: date) -> Open | None:
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
