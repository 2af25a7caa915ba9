"""Row types of the ledger: frozen, what callers see instead of SQL rows."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field

from index.document import Frozen

FileStatus = Literal["queued", "indexed", "skipped", "failed"]
SourceKind = Literal["file", "folder"]


class Collection(Frozen):
    id: str
    name: str
    aliases: tuple[str, ...] = ()
    embedder_id: str
    dimension: int = Field(ge=1)
    chunker_version: str
    index_version: int = Field(ge=0, description="raised by every change of what can be found in the collection")
    created: datetime


class Source(Frozen):
    """A file or folder that a person added."""

    id: str
    collection_id: str
    path: str
    kind: SourceKind
    added: datetime


class FileRow(Frozen):
    """One found file. ``revision`` names the passages that stand for it in the store; None when there are none."""

    id: str
    collection_id: str
    source_id: str
    path: str = Field(description="absolute, in the spelling of the file system")
    size: int
    mtime_ns: int
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
    reasons: dict[str, int] = Field(default_factory=dict, description="reason code to number of files, skipped and failed")


class FoundFile(Frozen):
    """What the scan saw. ``reason_code`` is set when it is listed but not read."""

    path: str
    size: int = Field(ge=0)
    mtime_ns: int
    kind: SourceKind = "file"
    reason_code: str | None = None
    message: str | None = None
    next_step: str | None = None


class IndexedFile(Frozen):
    """Everything that the ledger keeps of a file whose passages are in the store under ``revision``."""

    file_id: str
    size: int
    mtime_ns: int
    sha256: str
    revision: str
    kind: str
    title: str | None
    language: str | None
    document_modified: str | None
    pages: int
    pages_without_text: tuple[int, ...]
    ocr_pages: int
    passages: int
    parser: str
    chunker_version: str
    warnings: tuple[str, ...]
    text: bytes = Field(description="compressed text, see index.ingest.texts")
    layout: bytes = Field(description="compressed blocks, pages and metadata")
