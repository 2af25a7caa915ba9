"""Imports a folder and dies on the way; run as a process by test_kill_import.py, which also uses its parts to go on.

python kill_child.py HOME DOCUMENTS CHECKPOINT COUNT    dies at the COUNT-th time CHECKPOINT is reached
python kill_child.py HOME DOCUMENTS - 0                 runs until it is killed from outside or is done
"""

from __future__ import annotations

import hashlib
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import numpy as np  # noqa: E402

from index.document import Block, Chunk, ParsedDocument  # noqa: E402
from index.ingest.importer import Importer, ImportLimits  # noqa: E402
from index.ingest.ledger import Ledger  # noqa: E402
from index.parsers.base import ParseOptions  # noqa: E402
from index.search.searcher import Searcher  # noqa: E402
from index.store.reader import PassageReader  # noqa: E402
from index.store.writer import PassageWriter  # noqa: E402

DIMENSION = 64
GROUP = 8


class LoggingEmbedder:
    """Each text has its own direction; every embedded text is appended to a file that survives the kill."""

    embedder_id = "log"
    dimension = DIMENSION
    max_tokens = 512

    def __init__(self, log: Path) -> None:
        self.log = log

    def count_tokens(self, texts):
        return [len(t.split()) + 2 for t in texts]

    def embed_passages(self, texts):
        with self.log.open("a", encoding="utf-8") as file:
            file.writelines(t.replace("\n", " ") + "\n" for t in texts)
        return np.stack([self.embed_query(t) for t in texts])

    def embed_query(self, text):
        vector = np.zeros(DIMENSION, dtype=np.float32)
        for word in text.split():
            digest = int(hashlib.md5(word.encode()).hexdigest(), 16)
            for shift in (0, 16, 32):
                vector[(digest >> shift) % DIMENSION] += 1 if word.startswith("unique") else 0.05
        return vector / max(1e-6, np.linalg.norm(vector))


def parse(path: Path, _: ParseOptions) -> Future[ParsedDocument]:
    done: Future[ParsedDocument] = Future()
    text = path.read_text(encoding="utf-8")
    paragraphs, start = [], 0
    for part in text.split("\n\n"):
        paragraphs.append(Block(kind="paragraph", start=start, end=start + len(part)))
        start += len(part) + 2
    done.set_result(ParsedDocument(text=text, blocks=tuple(paragraphs), kind="txt", parser="t/1", language="en"))
    return done


def cut(document: ParsedDocument, file_name: str) -> list[Chunk]:
    return [
        Chunk(chunk_index=i, content=document.text[b.start : b.end], context="", start=b.start, end=b.end, place=b.place, token_count=5)
        for i, b in enumerate(document.blocks)
    ]  # fmt: skip


class Parts:
    """Ledger, store and importer on a home folder."""

    def __init__(self, home: Path, checkpoint: Callable[[str], None] = lambda _: None) -> None:
        self.embedder = LoggingEmbedder(home / "embedded.log")
        self.ledger = Ledger(home / "library.sqlite")
        self.ledger.warm_up()
        self.writer = PassageWriter(home / "ix", checkpoint=checkpoint)
        self.reader = PassageReader(home / "ix")
        self.searcher = Searcher(self.ledger, self.reader, self.embedder)
        self.executor = ThreadPoolExecutor(1)
        found = self.ledger.collection_by_name("Test")
        self.collection = found or self.ledger.create_collection(
            "Test", embedder_id="log", dimension=DIMENSION, chunker_version="c1"
        )
        self.importer = Importer(
            self.ledger, self.writer, parse, cut, self.embedder, self.executor, chunker_version="c1", checkpoint=checkpoint,
            limits=ImportLimits(group_passages=GROUP, text_passages=GROUP, batch_size=4, tidy_every_rows=24, group_wait_s=0.01),
        )  # fmt: skip

    def run(self, documents: Path):
        return self.importer.run(self.collection.id, [documents], lambda _: None, lambda: False)

    def close(self) -> None:
        self.executor.shutdown()
        self.reader.close()
        self.writer.close()
        self.ledger.close()


def main() -> None:
    home, documents, name, count = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    seen = 0

    def checkpoint(reached: str) -> None:
        nonlocal seen
        seen += reached == name
        if name == reached and seen == count:
            os.kill(os.getpid(), signal.SIGKILL)

    parts = Parts(home, checkpoint)
    print("ready", flush=True)
    parts.run(documents)
    parts.close()
    print("done", flush=True)


if __name__ == "__main__":
    main()
