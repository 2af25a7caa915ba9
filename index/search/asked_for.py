"""What a question says about the documents it wants: when they were written, of what kind they are, who wrote or got them.

By rules in the languages of the questions. Dates bind only where the question speaks of documents ("mails since March", "what did Ana
write in 2023"); elsewhere a date is part of the matter ("the leave rules since 2023") and only prefers documents of that time.
"""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from babel import Locale

LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pl", "pt")

_SINCE = "since|starting(?: from| in)?|newer than|seit(?: dem| beginn)?|ab(?: dem)?|neuer als|depuis(?: le)?|à partir d[eu']|desde(?: el)?|a partir de|dal?|sinds|vanaf|od|a partir de"
_AFTER = "after|later than|nach(?: dem)?|später als|après(?: le)?|después del?|dopo(?: il)?|na|depois de|po"
_BEFORE = "before|earlier than|older than|vor(?: dem)?|älter als|avant(?: le)?|antes del?|prima d(?:i|el)|voor|przed"
_UNTIL = "until|till|up to|through|bis(?: zum)?|bis einschließlich|jusqu'(?:à|en|au)|hasta(?: el)?|fino a(?:l)?|tot(?: en met)?|até|do"
_IN = "in|during|of|from|on|im|in|vom|am|aus|während|en|au mois d[e']|du mois d[e']|de|nel|a|em|w"
_LAST = {
    "day": "yesterday|gestern|hier|ayer|ieri|gisteren",
    "week": "last week|(?:letzte|vergangene|vorige)[rn]? woche|la semaine dernière|la semana pasada|la settimana scorsa|vorige week",
    "month": "last month|(?:letzten|vergangenen|vorigen|im letzten) monat|le mois dernier|el mes pasado|il mese scorso|vorige maand",
    "year": "last year|(?:letztes|vergangenes|voriges|letzten|vergangenen|im letzten) jahr|l'année dernière|el año pasado|l'anno scorso|vorig jaar",
}
_THIS = {
    "day": "today|heute|aujourd'hui|hoy|oggi|vandaag",
    "week": "this week|diese[rn]? woche|cette semaine|esta semana|questa settimana|deze week",
    "month": "this month|diese[nms] monat|ce mois-ci|este mes|questo mese|deze maand",
    "year": "this year|dieses jahr|diesem jahr|cette année|este año|quest'anno|dit jaar",
}
_NUMBERED = re.compile(
    r"\b(?:(?:the )?(?:last|past)|(?:in den |der )?(?:letzten|vergangenen)|(?:les |des )?|los últimos) (\d{1,3}) "
    r"(days?|weeks?|months?|years?|tagen?|wochen?|monaten?|jahren?|días|semanas|meses|años)(?: derniers)?\b"
)
_UNIT_DAYS = {"d": 1, "t": 1, "w": 7, "s": 7, "m": 30, "y": 365, "j": 365, "a": 365}
_DOCUMENTS = re.compile(
    r"\b(?:e-?mails?|mails?|messages?|documents?|files?|reports?|letters?|notes?|minutes|presentations?|slides?|versions?|papers?|"
    r"wrote|writes?|written|sent|sends?|received|changed|updated|published|newe?s?t?|"
    r"nachrichten?|dokumente?n?|dateien?|berichte?n?|briefe?|notizen?|protokolle?|präsentation(?:en)?|folien|fassung(?:en)?|schreiben|"
    r"schrieb(?:en)?|geschrieben|geschickt|gesendet|gesandt|erhalten|geändert|aktualisiert|veröffentlicht|neue?[rsn]?|"
    r"courriels?|fichiers?|rapports?|écrit|envoyée?s?|correos?|archivos?|informes?|escribió|enviad[oa]s?)\b"
)
_WRITING = re.compile(
    r"\b(?:e-?mails?|mails?|messages?|letters?|wrote|writes?|written|sent|sends?|received|nachrichten?|briefe?|schrieb(?:en)?|geschrieben|"
    r"geschickt|gesendet|gesandt|erhalten|courriels?|écrit|envoyée?s?|correos?|escribió|enviad[oa]s?)\b"
)
"""Where these stand "in 2023" is when something was written; "the report on costs in 2023" may be one of 2024."""

KINDS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (re.compile(r"\b(?:e-?mails?|mails?|courriels?|correos?)\b"), ("eml", "msg", "mbox", "emlx")),
    (re.compile(r"\bpdfs?\b"), ("pdf",)),
    (re.compile(r"\b(?:presentations?|slides?|slide decks?|powerpoints?|präsentation(?:en)?|folien)\b"), ("pptx", "ppt", "odp")),
    (re.compile(r"\b(?:spreadsheets?|excel(?: files?| sheets?|-dateien?| tabellen?)?|arbeitsmappen?)\b"), ("xlsx", "xls", "ods", "csv")),
    (re.compile(r"\b(?:word (?:files?|documents?)|word-(?:dateien?|dokumente?))\b"), ("docx", "doc", "odt", "rtf")),
)  # fmt: skip
_MEASURED = r"(?!\s*(?:[%€$£]|eur|euros?|usd|dollars?|kg|km|m²|hours?|days?|stunden|tage|people|personen|mal|times)\b|[.,]?\d)"
_YEAR = rf"(?P<year>(?:19|20)\d\d)\b{_MEASURED}"


