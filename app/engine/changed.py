"""Which files are not any more what was indexed, by size and times, and by content where these leave it open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, Protocol

from index.errors import FileVanished, IndexError_
from index.ingest.reading import fingerprint, stamp
from index.ingest.rows import FileRow

FileState = Literal["as_indexed", "changed", "gone"]


class Files(Protocol):
    """What is needed of ``index.ingest.ledger.Ledger``."""

    def files_by_id(self, file_ids: Iterable[str]) -> Mapping[str, FileRow]: ...

    def container_of(self, file_id: str) -> FileRow | None: ...


def changed_files(files: Files, file_ids: Sequence[str]) -> frozenset[str]:
    """Ids of files that were edited or are gone. A part of a mail or an archive is as old as the file that holds it."""
    return frozenset(file_id for file_id in files.files_by_id(file_ids) if file_state(files, file_id) != "as_indexed")


def file_state(files: Files, file_id: str) -> FileState:
    """Of the file on the disk that holds the document; "gone" too when the library does not know it any more."""
    holder = files.container_of(file_id)
    if holder is None:
        return "gone"
    try:
        return "as_indexed" if _is_as_indexed(holder) else "changed"
    except FileVanished:
        return "gone"
    except IndexError_:
        return "changed"


def _is_as_indexed(row: FileRow) -> bool:
    now = stamp(row.path)
    if row.stamp.holds(now):
        return True
    # Size and time as before, yet the system says that something was done to it: only its content tells.
    return row.stamp[:2] == now[:2] and fingerprint(row.path, lambda: False).sha256 == row.sha256
