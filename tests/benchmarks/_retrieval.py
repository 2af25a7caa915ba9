"""Shared by the retrieval benchmarks: sets in corpus.jsonl/queries.jsonl/qrels.tsv form, a library of each, kept vectors."""

from __future__ import annotations

import hashlib
import json
import subprocess
import tempfile
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from index.chunking.language import guess_language
from index.document import Block, Chunk, ParsedDocument
from index.ingest.importer import Importer, ImportLimits
from index.ingest.ledger import Ledger
from index.search.calibration import relevances
from index.search.features import Features
from index.search.searcher import Searcher
from index.store.analysis import SNOWBALL
from index.store.reader import PassageReader
from index.store.writer import PassageWriter
from models.catalogue import load_catalogue
from models.embedders.factory import load_embedder
from models.store import ModelStore

DATA = Path(__file__).parents[2].parent / "shared" / "corpus"
LANGUAGES = frozenset(SNOWBALL) | {"zh", "ja", "ko", "th", "vi", "he", "uk", "bg", "fa"}
CACHE = Path(tempfile.gettempdir()) / "dossier-bench"


@dataclass
class RetrievalSet:
    """``relevant``: question to passage to grade, grades above 0 only."""

    name: str
    language: str
    passages: dict[str, str]
    titles: dict[str, str]
    queries: dict[str, str]
    relevant: dict[str, dict[str, int]]


def set_folder(name: str) -> Path:
    """The folder of a set: a name below ../shared/corpus/ir, or a path."""
    for folder in (DATA / "ir" / "xquad" / name, DATA / "ir" / name, Path(name)):
        if (folder / "corpus.jsonl").exists():
            return folder
    raise SystemExit(f"There is no set named {name}: a folder with corpus.jsonl, queries.jsonl and qrels.tsv is needed.")


def load(folder: Path, name: str, language: str | None = None) -> RetrievalSet:
    """Ids may be any text or numbers, named "id" or "_id"; titles and texts may be missing. Passages without any words cannot be found by
    anybody and are left out, and so are questions without a relevant passage. The language is the folder's name when that is one, else guessed.
    """
    corpus = {key_of_row(d): d for d in json_lines(folder / "corpus.jsonl")}
    titles = {key: str(d.get("title") or "").strip() for key, d in corpus.items()}
    # What has a title alone is searched by it.
    passages = {key: text for key, d in corpus.items() if (text := str(d.get("text") or "").strip() or titles[key])}
    queries = {key_of_row(q): str(q.get("text") or "").strip() for q in json_lines(folder / "queries.jsonl")}
    relevant: dict[str, dict[str, int]] = {}
    for query, passage, grade in judgements(folder):
        if grade > 0 and queries.get(query) and passage in corpus:
            relevant.setdefault(query, {})[passage] = grade
    if not relevant:
        raise SystemExit(f"{folder}: no question has a judged passage; do the ids of qrels.tsv stand in the other two files?")
    return RetrievalSet(
        name,
        language or (folder.name if folder.name in LANGUAGES else guessed(list(passages.values())[:20])),
        passages, {key: titles[key] for key in passages},
        {q: queries[q] for q in relevant}, relevant,
    )  # fmt: skip


def key_of_row(row: dict) -> str:
    return str(row["_id"] if row.get("id") is None else row["id"])


def judgements(folder: Path) -> list[tuple[str, str, int]]:
    """(Question, passage, grade) of qrels.tsv or of qrels/test.tsv, with a header or without, in three columns or in TREC's four; grades
    may be written as decimals. A file without a column of grades judges all that it names as relevant."""
    file = next((f for f in (folder / "qrels.tsv", folder / "qrels" / "test.tsv") if f.exists()), None)
    if file is None:
        raise SystemExit(f"{folder} has no qrels.tsv.")
    found = []
    for number, line in enumerate(file.read_text(encoding="utf-8-sig").split("\n")):
        cells = [cell.strip() for cell in line.rstrip("\r").split("\t")]
        if len(cells) < 2:
            cells = line.split()
        if len(cells) < 2:
            continue
        query, passage, grade = (cells[0], cells[2], cells[3]) if len(cells) >= 4 else (cells[0], cells[1], (*cells, "1")[2])
        try:
            found.append((query, passage, round(float(grade))))
        except ValueError:
            if number:
                raise SystemExit(f"{file}, line {number + 1}: “{grade}” is no grade.") from None
    # A header of two columns looks like a judgement; its words are no ids, and ``load`` drops them.
    return found


