"""Passages that match what stands in the question box so far."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.messages.retrieval import RetrievalFilters
from app.pipeline.passages import to_passage
from app.viewmodels.evidence import EvidenceTarget, of_passage, sentences_in
from app.viewmodels.file_tree import folded
from app.viewmodels.places import source_text
from app.workers.ports import EngineLike
from app.workers.type_ahead import TypingWorker
from index.search.excerpts import around
from index.search.hit import SearchFilters, SearchResult

PAUSE_MS = 150
"""Of typing, before the search begins: shorter than a person notices, longer than between two letters."""

SHORTEST = 2
"""Characters below which nothing is searched: every document has a word that begins so."""

SNIPPET_CHARACTERS = 140


@dataclass(frozen=True)
class Match:
    """``source`` is file and place in one line, ``snippet`` the words around the first that was typed."""

    target: EvidenceTarget
    source: str
    snippet: str


class Matches(QObject):
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[Match, ...] = ()
        self._engine: EngineLike | None = None
        self._scope = RetrievalFilters()
        self._text = ""
        self._worker = TypingWorker(self)
        self._worker.found.connect(self._found)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._look_up)

    def use(self, engine: EngineLike) -> None:
        self._engine = engine

    def search_in(self, scope: RetrievalFilters) -> None:
        """The question's own scope; what was found in another is not shown any more."""
        if scope != self._scope:
            self._scope = scope
            self.dismiss()

    def type(self, text: str) -> None:
        """The box holds this text now. Matches follow after a pause; without text there are none."""
        self._text = text.strip()
        if len(self._text) < SHORTEST:
            self.dismiss()
        else:
            # With the space at its end: it says that the last word is finished.
            self._text = text.lstrip()
            self._pause.start()

    @Slot()
    def dismiss(self) -> None:
        """No matches until something else is typed."""
        self._pause.stop()
        self._worker.cancel()
        self._show(())

    def close(self) -> None:
        self._pause.stop()
        self._worker.close()

    @Slot()
    def _look_up(self) -> None:
        scope = self._scope
        if self._engine is not None and scope.collections:
            filters = SearchFilters(kinds=scope.source_types, modified_from=scope.date_from, modified_to=scope.date_to)
            self._worker.look_up(self._engine, self._text, scope.collections, filters)

    @Slot(object)
    def _found(self, result: SearchResult | None) -> None:
        hits = result.hits if result is not None else ()
        self._show(
            tuple(
                Match(
                    target=with_words(of_passage(to_passage(hit)), self._text),
                    source=source_text(hit.source_path, hit.place),
                    snippet=around(hit.content, self._text, SNIPPET_CHARACTERS),
                )
                for hit in hits
            )
        )

    def _show(self, rows: tuple[Match, ...]) -> None:
        if rows or self.rows:
            self.rows = rows
            self.changed.emit()


def with_words(target: EvidenceTarget, typed: str) -> EvidenceTarget:
    """Only the sentences marked that hold most of the words; the whole passage where none holds one."""
    words = set(re.findall(r"\w+", folded(typed)))
    sentences = [(span, quote, sum(word in folded(quote) for word in words)) for span, quote in sentences_in(target)]
    most = max((count for _, _, count in sentences), default=0)
    if most == 0:
        return target
    best = [(span, quote) for span, quote, count in sentences if count == most]
    return replace(target, spans=tuple(span for span, _ in best), quotes=tuple(quote for _, quote in best))
