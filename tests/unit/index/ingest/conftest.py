"""A small library on a temporary folder: real ledger and store, parsers and embedder made of a few lines."""

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from index import errors
from index.document import Block, ChildDocument, Chunk, PageInfo, ParsedDocument, Place
from index.ingest.importer import Importer, ImportLimits
from index.ingest.ledger import Ledger
from index.ingest.progress import ImportProgress, ImportSummary
from index.ingest.rows import FileRow
from index.parsers.base import ParseOptions
from index.store.analysis import query_terms
from index.store.reader import PassageReader
from index.store.writer import PassageWriter

DIMENSION = 16


class WordEmbedder:
    """Words hashed into a vector: texts that share words are near. Counts what it was asked."""

    embedder_id = "words-16"
    dimension = DIMENSION
    max_tokens = 128

    def __init__(self) -> None:
        self.embedded: list[str] = []
        self.batches: list[int] = []

    def count_tokens(self, texts):
        return [len(t.split()) + 2 for t in texts]

    def embed_passages(self, texts):
        self.embedded += texts
        self.batches.append(len(texts))
        return np.stack([self.embed_query(t) for t in texts])

    def embed_query(self, text):
        vector = np.full(DIMENSION, 0.01, dtype=np.float32)
        for word in text.lower().split():
            vector[int(hashlib.md5(word.encode()).hexdigest(), 16) % DIMENSION] += 1
        return vector / np.linalg.norm(vector)


def parse_text(path: Path, options: ParseOptions) -> ParsedDocument:
    """A container (``Library.container``), or plain text as ``document_of`` reads it."""
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    if not text.startswith("CONTAINER"):
        return document_of(text, path.name, options)
    own, children = json.loads(text.removeprefix("CONTAINER"))
    document = document_of(own, path.name, options)
    return document.model_copy(update={"kind": "zip", "children": tuple(child_of(*child, options) for child in children)})


def child_of(name: str, content: "str | list", options: ParseOptions, depth: int = 1) -> ChildDocument:
    """As the parsers' own, with the hash that the same container has as a file. "SHALLOW" is read in one container, not in two."""
    if isinstance(content, list):
        own, children = content
        document = document_of(own, name, options)
        inner = tuple(child_of(*child, options, depth + 1) for child in children)
        sha256 = hashlib.sha256(f"CONTAINER{json.dumps(content)}".encode()).hexdigest()
        return ChildDocument(name=name, size=len(own), sha256=sha256, document=document.model_copy(update={"children": inner}))
    try:
        if content.startswith("SHALLOW") and depth > 1:
            raise errors.TooLarge("too deep")
        sha256 = hashlib.sha256(content.encode()).hexdigest()
        return ChildDocument(name=name, size=len(content), sha256=sha256, document=document_of(content, name, options))
    except errors.IndexError_ as error:
        return ChildDocument(
            name=name, size=len(content), reason_code=error.code, message=error.message, next_step=error.next_step
        )


def document_of(text: str, name: str, options: ParseOptions) -> ParsedDocument:
    """A form feed ends a page; "SCAN:" makes a page whose text is there with text recognition only. "PASSWORD" and the like at the
    beginning raise what they say; "PASSWORD:x" opens with x."""
    if options.password is not None:
        text = text.removeprefix(f"PASSWORD:{options.password} ")
    for word, kind in (
        ("PASSWORD", errors.PasswordNeeded),
        ("CRASH", errors.ParserCrashed),
        ("LOCKED", errors.FileLocked),
        ("UNSUPPORTED", errors.UnsupportedFormat),
        ("BUG", ZeroDivisionError),
    ):
        if text.startswith(word):
            raise kind(word.lower())
    blocks, pages, start = [], [], 0
    shown = [
        (page.removeprefix("SCAN:") if options.ocr or not page.startswith("SCAN:") else "", page.startswith("SCAN:"))
        for page in text.split("\f")
    ]
    text = "\f".join(page for page, _ in shown)
    for number, (page, scan) in enumerate(shown, start=1):
        end = start + len(page)
        place = Place(kind="page", page=number)
        pages.append(PageInfo(number=number, start=start, end=end, ocr=scan and options.ocr))
        if page.strip():
            blocks.append(Block(kind="paragraph", start=start, end=end, place=place))
        start = end + 1
    return ParsedDocument(
        text=text, blocks=tuple(blocks), pages=tuple(pages), title=Path(name).stem, language="en", kind="txt", parser="test/1"
    )


