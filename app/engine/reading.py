"""What the reader thread owns: the read connection, the search, and an embedding session for questions."""

from __future__ import annotations

from contextlib import suppress

from index.errors import IndexError_
from index.ingest.ledger import Ledger
from index.search.searcher import Searcher
from index.store.reader import PassageReader
from models.embedders.base import Embedder
from models.rerankers.base import Reranker


class OpenIndex:
    """Built and closed on the reader thread. The ledger is shared: it keeps one connection a thread."""

    def __init__(self, ledger: Ledger, reader: PassageReader, embedder: Embedder, reranker: Reranker | None = None) -> None:
        self._reader = reader
        self.embedder = embedder
        self._reranker = reranker
        embedder.warm_up()
        if reranker is not None:
            reranker.warm_up()
        self.finder = Searcher(ledger, reader, embedder, reranker=reranker)
        self._search_once(ledger)

    def _search_once(self, ledger: Ledger) -> None:
        """The first search of a process loads what later ones find loaded: more than its second right after the machine was started,
        and opening is not on the question's time. What is wrong with an index is said to whoever asks it."""
        for collection in ledger.collections()[:1]:
            with suppress(IndexError_):
                self.finder.search("first", (collection.id,), limit=1)

    def close(self) -> None:
        self._reader.close()
        if self._reranker is not None:
            self._reranker.close()
        self.embedder.close()
