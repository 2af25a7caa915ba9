"""From what a question says about its documents to filters of the search; and back out when nothing is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from index.ingest.ledger import Ledger
from index.ingest.rows import Collection
from index.search.asked_for import AskedFor, asked_for
from index.search.hit import SearchFilters
from index.search.people import Fields, Named, People

MOST_IDS = 2000
"""Files that a filter may name one by one; a person with more is looked for by words alone."""

NO_FILE = "0" * 32
"""An id that no file has: for filters that nothing meets."""


@dataclass(frozen=True)
class Narrowed:
    """``filters`` is what the caller asked for and the question besides; ``given`` the caller's part alone. ``preferred``: dates of
    the matter, which prefer documents of that time."""

    filters: SearchFilters
    given: SearchFilters
    preferred: AskedFor | None = None

    @property
    def by_question(self) -> bool:
        return self.filters != self.given


class Narrowing:
    """Keeps the people of each collection until it changes; used by the reading thread alone."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._people: dict[str, tuple[int, People]] = {}

    def narrow(self, question: str, collections: Sequence[Collection], filters: SearchFilters, today: date) -> Narrowed:
        """The caller's filters win: what they fix already, the question does not change."""
        given = self._resolved(filters, collections)
        named = self._named(question, collections)
        asked = asked_for(question, today, about_person=named is not None)
        update: dict[str, object] = {}
        if named is not None and len(named.file_ids) <= MOST_IDS:
            ids = named.file_ids & set(given.file_ids) if given.file_ids else named.file_ids
            update["file_ids"] = tuple(sorted(ids)) or (NO_FILE,)
        if asked.kinds and not given.kinds and asked.binding | (named is not None):
            update["kinds"] = asked.kinds
        free = given.modified_from is None and given.modified_to is None
        if asked.binding and free:
            update["modified_from"] = asked.since
            update["modified_to"] = last_moment(asked.until)
        preferred = asked if asked.dated and not asked.binding and free else None
        return Narrowed(given.model_copy(update=update), given, preferred)

    def _resolved(self, filters: SearchFilters, collections: Sequence[Collection]) -> SearchFilters:
        """Author, recipient, title and folder as ids of files."""
        texts = {name: getattr(filters, name) for name in ("author", "recipient", "title", "folder")}
        if not any(texts.values()):
            return filters
        ids = set(self._ledger.matching_files([c.id for c in collections], **texts))
        if filters.file_ids:
            ids &= set(filters.file_ids)
        return filters.model_copy(update={"file_ids": tuple(sorted(ids)) or (NO_FILE,), **dict.fromkeys(texts)})

    def _named(self, question: str, collections: Sequence[Collection]) -> Named | None:
        found = [named for c in collections if (named := self._of(c).named(question)) is not None]
        if not found:
            return None
        return Named(frozenset().union(*(named.file_ids for named in found)), found[0].role)

    def _of(self, collection: Collection) -> People:
        kept = self._people.get(collection.id)
        if kept is None or kept[0] != collection.index_version:
            people = People(Fields(*row) for row in self._ledger.people(collection.id))
            kept = self._people[collection.id] = (collection.index_version, people)
        return kept[1]


def last_moment(until: datetime | None) -> datetime | None:
    """The last moment before ``until``, as the store's filter counts the end in."""
    return None if until is None else until - timedelta(microseconds=1)
