"""The date of a document: the one that it bears itself, else the year in its name, else that of its file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import PurePath

from babel.dates import format_date
from babel.localedata import exists

from app.pipeline.tasks.phrases import phrase
from app.rules.calendar_dates import find_dates, years_in
from app.rules.words import flatten
from index.document import Span
from index.ingest.rows import FileRow

HEAD = 1_500
"""Characters in which a letter, an invoice or minutes name their own date."""
_SHORT_LINE = 60
_LABEL = re.compile(
    r"(?:\bdate\b|\bdated\b|\bas (?:of|at)\b|\bissued\b|\beffective\b|\bdatum\b|\w*datum\b|\bstand\b|\bvom\b|\bden\b|\bdate\b|\ble\b|\bfait à\b|\bfecha\b|\ba fecha\b"
    r"|\bdata\b|\bin data\b|\bvalid from\b|\bgültig (?:ab|seit)\b)[^\n]{0,25}$",
    re.IGNORECASE,
)
_MAILS = ("eml", "msg", "emlx", "mbox")


@dataclass(frozen=True)
class DocumentDate:
    """From ``first`` to ``last``, both included. ``span``: where the document says it, None when it is the file's."""

    first: date
    last: date
    span: Span | None = None
    own: bool = True

    def within(self, since: date | None, until: date | None) -> bool:
        """``until`` is the first day that does not count."""
        return (since is None or self.last >= since) and (until is None or self.first < until)

    def text(self, language: str) -> str:
        """As a person reads it; the file's own date is named as that."""
        whole_year = (self.first.month, self.first.day, self.last.month, self.last.day) == (1, 1, 12, 31)
        said = str(self.first.year) if whole_year else day_text(self.first, language)
        return said if self.own else phrase("file_date", language, date=said)


def document_date(row: FileRow, text: str, language: str) -> DocumentDate:
    """Never fails: a file has a time at least."""
    if row.kind in _MAILS and (sent := _of_file(row.document_modified)) is not None:
        return DocumentDate(sent, sent)
    said = _stated(text[:HEAD], language)
    if said is not None:
        return said
    years = sorted(years_in(PurePath(row.path).name))
    if len(years) == 1:
        year = int(years[0])
        return DocumentDate(date(year, 1, 1), date(year, 12, 31))
    known = _of_file(row.document_modified) or datetime.fromtimestamp(row.mtime_ns / 1e9).date()
    return DocumentDate(known, known, own=False)


def day_text(day: date, language: str) -> str:
    return str(format_date(day, "medium", locale=language if exists(language) else "en"))


def _stated(head: str, language: str) -> DocumentDate | None:
    flat = flatten(head)
    for found in find_dates(flat, language):
        year, month, day = (int(v) for v in found.values)
        if not year or not month:
            continue
        begin = flat.rfind("\n", 0, found.start) + 1
        end = flat.find("\n", found.end)
        line = flat[begin : end if end >= 0 else len(flat)]
        if len(line.strip()) > _SHORT_LINE and _LABEL.search(flat[begin : found.start]) is None:
            continue
        try:
            first = date(year, month, day or 1)
        except ValueError:
            continue
        last = first if day else (first.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
        return DocumentDate(first, last, Span(start=found.start, end=found.end))
    return None


def _of_file(text: str | None) -> date | None:
    try:
        return datetime.fromisoformat(text).date() if text else None
    except ValueError:
        return None
