"""Facts in memory, as the engine would give them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, date, datetime
from typing import Any, TypeVar

from app.facts.fact import Fact, FactStatus, FactWords, ListedFact, SourcePlace, conflicts, described, digest_of, listed
from app.facts.locating import Whereabouts, locate
from app.facts.suggesting import words_of
from app.workers.fakes.library import FakeLibrary
from index.document import Place
from index.errors import UserFixable

T = TypeVar("T")


class FakeFacts:
    """``facts`` of all collections; those of ``FakeLibrary`` documents can be pinned."""

    def __init__(self, library: FakeLibrary) -> None:
        self._library = library
        self.facts: list[Fact] = []
        self.asked: list[tuple[object, ...]] = []
        self._changed: Callable[[str], None] = lambda collection_id: None

    def connect(self, changed: Callable[[str], None]) -> None:
        self._changed = changed

    def add(
        self,
        collection_id: str,
        words: FactWords,
        quote: str,
        source: str,
        place: Place,
        *,
        status: FactStatus = "pinned",
        stale: bool = False,
    ) -> None:
        self.facts.append(
            Fact(
                **words.model_dump(), id=f"fact-{len(self.facts)}", collection_id=collection_id, status=status, quote=quote,
                digest=digest_of(quote), file_id="policy-2025", source=source, source_type="pdf", place=place, start=0, end=len(quote),
                stale="changed" if stale else None, created=datetime(2026, 1, 1, tzinfo=UTC),
            )
        )  # fmt: skip

    def pinned(self, collection_id: str) -> Future[list[ListedFact]]:
        return _done(listed(self._of(collection_id, "pinned"), date(2026, 11, 30)))

    def suggested(self, collection_id: str) -> Future[list[ListedFact]]:
        waiting = self._of(collection_id, "suggested")
        against = conflicts([*waiting, *self._of(collection_id, "pinned")])
        return _done(
            [
                ListedFact(
                    fact=f,
                    state="conflict" if f.id in against else "valid",
                    against=tuple(map(described, against.get(f.id, ()))),
                )
                for f in waiting
            ]
        )

    def look(self, place: SourcePlace) -> Future[tuple[str, FactWords | None]]:
        document = self._library.document(place.file_id)
        words = document.text[place.start : place.end] if document is not None else ""
        return _done((words, words_of(words, "", "en")))

    def find(self, file_id: str, words: str, at: Whereabouts) -> Future[SourcePlace]:
        document = self._library.document(file_id)
        span = locate(document, words, at) if document is not None else None
        if span is None:
            return _failed(UserFixable("These words do not stand in the document.", next_step="Copy the sentence from it."))
        return _done(SourcePlace(file_id=file_id, start=span.start, end=span.end))

    def pin(self, words: FactWords, place: SourcePlace) -> Future[Fact]:
        self.asked.append(("pin", words, place))
        collection_id = self._library.files_by_id((place.file_id,))[place.file_id].collection_id
        quote = self.look(place).result()[0]
        if words.value not in quote:
            return _failed(UserFixable("The value does not stand in the sentence.", next_step="Copy it from there."))
        self.add(collection_id, words, quote, "/documents/Travel policy 2025.pdf", Place(kind="page", page=1))
        return _done(self.facts[-1])

    def change(self, collection_id: str, fact_id: str, words: FactWords) -> Future[Fact]:
        self.asked.append(("change", collection_id, fact_id, words))
        changed = self._fact(fact_id).model_copy(update={**words.model_dump(), "status": "pinned"})
        self.facts = [changed if f.id == fact_id else f for f in self.facts]
        return _done(changed)

    def confirm(self, collection_id: str, fact_id: str) -> Future[Fact]:
        fact = self._fact(fact_id)
        return self.change(
            collection_id, fact_id, FactWords.model_validate(fact.model_dump(include=set(FactWords.model_fields)))
        )

    def dismiss(self, collection_id: str, fact_id: str) -> Future[None]:
        return self.unpin(collection_id, fact_id)

    def unpin(self, collection_id: str, fact_id: str) -> Future[None]:
        self.asked.append(("unpin", collection_id, fact_id))
        self.facts = [f for f in self.facts if f.id != fact_id]
        return _done(None)

    def _fact(self, fact_id: str) -> Fact:
        return next(f for f in self.facts if f.id == fact_id)

    def _of(self, collection_id: str, status: FactStatus) -> list[Fact]:
        return [f for f in self.facts if f.collection_id == collection_id and f.status == status]


def _done(value: T) -> Future[T]:
    future: Future[T] = Future()
    future.set_result(value)
    return future


def _failed(error: Exception) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_exception(error)
    return future
