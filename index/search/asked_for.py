"""What a question says about the documents it wants: when they were written, of what kind they are, who wrote or got them.

By rules in the languages of the questions. Dates bind only where the question speaks of documents ("mails since March", "what did Ana
write in 2023"); elsewhere a date is part of the matter ("the leave rules since 2023") and only prefers documents of that time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from index.search.calendar_dates import date_pattern, days_of, months, part_of_year
from index.search.relative_times import SINCE, relative_span

_AFTER = "after|later than|nach(?: dem)?|später als|après(?: le)?|después del?|dopo(?: il)?|na|depois de|po|после"
_BEFORE = (
    "before|earlier than|older than|vor(?: dem)?|älter als|avant(?: le)?|antes del?|prima d(?:i|el)|voor|przed|до|раньше|ранее"
)
_UNTIL = (
    "until|till|up to|through|on or before|no later than|(?:bis|spätestens)(?: am| zum)?|bis einschließlich|jusqu'(?:à|en|au)|"
    "hasta(?: el)?|fino a(?:l)?|tot(?: en met)?|até|do|по"
)
_BETWEEN = "between|from|zwischen(?: dem)?|vo[nm]|entre(?: le)?|du|de|del|dal?|tra|fra|tussen|van|od|między|с"
_AND = "and|to|through|till|until|und|bis(?: zum| zu)?|et(?: le)?|au?|à|y|al?|e|en|tot(?: en met)?|do|i|по|–|-"
_ABOUT = "early|late|mid|anfang|ende|mitte|début|fin|inizio|fine|principios de|finales de"
_IN = "in|during|of|from|on|dated|im|vom|am|aus|während|en|au mois d[e']|du(?: mois d[e'])?|dat[ée]e?s? du|de|nel|a|em|van|we?|ze?|в|за|от"
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
    r"отправил\w*)\b|邮件|郵件|メール|写|发送|書い|送っ"
)
"""Where these stand "in 2023" is when something was written; "the report on costs in 2023" may be one of 2024."""

KINDS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (re.compile(r"\b(?:e-?mails?|mails?|maile|mailów|courriels?|correos?|письм\w+)\b|邮件|郵件|メール"), ("eml", "msg", "mbox", "emlx")),
    (re.compile(r"\bpdfs?\b"), ("pdf",)),
    (re.compile(r"\b(?:presentations?|slides?|slide decks?|powerpoints?|präsentation(?:en)?|folien)\b"), ("pptx", "ppt", "odp")),
    (re.compile(r"\b(?:spreadsheets?|excel(?: files?| sheets?|-dateien?| tabellen?)?|arbeitsmappen?)\b"), ("xlsx", "xls", "ods", "csv")),
    (re.compile(r"\b(?:word (?:files?|documents?)|word-(?:dateien?|dokumente?))\b"), ("docx", "doc", "odt", "rtf")),
)  # fmt: skip


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


_A_SEASON = timedelta(days=92)
"""Longer times may be those of the matter unless the question speaks of writing."""


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
    if speaks and (part := part_of_year(text, today)) is not None:
        return (*part, not writes and part[1] - part[0] > _A_SEASON)
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
    if speaks and (since, until) == (None, None) and (relative := relative_span(text, today)) is not None:
        return (*relative, False)
    return since, until, soft


def _dated_cues(text: str, original: str, today: date) -> list[tuple[str, date, date]]:
    found: list[tuple[int, str, date, date]] = []
    taken: set[int] = set()
    for cue, words in (("since", SINCE), ("after", _AFTER), ("before", _BEFORE), ("until", _UNTIL), ("in", _IN)):
        for match in re.finditer(rf"(?<!\w)(?:{words})\s+(?:(?:{_ABOUT})[ -])?(?:{date_pattern()})", text):
            parts = match.groupdict()
            span = days_of(parts, today)
            if span is None or match.end() in taken or _is_verb(parts, original):
                continue
            taken.add(match.end())
            found.append((match.start(), cue, *span))
    return [item[1:] for item in sorted(found)]


def _range(text: str, today: date) -> tuple[date, date] | None:
    """ "between March and May 2025", "vom 3. bis 7. März": the first takes from the second what it leaves out."""
    about = f"(?:(?:{_ABOUT})[ -])?"
    found = re.search(
        rf"(?<!\w)(?:{_BETWEEN})\s+(?:(?P<number>\d{{1,2}})(?:\.|st|nd|rd|th)?|{about}(?:{date_pattern('a_')}))"
        rf"\s*(?:{_AND})\s*{about}(?:{date_pattern('b_')})",
        text,
    )
    if found is None:
        return None
    parts = found.groupdict()
    last = days_of({name[2:]: value for name, value in parts.items() if name.startswith("b_")}, today)
    if last is None:
        return None
    if parts["number"] is not None:
        return _days_until(int(parts["number"]), last)
    own = {name[2:]: value for name, value in parts.items() if name.startswith("a_")}
    if own["month"] and own["my"] is None:
        own["my"] = str(last[0].year - (months()[own["month"]] > last[0].month))
    first = days_of(own, today)
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


def _moment(day: date | None) -> datetime | None:
    return None if day is None else datetime(day.year, day.month, day.day, tzinfo=UTC)
