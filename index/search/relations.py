"""Hits that belong together: versions of one document, messages of one exchange of mails."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import PurePath

from index.ingest.rows import FileRow
from index.search.asked_for import AskedFor
from index.search.hit import Hit
from index.search.people import names_in
from index.store.analysis import folded

SAME_MATTER = 1.5
"""Log-odds of relevance by which an older version's passage may be above the newest's best and still be about the same: versions of a
rule read alike. Set by hand; no set with versions that disagree was at hand to measure it."""

OTHER_TIME = 1.0
"""Log-odds that a document loses where it is from outside of the time that the question names: it may still be the one that answers.
Set by hand, not measured."""

MAIL_KINDS = frozenset({"eml", "msg", "mbox", "emlx"})
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_VERSION = re.compile(
    r"\b(?:v|ver|version|rev|revision|fassung|stand|ausgabe|entwurf|draft|final|neu|new|alt|old|kopie|copy)\b[ .]*(\d+(?:\.\d+)*)?"
)
_NUMBER = re.compile(r"\d+")
_REPLY = re.compile(
    r"^(?:(?:re|aw|fw|fwd|wg|tr|rv|sv|vs|antw|doorst|odp|pd|res|enc|rif|r|i|ynt|ilt|отв|ответ|пересл|回复|回覆|答复|转发|轉寄|返信|転送)\s*(?:\[\d+\])?\s*[:：]\s*)+",
    re.IGNORECASE,
)


def version_key(path: str) -> str | None:
    """What two versions of one document have in common in their names: words without years, versions and numbers. None when nothing
    telling is left."""
    words = re.sub(r"[_\-.()\[\]]+", " ", folded(PurePath(path).stem))
    words = _NUMBER.sub(" ", _VERSION.sub(" ", words))
    key = " ".join(word for word in words.split() if len(word) > 1)
    return key if len(key) >= 4 else None


def version_of(file: FileRow) -> tuple[int, tuple[int, ...], str]:
    """Year and version in the name, then the document's own date or the file's: the greater is the newer."""
    name = re.sub(r"[_\-()\[\]]+", " ", folded(PurePath(file.path).stem))
    years = [int(y) for y in _YEAR.findall(name)]
    version = _VERSION.search(name)
    numbers = tuple(int(n) for n in (version[1] or "").split(".") if n) if version else ()
    return max(years, default=0), numbers, (file.document_modified or "")[:10] or _file_day(file)


def prefer_time(hits: Sequence[Hit], files: Mapping[str, FileRow], asked: AskedFor | None) -> list[Hit]:
    """Documents outside of the time that the question names behind those of it, where there are some of both."""
    if asked is None:
        return list(hits)
    outside = {hit.file_id for hit in hits if not _within(files[hit.file_id], asked)}
    if not outside or len(outside) == len({hit.file_id for hit in hits}):
        return list(hits)
    weighed = [shifted(hit, -OTHER_TIME) if hit.file_id in outside else hit for hit in hits]
    return sorted(weighed, key=lambda hit: (-hit.relevance, -hit.fused))


def shifted(hit: Hit, log_odds: float) -> Hit:
    """The same hit with a relevance that is so much higher or lower."""
    return hit.model_copy(update={"relevance": _relevance(_log_odds(hit.relevance) + log_odds)})


def _within(file: FileRow, asked: AskedFor) -> bool:
    day = (file.document_modified or "")[:10] or _file_day(file)
    return (
        bool(day)
        and (asked.since is None or day >= f"{asked.since:%Y-%m-%d}")
        and (asked.until is None or day < f"{asked.until:%Y-%m-%d}")
    )


def _file_day(file: FileRow) -> str:
    try:
        return f"{datetime.fromtimestamp(file.mtime_ns / 1e9, UTC):%Y-%m-%d}"
    except (OverflowError, OSError, ValueError):  # a time that no calendar knows
        return ""


def prefer_newest(hits: Sequence[Hit], files: Mapping[str, FileRow], question: str) -> list[Hit]:
    """Hits of older versions behind those of the newest, each with the path of the newer one; the order otherwise as it was.

    A question that names a year wants that year, and nothing is changed.
    """
    groups: dict[tuple[str, str], set[str]] = defaultdict(set)
    for hit in hits:
        key = version_key(hit.source_path)
        if key is not None and hit.kind not in MAIL_KINDS:
            groups[hit.collection_id, key].add(hit.file_id)
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
    as_it_is = _YEAR.search(question) is not None
    marked: list[Hit] = []
    for hit in hits:
        if hit.file_id in newer:
            path = newer[hit.file_id]
            relevance = hit.relevance if as_it_is else _behind(hit.relevance, best[path])
            hit = hit.model_copy(update={"newer": path, "relevance": relevance})
        marked.append(hit)
    return sorted(marked, key=lambda hit: (-hit.relevance, -hit.fused))


def _behind(older: float, newest: float) -> float:
    return min(older, newest * 0.99) if _log_odds(newest) >= _log_odds(older) - SAME_MATTER else older


def _log_odds(relevance: float) -> float:
    bounded = min(max(relevance, 1e-12), 1.0 - 1e-12)
    return math.log(bounded / (1.0 - bounded))


def _relevance(log_odds: float) -> float:
    return 1.0 / (1.0 + math.exp(-log_odds))


def thread_key(subject: str | None) -> str | None:
    """A mail's subject without the marks of answers and forwarding; None for a subject that says nothing."""
    key = " ".join(folded(_REPLY.sub("", (subject or "").strip())).split())
    return key if len(key) >= 3 else None


def fold_threads(hits: Sequence[Hit], files: Mapping[str, FileRow]) -> list[Hit]:
    """One hit for each exchange of mails, the best of its messages, which names the others in ``thread``, the oldest first.

    Messages belong together when their subjects are the same and they share a person.
    """
    threads: dict[tuple[str, str], list[list[Hit]]] = defaultdict(list)
    order: list[list[Hit]] = []
    for hit in hits:
        key = thread_key(hit.title) if hit.kind in MAIL_KINDS else None
        if key is None:
            order.append([hit])
            continue
        for group in threads[hit.collection_id, key]:
            if _people(files[group[0].file_id]) & _people(files[hit.file_id]):
                group.append(hit)
                break
        else:
            group = [hit]
            threads[hit.collection_id, key].append(group)
            order.append(group)
    return [_folded_hit(group, files) for group in order]


def _folded_hit(group: list[Hit], files: Mapping[str, FileRow]) -> Hit:
    ids = sorted({hit.file_id for hit in group}, key=lambda i: (files[i].document_modified or "", files[i].path))
    return group[0] if len(ids) == 1 else group[0].model_copy(update={"thread": tuple(files[i].path for i in ids)})


def _people(file: FileRow) -> set[str]:
    return names_in(f"{file.author or ''}, {file.recipients or ''}")
