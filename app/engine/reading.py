"""What the reader thread owns: the read connection, the search, and an embedding session for questions."""

from __future__ import annotations

from index.ingest.ledger import Ledger
from index.search.searcher import Searcher
from index.store.reader import PassageReader
from models.embedders.base import Embedder


class OpenIndex:
    """Built and closed on the reader thread. The ledger is shared: it keeps one connection a thread."""

    def __init__(self, ledger: Ledger, reader: PassageReader, embedder: Embedder) -> None:
        self._reader = reader
        self.embedder = embedder
        embedder.warm_up()
        self.finder = Searcher(ledger, reader, embedder)

    def close(self) -> None:
        self._reader.close()
        self.embedder.close()
