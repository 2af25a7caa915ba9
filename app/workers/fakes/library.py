"""A ledger in memory."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from index.document import ParsedDocument
from index.ingest.rows import Collection, FileRow, FileStatus, Rebuild, Source, SourceKind, Summary

_CREATED = datetime(2025, 1, 1, tzinfo=UTC)


def _stamp(path: str) -> tuple[int, int]:
    """Of the file as it is now, so that it counts as indexed; of one that is not there something."""
    try:
        state = os.stat(path)
    except OSError:
        return 1, 1
    return state.st_size, state.st_mtime_ns


class FakeLibrary:
    """Thread-safe, since the fake engine adds files on its thread while the window reads on another."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._collections: dict[str, Collection] = {}
        self._files: dict[str, list[FileRow]] = {}
        self._sources: dict[str, list[Source]] = {}
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
        parent_id: str | None = None,
        needs_vectors: bool = False,
        needs_ocr: bool = False,
        source_id: str = "source",
        document: ParsedDocument | None = None,
        kind: str | None = None,
    ) -> str:
        with self._lock:
            file_id = file_id or f"{collection_id}-file-{len(self._files[collection_id]) + 1}"
            size, mtime_ns = _stamp(path)
            self._files[collection_id].append(
                FileRow(
                    id=file_id, collection_id=collection_id, source_id=source_id, path=path, size=size, mtime_ns=mtime_ns, status=status,
                    reason_code=reason_code, pages=pages, passages=passages, pages_without_text=pages_without_text,
                    parent_id=parent_id, needs_vectors=needs_vectors, needs_ocr=needs_ocr, kind=kind,
                )
            )  # fmt: skip
            if document is not None:
                self._documents[file_id] = document
            return file_id

    def add_source(self, collection_id: str, path: str, kind: SourceKind = "folder", *, watch: bool = True) -> str:
        with self._lock:
            there = self._sources.setdefault(collection_id, [])
            for source in there:
                if source.path == path:
                    return source.id
            source_id = f"{collection_id}-source-{len(there) + 1}"
            there.append(Source(id=source_id, collection_id=collection_id, path=path, kind=kind, added=_CREATED, watch=watch))
            return source_id

    def queue(self, file_ids: Sequence[str]) -> None:
        with self._lock:
            for collection_id, rows in self._files.items():
                self._files[collection_id] = [
                    r.model_copy(update={"status": "queued", "reason_code": None}) if r.id in file_ids else r for r in rows
                ]

    def edit(self, file_id: str) -> None:
        """As if the file had been edited since it was indexed."""
        with self._lock:
            for collection_id, rows in self._files.items():
                self._files[collection_id] = [r.model_copy(update={"size": r.size + 1}) if r.id == file_id else r for r in rows]

    def exclude(self, file_ids: Sequence[str]) -> None:
        with self._lock:
            for collection_id, rows in self._files.items():
                self._files[collection_id] = [
                    r.model_copy(update={"status": "skipped", "reason_code": "excluded", "passages": 0})
                    if r.id in file_ids
                    else r
                    for r in rows
                    if r.parent_id not in file_ids
                ]

    def remove_source(self, source_id: str) -> None:
        with self._lock:
            for collection_id, there in self._sources.items():
                self._sources[collection_id] = [s for s in there if s.id != source_id]
            for collection_id, rows in self._files.items():
                self._files[collection_id] = [r for r in rows if r.source_id != source_id]

    def remove_collection(self, collection_id: str) -> None:
        with self._lock:
            for kept in (self._collections, self._files, self._sources):
                kept.pop(collection_id, None)

    def rename(self, collection_id: str, name: str) -> None:
        with self._lock:
            self._collections[collection_id] = self._collections[collection_id].model_copy(update={"name": name})

    def rebuild(self, collection_id: str, model_id: str | None) -> None:
        """Begin one, or give it up."""
        begun = Rebuild(table="t", embedder_id=model_id, dimension=1) if model_id is not None else None
        with self._lock:
            self._collections[collection_id] = self._collections[collection_id].model_copy(update={"rebuild": begun})

    def watch(self, source_id: str, on: bool) -> None:
        with self._lock:
            for collection_id, there in self._sources.items():
                self._sources[collection_id] = [s.model_copy(update={"watch": on}) if s.id == source_id else s for s in there]

    def sources(self, collection_id: str) -> list[Source]:
        with self._lock:
            return list(self._sources.get(collection_id, ()))

    def collections(self) -> list[Collection]:
        with self._lock:
            return sorted(self._collections.values(), key=lambda c: c.name.casefold())

    def summary(self, collection_id: str) -> Summary:
        with self._lock:
            files = list(self._files.get(collection_id, ()))
        count = {s: sum(f.status == s for f in files) for s in ("queued", "indexed", "skipped", "failed")}
        return Summary(
            found=len(files), **count, pages=sum(f.pages for f in files), pages_without_text=0, ocr_pages=0,
            passages=sum(f.passages for f in files), complete=sum(f.complete for f in files),
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
            rows = [
                f for f in self._files.get(collection_id, ()) if status in (None, f.status) and source_id in (None, f.source_id)
            ]
        rows.sort(key=lambda f: f.path)
        return rows[offset:] if limit < 0 else rows[offset : offset + limit]

    def files_by_id(self, file_ids: Iterable[str]) -> dict[str, FileRow]:
        with self._lock:
            wanted = set(file_ids)
            return {row.id: row for rows in self._files.values() for row in rows if row.id in wanted}

    def inside(self, file_id: str) -> list[FileRow]:
        with self._lock:
            rows = [row for rows in self._files.values() for row in rows]
        found = [row for row in rows if row.parent_id == file_id]
        return found + [below for row in found for below in self.inside(row.id)]

    def container_of(self, file_id: str) -> FileRow | None:
        row = self.files_by_id((file_id,)).get(file_id)
        return self.container_of(row.parent_id) if row is not None and row.parent_id is not None else row

    def document(self, file_id: str) -> ParsedDocument | None:
        with self._lock:
            return self._documents.get(file_id)
