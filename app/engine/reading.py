"""What the reader thread owns: the read connection, the search, and an embedding session for questions."""

from __future__ import annotations

from collections.abc import Sequence

from index.ingest.ledger import Ledger
from index.search.searcher import Searcher
from index.store.reader import PassageReader
from models.embedders.base import Embedder


class OpenIndex:
    """Built and closed on the reader thread. The ledger is shared: it keeps one connection a thread."""

    def __init__(self, ledger: Ledger, reader: PassageReader, embedder: Embedder) -> None:
        self._ledger = ledger
        self._reader = reader
        self.embedder = embedder
        embedder.warm_up()
        self.finder = Searcher(ledger, reader, embedder)

    def version(self, collection_ids: Sequence[str]) -> str:
        versions = {c.id: c.index_version for c in self._ledger.collections()}
        return ",".join(f"{i}:{versions.get(i, 0)}" for i in sorted(collection_ids))

    def close(self) -> None:
        self._reader.close()
        self.embedder.close()
