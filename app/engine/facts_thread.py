"""The one thread that reads, checks and writes pinned facts. Calls return at once with a future; questions wait a bounded time."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import suppress
from typing import TypeVar

from app.engine.owner import OwnerThread
from app.facts.book import FactBook, FactsFound, FactsUnread
from app.facts.fact import Fact, FactWords, ListedFact, SourcePlace
from app.facts.locating import Whereabouts
from index.errors import IndexError_

_log = logging.getLogger(__name__)
QUESTION_WAIT_S = 0.5
"""Facts are read in a few milliseconds; a question does not wait longer for a disk that hangs, and says that they are missing."""
SCAN_SLICE_S = 0.1
"""A search for suggestions steps aside this often, so that a question or a person waits no longer for it."""

T = TypeVar("T")


class FactsThread:
    """Futures raise index.errors. ``connect`` names who is told, on this thread, that a collection's facts may have changed."""

    def __init__(self, book: FactBook) -> None:
        self._book = book
        self._owner = OwnerThread("facts")
        self._closing = threading.Event()
        self._changed: Callable[[str], None] = lambda collection_id: None

    def connect(self, changed: Callable[[str], None]) -> None:
        self._changed = changed

    # ---- for the pipeline

    def about(self, question: str, language: str, collection_ids: Sequence[str]) -> FactsFound:
        """Raises FactsUnread."""
        try:
            return self._owner.submit(self._book.about, question, language, tuple(collection_ids)).result(QUESTION_WAIT_S)
        except (FutureTimeout, CancelledError, RuntimeError, IndexError_) as error:
            raise FactsUnread from error

    # ---- for a person

    def pinned(self, collection_id: str) -> Future[list[ListedFact]]:
        return self._owner.submit(self._book.pinned, collection_id)

    def suggested(self, collection_id: str) -> Future[list[ListedFact]]:
        return self._owner.submit(self._book.suggested, collection_id)

    def look(self, place: SourcePlace) -> Future[tuple[str, FactWords | None]]:
        """The whole sentence there, and what a rule reads in it."""
        return self._owner.submit(self._book.look, place)

    def find(self, file_id: str, words: str, at: Whereabouts) -> Future[SourcePlace]:
        """Where words that a person chose stand in a document."""
        return self._owner.submit(self._book.find, file_id, words, at)

    def pin(self, words: FactWords, place: SourcePlace) -> Future[Fact]:
        """In the collection of the document, whichever is chosen in the window."""

        def work() -> Fact:
            fact = self._book.pin(None, words, place)
            self._changed(fact.collection_id)
            return fact

        return self._owner.submit(work)

    def change(self, collection_id: str, fact_id: str, words: FactWords) -> Future[Fact]:
        """Of a suggestion: confirm it in these words."""
        return self._told(collection_id, lambda: self._book.change(fact_id, words))

    def confirm(self, collection_id: str, fact_id: str) -> Future[Fact]:
        return self._told(collection_id, lambda: self._book.confirm(fact_id))

    def dismiss(self, collection_id: str, fact_id: str) -> Future[None]:
        return self._told(collection_id, lambda: self._book.dismiss(fact_id))

    def unpin(self, collection_id: str, fact_id: str) -> Future[None]:
        return self._told(collection_id, lambda: self._book.unpin(fact_id))

    def refresh(self, collection_id: str) -> None:
        """After a re-index: check the facts, and search what is new for suggestions, a slice at a time."""
        with suppress(RuntimeError):  # closed: the next start of the program looks again
            self._owner.submit(self._refresh, collection_id)

    def finish(self, timeout_s: float) -> bool:
        self._closing.set()
        return self._owner.finish(self._book.close, timeout_s)

    def _refresh(self, collection_id: str) -> None:
        end = time.monotonic() + SCAN_SLICE_S
        try:
            self._book.recheck(collection_id)
            more = self._book.scan(collection_id, lambda: self._closing.is_set() or time.monotonic() >= end)
        except IndexError_ as error:
            # The collection may just be deleted, or the disk be full: whoever looks at the facts is told.
            _log.warning("facts_not_refreshed", extra={"code": error.code})
            return
        self._changed(collection_id)
        if more:
            self.refresh(collection_id)

    def _told(self, collection_id: str, work: Callable[[], T]) -> Future[T]:
        def tell() -> T:
            result = work()
            self._changed(collection_id)
            return result

        return self._owner.submit(tell)
