"""Which files are not any more what was indexed, by size and time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, Protocol

from index.errors import FileVanished, IndexError_
from index.ingest.reading import stamp
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
        return "as_indexed" if stamp(holder.path) == (holder.size, holder.mtime_ns) else "changed"
    except FileVanished:
        return "gone"
    except IndexError_:
        return "changed"
