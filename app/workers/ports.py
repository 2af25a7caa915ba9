"""What the window needs of the rest of the program. ``app.engine.engine.Engine`` and ``index.ingest.ledger.Ledger`` fit as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Protocol

from app.engine.attachments import Attached
from app.engine.conversations import Conversations
from app.engine.jobs import Job
from app.engine.watching import WatchListener
from app.messages.answer import Answer, Question
from app.messages.events import AnswerEvent
from app.workers.facts_port import FactsLike
from index.document import ParsedDocument
from index.ingest.preview import ImportPreview
from index.ingest.progress import ImportProgress, ImportSummary
from index.ingest.rows import Collection, FileRow, FileStatus, Source, Summary
from index.search.hit import SearchFilters, SearchResult


class EngineLike(Protocol):
    """Every call returns at once; listeners are called on threads of the engine."""

    def preload(self) -> tuple[Future[object], ...]: ...

    def ask(self, question: Question, listen: Callable[[AnswerEvent], None]) -> Job[Answer]: ...

    def matches(
        self, text: str, collection_ids: Sequence[str], filters: SearchFilters | None = None
    ) -> Future[SearchResult]: ...

    def preview(
        self, paths: Sequence[Path], progress: Callable[[ImportPreview], None], *, collection: str | None = None
    ) -> Job[ImportPreview]: ...

    def import_paths(
        self, collection: str, paths: Sequence[Path], progress: Callable[[ImportProgress], None]
    ) -> Job[ImportSummary]: ...

    def retry(self, collection_id: str, file_ids: Sequence[str]) -> Future[None]: ...

    def give_password(self, file_id: str, password: str) -> Future[None]: ...

    @property
    def passwords(self) -> Mapping[str, str]: ...

    def forget(self, collection_id: str, file_ids: Sequence[str]) -> Future[None]: ...

    def remove_source(self, source_id: str) -> Future[None]: ...

    def name_collection(self, collection_id: str, aliases: Sequence[str], *, default: bool) -> Future[None]: ...

    def rename_collection(self, collection_id: str, name: str) -> Future[None]: ...

    def delete_collection(self, collection_id: str) -> Future[None]: ...

    def begin_rebuild(self, collection_id: str, model_id: str) -> Future[None]: ...

    def pause_rebuilds(self, resting: bool) -> None: ...

    def give_up_rebuild(self, collection_id: str) -> Future[None]: ...

    def watch(self, source_id: str, on: bool) -> Future[None]: ...

    def start_watching(self, listen: WatchListener) -> None: ...

    @property
    def facts(self) -> FactsLike: ...

    @property
    def conversations(self) -> Conversations: ...

    def attach(self, path: Path, *, ident: str | None = None, password: str | None = None) -> Future[Attached]: ...

    def detach(self, ident: str) -> None: ...

    def attached_document(self, file_id: str) -> ParsedDocument | None: ...

    def close(self) -> bool: ...


class LibraryLike(Protocol):
    """Reading side of the ledger. Calls read the disk: background thread only."""

    def collections(self) -> list[Collection]: ...

    def summary(self, collection_id: str) -> Summary: ...

    def files(
        self,
        collection_id: str,
        *,
        status: FileStatus | None = None,
        source_id: str | None = None,
        limit: int = -1,
        offset: int = 0,
    ) -> list[FileRow]: ...

    def sources(self, collection_id: str) -> list[Source]: ...

    def document(self, file_id: str) -> ParsedDocument | None: ...

    def files_by_id(self, file_ids: Iterable[str]) -> Mapping[str, FileRow]: ...

    def inside(self, file_id: str) -> list[FileRow]: ...

    def container_of(self, file_id: str) -> FileRow | None: ...
