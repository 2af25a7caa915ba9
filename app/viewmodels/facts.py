"""Pinned facts of the chosen collection, and what is suggested."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any, TypeAlias

from PySide6.QtCore import QObject, Signal, Slot

from app.facts.fact import FactWords, ListedFact, SourcePlace
from app.facts.locating import Whereabouts
from app.viewmodels.evidence import EvidenceTarget, sentences_in
from app.viewmodels.library import Library
from app.viewmodels.turn import Turn
from app.workers.background import Background
from app.workers.facts_port import FactsLike
from app.workers.failures import Failure
from app.workers.inbox import Inbox

Candidate: TypeAlias = tuple[SourcePlace, str]
"""Place and words of a sentence that may be pinned"""


class Facts(QObject):
    changed = Signal()
    offered = Signal(list)
    """Candidates, of which a person chooses one"""
    failed = Signal(object)
    """Failure"""
    looked = Signal(object, object)
    """SourcePlace and (sentence, FactWords or None)"""
    pinned_one = Signal()

    def __init__(self, library: Library, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.library, self._background = library, background
        self._facts: FactsLike | None = None
        self._inbox = Inbox(self)
        self._inbox.arrived.connect(self._told)
        self.pinned: list[ListedFact] = []
        self.suggested: list[ListedFact] = []
        library.current_changed.connect(self.refresh)
        library.collections_changed.connect(self.refresh)

    @property
    def ready(self) -> bool:
        return self._facts is not None and self._collection() is not None

    @property
    def doubtful(self) -> int:
        """Facts that are stale or contradict each other."""
        return sum(item.state in ("stale", "conflict") for item in self.pinned)

    def use(self, facts: FactsLike) -> None:
        self._facts = facts
        facts.connect(self._inbox.post)
        self.refresh()

    def close(self) -> None:
        self._inbox.close()

    @Slot()
    def refresh(self) -> None:
        collection = self._collection()
        if self._facts is None or collection is None:
            self._take(collection, [], [])
            return
        waiting = self._facts.suggested(collection)

        def both(pinned: list[ListedFact]) -> None:
            self._background.follow(waiting, lambda suggested: self._take(collection, pinned, suggested))

        self._background.follow(self._facts.pinned(collection), both)

    def offer(self, found: Sequence[Candidate]) -> None:
        """Sentences of which one may be pinned."""
        if found and self.ready:
            self.offered.emit(list(found))

    def locate(self, file_id: str, words: str, at: Whereabouts) -> None:
        """Words that a person chose in a document are offered once they are found in its text."""
        if self._facts is not None and self.ready:
            self._background.follow(
                self._facts.find(file_id, words, at), lambda place: self.offer([(place, words)]), self._failed
            )

    def look(self, place: SourcePlace) -> None:
        if self._facts is not None:
            self._background.follow(self._facts.look(place), lambda found: self.looked.emit(place, found), self._failed)

    def pin(self, words: FactWords, place: SourcePlace) -> None:
        if self._facts is not None:
            self._follow(self._facts.pin(words, place))

    def change(self, fact_id: str, words: FactWords) -> None:
        if self._facts is not None and (collection := self._collection()) is not None:
            self._follow(self._facts.change(collection, fact_id, words))

    def confirm(self, fact_id: str) -> None:
        if self._facts is not None and (collection := self._collection()) is not None:
            self._follow(self._facts.confirm(collection, fact_id))

    def dismiss(self, fact_id: str) -> None:
        if self._facts is not None and (collection := self._collection()) is not None:
            self._follow(self._facts.dismiss(collection, fact_id))

    def unpin(self, fact_id: str) -> None:
        if self._facts is not None and (collection := self._collection()) is not None:
            self._follow(self._facts.unpin(collection, fact_id))

    def _follow(self, done: Future[Any]) -> None:
        self._background.follow(done, lambda _: self._done(), self._failed)

    def _done(self) -> None:
        self.pinned_one.emit()
        self.refresh()

    def _failed(self, failure: Failure) -> None:
        self.failed.emit(failure)

    def _collection(self) -> str | None:
        return self.library.current.id if self.library.current is not None else None

    def _take(self, collection: str | None, pinned: list[ListedFact], suggested: list[ListedFact]) -> None:
        if collection == self._collection():
            self.pinned, self.suggested = pinned, suggested
            self.changed.emit()

    @Slot(list)
    def _told(self, collections: list[str]) -> None:
        if self._collection() in collections:
            self.refresh()


def cited_in(turn: Turn) -> list[Candidate]:
    """The sentences that an answer cites, each once."""
    report = turn.answer.report if turn.answer is not None else None
    cited = [c for s in report.sentences for c in s.citations] if report is not None else []
    first: dict[tuple[str, int], Candidate] = {}
    for c in cited:
        first.setdefault((c.doc_id, c.start), (SourcePlace(file_id=c.doc_id, start=c.start, end=c.end), c.quote))
    return list(first.values())


def sentences_of(target: EvidenceTarget) -> list[Candidate]:
    """The sentences of the words that are marked in a document."""
    return [
        (SourcePlace(file_id=target.file_id, start=span.start, end=span.end), words) for span, words in sentences_in(target)
    ]
