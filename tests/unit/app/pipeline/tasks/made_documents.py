"""A library in memory: documents from plain text, with headings, paragraphs and rows as blocks."""

import datetime
from dataclasses import dataclass, field

from index.document import Block, ParsedDocument, Place
from index.ingest.rows import FileRow

COLLECTION = "c" * 32


def parsed(text, kind="txt"):
    """``# `` begins a heading, ``| `` a table row; every other line is a paragraph. Pages are parted by a form feed."""
    blocks, heading, page, position = [], (), 1, 0
    for line in text.split("\n"):
        if line.startswith("\f"):
            page += 1
        if line.strip():
            start, shown = position, line
            block = "heading" if line.startswith("# ") else "table_row" if line.startswith("| ") else "paragraph"
            if block == "heading":
                heading = (line[2:],)
            place = (
                Place(kind="page", page=page, heading_path=heading)
                if kind == "pdf"
                else Place(kind="heading", heading_path=heading)
            )
            blocks.append(
                Block(kind=block, start=start, end=start + len(shown), place=place, level=1 if block == "heading" else 0)
            )
        position += len(line) + 1
    return ParsedDocument(text=text, blocks=tuple(blocks), kind=kind, parser="made")


@dataclass
class MadeDocuments:
    """DocumentsPort over ``{path: text}``."""

    texts: dict[str, str]
    rows: list = field(default_factory=list)
    language: str = "en"

    def __post_init__(self):
        for number, (path, text) in enumerate(self.texts.items()):
            self.rows.append(row(number, path, passages=len(text) // 500 + 1, language=self.language))

    def add(self, path, **fields):
        self.rows.append(row(len(self.rows), path, **fields))

    def files(self, collection_id, *, status=None):
        return [r for r in self.rows if r.collection_id == collection_id and status in (None, r.status)]

    def document(self, file_id):
        found = self._text(file_id)
        return parsed(*found) if found is not None else None

    def text(self, file_id):
        found = self._text(file_id)
        return found[0] if found is not None else None

    def people(self, collection_id):
        return [(r.id, r.author, r.recipients) for r in self.rows if r.author or r.recipients]

    def _text(self, file_id):
        found = next((r for r in self.rows if r.id == file_id), None)
        return (self.texts[found.path], found.kind) if found is not None and found.path in self.texts else None


def row(number, path, **fields):
    kind = path.rpartition(".")[2]
    made = {
        "id": f"{number:032x}", "collection_id": COLLECTION, "source_id": "s" * 32, "path": f"{path}", "size": 1,
        "mtime_ns": int(datetime.datetime(2020, 5, 4, 12).timestamp() * 1e9), "status": "indexed", "kind": kind, "passages": 1,
    }  # fmt: skip
    return FileRow(**{**made, **fields})