@dataclass(frozen=True)
class AskedFor:
    """``since`` is the first moment that counts, ``until`` the first that does not count any more. ``binding``: the dates narrow
    the search instead of preferring. ``kinds`` are kinds of documents that the question names, () for all."""

    since: datetime | None = None
    until: datetime | None = None
    binding: bool = False
    kinds: tuple[str, ...] = ()

    @property
    def dated(self) -> bool:
        return self.since is not None or self.until is not None


def asked_for(question: str, today: date, *, about_person: bool = False) -> AskedFor:
    """``about_person``: the question names a sender or recipient, so that its dates are those of documents."""
    text = " ".join(question.casefold().replace("’", "'").split())
    speaks = about_person or _DOCUMENTS.search(text) is not None
    writes = about_person or _WRITING.search(text) is not None
    since, until, soft = _bounds(text, question, today, speaks, writes)
    kinds = tuple(kind for pattern, names in KINDS if pattern.search(text) for kind in names)
    return AskedFor(_moment(since), _moment(until), speaks and not soft and (since or until) is not None, kinds)


def _bounds(text: str, original: str, today: date, speaks: bool, writes: bool) -> tuple[date | None, date | None, bool]:
    """First day, the day after the last, and whether they may be part of the matter all the same."""
    since: date | None = None
    until: date | None = None
    soft = False
    for cue, first, end in _dated_cues(text, original, today):
        if cue == "since":
            since = first
        elif cue == "after":
            since = end
        elif cue == "before":
            until = first
        elif cue == "until":
            until = end
        elif speaks and since is None and until is None:
            since, until = first, end
            soft = not writes and end - first > timedelta(days=1)
    if (since, until) == (None, None) and speaks:
        return (*_relative(text, today), False)
    return since, until, soft


def _dated_cues(text: str, original: str, today: date) -> list[tuple[str, date, date]]:
    found: list[tuple[int, str, date, date]] = []
    taken: set[int] = set()
    for cue, words in (("since", _SINCE), ("after", _AFTER), ("before", _BEFORE), ("until", _UNTIL), ("in", _IN)):
        for match in re.finditer(rf"(?<!\w)(?:{words})\s+(?:{_date_pattern()})", text):
            parts = match.groupdict()
            span = _span(parts, today)
            if span is None or match.end() in taken or _is_verb(parts, original):
                continue
            taken.add(match.end())
            found.append((match.start(), cue, *span))
    return [item[1:] for item in sorted(found)]


def _is_verb(parts: dict[str, str | None], original: str) -> bool:
    """English "may" and "march" are months only when written so."""
    month = parts["month"]
    return month in ("may", "march") and parts["my"] is None and month.capitalize() not in original


@lru_cache(maxsize=1)
def _months() -> dict[str, int]:
    names: dict[str, int] = {"jänner": 1, "sept": 9}
    for language in LANGUAGES:
        months = Locale(language).months
        for context in ("format", "stand-alone"):
            for number, name in months[context]["wide"].items():
                names.setdefault(str(name).casefold(), number)
    return names


@lru_cache(maxsize=1)
def _date_pattern() -> str:
    months = "|".join(sorted(map(re.escape, _months()), key=len, reverse=True))
    of = r"(?:(?:of|de|del|d')\s*)?"
    return (
        r"(?P<iso>(?:19|20)\d\d-\d\d-\d\d)(?!\d)"
        r"|(?P<dd>\d{1,2})\.\s?(?P<dm>\d{1,2})\.\s?(?P<dy>(?:19|20)\d\d)(?!\d)"
        rf"|(?:(?P<md>\d{{1,2}})(?:\.|st|nd|rd|th|er)?\s+{of})?(?P<month>{months})\b\.?(?:\s+(?P<mdd>\d{{1,2}})(?:st|nd|rd|th)?\b,?(?!\d))?(?:\s+{of}(?P<my>(?:19|20)\d\d)(?!\d))?"
        rf"|{_YEAR}"
    )


def _span(parts: dict[str, str | None], today: date) -> tuple[date, date] | None:
    """First day and the day after the last; None for what no calendar has. A month without a year is the last that has begun."""
    try:
        if parts["iso"]:
            day = date.fromisoformat(parts["iso"])
        elif parts["dd"]:
            day = date(int(parts["dy"] or 0), int(parts["dm"] or 0), int(parts["dd"]))
        elif parts["month"]:
            month = _months()[parts["month"]]
            year = int(parts["my"]) if parts["my"] else today.year - (month > today.month)
            number = parts["md"] or parts["mdd"]
            if number is None:
                return date(year, month, 1), _next_month(date(year, month, 1))
            day = date(year, month, int(number))
        else:
            year = int(parts["year"] or 0)
            return date(year, 1, 1), date(year + 1, 1, 1)
    except ValueError:
        return None
    return day, day + timedelta(days=1)


def _relative(text: str, today: date) -> tuple[date | None, date | None]:
    numbered = _NUMBERED.search(text)
    if numbered:
        return today - timedelta(days=int(numbered[1]) * _UNIT_DAYS[numbered[2][0]]), None
    for back, table in ((1, _LAST), (0, _THIS)):
        for unit, words in table.items():
            if re.search(rf"(?<!\w)(?:{words})(?!\w)", text):
                return _unit(unit, today, back)
    return None, None


def _unit(unit: str, today: date, back: int) -> tuple[date, date]:
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
    return first, _next_month(first)


def _next_month(first: date) -> date:
    return first + timedelta(days=calendar.monthrange(first.year, first.month)[1])


def _moment(day: date | None) -> datetime | None:
    return None if day is None else datetime(day.year, day.month, day.day, tzinfo=UTC)
