"""Shared by the retrieval benchmarks: sets in corpus.jsonl/queries.jsonl/qrels.tsv form, an index of each, plain metrics."""

from __future__ import annotations

import json
import math
import time
import uuid
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from index.document import Block, Chunk, ParsedDocument
from index.ingest.importer import Importer, ImportLimits
from index.ingest.ledger import Ledger
from index.search.calibration import relevance
from index.search.features import Features
from index.search.searcher import Searcher
from index.store.reader import PassageReader
from index.store.writer import PassageWriter

DATA = Path(__file__).parents[2].parent / "shared" / "corpus"
LANGUAGE = {"en": "en", "de": "de", "zh": "zh", "cranfield": "en"}


@dataclass
class RetrievalSet:
    name: str
    language: str
    passages: dict[str, str]
    titles: dict[str, str]
    queries: dict[str, str]
    relevant: dict[str, dict[str, int]]


def load(folder: Path, name: str) -> RetrievalSet:
    """Relevant = score > 0."""
    corpus = [json.loads(line) for line in (folder / "corpus.jsonl").open(encoding="utf-8")]
    queries = {q["id"]: q["text"] for q in (json.loads(line) for line in (folder / "queries.jsonl").open(encoding="utf-8"))}
    relevant: dict[str, dict[str, int]] = {}
    for line in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query, passage, score = line.split("\t")
        if int(score) > 0:
            relevant.setdefault(query, {})[passage] = int(score)
    return RetrievalSet(
        name, LANGUAGE.get(name, "en"), {d["id"]: d["text"] for d in corpus}, {d["id"]: d.get("title", "") for d in corpus},
        {q: t for q, t in queries.items() if q in relevant}, relevant,
    )  # fmt: skip


class CachedEmbedder:
    """Keeps vectors in memory and on request in a file, so that several columns need each text once."""

    def __init__(self, inner, cache: Path | None = None) -> None:
        self.inner, self.cache = inner, cache
        self.embedder_id, self.dimension, self.max_tokens = inner.embedder_id, inner.dimension, inner.max_tokens
        self.kept: dict[str, np.ndarray] = {}
        self._saved = 0
        if cache is not None and cache.exists():
            with np.load(cache, allow_pickle=False) as data:
                self.kept = dict(zip(data["keys"].tolist(), data["vectors"], strict=True))

    def count_tokens(self, texts):
        return self.inner.count_tokens(texts)

    def _all(self, texts, prefix, embed):
        new = [t for t in dict.fromkeys(texts) if prefix + t not in self.kept]
        for start in range(0, len(new), 64):
            part = new[start : start + 64]
            for text, vector in zip(part, embed(part), strict=True):
                self.kept[prefix + text] = vector
            if len(self.kept) - self._saved >= 2000:
                self.save()
        return np.stack([self.kept[prefix + t] for t in texts])

    def embed_passages(self, texts):
        return self._all(list(texts), "p:", self.inner.embed_passages)

    def embed_query(self, text):
        return self._all([text], "q:", lambda part: np.stack([self.inner.embed_query(t) for t in part]))[0]

    def save(self) -> None:
        self._saved = len(self.kept)
        if self.cache is not None:
            np.savez(self.cache, keys=np.array(list(self.kept)), vectors=np.stack(list(self.kept.values())))


@dataclass
class Bench:
    """A library in ``home`` with each passage of a set as one file of one passage; ``doc_id`` maps files back."""

    home: Path
    embedder: CachedEmbedder
    score: Callable[[Features], float] = relevance
    executor: Executor = field(default_factory=lambda: ThreadPoolExecutor(1))

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.home / "library.sqlite")
        self.ledger.warm_up()
        self.writer = PassageWriter(self.home / "ix")
        self.reader = PassageReader(self.home / "ix")
        self.searcher = Searcher(self.ledger, self.reader, self.embedder, score=self.score)

    def index(self, name: str, passages: dict[str, str], language: str, titles: dict[str, str] | None = None) -> str:
        folder = self.home / "files" / uuid.uuid4().hex
        folder.mkdir(parents=True)
        for key, text in passages.items():
            (folder / f"{key}.txt").write_text(text, encoding="utf-8")
        collection = self.ledger.create_collection(
            f"{name} {uuid.uuid4().hex[:6]}",
            embedder_id=self.embedder.embedder_id,
            dimension=self.embedder.dimension,
            chunker_version="bench",
        )

        def parse(path: Path, _: object) -> Future[ParsedDocument]:
            done: Future[ParsedDocument] = Future()
            text = passages[path.stem]
            block = Block(kind="paragraph", start=0, end=len(text))
            done.set_result(ParsedDocument(text=text, blocks=(block,), kind="txt", parser="bench/1", language=language))
            return done

        def cut(document: ParsedDocument, file_name: str) -> list[Chunk]:
            size = len(document.text)
            context = (titles or {}).get(Path(file_name).stem, "").replace("_", " ")
            return [
                Chunk(
                    chunk_index=0,
                    content=document.text,
                    context=context,
                    start=0,
                    end=size,
                    place=document.blocks[0].place,
                    token_count=1 + size // 4,
                )
            ]

        importer = Importer(
            self.ledger, self.writer, parse, cut, self.embedder, self.executor, chunker_version="bench",
            limits=ImportLimits(files_in_flight=64, group_passages=2048, group_age_s=60.0),
        )  # fmt: skip
        importer.run(collection.id, [folder], lambda _: None, lambda: False)
        return collection.id

    def close(self) -> None:
        self.executor.shutdown()
        self.reader.close()
        self.writer.close()
        self.ledger.close()


def metrics(ranked: dict[str, list[str]], relevant: dict[str, dict[str, int]]) -> dict[str, float]:
    """recall@1/5/10 (share of a question's relevant passages, at most k counted), nDCG@10 (binary), MRR@10, means over questions."""
    totals = {"R@1": 0.0, "R@5": 0.0, "R@10": 0.0, "nDCG@10": 0.0, "MRR@10": 0.0}
    for query, good in relevant.items():
        hits = [passage in good for passage in ranked.get(query, [])[:10]]
        for k in (1, 5, 10):
            totals[f"R@{k}"] += sum(hits[:k]) / min(k, len(good))
        ideal = sum(1 / math.log2(i + 2) for i in range(min(10, len(good))))
        totals["nDCG@10"] += sum(1 / math.log2(i + 2) for i, hit in enumerate(hits) if hit) / ideal
        totals["MRR@10"] += next((1 / (i + 1) for i, hit in enumerate(hits) if hit), 0.0)
    return {name: value / len(relevant) for name, value in totals.items()}


def passage_id(hit) -> str:
    return Path(hit.source_path).stem


def timed(call, *arguments, **options):
    """Result and milliseconds."""
    started = time.perf_counter()
    result = call(*arguments, **options)
    return result, (time.perf_counter() - started) * 1000
