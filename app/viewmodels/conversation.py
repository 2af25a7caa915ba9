"""The conversation that this window shows, and those in which an answer is still being written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal
from uuid import UUID

from PySide6.QtCore import QObject, Signal, Slot

from app.conversations.rows import StoredConversation
from app.messages.answer import Question
from app.messages.base import new_correlation_id
from app.messages.retrieval import MAX_QUERY_CHARACTERS, RetrievalFilters
from app.viewmodels.turn import Turn
from app.workers.ports import EngineLike
from app.workers.questions import QuestionWorker


@dataclass
class _Open:
    """A conversation with its turns; ``worker`` while an answer is being written, ``later`` what was asked meanwhile."""

    id: UUID = field(default_factory=new_correlation_id)
    turns: list[Turn] = field(default_factory=list)
    worker: QuestionWorker | None = None
    later: list[Question] = field(default_factory=list)


@dataclass(frozen=True)
class Waiting:
    """A question without its answer. ``begun``: its answer is being written; ``here``: in the conversation that is shown."""

    id: UUID
    text: str
    conversation: UUID
    begun: bool
    here: bool


class Conversation(QObject):
    """One is shown. Leaving it while an answer is being written lets that go on; coming back finds it where it is by then. What is
    asked meanwhile waits for it, since it may refer to it."""

    turn_added = Signal(object)
    """Turn"""
    busy_changed = Signal(bool)
    cleared = Signal()
    """Another conversation is shown now, new or kept"""
    opened = Signal()
    """After ``cleared``: it has turns already"""
    kept_changed = Signal()
    """A question came or ended: the list of conversations has changed"""
    waiting_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine: EngineLike | None = None
        self._shown = _Open()
        self._writing: dict[UUID, _Open] = {}
        self._closed = False

    @property
    def id(self) -> UUID:
        return self._shown.id

    @property
    def turns(self) -> list[Turn]:
        return self._shown.turns

    @property
    def busy(self) -> bool:
        return self._shown.worker is not None

    @property
    def ready(self) -> bool:
        return self._engine is not None

    def is_writing(self, conversation: UUID) -> bool:
        return conversation in self._writing

    def waiting(self) -> list[Waiting]:
        """All that have no answer yet, but for the one that is being written where the person looks."""
        found: list[Waiting] = []
        for each in self._writing.values():
            here = each is self._shown
            if not here:
                found.append(Waiting(each.turns[-1].correlation_id, each.turns[-1].question, each.id, begun=True, here=False))
            found += [Waiting(q.correlation_id, q.text, each.id, begun=False, here=here) for q in each.later]
        return found

    def withdraw(self, question: UUID) -> str | None:
        """A waiting question is not asked any more; one whose answer is being written is stopped. The text of one that had not begun."""
        for each in list(self._writing.values()):
            for waits in each.later:
                if waits.correlation_id == question:
                    each.later.remove(waits)
                    self.waiting_changed.emit()
                    return waits.text
            if each.turns[-1].correlation_id == question and each.worker is not None:
                each.worker.cancel()
        return None

    def use(self, engine: EngineLike) -> None:
        self._engine = engine

    def can_ask(self, text: str) -> bool:
        return self.ready and 0 < len(text.strip()) <= MAX_QUERY_CHARACTERS

    def ask(
        self,
        text: str,
        collection_ids: Sequence[str],
        *,
        depth: Literal["quick", "thorough"] = "quick",
        documents: Sequence[str] = (),
        filters: RetrievalFilters | None = None,
        attachments: Sequence[str] = (),
    ) -> Turn | None:
        """``documents``: ids of the files before the person; ``filters`` narrow the search beside the collections; ``attachments``: those
        of the conversation. None when it cannot be asked, or waits until the answer before it is there."""
        if self._engine is None or not self.can_ask(text):
            return None
        question = Question(
            correlation_id=new_correlation_id(),
            text=text.strip(),
            filters=(filters or RetrievalFilters()).model_copy(update={"collections": tuple(collection_ids)}),
            depth=depth,
            documents=tuple(documents),
            conversation=self._shown.id,
            attachments=tuple(attachments),
        )
        if self.busy:
            self._shown.later.append(question)
            self.waiting_changed.emit()
            return None
        return self._begin(self._engine, self._shown, question)

    def _begin(self, engine: EngineLike, where: _Open, question: Question) -> Turn:
        turn = Turn(question.correlation_id, question.text, self)
        where.turns.append(turn)
        worker = where.worker = QuestionWorker(self)
        self._writing[where.id] = where
        _connect(worker, turn)
        turn.finished.connect(self._turn_ended)
        if where is self._shown:
            self.turn_added.emit(turn)
        worker.ask(engine, question)
        if where is self._shown:
            self.busy_changed.emit(True)
        self.waiting_changed.emit()
        self.kept_changed.emit()
        return turn

    @Slot()
    def stop(self) -> None:
        """The answer so far stays."""
        if self._shown.worker is not None:
            self._shown.worker.cancel()

    @Slot()
    def clear(self) -> None:
        """Begin a new one. What is being written goes on in its own."""
        if self._shown.turns:
            self._show(_Open())

    def show(self, stored: StoredConversation) -> None:
        """A kept one in the place of the one shown; as it is by now where an answer is being written in it."""
        if stored.id != self._shown.id:
            live = self._writing.get(stored.id)
            self._show(live or _Open(stored.id, [Turn.of_stored(turn, self) for turn in stored.turns]))

    def forget(self, conversation: UUID) -> None:
        """It is being deleted: stop what is written in it, and begin a new one where it is shown."""
        live = self._writing.get(conversation)
        if live is not None and live.worker is not None:
            live.later.clear()
            live.worker.cancel()
        if conversation == self._shown.id:
            self._show(_Open())

    def close(self) -> None:
        self._closed = True
        for each in self._writing.values():
            if each.worker is not None:
                each.worker.close()

    def _show(self, other: _Open) -> None:
        before, self._shown = self._shown, other
        self.cleared.emit()
        if before.worker is None:
            for turn in before.turns:
                turn.deleteLater()
        if other.turns:
            self.opened.emit()
        self.busy_changed.emit(self.busy)
        self.waiting_changed.emit()

    @Slot()
    def _turn_ended(self) -> None:
        for each in [o for o in self._writing.values() if o.turns[-1].phase == "done"]:
            del self._writing[each.id]
            if each.worker is not None:
                each.worker.close()
                each.worker.deleteLater()
                each.worker = None
            if each.later and self._engine is not None and not self._closed:
                self._begin(self._engine, each, each.later.pop(0))
            elif each is self._shown:
                self.busy_changed.emit(False)
            else:
                for turn in each.turns:
                    turn.deleteLater()
        self.waiting_changed.emit()
        self.kept_changed.emit()


def _connect(worker: QuestionWorker, turn: Turn) -> None:
    """What the worker hears is the turn's own, whichever conversation is shown."""
    worker.step_changed.connect(turn.hear_step)
    worker.passages_found.connect(turn.hear_passages)
    worker.progressed.connect(turn.hear_progress)
    worker.text_arrived.connect(turn.hear_text)
    worker.withdrawn.connect(turn.hear_withdrawn)
    worker.answered.connect(turn.hear_answer)
    worker.failed.connect(turn.hear_failure)
    worker.stopped.connect(turn.hear_stopped)
