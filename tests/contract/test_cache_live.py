"""The proof over a real index: whatever is imported, edited, renamed or taken out, the cache never gives what a search would not."""

import hashlib
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import pytest

from app.messages.base import new_correlation_id
from app.messages.retrieval import RetrievalFilters, RetrievalRequest
from app.pipeline.passage_cache import PassageCache
from app.pipeline.resilience import CircuitBreaker
from app.pipeline.retriever import Retriever
from app.settings.schema import BreakersSettings, RetrievalSettings, StageBudgets
from index.document import Block, Chunk, ParsedDocument, Place
from index.ingest.importer import Importer, ImportLimits
from index.ingest.ledger import Ledger
from index.search.searcher import Searcher
from index.store.reader import PassageReader
from index.store.writer import PassageWriter

from .bench import FakeClock

QUESTION = "guest card fee"


class WordEmbedder:
    """Words hashed into a vector."""

    embedder_id, dimension, max_tokens = "words", 16, 128

    def count_tokens(self, texts):
        return [len(t.split()) + 2 for t in texts]

    def embed_passages(self, texts):
        return np.stack([self.embed_query(t) for t in texts])

    def embed_query(self, text):
        vector = np.full(self.dimension, 0.01, dtype=np.float32)
        for word in text.lower().split():
            vector[int(hashlib.sha256(word.encode()).hexdigest(), 16) % self.dimension] += 1
        return vector / np.linalg.norm(vector)


def parse(path, options):
    text = path.read_text(encoding="utf-8")
    block = Block(kind="paragraph", start=0, end=len(text), place=Place(kind="page", page=1))
    return ParsedDocument(text=text, blocks=(block,), title=path.stem, language="en", kind="txt", parser="test/1")


def chunks(document, name):
    return [
        Chunk(chunk_index=i, content=document.text[b.start : b.end], context=name, start=b.start, end=b.end, place=b.place,
              token_count=9)
        for i, b in enumerate(document.blocks)
    ]  # fmt: skip


class Desk:
    """A folder of documents, its index, and a Retriever with its cache; ``asked`` counts real searches."""

    def __init__(self, folder):
        self.documents = folder / "documents"
        self.documents.mkdir()
        self.ledger = Ledger(folder / "library.sqlite")
        self.ledger.warm_up()
        self.writer, self.reader = PassageWriter(folder / "ix"), PassageReader(folder / "ix")
        self.pool, self.executor = ThreadPoolExecutor(1), ThreadPoolExecutor(1)
        embedder = WordEmbedder()
        self.collection = self.ledger.create_collection("Office", embedder_id="words", dimension=16, chunker_version="1")
        self.importer = Importer(
            self.ledger, self.writer, lambda path, options: self.pool.submit(parse, path, options), chunks, embedder,
            self.executor, chunker_version="1", limits=ImportLimits(group_wait_s=0.01),
        )  # fmt: skip
        self.searcher = Searcher(self.ledger, self.reader, embedder)
        self.asked = 0
        clock, settings = FakeClock(), RetrievalSettings()
        self.retriever = Retriever(
            self, PassageCache(settings, clock), CircuitBreaker(BreakersSettings().retriever, clock), settings, StageBudgets(),
            clock, clock.sleep,
        )  # fmt: skip

    def submit(self, query, collections, strategy, filters, limit):
        self.asked += 1
        future = Future()
        future.set_result(self.searcher.search(query, collections, strategy, filters, limit))
        return future

    def version(self, collections):
        return ",".join(f"{c.id}:{c.index_version}" for c in self.ledger.collections() if c.id in collections)

    def write(self, name, text):
        path = self.documents / name
        later = path.stat().st_mtime_ns + 10**9 if path.exists() else None
        path.write_text(text, encoding="utf-8")
        if later is not None:
            import os

            os.utime(path, ns=(later, later))
        self.take_up()

    def take_up(self):
        self.importer.run(self.collection.id, [self.documents], lambda progress: None, lambda: False)

    def found(self):
        """What the Retriever gives, which must be what a search of this moment gives."""
        filters = RetrievalFilters(collections=(self.collection.id,), min_relevance=0.0)
        request = RetrievalRequest(correlation_id=new_correlation_id(), query=QUESTION, filters=filters)
        given = self.retriever.retrieve(request)
        fresh = self.searcher.search(QUESTION, (self.collection.id,), limit=4)
        shown = sorted((p.source, p.content) for p in given.documents)
        assert shown == sorted((h.source_path, h.content) for h in fresh.hits)
        return [content for _, content in shown], given.metadata

    def close(self):
        for pool in (self.pool, self.executor):
            pool.shutdown()
        for part in (self.reader, self.writer, self.ledger):
            part.close()


@pytest.fixture
def desk(tmp_path):
    made = Desk(tmp_path)
    yield made
    made.close()


@pytest.mark.row("cache", "stale hit impossible")
def test_no_import_edit_renaming_or_removal_leaves_a_stale_hit(desk):
    desk.write("fees.txt", "The guest card fee is 25 euros.")
    assert desk.found()[0] == ["The guest card fee is 25 euros."]
    assert desk.found()[1].cache == "hit"
    assert desk.asked == 1

    desk.write("fees.txt", "The guest card fee is 28 euros.")
    contents, metadata = desk.found()
    assert contents == ["The guest card fee is 28 euros."]
    assert (metadata.cache, metadata.cache_reason) == ("miss", "index_changed")

    desk.write("more.txt", "A member card has no guest card fee.")
    assert len(desk.found()[0]) == 2

    (desk.documents / "fees.txt").rename(desk.documents / "prices.txt")
    desk.take_up()
    assert desk.found()[1].cache == "miss"

    (desk.documents / "prices.txt").unlink()
    desk.take_up()
    assert desk.found()[0] == ["A member card has no guest card fee."]

    source = desk.ledger.sources(desk.collection.id)[0]
    desk.ledger.remove_source(source.id)
    assert desk.found()[0] == []


@pytest.mark.row("cache", "stale hit impossible")
def test_an_import_that_changes_nothing_keeps_the_cache_warm(desk):
    desk.write("fees.txt", "The guest card fee is 25 euros.")
    desk.found()
    desk.take_up()
    assert desk.found()[1].cache == "hit"
