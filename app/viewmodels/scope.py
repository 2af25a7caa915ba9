"""Where a question looks: the chosen collections, kinds of documents and time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Literal, TypeAlias

from PySide6.QtCore import QObject, Signal

from app.messages.retrieval import RetrievalFilters
from app.rules.subject import Subject, named_subjects
from app.viewmodels.library import CollectionRow, Library
from app.viewmodels.preview_wording import kind_text
from index.ingest.kinds import Kind, kind_of
from index.parsers.registry import EXTENSIONS

Span: TypeAlias = Literal["always", "year", "three_years"]
SPANS: dict[Span, timedelta | None] = {"always": None, "year": timedelta(days=365), "three_years": timedelta(days=3 * 365)}
KINDS_OFFERED: tuple[Kind, ...] = ("pdf", "word", "spreadsheet", "presentation", "mail", "web", "text", "picture")


@dataclass(frozen=True)
class Wanted:
    """``others`` are names of collections that are asked beside the chosen one; no kinds are all kinds."""

    others: tuple[str, ...] = ()
    kinds: tuple[Kind, ...] = ()
    span: Span = "always"


class Scope(QObject):
    """Follows the library's chosen collection; what was chosen beside it ends with it, kinds and time stay."""

    changed = Signal()

    def __init__(self, library: Library, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._at: str | None = None
        self.wanted = Wanted()
        library.current_changed.connect(self._follow)
        library.collections_changed.connect(self.changed)

    @property
    def collections(self) -> list[CollectionRow]:
        """Those that are asked: the chosen one first. Without files there is nothing to ask."""
        current = self._library.current
        if current is None:
            return []
        others = [r for r in self._library.rows if r.name in self.wanted.others and r is not current]
        return [r for r in (current, *others) if r.id is not None]

    def others(self) -> list[CollectionRow]:
        """Those that can be asked beside the chosen one."""
        current = self._library.current
        return [r for r in self._library.rows if r.id is not None and (current is None or r.name != current.name)]

    @property
    def files(self) -> int:
        return sum(r.summary.indexed for r in self.collections if r.summary is not None)

    def text(self) -> str:
        """ "Institute policies" or "Institute policies + 2"."""
        current = self._library.current
        if current is None:
            return ""
        more = max(0, len(self.collections) - 1)
        return f"{current.name} + {more}" if more else current.name

    def kinds_text(self) -> str:
        return ", ".join(kind_text(kind) for kind in self.wanted.kinds)

    def span_text(self, span: Span | None = None) -> str:
        span = span or self.wanted.span
        if span == "year":
            return self.tr("Last 12 months")
        return self.tr("Last 3 years") if span == "three_years" else self.tr("Any time")

    def want_collection(self, name: str, on: bool) -> None:
        others = [n for n in self.wanted.others if n != name]
        self._want(replace(self.wanted, others=(*others, name) if on else tuple(others)))

    def want_kind(self, kind: Kind, on: bool) -> None:
        chosen = {k for k in self.wanted.kinds if k != kind} | ({kind} if on else set())
        self._want(replace(self.wanted, kinds=tuple(k for k in KINDS_OFFERED if k in chosen)))

    def want_all_kinds(self) -> None:
        self._want(replace(self.wanted, kinds=()))

    def want_span(self, span: Span) -> None:
        self._want(replace(self.wanted, span=span))

    def filters(self, now: datetime | None = None) -> RetrievalFilters:
        since = SPANS[self.wanted.span]
        return RetrievalFilters(
            collections=tuple(r.id for r in self.collections if r.id is not None),
            source_types=_types(self.wanted.kinds),
            date_from=None if since is None else (now or datetime.now(UTC)) - since,
        )

    def follow_named(self, question: str) -> None:
        """A question that names another collection, by name or alias, is asked there, where the person sees it; not while they have
        chosen several (contract, I2)."""
        if self.wanted.others:
            return
        subjects = [Subject(r.id, (r.name, *r.aliases)) for r in self._library.rows if r.id is not None]
        named = named_subjects(question, subjects)
        current = self._library.current
        if len(named) == 1 and (current is None or current.id not in named):
            self._library.select(next(r.name for r in self._library.rows if r.id in named))

    def _want(self, wanted: Wanted) -> None:
        if wanted != self.wanted:
            self.wanted = wanted
            self.changed.emit()

    def _follow(self) -> None:
        current = self._library.current
        name = current.name if current is not None else None
        if name != self._at:
            self._at = name
            self.wanted = replace(self.wanted, others=())
        self.changed.emit()


def _types(kinds: Sequence[Kind]) -> tuple[str, ...]:
    """Kinds as the parsers name them."""
    return tuple(sorted({parser for ending, parser in EXTENSIONS.items() if kind_of("x" + ending) in kinds}))
