"""A small library of mails and papers whose texts, people and dates a test chooses."""

import hashlib
import uuid
from datetime import UTC, date, datetime

import numpy as np
import pytest

from index.document import ParsedDocument, Place
from index.ingest.ledger import Ledger
from index.ingest.rows import FoundFile, IndexedFile
from index.ingest.texts import pack
from index.search.searcher import Searcher
from index.store.analysis import document_terms
from index.store.reader import PassageReader
from index.store.schema import PassageRow
from index.store.writer import PassageWriter

TODAY = date(2026, 11, 30)


class WordEmbedder:
    """Each word has a direction; a little of a common one keeps every cosine above zero."""

    embedder_id = "words"
    dimension = 256
    max_tokens = 100

    def count_tokens(self, texts):
        return [len(t.split()) for t in texts]

    def embed_passages(self, texts):
        return np.stack([self.embed_query(t) for t in texts])

    def embed_query(self, text):
        vector = np.full(256, 0.02, dtype=np.float32)
        for word in text.lower().replace("?", "").split():
            vector[int(hashlib.md5(word.encode()).hexdigest(), 16) % 256] += 1
        return vector / np.linalg.norm(vector)


class Library:
    def __init__(self, home):
        self.ledger = Ledger(home / "library.sqlite")
        self.ledger.warm_up()
        self.writer = PassageWriter(home / "ix")
        self.reader = PassageReader(home / "ix")
        self.embedder = WordEmbedder()
        self.searcher = Searcher(self.ledger, self.reader, self.embedder, today=lambda: TODAY)
        self.id = self.ledger.create_collection("Office", embedder_id="words", dimension=256, chunker_version="c").id

    def put(self, path, text, *, kind="md", title=None, author=None, recipients=None, day=None, language="en"):
        source = self.ledger.add_source(self.id, "/d", "folder")
        self.ledger.record_found(self.id, source.id, [FoundFile(path=path, size=1, mtime_ns=1)], chunker_version="c")
        file_id, revision = self.ledger.file_by_path(self.id, path).id, uuid.uuid4().hex
        sha = hashlib.sha256(path.encode()).hexdigest()
        modified = datetime.fromisoformat(day).replace(tzinfo=UTC) if day else None
        row = PassageRow(
            file_id=file_id, revision=revision, content_hash=sha, chunk_index=0, kind=kind, content=text, context=title or "",
            terms=document_terms(f"{title or ''}\n{text}", language), language=language, start=0, end=len(text), place=Place(),
            modified=modified, vector=self.embedder.embed_query(text),
        )  # fmt: skip
        self.writer.add(self.id, [row], 256)
        packed, layout = pack(ParsedDocument(text=text, blocks=(), kind=kind, parser="t/1"))
        entry = IndexedFile(
            file_id=file_id, size=1, mtime_ns=1, sha256=sha, revision=revision, kind=kind, title=title, language=language,
            document_modified=day, author=author, recipients=recipients, pages=0, pages_without_text=(), ocr_pages=0, passages=1,
            parser="t/1", chunker_version="c", warnings=(), text=packed, layout=layout,
        )  # fmt: skip
        self.ledger.mark_indexed(self.id, [entry])
        return file_id

    def search(self, question, **options):
        return self.searcher.search(question, [self.id], **options)

    def found(self, question, **options):
        return [hit.source_path for hit in self.search(question, **options).hits]

    def typed(self, text, **options):
        return [hit.source_path for hit in self.searcher.as_you_type(text, [self.id], deadline_ms=20_000, **options).hits]

    def close(self):
        self.reader.close()
        self.writer.close()
        self.ledger.close()


@pytest.fixture
def library(tmp_path):
    made = Library(tmp_path)
    yield made
    made.close()
