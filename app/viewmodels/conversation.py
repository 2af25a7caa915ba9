"""The questions of this window and the one that is being answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QObject, Signal, Slot

from app.messages.answer import Answer, Question
from app.messages.base import new_correlation_id
from app.messages.events import TaskProgress
from app.messages.retrieval import MAX_QUERY_CHARACTERS, RetrievalFilters, RetrievalResponse
from app.messages.trace import TraceEvent
from app.viewmodels.turn import Turn
from app.workers.failures import Failure
from app.workers.ports import EngineLike
from app.workers.questions import QuestionWorker


class Conversation(QObject):
    turn_added = Signal(object)
    """Turn"""
    busy_changed = Signal(bool)
    cleared = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.turns: list[Turn] = []
        self._engine: EngineLike | None = None
        self._worker = QuestionWorker(self)
        self._worker.step_changed.connect(self._step)
        self._worker.passages_found.connect(self._passages)
        self._worker.progressed.connect(self._progress)
        self._worker.text_arrived.connect(self._text)
        self._worker.withdrawn.connect(self._withdrawn)
        self._worker.answered.connect(self._answered)
        self._worker.failed.connect(self._failed)
        self._worker.stopped.connect(self._stopped)

    @property
    def busy(self) -> bool:
        return self._worker.running

    @property
    def ready(self) -> bool:
        return self._engine is not None

    def use(self, engine: EngineLike) -> None:
        self._engine = engine

    def can_ask(self, text: str) -> bool:
        return self.ready and not self.busy and 0 < len(text.strip()) <= MAX_QUERY_CHARACTERS

    def ask(
        self,
        text: str,
        collection_ids: Sequence[str],
        *,
        depth: Literal["quick", "thorough"] = "quick",
        documents: Sequence[str] = (),
        filters: RetrievalFilters | None = None,
    ) -> Turn | None:
        """``documents``: ids of the files before the person; ``filters`` narrow the search beside the collections. None when it cannot
        be asked now."""
        if self._engine is None or not self.can_ask(text):
            return None
        question = Question(
            correlation_id=new_correlation_id(),
            text=text.strip(),
            filters=(filters or RetrievalFilters()).model_copy(update={"collections": tuple(collection_ids)}),
            depth=depth,
            documents=tuple(documents),
        )
        turn = Turn(question.correlation_id, question.text, self)
        self.turns.append(turn)
        self.turn_added.emit(turn)
        self._worker.ask(self._engine, question)
        self.busy_changed.emit(True)
        return turn

    @Slot()
    def stop(self) -> None:
        """The answer so far stays."""
        self._worker.cancel()

    def clear(self) -> None:
        """Begin anew. While an answer is being written nothing happens."""
        if self.busy:
            return
        for turn in self.turns:
            turn.deleteLater()
        self.turns = []
        self.cleared.emit()

    def close(self) -> None:
        self._worker.close()

    def _current(self) -> Turn:
        return self.turns[-1]

    @Slot(object)
    def _step(self, event: TraceEvent) -> None:
        self._current().hear_step(event)

    @Slot(object)
    def _progress(self, event: TaskProgress) -> None:
        self._current().hear_progress(event)

    @Slot(object)
    def _passages(self, response: RetrievalResponse) -> None:
        self._current().hear_passages(response)

    @Slot(str)
    def _text(self, text: str) -> None:
        self._current().hear_text(text)

    @Slot()
    def _withdrawn(self) -> None:
        self._current().hear_withdrawn()

    @Slot(object)
    def _answered(self, answer: Answer) -> None:
        self._current().hear_answer(answer)
        self.busy_changed.emit(False)

    @Slot(object)
    def _failed(self, failure: Failure) -> None:
        self._current().hear_failure(failure)
        self.busy_changed.emit(False)

    @Slot()
    def _stopped(self) -> None:
        self._current().hear_failure(None)
        self.busy_changed.emit(False)
