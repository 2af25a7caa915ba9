"""Row types of the ledger: frozen, what callers see instead of SQL rows."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, NamedTuple

from pydantic import Field, computed_field

from index.document import Frozen
from index.ingest.file_stamp import FileStamp

FileStatus = Literal["queued", "indexed", "skipped", "failed"]
FileStage = Literal["waiting", "searchable", "complete", "refused"]
SourceKind = Literal["file", "folder"]


class Rebuild(Frozen):
    """Vectors of another embedding model, made in a table beside the one that answers; ``passages`` of them are done."""

    table: str
    embedder_id: str
    dimension: int = Field(ge=1)
    passages: int = Field(default=0, ge=0)


class Collection(Frozen):
    id: str
    name: str
    aliases: tuple[str, ...] = ()
    embedder_id: str
    dimension: int = Field(ge=1)
    chunker_version: str
    index_version: int = Field(ge=0, description="raised by every change of what can be found in the collection")
    created: datetime
    is_default: bool = Field(default=False, description="questions that name no collection go to this one; one at most")
    table_id: str | None = Field(
        default=None, description="table of its passages, where that does not bear the collection's own id"
    )
    rebuild: Rebuild | None = None

    @property
    def table(self) -> str:
        """The one that answers."""
        return self.table_id or self.id

    @property
    def tables(self) -> tuple[str, ...]:
        """All in which its passages lie."""
        return (self.table,) if self.rebuild is None else (self.table, self.rebuild.table)


class Source(Frozen):
    """A file or folder that a person added. ``watch``: its changes are imported by themselves; ``mount``: where its file system was
    mounted at its last import (``index.ingest.drives``)."""

    id: str
    collection_id: str
    path: str
    kind: SourceKind
    added: datetime
    watch: bool = True
    mount: str | None = None


class FileRow(Frozen):
    """One found file. ``revision`` names the passages that stand for it in the store; None when there are none.

    A document inside another (an attachment, a file of an archive) has the row of its container as ``parent_id``, and its path is
    the container's with "/" and its name in it. A file with the same bytes as another one is ``duplicate_of`` that one, whose
    passages stand for both. ``needs_…`` is the work that is left; ``next_revision`` the reading whose vectors are being made.
    """

    id: str
    collection_id: str
    source_id: str
    path: str = Field(description="absolute, in the spelling of the file system")
    size: int
    mtime_ns: int
    changed_ns: int = 0
    sha256: str | None = None
    revision: str | None = None
    status: FileStatus
    reason_code: str | None = None
    message: str | None = None
    next_step: str | None = None
    kind: str | None = None
    title: str | None = None
    language: str | None = None
    document_modified: str | None = None
    pages: int = 0
    pages_without_text: tuple[int, ...] = ()
    ocr_pages: int = 0
    passages: int = 0
    parser: str | None = None
    chunker_version: str | None = None
    warnings: tuple[str, ...] = ()
    indexed_at: datetime | None = None
    parent_id: str | None = None
    duplicate_of: str | None = None
    needs_read: bool = False
    needs_vectors: bool = False
    needs_ocr: bool = False
    next_revision: str | None = None
    author: str | None = None
    recipients: str | None = Field(default=None, description="of a mail: To and Cc in one line")

    @property
    def stamp(self) -> FileStamp:
        return FileStamp(self.size, self.mtime_ns, self.changed_ns)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def complete(self) -> bool:
        """Searchable by words and by meaning, with text recognition done where it was needed."""
        return self.status == "indexed" and not (self.needs_read or self.needs_vectors or self.needs_ocr)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def stage(self) -> FileStage:
        """How far it has come: "searchable" is found by its words, its vectors or its text recognition are still to come."""
        if self.status in ("skipped", "failed"):
            return "refused"
        if self.complete:
            return "complete"
        return "searchable" if self.status == "indexed" else "waiting"


class Stamp(NamedTuple):
    """``settled``: an import leaves the file alone as long as ``file`` holds."""

    source_id: str
    file: FileStamp
    status: FileStatus
    settled: bool


class Summary(Frozen):
    """Completeness of a collection: found = queued + indexed + skipped + failed, always."""

    found: int
    queued: int
    indexed: int
    skipped: int
    failed: int
    pages: int
    pages_without_text: int
    ocr_pages: int
    passages: int
    complete: int = Field(default=0, description="of the indexed files those with vectors and text recognition done")
    reasons: dict[str, int] = Field(default_factory=dict, description="reason code to number of files, skipped and failed")


class FoundFile(Frozen):
    """What the scan saw. ``reason_code`` is set when it is listed but not read."""

    path: str
    size: int = Field(ge=0)
    mtime_ns: int
    changed_ns: int = 0
    kind: SourceKind = "file"
    reason_code: str | None = None
    message: str | None = None
    next_step: str | None = None

    @property
    def stamp(self) -> FileStamp:
        return FileStamp(self.size, self.mtime_ns, self.changed_ns)


class IndexedFile(Frozen):
    """Everything that the ledger keeps of a file whose passages are in the store under ``revision``."""

    file_id: str
    size: int
    mtime_ns: int
    changed_ns: int = 0
    sha256: str
    revision: str
    kind: str
    title: str | None
    language: str | None
    document_modified: str | None
    author: str | None = None
    recipients: str | None = None
    pages: int
    pages_without_text: tuple[int, ...]
    ocr_pages: int
    passages: int
    parser: str
    chunker_version: str
    warnings: tuple[str, ...]
    text: bytes = Field(description="compressed text, see index.ingest.texts", repr=False)
    layout: bytes = Field(description="compressed blocks, pages and metadata", repr=False)
    needs_vectors: bool = False
    needs_ocr: bool = False
    waits: bool = Field(default=False, description="nothing to search in before text recognition: stays queued until then")


class ChildFile(Frozen):
    """Where a document inside another stands in the ledger. A reason makes it refused, ``duplicate_of`` a second copy; with
    neither there is an ``IndexedFile`` of the same id beside it."""

    file_id: str
    parent_id: str
    path: str
    size: int
    sha256: str | None = None
    duplicate_of: str | None = None
    status: FileStatus = "indexed"
    reason_code: str | None = None
    message: str | None = None
    next_step: str | None = None
