"""Documents that a person attached to a conversation: read in a parser process of their own, kept in memory, searched there.

Nothing of them goes into the ledger or the index, and ``detach`` or ``close`` leaves nothing. Two threads: one reads, so that a slow
document holds up no search; the other searches and makes vectors in small batches, while no question waits.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from uuid import uuid4

from app.engine.owner import OwnerThread
from index.document import ParsedDocument
from index.errors import IndexError_
from index.ingest.reading import stamp
from index.search.hit import Hit
from models.embedders.base import Embedder
from models.errors import ModelError

PREFIX = "attachment:"
"""Of the file ids of attached documents and of those inside them: no id of the ledger has a colon."""
BATCH = 16
REST_S = 0.1
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Attached:
    """``id`` is what a question names; ``size`` and ``mtime_ns`` as the file was read."""

    id: str
    path: str
    size: int
    mtime_ns: int
    kind: str
    pages: int
    passages: int
    tokens: int
    warnings: tuple[str, ...] = ()


class Passages(Protocol):
    """``index.search.in_memory.InMemory``"""

    def __len__(self) -> int: ...

    def tokens_of(self, hit: Hit) -> int: ...

    def embed_some(self, embedder: Embedder, count: int) -> bool: ...

    def search(self, query: str, embedder: Embedder | None, limit: int) -> list[Hit]: ...


@dataclass(frozen=True)
class Held:
    """What is in memory of an attachment; ``documents`` by file id."""

    attached: Attached
    passages: Passages
    documents: dict[str, ParsedDocument]


class ReadsAttachments(Protocol):
    """``app.engine.attachment_reading.AttachmentReading``"""

    def read(self, path: Path, ident: str, password: str | None, given_up: Callable[[], bool]) -> Held: ...

    def embedder(self) -> Embedder:
        """Another one, ready for use on the calling thread."""
        ...

    def close(self) -> None: ...


class Attachments:
    """AttachmentPort of the pipeline. Light constructor: ``open_reading`` runs with the first document. ``busy``: a question is being
    answered. Calls are safe on every thread."""

    def __init__(
        self,
        open_reading: Callable[[], ReadsAttachments],
        busy: Callable[[], bool] = lambda: False,
        keep_password: Callable[[str, str], None] = lambda *_: None,
    ) -> None:
        self._open_reading, self._busy, self._keep_password = open_reading, busy, keep_password
        self._lock = threading.Lock()
        self._held: dict[str, Held] = {}
        self._gone: set[str] = set()
        self._closing = threading.Event()
        self._readers: OwnerThread | None = None
        self._searchers: OwnerThread | None = None
        self._reading: ReadsAttachments | None = None
        self._embedder: Embedder | None = None

    def attach(self, path: Path, *, ident: str | None = None, password: str | None = None) -> Future[Attached]:
        """Read the document. ``ident``: that of an earlier attaching, whose answers cite it. The future raises index.errors: what is
        wrong with the file and what to do; it is cancelled when the attachment is removed meanwhile."""
        ident = ident or uuid4().hex
        with self._lock:
            self._gone.discard(ident)
            if self._readers is None:
                self._readers, self._searchers = OwnerThread("attachments"), OwnerThread("attachment-search")
        return self._readers.submit(self._read, path, ident, password)

    def detach(self, ident: str) -> None:
        """Forget it; one that is being read is given up."""
        with self._lock:
            self._gone.add(ident)
            self._held.pop(ident, None)

    def held(self, ident: str) -> Attached | None:
        with self._lock:
            held = self._held.get(ident)
        return held.attached if held is not None else None

    def document(self, file_id: str) -> ParsedDocument | None:
        """The text that a citation of an attachment points into; None when it is not attached (any more)."""
        held = self._get(_ident_of(file_id)) if file_id.startswith(PREFIX) else None
        return held.documents.get(file_id) if held is not None else None

    def changed(self, file_ids: Sequence[str]) -> frozenset[str]:
        """Of these the attachments whose file is not any more what was read."""
        return frozenset(i for i in file_ids if i.startswith(PREFIX) and self._is_changed(_ident_of(i)))

    def search(self, attachments: Sequence[str], query: str, tokens: int) -> Future[tuple[Hit, ...]]:
        """Passages of these attachments, at most ``tokens`` together: of each the whole where that fits, else the most relevant."""
        if self._searchers is None:
            done: Future[tuple[Hit, ...]] = Future()
            done.set_result(())
            return done
        return self._searchers.submit(self._search, tuple(attachments), query, tokens)

    def preview(self, attachments: Sequence[str], characters: int) -> str:
        """The beginning of the first attachment's text."""
        held = next((h for a in attachments if (h := self._get(a)) is not None), None)
        texts = [document.text for document in held.documents.values() if document.text.strip()] if held is not None else []
        return " ".join(texts[0][: 4 * characters].split())[:characters] if texts else ""

    def close(self, timeout_s: float) -> bool:
        self._closing.set()
        threads = [t for t in (self._readers, self._searchers) if t is not None]
        ended = [thread.finish(None, timeout_s) for thread in threads]
        if self._embedder is not None:
            self._embedder.close()
        if self._reading is not None:
            self._reading.close()
        self._held.clear()
        return all(ended)

    # ---- reading

    def _read(self, path: Path, ident: str, password: str | None) -> Attached:
        if self._reading is None:
            self._reading = self._open_reading()
        held = self._reading.read(path, ident, password, lambda: ident in self._gone or self._closing.is_set())
        with self._lock:
            if ident in self._gone or self._closing.is_set():
                raise CancelledError
            self._held[ident] = held
        if password is not None:
            self._keep_password(str(path), password)
        self._later(ident)
        return held.attached

    # ---- searching

    def _search(self, attachments: tuple[str, ...], query: str, tokens: int) -> tuple[Hit, ...]:
        held = [h for ident in attachments if (h := self._get(ident)) is not None]
        if not held:
            return ()
        chosen: list[Hit] = []
        for each in held:
            chosen += _within(each.passages, self._ranked(each.passages, query), tokens // len(held))
        return tuple(sorted(chosen, key=lambda hit: -hit.relevance))

    def _ranked(self, passages: Passages, query: str) -> list[Hit]:
        try:
            return passages.search(query, self._own_embedder(), len(passages))
        except ModelError as error:
            _log.warning("attachment_searched_by_words", extra={"code": error.code})
            return passages.search(query, None, len(passages))

    def _later(self, ident: str) -> None:
        """Vectors, a batch at a time, so that a search waits for one batch at most."""
        if self._searchers is not None and not self._closing.is_set():
            try:
                self._searchers.submit(self._embed_some, ident)
            except RuntimeError:
                return  # closed this moment

    def _embed_some(self, ident: str) -> None:
        held = self._get(ident)
        if held is None:
            return
        if self._busy():
            time.sleep(REST_S)
        else:
            try:
                if not held.passages.embed_some(self._own_embedder(), BATCH):
                    return
            except ModelError as error:
                _log.warning("attachment_searched_by_words", extra={"code": error.code})
                return
        self._later(ident)

    def _own_embedder(self) -> Embedder:
        """Of the thread that searches; there is none before a document was read."""
        if self._embedder is None:
            assert self._reading is not None
            self._embedder = self._reading.embedder()
        return self._embedder

    def _get(self, ident: str) -> Held | None:
        with self._lock:
            return self._held.get(ident)

    def _is_changed(self, ident: str) -> bool:
        held = self.held(ident)
        try:
            return held is None or stamp(held.path)[:2] != (held.size, held.mtime_ns)
        except IndexError_:
            return True


def _ident_of(file_id: str) -> str:
    return file_id.removeprefix(PREFIX).split("/")[0]


def _within(passages: Passages, hits: Sequence[Hit], tokens: int) -> list[Hit]:
    """The first of them that fit; one at least, since an attachment is always shown."""
    kept: list[Hit] = []
    left = tokens
    for hit in hits:
        left -= passages.tokens_of(hit)
        if left < 0 and kept:
            break
        kept.append(hit)
    return kept
