"""The facts of all collections: pinned, checked against their documents, suggested. Used on one thread (``app.engine.facts_thread``)."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Protocol

from app.facts.checking import Sentence, recheck, whole_sentence
from app.facts.fact import (
    MAX_QUOTE,
    Fact,
    FactStatus,
    FactWords,
    ListedFact,
    SourcePlace,
    conflicts,
    described,
    digest_of,
    in_force,
    listed,
)
from app.facts.locating import Whereabouts, locate
from app.facts.matching import about, as_passage
from app.facts.store import FactStore
from app.facts.suggesting import suggest, words_of
from app.messages.retrieval import Passage
from app.rules.quantities import read_quantities, same_anywhere
from index.document import ParsedDocument
from index.errors import UserFixable
from index.ingest.rows import FileRow

MAX_OPEN = 60
"""Suggestions of a collection that wait for a person; nobody reads more, and a search for them goes on when some are answered."""


class Documents(Protocol):
    """``index.ingest.ledger.Ledger``"""

    def file(self, file_id: str) -> FileRow | None: ...

    def files_by_id(self, file_ids: Iterable[str]) -> dict[str, FileRow]: ...

    def file_by_path(self, collection_id: str, path: str) -> FileRow | None: ...

    def document(self, file_id: str) -> ParsedDocument | None: ...


class FactsUnread(Exception):
    """The facts could not be read in time, or at all."""


@dataclass(frozen=True)
class FactsFound:
    """What a question's facts are. ``stale``: labels that it names whose sentence has changed or is gone; they are not used."""

    passages: tuple[Passage, ...] = ()
    stale: tuple[str, ...] = ()


