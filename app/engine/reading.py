"""What the reader thread owns: the read connection, the search, and the embedding sessions for sentences and questions."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from index.errors import IndexError_
from index.ingest.ledger import Ledger
from index.search.searcher import Searcher
from index.store.reader import PassageReader
from models.embedders.base import Embedder
from models.errors import ModelError
from models.rerankers.base import Reranker


class OpenIndex:
    """Built and closed on the reader thread. The ledger is shared: it keeps one connection a thread."""

    def __init__(
        self,
        ledger: Ledger,
        reader: PassageReader,
        embedder: Embedder,
        reranker: Reranker | None = None,
        open_embedder: Callable[[str], Embedder] | None = None,
    ) -> None:
        """``embedder`` compares sentences, and searches the collections that were made with it; ``open_embedder`` makes the one of an id for
        the others, at their first search."""
        self._reader = reader
        self.embedder = embedder
        self._reranker = reranker
        self._open_embedder = open_embedder
        self._others: dict[str, Embedder] = {}
        embedder.warm_up()
        if reranker is not None:
            reranker.warm_up()
        self.finder = Searcher(ledger, reader, embedder, reranker=reranker, others=self._other)
        self._search_once(ledger)

    def _search_once(self, ledger: Ledger) -> None:
        """The first search of a process loads what later ones find loaded: more than its second right after the machine was started,
        and opening is not on the question's time. What is wrong with an index is said to whoever asks it."""
        one_of_each = {collection.embedder_id: collection for collection in reversed(ledger.collections())}
        for collection in one_of_each.values():
            with suppress(IndexError_, ModelError):
                self.finder.search("first", (collection.id,), limit=1)

    def _other(self, embedder_id: str) -> Embedder:
        """Raises models.errors."""
        if self._open_embedder is None:
            return self.embedder
        if embedder_id not in self._others:
            embedder = self._open_embedder(embedder_id)
            embedder.warm_up()
            self._others[embedder_id] = embedder
        return self._others[embedder_id]

    def close(self) -> None:
        self._reader.close()
        if self._reranker is not None:
            self._reranker.close()
        for embedder in (self.embedder, *self._others.values()):
            embedder.close()