def own_titles(data: RetrievalSet) -> bool:
    """Whether titles name their passages (papers, pages), as those of documents do, and say something that the text does not begin with.
    Titles that many passages share (the articles of XQuAD) were left out where its reference figures come from."""
    named = [(title, data.passages[key]) for key, title in data.titles.items() if title and title != data.passages[key]]
    fresh = [title for title, text in named if not plain_start(text).startswith(plain_start(title)[:40])]
    return len(fresh) > 0.5 * len(data.passages) and len(set(fresh)) > 0.8 * len(fresh)


def plain_start(text: str) -> str:
    return " ".join(text[:400].casefold().split())


def json_lines(file: Path) -> list[dict]:
    # Not ``splitlines``, which also parts at line separators inside a text.
    return [json.loads(line) for line in file.read_text(encoding="utf-8").split("\n") if line.strip()]


def guessed(texts: Sequence[str]) -> str:
    return guess_language(" ".join(texts)) or "en"


class CachedEmbedder:
    """Keeps vectors in memory and on request in a file, by a hash of kind and text, so that several runs need each text once."""

    def __init__(self, inner, cache: Path | None = None) -> None:
        self.inner, self.cache = inner, cache
        self.embedder_id, self.dimension, self.max_tokens = inner.embedder_id, inner.dimension, inner.max_tokens
        self.kept: dict[str, np.ndarray] = {}
        self._saved = 0
        if cache is not None and cache.exists():
            with np.load(cache, allow_pickle=False) as data:
                self.kept = dict(zip(data["keys"].tolist(), data["vectors"], strict=True))
            self._saved = len(self.kept)

    def count_tokens(self, texts):
        return self.inner.count_tokens(texts)

    def _all(self, texts, prefix, embed):
        keys = [key_of(prefix + t) for t in texts]
        new = [t for t in dict.fromkeys(texts) if key_of(prefix + t) not in self.kept]
        for start in range(0, len(new), 64):
            part = new[start : start + 64]
            for text, vector in zip(part, embed(part), strict=True):
                self.kept[key_of(prefix + text)] = vector
            if len(self.kept) - self._saved >= 256:
                self.save()
        return np.stack([self.kept[key] for key in keys])

    def embed_passages(self, texts):
        return self._all(list(texts), "p:", self.inner.embed_passages)

    def embed_query(self, text):
        return self._all([text], "q:", lambda part: np.stack([self.inner.embed_query(t) for t in part]))[0]

    def save(self) -> None:
        if self.cache is not None and len(self.kept) != self._saved:
            self.cache.parent.mkdir(parents=True, exist_ok=True)
            np.savez(self.cache, keys=np.array(list(self.kept)), vectors=np.stack(list(self.kept.values())))
        self._saved = len(self.kept)


