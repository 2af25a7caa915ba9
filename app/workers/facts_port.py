"""Pinned facts as the window uses them; ``app.engine.facts_thread.FactsThread`` fits as it is."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol

from app.facts.fact import Fact, FactWords, ListedFact, SourcePlace
from app.facts.locating import Whereabouts


class FactsLike(Protocol):
    """Every call returns at once; futures raise index.errors. ``connect``: who is told, on another thread, of a collection's facts."""

    def connect(self, changed: Callable[[str], None]) -> None: ...

    def pinned(self, collection_id: str) -> Future[list[ListedFact]]: ...

    def suggested(self, collection_id: str) -> Future[list[ListedFact]]: ...

    def look(self, place: SourcePlace) -> Future[tuple[str, FactWords | None]]: ...

    def find(self, file_id: str, words: str, at: Whereabouts) -> Future[SourcePlace]: ...

    def pin(self, words: FactWords, place: SourcePlace) -> Future[Fact]: ...

    def change(self, collection_id: str, fact_id: str, words: FactWords) -> Future[Fact]: ...

    def confirm(self, collection_id: str, fact_id: str) -> Future[Fact]: ...

    def dismiss(self, collection_id: str, fact_id: str) -> Future[None]: ...

    def unpin(self, collection_id: str, fact_id: str) -> Future[None]: ...
