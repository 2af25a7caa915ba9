"""What a person took out and may still take back: out of sight at once, deleted when the time for undoing is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QObject, Signal

from app.viewmodels.undo import Offer, Undo
from app.workers.background import Background
from app.workers.failures import Failure
from index.ingest.rows import FileRow, Source


@dataclass(frozen=True)
class Hidden:
    """Ids of what is shown no more."""

    files: frozenset[str] = field(default=frozenset())
    sources: frozenset[str] = field(default=frozenset())
    collections: frozenset[str] = field(default=frozenset())

    def veil(self, rows: Sequence[FileRow]) -> list[FileRow]:
        """Files as they will be: those below a removed source are gone, those taken out stay listed as such, without what is inside."""
        if not self.files and not self.sources:
            return list(rows)
        return [
            row.model_copy(update={"status": "skipped", "reason_code": "excluded", "passages": 0})
            if row.id in self.files
            else row
            for row in rows
            if row.source_id not in self.sources and row.parent_id not in self.files
        ]

    def sources_left(self, sources: Sequence[Source]) -> tuple[Source, ...]:
        return tuple(s for s in sources if s.id not in self.sources)


class Removals(QObject):
    changed = Signal()
    """Something is shown no more, or again."""
    failed = Signal(object)
    """Failure"""

    def __init__(self, undo: Undo, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._undo = undo
        self._background = background
        self._waiting: list[Callable[[], object]] = []
        self._running: list[Future[None]] = []
        self.hidden = Hidden()

    def remove(self, text: str, hidden: Hidden, delete: Callable[[], Future[None]]) -> None:
        """Out of sight now; ``delete`` is called when it cannot be taken back any more."""
        self._undo.settle()
        before = self.hidden
        self.hidden = _joined(before, hidden)
        self._undo.offer(Offer(text, lambda: self._show_again(hidden), lambda: self._delete(hidden, delete)))
        self.changed.emit()

    def after(self, call: Callable[[], object]) -> None:
        """``call`` when all that was taken out is deleted: a question must not find it. At once where nothing waits."""
        self._undo.settle()
        if self._running:
            self._waiting.append(call)
        else:
            call()

    def finish(self, timeout_s: float) -> None:
        """The program closes: what was taken out is deleted now, not forgotten. Blocks up to ``timeout_s``."""
        self._undo.settle()
        for future in self._running:
            try:
                future.exception(timeout_s)
            except TimeoutError:
                return

    def _delete(self, hidden: Hidden, delete: Callable[[], Future[None]]) -> None:
        future = delete()
        self._running.append(future)
        self._background.follow(future, lambda _: self._ended(future, hidden), lambda f: self._ended(future, hidden, f))

    def _ended(self, future: Future[None], hidden: Hidden, failure: Failure | None = None) -> None:
        self._running.remove(future)
        if failure is not None:
            self.failed.emit(failure)
        self._show_again(hidden)
        if not self._running:
            calls, self._waiting = self._waiting, []
            for call in calls:
                call()

    def _show_again(self, hidden: Hidden) -> None:
        """What was taken back, or what is gone from the ledger itself by now."""
        self.hidden = replace(
            self.hidden,
            files=self.hidden.files - hidden.files,
            sources=self.hidden.sources - hidden.sources,
            collections=self.hidden.collections - hidden.collections,
        )
        self.changed.emit()


def _joined(one: Hidden, other: Hidden) -> Hidden:
    return Hidden(one.files | other.files, one.sources | other.sources, one.collections | other.collections)