def key_of(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def embedder(models: Path, name: str, cache: Path | None = CACHE) -> CachedEmbedder:
    """A warm embedder of the catalogue whose vectors are kept in the folder ``cache``."""
    inner = load_embedder(ModelStore(models, load_catalogue()), name, threads=2)
    inner.warm_up()
    return CachedEmbedder(inner, None if cache is None else cache / f"{name}.npz")


@dataclass
class Bench:
    """A library in ``home``; ``passage_id`` maps hits of ``index`` back to the set."""

    home: Path
    embedder: CachedEmbedder
    score: Callable[[Sequence[Features]], Sequence[float]] = relevances
    executor: Executor = field(default_factory=lambda: ThreadPoolExecutor(1))

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.home / "library.sqlite")
        self.ledger.warm_up()
        self.writer = PassageWriter(self.home / "ix")
        self.reader = PassageReader(self.home / "ix")
        self.searcher = Searcher(self.ledger, self.reader, self.embedder, score=self.score)

    def index(self, name: str, passages: Mapping[str, str], language: str, titles: Mapping[str, str] | None = None) -> str:
        """Each passage as one file of one passage."""
        folder = self.home / "files" / uuid.uuid4().hex
        folder.mkdir(parents=True)
        names = {f"{number:06d}": key for number, key in enumerate(passages)}
        for stem, key in names.items():
            # The key too: files with the same bytes would be one.
            (folder / f"{stem}.txt").write_text(f"{key}\n{passages[key]}", encoding="utf-8")
        self._names = {**getattr(self, "_names", {}), **{str(folder / f"{stem}.txt"): key for stem, key in names.items()}}

        def parsed(path: Path) -> ParsedDocument:
            text = passages[names[path.stem]]
            block = Block(kind="paragraph", start=0, end=len(text))
            return ParsedDocument(text=text, blocks=(block,), kind="txt", parser="bench/1", language=language)

        def cut(document: ParsedDocument, file_name: str) -> list[Chunk]:
            size = len(document.text)
            context = (titles or {}).get(names[Path(file_name).stem], "").replace("_", " ")
            return [
                Chunk(
                    chunk_index=0, content=document.text, context=context, start=0, end=size, place=document.blocks[0].place,
                    token_count=1 + size // 4,
                )
            ]  # fmt: skip

        return self.import_documents(name, [folder], parsed, cut)

    def import_documents(
        self,
        name: str,
        sources: Sequence[Path],
        parsed: Callable[[Path], ParsedDocument],
        cut: Callable[[ParsedDocument, str], list[Chunk]],
    ) -> str:
        """The id of a new collection with these documents."""
        collection = self.ledger.create_collection(
            f"{name} {uuid.uuid4().hex[:6]}", embedder_id=self.embedder.embedder_id, dimension=self.embedder.dimension,
            chunker_version="bench",
        )  # fmt: skip

        def parse(path: Path, _: object) -> Future[ParsedDocument]:
            done: Future[ParsedDocument] = Future()
            done.set_result(parsed(path))
            return done

        importer = Importer(
            self.ledger, self.writer, parse, cut, self.embedder, self.executor, chunker_version="bench",
            limits=ImportLimits(files_in_flight=64, group_passages=2048, group_age_s=60.0),
        )  # fmt: skip
        importer.run(collection.id, list(sources), lambda _: None, lambda: False)
        return collection.id

    def passage_id(self, hit) -> str:
        """The passage of the set that a hit is."""
        return self._names[hit.source_path]

    def passage_ids(self, hit) -> tuple[str, ...]:
        """With those that have the same words and are folded into it."""
        return tuple(self._names[path] for path in (hit.source_path, *hit.also_in))

    def close(self) -> None:
        self.executor.shutdown()
        self.reader.close()
        self.writer.close()
        self.ledger.close()


class Baselines:
    """``_baselines.py`` in the interpreter of ``.venv-bench``, whose libraries must not meet ours."""

    def __init__(self, python: Path) -> None:
        if not python.exists():
            raise SystemExit("The environment of the comparison is missing: run `make bench-retrieval`.")
        self.python = python

    def _ask(self, **request):
        script = Path(__file__).with_name("_baselines.py")
        done = subprocess.run([self.python, script], input=json.dumps(request).encode(), stdout=subprocess.PIPE, check=True)
        return json.loads(done.stdout)

    def split(self, texts: Sequence[str], size: int = 1000, overlap: int = 200) -> list[list[str]]:
        return self._ask(do="split", texts=list(texts), size=size, overlap=overlap)

    def bm25(self, corpus: Sequence[str], queries: Sequence[str], language: str, k: int = 100) -> list[list[int]]:
        found = self._ask(do="bm25", corpus=list(corpus), queries=list(queries), language=language, k=k)
        return [[i for i, _ in row] for row in found]

    def measure(self, qrels, runs) -> dict[str, dict[str, float]]:
        return self._ask(do="measure", qrels=qrels, runs=runs)


def nearest(queries: np.ndarray, passages: np.ndarray, owners: Sequence[str], k: int = 100) -> list[list[str]]:
    """Owners of the nearest passages by cosine, each once, best first."""
    ranked = []
    for row in np.argsort(-(queries @ passages.T), axis=1):
        best: dict[str, None] = {}
        for i in row:
            best.setdefault(owners[i])
            if len(best) == k:
                break
        ranked.append(list(best))
    return ranked


def timed(call, *arguments, **options):
    """Result and milliseconds."""
    started = time.perf_counter()
    result = call(*arguments, **options)
    return result, (time.perf_counter() - started) * 1000