def cut_blocks(document: ParsedDocument, file_name: str) -> list[Chunk]:
    return [
        Chunk(
            chunk_index=i, content=document.text[b.start : b.end], context=file_name, start=b.start, end=b.end, place=b.place,
            token_count=len(document.text[b.start : b.end].split()) + 3,
        )
        for i, b in enumerate(document.blocks)
    ]  # fmt: skip


@dataclass
class Library:
    """What a test holds in its hands."""

    home: Path
    documents: Path
    chunker_version: str = "c1"
    embedder: WordEmbedder = field(default_factory=WordEmbedder)
    parse: Callable[[Path, ParseOptions], ParsedDocument] = parse_text
    parsed: list[str] = field(default_factory=list)
    options: list[ParseOptions] = field(default_factory=list)
    progress: list[ImportProgress] = field(default_factory=list)
    limits: ImportLimits = field(default_factory=lambda: ImportLimits(group_wait_s=0.01))

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.home / "library.sqlite")
        self.ledger.warm_up()
        self.writer = PassageWriter(self.home / "ix")
        self.reader = PassageReader(self.home / "ix")
        self.executor = ThreadPoolExecutor(1)
        self.pool = ThreadPoolExecutor(2)
        self.collection = self.ledger.create_collection(
            "Office", embedder_id=self.embedder.embedder_id, dimension=DIMENSION, chunker_version=self.chunker_version
        )

    def importer(self, **options) -> Importer:
        def start(path: Path, options: ParseOptions) -> "Future[ParsedDocument]":
            self.parsed.append(path.name)
            self.options.append(options)
            return self.pool.submit(self.parse, path, options)

        return Importer(
            self.ledger, self.writer, start, cut_blocks, self.embedder, self.executor,
            chunker_version=self.chunker_version, limits=self.limits, **options,
        )  # fmt: skip

    def run(self, *paths: Path, cancelled=lambda: False, **options) -> ImportSummary:
        self.parsed.clear()
        return self.importer().run(
            self.collection.id, list(paths) or [self.documents], self.progress.append, cancelled, **options
        )

    def write(self, name: str, text: str) -> Path:
        path = self.documents / name
        path.parent.mkdir(parents=True, exist_ok=True)
        changed = path.exists()
        path.write_text(text, encoding="utf-8", errors="surrogateescape")
        if changed:  # file systems with coarse clocks
            import os

            os.utime(path, ns=(time.time_ns(), path.stat().st_mtime_ns + 1_000_000_000))
        return path

    def container(self, name: str, *children: "tuple[str, str | list]", own: str = "") -> Path:
        """An archive: (name, text) or (name, [own text, [children …]]) of each document inside it."""
        return self.write(name, "CONTAINER" + json.dumps([own, children]))

    def rows(self) -> "dict[str, FileRow]":
        """By path below the folder of the documents."""
        return {str(Path(f.path).relative_to(self.documents)): f for f in self.ledger.files(self.collection.id)}

    def files(self) -> dict[str, str]:
        return {Path(f.path).name: f.status for f in self.ledger.files(self.collection.id)}

    def found_by_word(self, word: str) -> list[str]:
        """Contents of the rows that full text finds, each checked against the ledger as a search does."""
        terms = [variant for term in query_terms(word, ["en"]) for variant in term.variants]
        return [c.content for c in self._current(self.reader.matching(self.collection.id, terms, 50))]

    def found_by_vector(self, word: str) -> list[str]:
        near = self.reader.nearest(self.collection.id, self.embedder.embed_query(word), 500)
        return [c.content for c in self._current(near) if word in c.content]

    def _current(self, candidates):
        files = self.ledger.files_by_id({c.file_id for c in candidates})
        return [c for c in candidates if c.file_id in files and files[c.file_id].revision == c.revision]

    def close(self) -> None:
        for pool in (self.pool, self.executor):
            pool.shutdown()
        self.reader.close()
        self.writer.close()
        self.ledger.close()


@pytest.fixture(autouse=True)
def written_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test writes is imported at once, as if it had been there before; otherwise every second import would compare contents."""
    monkeypatch.setattr("index.ingest.file_stamp.MOMENT_NS", 0)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    (tmp_path / "documents").mkdir()
    made = Library(tmp_path / "home", tmp_path / "documents")
    yield made
    made.close()
