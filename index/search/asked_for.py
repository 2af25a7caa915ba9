"""What a question says about the documents it wants: when they were written, of what kind they are, who wrote or got them.

By rules in the languages of the questions. Dates bind only where the question speaks of documents ("mails since March", "what did Ana
write in 2023"); elsewhere a date is part of the matter ("the leave rules since 2023") and only prefers documents of that time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from babel import Locale

from index.search.relative_times import LANGUAGES, SINCE, next_month, relative_span

_AFTER = "after|later than|nach(?: dem)?|später als|après(?: le)?|después del?|dopo(?: il)?|na|depois de|po"
_BEFORE = "before|earlier than|older than|vor(?: dem)?|älter als|avant(?: le)?|antes del?|prima d(?:i|el)|voor|przed"
_UNTIL = "until|till|up to|through|bis(?: zum)?|bis einschließlich|jusqu'(?:à|en|au)|hasta(?: el)?|fino a(?:l)?|tot(?: en met)?|até|do"
_BETWEEN = "between|from|zwischen(?: dem)?|vo[nm]|entre(?: le)?|du|de|del|dal?|tra|fra|tussen|van|od|między|с"
_AND = "and|to|through|till|until|und|bis(?: zum| zu)?|et(?: le)?|au?|à|y|al?|e|en|tot(?: en met)?|do|i|по|–|-"
_ABOUT = "early|late|mid|anfang|ende|mitte|début|fin|inizio|fine|principios de|finales de"
_IN = "in|during|of|from|on|im|in|vom|am|aus|während|en|au mois d[e']|du mois d[e']|de|nel|a|em|w"
_DOCUMENTS = re.compile(
    r"\b(?:e-?mails?|mails?|messages?|documents?|files?|reports?|letters?|notes?|minutes|presentations?|slides?|versions?|papers?|"
    r"wrote|writes?|written|sent|sends?|received|changed|updated|published|newe?s?t?|"
    r"nachrichten?|dokumente?n?|dateien?|berichte?n?|briefe?|notizen?|protokolle?|präsentation(?:en)?|folien|fassung(?:en)?|schreiben|"
    r"schrieb(?:en)?|geschrieben|geschickt|gesendet|gesandt|erhalten|geändert|aktualisiert|veröffentlicht|neue?[rsn]?|"
    r"courriels?|fichiers?|rapports?|lettres?|écrit|envoyée?s?|reçus?|correos?|archivos?|informes?|cartas?|escribió|enviad[oa]s?|"
    r"messagg[io]|document[io]|rapport[io]|relazion[ei]|lettere|scritt[oaie]|inviat[oaie]|documenten|berichten|rapporten|brieven|"
    r"geschreven|verzonden|maile|mailów|wiadomoś\w+|dokument(?:y|ów)|raport\w*|listy|napisa\w+|wysła\w+|mensagens|documentos|relatórios?|"
    r"escreveu|enviou|письм\w+|документ\w*|отч[её]т\w*|написал\w*|отправил\w*)\b|邮件|郵件|メール|文件|报告|報告|写|发送"
)
_WRITING = re.compile(
    r"\b(?:e-?mails?|mails?|messages?|letters?|wrote|writes?|written|sent|sends?|received|nachrichten?|briefe?|schrieb(?:en)?|geschrieben|"
    r"geschickt|gesendet|gesandt|erhalten|courriels?|écrit|envoyée?s?|reçus?|correos?|escribió|enviad[oa]s?|messagg[io]|scritt[oaie]|"
    r"inviat[oaie]|geschreven|verzonden|maile|mailów|wiadomoś\w+|napisa\w+|wysła\w+|mensagens|escreveu|enviou|письм\w+|написал\w*|"
    r"отправил\w*)\b|邮件|郵件|メール|写|发送"
)
"""Where these stand "in 2023" is when something was written; "the report on costs in 2023" may be one of 2024."""

KINDS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (re.compile(r"\b(?:e-?mails?|mails?|maile|mailów|courriels?|correos?|письм\w+)\b|邮件|郵件|メール"), ("eml", "msg", "mbox", "emlx")),
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


def speaks_of_writing(question: str) -> bool:
    """Whether it asks for what somebody wrote or got."""
    return _WRITING.search(question.casefold()) is not None


def _bounds(text: str, original: str, today: date, speaks: bool, writes: bool) -> tuple[date | None, date | None, bool]:
    """First day, the day after the last, and whether they may be part of the matter all the same."""
    if speaks and (between := _range(text, today)) is not None:
        return (*between, not writes)
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
    if (since, until) == (None, None) and speaks and (span := relative_span(text, today)) is not None:
        return (*span, False)
    return since, until, soft


def _dated_cues(text: str, original: str, today: date) -> list[tuple[str, date, date]]:
    found: list[tuple[int, str, date, date]] = []
    taken: set[int] = set()
    for cue, words in (("since", SINCE), ("after", _AFTER), ("before", _BEFORE), ("until", _UNTIL), ("in", _IN)):
        for match in re.finditer(rf"(?<!\w)(?:{words})\s+(?:(?:{_ABOUT})[ -])?(?:{_date_pattern()})", text):
            parts = match.groupdict()
            span = _span(parts, today)
            if span is None or match.end() in taken or _is_verb(parts, original):
                continue
            taken.add(match.end())
            found.append((match.start(), cue, *span))
    return [item[1:] for item in sorted(found)]


def _range(text: str, today: date) -> tuple[date, date] | None:
    """ "between March and May 2025", "vom 3. bis 7. März": the first takes from the second what it leaves out."""
    found = re.search(
        rf"(?<!\w)(?:{_BETWEEN})\s+(?:(?P<number>\d{{1,2}})(?:\.|st|nd|rd|th)?|{_date_pattern('a_')})\s*(?:{_AND})\s*{_date_group('b_')}",
        text,
    )
    if found is None:
        return None
    parts = found.groupdict()
    last = _span({name[2:]: value for name, value in parts.items() if name.startswith("b_")}, today)
    if last is None:
        return None
    if parts["number"] is not None:
        return _days_until(int(parts["number"]), last)
    own = {name[2:]: value for name, value in parts.items() if name.startswith("a_")}
    if own["month"] and own["my"] is None:
        own["my"] = str(last[0].year - (_months()[own["month"]] > last[0].month))
    first = _span(own, today)
    return (first[0], last[1]) if first is not None and first[0] < last[1] else None


def _days_until(number: int, last: tuple[date, date]) -> tuple[date, date] | None:
    """From the day of that number, of the month before where it would come after ``last``."""
    day, end = last
    if number > day.day:
        day = day.replace(day=1) - timedelta(days=1)
    return (day.replace(day=number), end) if 0 < number <= day.day else None


def _is_verb(parts: dict[str, str | None], original: str) -> bool:
    """English "may" and "march" are months only when written so, where a person writes capitals at all."""
    month = parts["month"]
    if month not in ("may", "march") or parts["my"] is not None or original == original.lower():
        return False
    return month.capitalize() not in original


@lru_cache(maxsize=1)
def _months() -> dict[str, int]:
    names: dict[str, int] = {"jänner": 1, "sept": 9}
    for language in LANGUAGES:
        months = Locale(language).months
        for context in ("format", "stand-alone"):
            for number, name in months[context]["wide"].items():
                names.setdefault(str(name).casefold(), number)
    return names


def _date_group(prefix: str) -> str:
    return f"(?:{_date_pattern(prefix)})"


@lru_cache(maxsize=4)
def _date_pattern(prefix: str = "") -> str:
    """Alternatives with named groups, whose names begin with ``prefix``."""
    months = "|".join(sorted(map(re.escape, _months()), key=len, reverse=True))
    of = r"(?:(?:of|de|del|d')\s*)?"
    pattern = (
        r"(?P<iso>(?:19|20)\d\d-\d\d-\d\d)(?!\d)"
        r"|(?P<dd>\d{1,2})\.\s?(?P<dm>\d{1,2})\.\s?(?P<dy>(?:19|20)\d\d)(?!\d)"
        rf"|(?:(?P<md>\d{{1,2}})(?:\.|st|nd|rd|th|er)?\s+{of})?(?P<month>{months})\b\.?(?:\s+(?P<mdd>\d{{1,2}})(?:st|nd|rd|th)?\b,?(?!\d))?(?:\s+{of}(?P<my>(?:19|20)\d\d)(?!\d))?"
        r"|(?P<sd>\d{1,2})\.\s?(?P<sm>\d{1,2})\.(?!\s?\d)"
        rf"|{_YEAR}"
    )
    return pattern.replace("(?P<", f"(?P<{prefix}")


def _span(parts: dict[str, str | None], today: date) -> tuple[date, date] | None:
    """First day and the day after the last; None for what no calendar has. A month without a year is the last that has begun."""
    try:
        if parts["iso"]:
            day = date.fromisoformat(parts["iso"])
        elif parts["dd"]:
            day = date(int(parts["dy"] or 0), int(parts["dm"] or 0), int(parts["dd"]))
        elif parts["sd"]:
            month, of_month = int(parts["sm"] or 0), int(parts["sd"])
            day = date(today.year - ((month, of_month) > (today.month, today.day)), month, of_month)
        elif parts["month"]:
            month = _months()[parts["month"]]
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


def _moment(day: date | None) -> datetime | None:
    return None if day is None else datetime(day.year, day.month, day.day, tzinfo=UTC)
