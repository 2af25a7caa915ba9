"""A ledger in memory."""

from __future__ import annotations

import threading
from datetime import UTC, datetime

from index.document import ParsedDocument
from index.ingest.rows import Collection, FileRow, FileStatus, Summary

_CREATED = datetime(2025, 1, 1, tzinfo=UTC)


class FakeLibrary:
    """Thread-safe, since the fake engine adds files on its thread while the window reads on another."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._collections: dict[str, Collection] = {}
        self._files: dict[str, list[FileRow]] = {}
        self._documents: dict[str, ParsedDocument] = {}

    def add_collection(self, name: str) -> str:
        """Returns its id; the one that there is already of that name."""
        with self._lock:
            for collection in self._collections.values():
                if collection.name == name:
                    return collection.id
            collection_id = f"collection-{len(self._collections) + 1}"
            self._collections[collection_id] = Collection(
                id=collection_id,
                name=name,
                embedder_id="fake",
                dimension=1,
                chunker_version="1",
                index_version=0,
                created=_CREATED,
            )
            self._files[collection_id] = []
            return collection_id

    def add_file(
        self,
        collection_id: str,
        path: str,
        status: FileStatus = "indexed",
        *,
        file_id: str | None = None,
        reason_code: str | None = None,
        pages: int = 0,
        passages: int = 0,
        pages_without_text: tuple[int, ...] = (),
        document: ParsedDocument | None = None,
    ) -> str:
        with self._lock:
            file_id = file_id or f"{collection_id}-file-{len(self._files[collection_id]) + 1}"
            self._files[collection_id].append(
                FileRow(
                    id=file_id, collection_id=collection_id, source_id="source", path=path, size=1, mtime_ns=1, status=status,
                    reason_code=reason_code, pages=pages, passages=passages, pages_without_text=pages_without_text,
                )
            )  # fmt: skip
            if document is not None:
                self._documents[file_id] = document
            return file_id

    def collections(self) -> list[Collection]:
        with self._lock:
            return sorted(self._collections.values(), key=lambda c: c.name.casefold())

    def summary(self, collection_id: str) -> Summary:
        with self._lock:
            files = list(self._files[collection_id])
        count = {s: sum(f.status == s for f in files) for s in ("queued", "indexed", "skipped", "failed")}
        return Summary(
            found=len(files), **count, pages=sum(f.pages for f in files), pages_without_text=0, ocr_pages=0,
            passages=sum(f.passages for f in files),
        )  # fmt: skip

    def files(
        self,
        collection_id: str,
        *,
        status: FileStatus | None = None,
        source_id: str | None = None,
        limit: int = -1,
        offset: int = 0,
    ) -> list[FileRow]:
        with self._lock:
            rows = [f for f in self._files[collection_id] if status in (None, f.status) and source_id in (None, f.source_id)]
        rows.sort(key=lambda f: f.path)
        return rows[offset:] if limit < 0 else rows[offset : offset + limit]

    def document(self, file_id: str) -> ParsedDocument | None:
        with self._lock:
            return self._documents.get(file_id)
