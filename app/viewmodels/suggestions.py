"""Questions to begin with, drawn from the headings of the documents: no model is asked, so they are there at once and cost nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from app.viewmodels.places import file_name
from app.workers.background import Background
from app.workers.ports import LibraryLike
from index.document import ParsedDocument
from index.ingest.rows import FileRow

WANTED = 4
READ_AT_MOST = 12
"""Documents opened for it; each costs a few milliseconds."""
LONGEST_TOPIC = 48
"""Characters: a longer heading is a sentence, and a question about it reads badly."""

TEMPLATES = {
    "en": "What does “{title}” say about {topic}?",
    "de": "Was steht in „{title}“ zu {topic}?",
    "fr": "Que dit « {title} » sur {topic} ?",
    "es": "¿Qué dice «{title}» sobre {topic}?",
    "it": "Che cosa dice «{title}» su {topic}?",
}
"""In the language of the document, not of the window: the answer is looked for in its words."""

_NUMBERING = re.compile(r"^\s*(?:§+\s*)?[\dIVXivx]+(?:[.)]\d*)*[.):]?\s+|^\s*[a-zA-Z][.)]\s+")


def topics(document: ParsedDocument) -> list[str]:
    """Headings below the title that name a subject: words without their number, neither too long nor the title again."""
    found: list[str] = []
    seen = {_key(document.title or "")}
    for block in document.blocks:
        # What a sheet is called heads a table, and a question about a whole table has no sentence for an answer.
        if block.kind != "heading" or block.place.sheet is not None:
            continue
        words = _NUMBERING.sub("", " ".join(document.text[block.start : block.end].split())).strip(" .:")
        letters = sum(c.isalpha() for c in words)
        if letters < 4 or letters < 0.6 * len(words) or len(words) > LONGEST_TOPIC or _key(words) in seen:
            continue
        seen.add(_key(words))
        found.append(words)
    return found


def suggest(documents: Iterable[tuple[FileRow, ParsedDocument]], wanted: int = WANTED) -> tuple[str, ...]:
    """One question a document, in the documents' order, then a second of each, until there are enough; each topic once."""
    # The second heading first: the first is often "Purpose" or "Scope".
    choices = [(row, [*named[1:], *named[:1]]) for row, document in documents if (named := topics(document))]
    questions: list[str] = []
    asked: set[str] = set()
    while choices and len(questions) < wanted:
        for row, named in choices[: wanted - len(questions)]:
            topic = next((t for t in named if _key(t) not in asked), named[0])
            named.remove(topic)
            asked.add(_key(topic))
            template = TEMPLATES.get(row.language or "", TEMPLATES["en"])
            questions.append(template.format(title=_title(row), topic=topic))
        choices = [(row, named) for row, named in choices if named]
    return tuple(questions)


class Suggestions(QObject):
    changed = Signal(tuple)
    """Questions, at most WANTED"""

    def __init__(self, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self._asked: tuple[str, int] | None = None

    def look(self, library: LibraryLike | None, collection_id: str | None, files: int) -> None:
        """For another collection, or while the first files of it come."""
        if library is None or collection_id is None or files == 0:
            self._asked = None
            self.changed.emit(())
            return
        wanted = (collection_id, min(files, READ_AT_MOST))
        if wanted == self._asked:
            return
        self._asked = wanted
        self._background.run(lambda: _read(library, collection_id), lambda found: self._take(wanted, found))

    def _take(self, wanted: tuple[str, int], found: tuple[str, ...]) -> None:
        if wanted == self._asked:
            self.changed.emit(found)


def _read(library: LibraryLike, collection_id: str) -> tuple[str, ...]:
    rows = library.files(collection_id, status="indexed", limit=READ_AT_MOST)
    read: list[tuple[FileRow, ParsedDocument]] = []
    for row in rows:
        document = library.document(row.id)
        if document is not None and topics(document):
            read.append((row, document))
        if len(read) == WANTED:
            break
    return suggest(read)


def _title(row: FileRow) -> str:
    """The name of the file without its ending: what the person calls it, and unlike the title different for each version."""
    name = file_name(row.path)
    return name.rpartition(".")[0] or name


def _key(words: str) -> str:
    return "".join(c for c in words.casefold() if c.isalnum())
