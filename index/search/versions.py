"""Versions of one document, told by their names and dates: the newest stands first, the others stay and name it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import PurePath

from index.ingest.rows import FileRow
from index.search.calendar_dates import months
from index.search.hit import Hit, log_odds
from index.store.analysis import folded

SAME_MATTER = 1.5
"""Log-odds of relevance by which an older version's passage may be above the newest's best and still be about the same: versions of a
rule read alike. Set by hand; no set with versions that disagree was at hand to measure it."""

MAIL_KINDS = frozenset({"eml", "msg", "mbox", "emlx"})
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_STATES = re.compile(
    r"(?<![^\W\d_])(?:(?:v|ver|version|rev|revision|fassung|stand|ausgabe|edition)(?![^\W\d_])[ .]*(?P<number>\d+(?:\.\d+)*(?![\d.]*\d{4})|"
    r"[a-h](?!\w))?|(?P<draft>entwurf|draft|brouillon|borrador|bozza|concept|szkic|черновик)|final|neu|new|kopie|copy(?: of)?|copie|copia|"
    r"(?P<old>alt|old|archive?|archiv|obsolete|superseded|veraltet|ancien|viejo|vecchio|oud|stary|antigo|backup|previous|стар[ыо]\w+|архив|旧))"
    r"(?![^\W\d_])"
)
_COPY = re.compile(r"\(\d{1,2}\)\s*$")
_SERIES = re.compile(
    r"(?<![^\W\d_])(?:minutes|protokolle?|sitzung\w*|meeting\w*|invoices?|rechnung\w*|newsletter|statements?|kontoausz\w+|agenda|timesheets?|"
    r"receipts?|quittung\w*|belege?|notes?|notizen|compte rendu|proces verbal|factures?|actas?|facturas?|verbal[ei]|fattur[ae]|notulen|"
    r"factuur|facturen|protoko\w+|faktur\w+|atas?|faturas?|протокол\w*|счета?|diary|tagebuch|readme|index)(?![^\W\d_])|会议记录|发票|議事録|請求書"
)
"""Documents of which each is one of its own, however alike their names are"""


def version_key(path: str) -> tuple[str, ...] | None:
    """What two versions of one document have in common: the words of the name without dates, versions and copies, and where those are
    not telling the folder too. None when nothing telling is left, or where the name is that of a series (minutes, invoices)."""
    place = PurePath(path)
    key = _plain(place.stem)
    if len(key.encode()) < 4 or _SERIES.search(key):
        return None
    telling = sum(len(word) > 2 for word in key.split()) > 1
    return (key,) if telling else (key, *filter(None, map(_plain, place.parent.parts)))


@lru_cache(maxsize=4096)
def _plain(name: str) -> str:
    text = _STATES.sub(" ", _dates().sub(" ", _COPY.sub(" ", _spaced(name))))
    return " ".join(re.sub(r"[^\w&+]+", " ", text).split())


def _spaced(name: str) -> str:
    return folded(name).replace("_", " ")


@lru_cache(maxsize=1)
def _dates() -> re.Pattern[str]:
    names = "|".join(sorted((re.escape(folded(name)) for name in months()), key=len, reverse=True))
    return re.compile(
        r"(?<!\d)(?:(?P<y>(?:19|20)\d\d)[-. ]?(?P<m>0[1-9]|1[0-2])(?:[-. ]?(?P<d>0[1-9]|[12]\d|3[01]))?(?!\d)"
        r"|(?P<dd>\d{1,2})[-. ](?P<dm>\d{1,2})[-. ](?P<dy>(?:19|20)\d\d)(?!\d)"
        rf"|(?:(?P<name>{names})\.?[ -]+)?(?P<year>(?:19|20)\d\d)(?!\d)(?:[ -]+(?P<later>{names})(?![^\W\d_]))?)"
    )


def version_of(file: FileRow) -> tuple[bool, tuple[int, int, int], tuple[int, ...], bool, str]:
    """Whether it is in use, the latest date of the name (else of its folders), version, whether it is more than a draft, then the
    document's own date or the file's: the greater is the newer."""
    place = PurePath(file.path)
    name = _spaced(place.stem)
    states = list(_STATES.finditer(name))
    old = any(found["old"] for text in (name, *map(_spaced, place.parent.parts)) for found in _STATES.finditer(text))
    dated = _latest(name) or max((day for part in place.parent.parts if (day := _latest(_spaced(part)))), default=None)
    number = next((found["number"] for found in states if found["number"]), "")
    version = (ord(number) - ord("a") + 1,) if number.isalpha() else tuple(int(n) for n in number.split(".") if n)
    return (
        not old, dated or (0, 0, 0), version, not any(found["draft"] for found in states),
        (file.document_modified or "")[:10] or file_day(file),
    )  # fmt: skip


def _latest(name: str) -> tuple[int, int, int] | None:
    days = []
    for found in _dates().finditer(name):
        part = found.groupdict()
        if part["y"]:
            days.append((int(part["y"]), int(part["m"] or 0), int(part["d"] or 0)))
        elif part["dy"]:
            days.append((int(part["dy"]), int(part["dm"] or 0), int(part["dd"] or 0)))
        else:
            named = part["name"] or part["later"]
            days.append((int(part["year"] or 0), _folded_months()[named] if named else 0, 0))
    return max(days, default=None)


@lru_cache(maxsize=1)
def _folded_months() -> dict[str, int]:
    return {folded(name): number for name, number in months().items()}


def file_day(file: FileRow) -> str:
    """Day of the file's last change, "" where no calendar knows it."""
    try:
        return f"{datetime.fromtimestamp(file.mtime_ns / 1e9, UTC):%Y-%m-%d}"
    except (OverflowError, OSError, ValueError):
        return ""


def prefer_newest(hits: Sequence[Hit], files: Mapping[str, FileRow], question: str) -> list[Hit]:
    """Hits of older versions behind those of the newest, each with the path of the newer one; the order otherwise as it was.

    A question that names a year, or a version by its number, wants that one, and nothing is changed.
    """
    groups: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for collection_id, file_id in {(hit.collection_id, hit.file_id) for hit in hits if hit.kind not in MAIL_KINDS}:
        if (key := version_key(files[file_id].path)) is not None:
            groups[collection_id, *key].add(file_id)
    newer: dict[str, str] = {}
    for ids in groups.values():
        if len(ids) > 1:
            newest = max(ids, key=lambda i: version_of(files[i]))
            newer.update({i: files[newest].path for i in ids if version_of(files[i]) < version_of(files[newest])})
    if not newer:
        return list(hits)
    best: dict[str, float] = {}
    for hit in hits:
        best[hit.source_path] = max(best.get(hit.source_path, 0.0), hit.relevance)
    as_it_is = _YEAR.search(question) is not None or any(found["number"] for found in _STATES.finditer(_spaced(question)))
    marked: list[Hit] = []
    for hit in hits:
        if hit.file_id in newer:
            path = newer[hit.file_id]
            relevance = hit.relevance if as_it_is else _behind(hit.relevance, best[path])
            hit = hit.model_copy(update={"newer": path, "relevance": relevance})
        marked.append(hit)
    return sorted(marked, key=lambda hit: (-hit.relevance, -hit.fused))


def _behind(older: float, newest: float) -> float:
    return min(older, newest * 0.99) if log_odds(newest) >= log_odds(older) - SAME_MATTER else older
