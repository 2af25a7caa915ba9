"""Hits of the time that is asked for first, and messages of one exchange of mails as one hit."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from index.ingest.rows import FileRow
from index.search.asked_for import AskedFor
from index.search.hit import Hit
from index.search.people import names_in
from index.search.versions import MAIL_KINDS, file_day
from index.store.analysis import folded

OTHER_TIME = 1.0
"""Log-odds that a document loses where it is from outside of the time that the question names: it may still be the one that answers.
Set by hand, not measured."""

_REPLY = re.compile(
    r"^(?:(?:re|aw|fw|fwd|wg|tr|rv|sv|vs|antw|doorst|odp|pd|res|enc|rif|r|i|ynt|ilt|отв|ответ|пересл|回复|回覆|答复|转发|轉寄|返信|転送)\s*(?:\[\d+\])?\s*[:：]\s*)+",
    re.IGNORECASE,
)


def prefer_time(hits: Sequence[Hit], files: Mapping[str, FileRow], asked: AskedFor | None) -> list[Hit]:
    """Documents outside of the time that the question names behind those of it, where there are some of both."""
    if asked is None:
        return list(hits)
    outside = {hit.file_id for hit in hits if not _within(files[hit.file_id], asked)}
    if not outside or len(outside) == len({hit.file_id for hit in hits}):
        return list(hits)
    weighed = [hit.shifted(-OTHER_TIME) if hit.file_id in outside else hit for hit in hits]
    return sorted(weighed, key=lambda hit: (-hit.relevance, -hit.fused))


def _within(file: FileRow, asked: AskedFor) -> bool:
    day = (file.document_modified or "")[:10] or file_day(file)
    return (
        bool(day)
        and (asked.since is None or day >= f"{asked.since:%Y-%m-%d}")
        and (asked.until is None or day < f"{asked.until:%Y-%m-%d}")
    )


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
