"""Imports a folder and dies on the way; run as a process by the kill tests, which also use its parts to go on.

python kill_child.py HOME DOCUMENTS CHECKPOINT COUNT    dies at the COUNT-th time CHECKPOINT ("any": whichever) is reached
python kill_child.py HOME DOCUMENTS - 0                 runs until it is killed from outside or is done; prints what it reached
A fifth argument "rebuild" gives the collection that is there the vectors of another model instead.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import numpy as np  # noqa: E402

from index.document import Block, ChildDocument, Chunk, PageInfo, ParsedDocument  # noqa: E402
from index.ingest.importer import Importer, ImportLimits  # noqa: E402
from index.ingest.ledger import Ledger  # noqa: E402
from index.ingest.rebuild import Rebuild  # noqa: E402
from index.parsers.base import ParseOptions  # noqa: E402
from index.search.searcher import Searcher  # noqa: E402
from index.store.reader import PassageReader  # noqa: E402
from index.store.writer import PassageWriter  # noqa: E402

DIMENSION = 64
GROUP = 8


class LoggingEmbedder:
    """Each text has its own direction; every embedded text is appended to a file that survives the kill."""

    max_tokens = 512

    def __init__(self, log: Path, embedder_id: str = "log", dimension: int = DIMENSION) -> None:
        self.log = log
        self.embedder_id = embedder_id
        self.dimension = dimension

    def count_tokens(self, texts):
        return [len(t.split()) + 2 for t in texts]

    def embed_passages(self, texts):
        with self.log.open("a", encoding="utf-8") as file:
            file.writelines(t.replace("\n", " ") + "\n" for t in texts)
        return np.stack([self.embed_query(t) for t in texts])

    def embed_query(self, text):
        vector = np.zeros(self.dimension, dtype=np.float32)
        for word in text.split():
            digest = int(hashlib.md5(word.encode()).hexdigest(), 16)
            for shift in (0, 16, 32):
                vector[(digest >> shift) % self.dimension] += 1 if word.startswith("unique") else 0.05
        return vector / max(1e-6, np.linalg.norm(vector))


def parse(path: Path, options: ParseOptions) -> Future[ParsedDocument]:
    """Text in paragraphs; "SCAN " begins a page that only text recognition reads; JSON is an archive of such texts by name."""
    done: Future[ParsedDocument] = Future()
    text = path.read_text(encoding="utf-8")
    if text.startswith("{"):
        inside = tuple(
            ChildDocument(
                name=name, size=len(part), sha256=hashlib.sha256(part.encode()).hexdigest(), document=document_of(part, options)
            )
            for name, part in json.loads(text).items()
        )
        done.set_result(ParsedDocument(text="", blocks=(), kind="zip", parser="t/1", children=inside))
    else:
        done.set_result(document_of(text, options))
    return done


def document_of(text: str, options: ParseOptions) -> ParsedDocument:
    read = "\n\n".join("" if part.startswith("SCAN ") and not options.ocr else part for part in text.split("\n\n"))
    blocks, pages, start = [], [], 0
    for number, part in enumerate(read.split("\n\n"), start=1):
        if part:
            blocks.append(Block(kind="paragraph", start=start, end=start + len(part)))
        if "SCAN " in text:
            pages.append(PageInfo(number=number, start=start, end=start + len(part)))
        start += len(part) + 2
    return ParsedDocument(text=read, blocks=tuple(blocks), pages=tuple(pages), kind="txt", parser="t/1", language="en")


def cut(document: ParsedDocument, file_name: str) -> list[Chunk]:
    return [
        Chunk(chunk_index=i, content=document.text[b.start : b.end], context="", start=b.start, end=b.end, place=b.place, token_count=5)
        for i, b in enumerate(document.blocks)
    ]  # fmt: skip


class Parts:
    """Ledger, store and importer on a home folder."""

    def __init__(self, home: Path, checkpoint: Callable[[str], None] = lambda _: None) -> None:
        self.home, self.checkpoint = home, checkpoint
        self.embedder = LoggingEmbedder(home / "embedded.log")
        self.ledger = Ledger(home / "library.sqlite")
        self.ledger.warm_up()
        self.writer = PassageWriter(home / "ix", checkpoint=checkpoint)
        self.reader = PassageReader(home / "ix")
        wide = LoggingEmbedder(home / "embedded.log", "wide", 2 * DIMENSION)
        self.searcher = Searcher(self.ledger, self.reader, self.embedder, others=lambda _: wide)
        self.executor = ThreadPoolExecutor(1)
        found = self.ledger.collection_by_name("Test")
        self.collection = found or self.ledger.create_collection(
            "Test", embedder_id="log", dimension=DIMENSION, chunker_version="c1"
        )
        self.importer = Importer(
            self.ledger, self.writer, parse, cut, self.embedder, self.executor, chunker_version="c1", checkpoint=checkpoint,
            limits=ImportLimits(group_passages=GROUP, text_passages=GROUP, batch_size=4, tidy_every_rows=24, group_wait_s=0.01),
        )  # fmt: skip

    def rebuild(self):
        other = LoggingEmbedder(self.home / "embedded.log", "wide", 2 * DIMENSION)
        return Rebuild(
            self.ledger, self.writer, self.executor, self.collection.id, other, lambda _: None, lambda: False, checkpoint=self.checkpoint,
            limits=ImportLimits(group_passages=GROUP, batch_size=4, tidy_every_rows=24),
        ).run()  # fmt: skip

    def run(self, documents: Path):
        return self.importer.run(self.collection.id, [documents], lambda _: None, lambda: False)

    def close(self) -> None:
        self.executor.shutdown()
        self.reader.close()
        self.writer.close()
        self.ledger.close()


def main() -> None:
    home, documents, name, count = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    reached: list[str] = []

    def checkpoint(here: str) -> None:
        reached.append(here)
        if name in ("any", here) and (len(reached) if name == "any" else reached.count(here)) == count:
            os.kill(os.getpid(), signal.SIGKILL)

    parts = Parts(home, checkpoint)
    print("ready", flush=True)
    parts.rebuild() if sys.argv[5:] == ["rebuild"] else parts.run(documents)
    parts.close()
    print(json.dumps(reached), flush=True)


if __name__ == "__main__":
    main()