class FactBook:
    """All calls may raise index.errors. What is returned has been compared with the present reading of its document."""

    def __init__(self, store: FactStore, documents: Documents, today: Callable[[], date] = date.today) -> None:
        self._store = store
        self._documents = documents
        self._today = today

    def close(self) -> None:
        self._store.close()

    # ---- what there is

    def pinned(self, collection_id: str) -> list[ListedFact]:
        """By label, each with its state."""
        return listed(self._checked(collection_id, "pinned"), self._today())

    def suggested(self, collection_id: str) -> list[ListedFact]:
        """What waits for a person, with the pinned facts and other suggestions of the same label that say otherwise."""
        waiting = self._checked(collection_id, "suggested")
        counting = in_force([f for f in self._checked(collection_id, "pinned") if f.stale is None], self._today())
        against = conflicts([*waiting, *counting])
        return [
            ListedFact(
                fact=f, state="conflict" if f.id in against else "valid", against=tuple(map(described, against.get(f.id, ())))
            )
            for f in waiting
        ]

    def about(self, question: str, language: str, collection_ids: Sequence[str]) -> FactsFound:
        """The facts of these collections, and of no other, whose label the question names."""
        known = [f for c in dict.fromkeys(collection_ids) for f in self._checked(c, "pinned")]
        named = about(question, in_force([f for f in known if f.stale is None], self._today()), language)
        stale = about(question, [f for f in known if f.stale is not None], language)
        return FactsFound(tuple(map(as_passage, named)), tuple(dict.fromkeys(f.label for f in stale)))

    # ---- what a person does

    def look(self, place: SourcePlace) -> tuple[str, FactWords | None]:
        """The whole sentence at a place, and the label and value that a rule reads in it. Raises UserFixable."""
        row, document, sentence = self._at(place)
        heading = sentence.place.heading_path[-1] if sentence.place.heading_path else ""
        return sentence.text, words_of(sentence.text, heading, document.language or row.language or "en")

    def find(self, file_id: str, words: str, at: Whereabouts = Whereabouts()) -> SourcePlace:  # noqa: B008 - frozen
        """Where the words stand in a document. Raises UserFixable when nowhere."""
        document = self._documents.document(file_id)
        span = locate(document, words, at) if document is not None else None
        if span is None:
            raise UserFixable(
                "These words do not stand in the document.", next_step="Copy the sentence from it, word for word."
            )
        return SourcePlace(file_id=file_id, start=span.start, end=span.end)

    def pin(self, collection_id: str | None, words: FactWords, place: SourcePlace) -> Fact:
        """``collection_id`` None: that of the document. Raises UserFixable: the value must stand in the sentence, and the sentence in
        a document of the collection."""
        row, _, sentence = self._at(place)
        if collection_id is not None and row.collection_id != collection_id:
            raise UserFixable("This document belongs to another collection.", next_step="Pin the fact where its document is.")
        fact = _made(row, sentence, words, "pinned")
        self._store.put([fact])
        return fact

    def change(self, fact_id: str, words: FactWords) -> Fact:
        """New words for the same sentence; a suggestion becomes a pinned fact by it. Raises UserFixable."""
        fact = self._known(fact_id)
        if not fact.quote:
            raise UserFixable(
                "The document of this fact was taken out, and its sentence with it.",
                next_step="Import the document again, or take the fact away.",
            )
        _refuse_missing(words, fact.quote)
        changed = fact.model_copy(update={**words.model_dump(), "status": "pinned"})
        self._store.put([changed])
        return changed

    def confirm(self, fact_id: str) -> Fact:
        """A suggestion becomes a pinned fact as it stands."""
        fact = self._known(fact_id)
        return self.change(fact_id, FactWords.model_validate(fact.model_dump(include=set(FactWords.model_fields))))

    def dismiss(self, fact_id: str) -> None:
        """The same sentence is not suggested under this label again."""
        fact = self._known(fact_id)
        if fact.status == "suggested":
            self._store.put([fact.model_copy(update={"status": "dismissed"})])

    def unpin(self, fact_id: str) -> None:
        self._store.remove([fact_id])

    # ---- after a re-index

    def recheck(self, collection_id: str) -> None:
        """Compare all with their documents. Done before every use as well; this tells a person sooner."""
        self._checked(collection_id, "pinned")
        self._checked(collection_id, "suggested")

    def scan(self, collection_id: str, stop: Callable[[], bool] = lambda: False) -> bool:
        """Search files for facts to suggest until ``stop`` or until enough wait. True when there is more to search."""
        waiting = len(self._checked(collection_id, "suggested"))
        known = {(f.label.casefold(), f.figure) for f in self._checked(collection_id, "pinned")}
        for file_id, revision in self._store.to_scan(collection_id):
            if waiting >= MAX_OPEN:
                return False
            if stop():
                return True
            made = [f for f in self._suggestions_in(file_id) if (f.label.casefold(), f.figure) not in known]
            self._store.put(made)
            self._store.scanned(file_id, revision)
            waiting += len(made)
        return False

    def _suggestions_in(self, file_id: str) -> list[Fact]:
        row, document = self._documents.file(file_id), self._documents.document(file_id)
        if row is None or document is None:
            return []
        made = []
        for suggestion in suggest(document):
            sentence = whole_sentence(document, suggestion.span.start, suggestion.span.end)
            if sentence is not None and len(sentence.text) <= MAX_QUOTE:
                made.append(_made(row, sentence, suggestion.words, "suggested"))
        return made

    def _checked(self, collection_id: str, status: FactStatus) -> list[Fact]:
        """The facts after comparison with the present reading of their documents; what changed by it is written."""
        facts = self._store.facts(collection_id, status)
        rows = self._documents.files_by_id({f.file_id for f in facts})
        documents: dict[str, ParsedDocument | None] = {}
        now: list[Fact] = []
        for fact in facts:
            row = rows.get(fact.file_id) or self._documents.file_by_path(collection_id, fact.source)
            revision = row.revision if row is not None else None
            path = row.path if row is not None else fact.source
            if (
                (row is None or row.id == fact.file_id)
                and (revision, path) == (fact.checked_revision, fact.source)
                and (revision is not None or fact.stale == "vanished")
            ):
                now.append(fact)
                continue
            if row is not None and row.id not in documents:
                documents[row.id] = self._documents.document(row.id) if revision is not None else None
            found = recheck(fact, documents.get(row.id) if row is not None else None, revision)
            now.append(found.model_copy(update={"file_id": row.id if row is not None else fact.file_id, "source": path}))
        if status == "suggested":
            self._store.remove([f.id for f in now if f.stale is not None])
            now = [f for f in now if f.stale is None]
        self._store.put(_changed(facts, now))
        return now

    def _at(self, place: SourcePlace) -> tuple[FileRow, ParsedDocument, Sentence]:
        row, document = self._documents.file(place.file_id), self._documents.document(place.file_id)
        if row is None or document is None:
            raise UserFixable("This document is not in the library any more.", next_step="Import it again.")
        sentence = whole_sentence(document, place.start, place.end)
        if sentence is None or len(sentence.text) > MAX_QUOTE:
            raise UserFixable(
                "A fact rests on one sentence of a document.", next_step="Choose a sentence, or a row of a table."
            )
        return row, document, sentence

    def _known(self, fact_id: str) -> Fact:
        fact = self._store.fact(fact_id)
        if fact is None:
            raise UserFixable("This fact does not exist any more.", next_step="Look at the list again.")
        return fact


def _changed(before: Sequence[Fact], now: Sequence[Fact]) -> list[Fact]:
    old = {f.id: f for f in before}
    return [f for f in now if f != old[f.id]]


def _made(row: FileRow, sentence: Sentence, words: FactWords, status: FactStatus) -> Fact:
    _refuse_missing(words, sentence.text)
    return Fact(
        **words.model_dump(),
        id=uuid.uuid4().hex,
        collection_id=row.collection_id,
        status=status,
        quote=sentence.text,
        digest=digest_of(sentence.text),
        file_id=row.id,
        source=row.path,
        title=row.title,
        source_type=row.kind or "txt",
        place=sentence.place,
        start=sentence.span.start,
        end=sentence.span.end,
        checked_revision=row.revision,
        created=datetime.now(UTC),
    )


def _refuse_missing(words: FactWords, quote: str) -> None:
    """Raises UserFixable when the value does not stand in the sentence, by its words or as the same figure."""
    said, wanted = " ".join(quote.split()).casefold(), " ".join(words.value.split()).casefold()
    given = read_quantities(quote, "en")
    figures = [q for q in read_quantities(words.value, "en") if not q.weak]
    if wanted not in said and not (figures and all(same_anywhere(q, given) for q in figures)):
        raise UserFixable(
            f"“{words.value}” does not stand in the sentence.", next_step="Copy the value from it, word for word."
        )
