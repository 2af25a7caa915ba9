"""A real ledger with documents that a test writes, and a book of facts over it."""

import hashlib
import shutil
from datetime import date
from pathlib import Path

import pytest

from app.facts.book import FactBook
from app.facts.store import FactStore
from index.document import Block, ParsedDocument, Place
from index.ingest.ledger import Ledger
from index.ingest.rows import FoundFile, IndexedFile
from index.ingest.texts import pack

TODAY = date(2026, 11, 30)


def document_of(text: str, language: str = "en", kind: str = "md") -> ParsedDocument:
    """A paragraph a block; "# " begins a heading that the blocks below it bear."""
    blocks, heading, start = [], (), 0
    for part in text.split("\n\n"):
        if part.startswith("# "):
            heading = (part[2:],)
        place = Place(kind="heading", heading_path=heading)
        kind_of = "heading" if part.startswith("# ") else "table_row" if " | " in part else "paragraph"
        blocks.append(Block(kind=kind_of, start=start, end=start + len(part), place=place, level=int(kind_of == "heading")))
        start += len(part) + 2
    return ParsedDocument(text=text, blocks=tuple(blocks), title="Fees", language=language, kind=kind, parser="test/1")


class Shelf:
    """Collections with documents; ``write`` again is a re-index of the file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.ledger = Ledger(self.path)
        self.ledger.warm_up()
        self.facts = FactStore(self.path)
        self.book = FactBook(self.facts, self.ledger, lambda: TODAY)
        self._reading = 0

    def collection(self, name: str) -> str:
        return self.ledger.create_collection(name, embedder_id="e", dimension=4, chunker_version="c1").id

    def write(self, collection_id: str, path: str, text: str, language: str = "en", kind: str = "md") -> str:
        self._reading += 1
        source = self.ledger.add_source(collection_id, str(Path(path).parent), "folder")
        found = FoundFile(path=path, size=len(text), mtime_ns=self._reading)
        self.ledger.record_found(collection_id, source.id, [found], chunker_version="c1")
        row = self.ledger.file_by_path(collection_id, path)
        document = document_of(text, language, kind)
        packed, layout = pack(document)
        self.ledger.mark_indexed(
            collection_id,
            [
                IndexedFile(
                    file_id=row.id, size=len(text), mtime_ns=self._reading, sha256=hashlib.sha256(text.encode()).hexdigest(),
                    revision=f"r{self._reading}", kind=kind, title="Fees", language=language, document_modified=None, pages=0,
                    pages_without_text=(), ocr_pages=0, passages=1, parser="test/1", chunker_version="c1", warnings=(), text=packed, layout=layout,
                )
            ],
        )  # fmt: skip
        return row.id

    def move(self, collection_id: str, file_id: str, path: str) -> None:
        row = self.ledger.file(file_id)
        found = FoundFile(path=path, size=row.size, mtime_ns=row.mtime_ns)
        self.ledger.mark_moved([(file_id, "", found, row.source_id)])

    def close(self) -> None:
        self.book.close()
        self.ledger.close()


@pytest.fixture(scope="session")
def empty_library(tmp_path_factory):
    """Migrating a new file takes longer than a test of facts."""
    path = tmp_path_factory.mktemp("library") / "library.sqlite"
    ledger = Ledger(path)
    ledger.warm_up()
    ledger.forget_traces()
    ledger.close()
    return path


@pytest.fixture
def shelf(tmp_path, empty_library):
    made = Shelf(Path(shutil.copy(empty_library, tmp_path / "library.sqlite")))
    yield made
    made.close()
