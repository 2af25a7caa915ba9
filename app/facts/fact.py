"""A pinned fact, and when two of them contradict each other."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from app.rules.quantities import read_quantities, same
from index.document import Place

FactKind = Literal["amount", "date", "contact", "other"]
FactStatus = Literal["pinned", "suggested", "dismissed"]
StaleReason = Literal["changed", "vanished"]
FactState = Literal["valid", "not_yet", "superseded", "stale", "conflict"]
MAX_LABEL, MAX_VALUE, MAX_UNIT, MAX_QUOTE = 100, 200, 40, 1000


class FactModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class FactWords(FactModel):
    """What a person says of a sentence: its name in their words, and the value that stands in it."""

    label: str = Field(min_length=1, max_length=MAX_LABEL)
    value: str = Field(min_length=1, max_length=MAX_VALUE)
    unit: str = Field(default="", max_length=MAX_UNIT)
    valid_from: date | None = None
    kind: FactKind = "other"

    @property
    def figure(self) -> str:
        """Value and unit as a person reads them."""
        return f"{self.value} {self.unit}".strip()


class SourcePlace(FactModel):
    """Some words of a document; ``start`` and ``end`` are offsets into its extracted text."""

    file_id: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)


class Fact(FactWords):
    """``quote`` is the whole sentence as it stood in the document's text at ``start:end``, empty once its document was taken out; ``digest``
    is its hash.

    ``stale``: the sentence has changed, or it or its document is gone; such a fact is shown and never used. ``checked_revision``: the
    reading of the document with which it was last compared.
    """

    id: str
    collection_id: str
    status: FactStatus = "pinned"
    quote: str
    digest: str
    file_id: str
    source: str = Field(description="absolute path")
    title: str | None = None
    source_type: str
    place: Place = Place()
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    stale: StaleReason | None = None
    checked_revision: str | None = None
    created: datetime


class ListedFact(FactModel):
    """A fact as a person sees it in the list. ``against``: what contradicts it, as "value (file)"."""

    fact: Fact
    state: FactState
    against: tuple[str, ...] = ()


def label_key(label: str) -> str:
    """Labels are the same when they differ only in case, normal form or white space."""
    return unicodedata.normalize("NFC", " ".join(label.split())).casefold()


def digest_of(quote: str) -> str:
    """SHA-256 of a sentence; line breaks and runs of spaces do not count."""
    return hashlib.sha256(" ".join(quote.split()).encode("utf-8", "surrogatepass")).hexdigest()


def same_value(a: FactWords, b: FactWords) -> bool:
    """Do both say the same? Figures by their value and unit in whatever notation, everything else by its words."""
    if label_key(a.figure) == label_key(b.figure):
        return True
    left, right = (read_quantities(f.figure, "en") for f in (a, b))
    return bool(left) and len(left) == len(right) and all(same(x, y) or same(y, x) for x, y in zip(left, right, strict=True))


def in_force(facts: Sequence[Fact], on: date) -> list[Fact]:
    """Those that count on a day: not before ``valid_from``, and of one label only the latest that says from when it is valid."""
    begun = [f for f in facts if f.valid_from is None or f.valid_from <= on]
    latest: dict[str, date] = {}
    for fact in begun:
        if fact.valid_from is not None:
            key = label_key(fact.label)
            latest[key] = max(latest.get(key, fact.valid_from), fact.valid_from)
    return [f for f in begun if f.valid_from == latest.get(label_key(f.label))]


def conflicts(facts: Iterable[Fact]) -> dict[str, tuple[Fact, ...]]:
    """Fact id → the others of its label that say otherwise. ``facts`` are of one collection, usable, and in force."""
    by_label: dict[str, list[Fact]] = {}
    for fact in facts:
        by_label.setdefault(label_key(fact.label), []).append(fact)
    found = {f.id: tuple(o for o in group if not same_value(f, o)) for group in by_label.values() for f in group}
    return {fact_id: others for fact_id, others in found.items() if others}


def listed(facts: Sequence[Fact], on: date) -> list[ListedFact]:
    """Pinned facts of one collection with their state, by label."""
    usable = [f for f in facts if f.stale is None]
    counting = in_force(usable, on)
    counted = {f.id for f in counting}
    against = conflicts(counting)

    def state(fact: Fact) -> FactState:
        if fact.stale is not None:
            return "stale"
        if fact.id in against:
            return "conflict"
        if fact.id in counted:
            return "valid"
        return "not_yet" if fact.valid_from is not None and fact.valid_from > on else "superseded"

    ordered = sorted(facts, key=lambda f: (label_key(f.label), f.valid_from or date.min, f.created))
    return [ListedFact(fact=f, state=state(f), against=tuple(map(described, against.get(f.id, ())))) for f in ordered]


def described(fact: Fact) -> str:
    """ "120 euros (policy.pdf)" for a person."""
    return f"{fact.figure} ({fact.source.replace(chr(92), '/').rsplit('/', 1)[-1]})"
