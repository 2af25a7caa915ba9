"""The conversations that are kept: their list, and what a person does with one."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar
from uuid import UUID

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.conversations.rows import ConversationRow, Sign, StoredConversation
from app.conversations.store import ConversationStore
from app.export.formats import Printer, export_to
from app.viewmodels.conversation import Conversation
from app.viewmodels.export_wording import export_wording
from app.viewmodels.turn import Turn
from app.viewmodels.undo import Offer, Undo
from app.workers.background import Background
from app.workers.failures import Failure
from app.workers.ports import EngineLike
from index.errors import IndexError_

TYPING_MS = 150
T = TypeVar("T")


class Conversations(QObject):
    """``rows``: the latest first, or those in which the words of ``searched`` stand."""

    rows_changed = Signal()
    opened = Signal(object)
    """StoredConversation that is shown now"""
    deleted = Signal(object)
    """Id of a conversation that is gone for good"""
    failed = Signal(object)
    """Failure of something that the person asked for, or of keeping what was asked"""
    given_back = Signal(str)
    """A question that was withdrawn and is wanted after all"""
    said = Signal(str)
    """Something was done that is not seen otherwise"""

    def __init__(self, conversation: Conversation, background: Background, undo: Undo, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._conversation, self._background, self._undo = conversation, background, undo
        self._engine: EngineLike | None = None
        self.rows: list[ConversationRow] = []
        self.searched = ""
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self._typing.timeout.connect(self.refresh)
        conversation.kept_changed.connect(self.refresh)

    def use(self, engine: EngineLike, last: UUID | None = None) -> None:
        """From now on; ``last`` is shown again, with the answer that was not finished when the program ended."""
        self._engine = engine
        engine.conversations.tell_trouble = self._not_kept
        self.refresh()
        if last is not None:
            self._do(lambda store: store.get(last), self._show_last, lambda _: None)

    @Slot()
    def refresh(self) -> None:
        searched = self.searched
        self._do(lambda store: store.rows(searched), lambda rows: self._show_rows(searched, rows))

    def search(self, text: str) -> None:
        """After a pause in typing."""
        self.searched = text
        self._typing.start()

    def open(self, conversation: UUID) -> None:
        """Show it."""
        self._do(lambda store: store.get(conversation), self._show)

    def rename(self, conversation: UUID, title: str) -> None:
        self._do(lambda store: store.rename(conversation, title), lambda _: self.refresh())

    def delete(self, conversation: UUID) -> None:
        """Out of sight at once; deleted when it cannot be taken back any more."""
        title = next((row.title for row in self.rows if row.id == conversation), "")
        text = self.tr("“{conversation}” was deleted.").format(conversation=title)
        self._conversation.forget(conversation)

        def done(_: None) -> None:
            self.refresh()
            self._undo.offer(Offer(text, lambda: self._bring_back(conversation), lambda: self._delete(conversation)))

        self._do(lambda store: store.set_aside(conversation), done)

    def withdraw(self, question: UUID) -> None:
        """A question that waits is not asked; it can be had back for a while, to be asked another time."""
        text = self._conversation.withdraw(question)
        if text is not None:
            said = self.tr("“{question}” is not asked.").format(question=text)
            self._undo.offer(Offer(said, lambda: self.given_back.emit(text)))

    def export(self, conversation: UUID, path: Path, printer: Printer) -> None:
        """Into the file, in the format of its ending."""
        wording = export_wording()
        text = self.tr("Written: {file}").format(file=path.name)

        def write(stored: StoredConversation) -> None:
            self._background.run(
                lambda: export_to(stored, path, wording, printer), lambda _: self.said.emit(text), self.failed.emit
            )

        self._do(lambda store: store.get(conversation), write)

    def sign(self, turn: Turn, sentence: int, sign: Sign | None, note: str = "") -> None:
        """A person signs the sentence off, disputes it, or takes that back."""
        before = turn.signs.get(sentence)
        turn.show_sign(sentence, sign)

        def undone(failure: Failure) -> None:
            turn.show_sign(sentence, before)
            self.failed.emit(failure)

        self._do(lambda store: store.sign(turn.correlation_id, sentence, sign, note), None, undone)

    def _do(
        self,
        work: Callable[[ConversationStore], T],
        done: Callable[[T], None] | None = None,
        failed: Callable[[Failure], None] | None = None,
    ) -> None:
        if self._engine is not None:
            self._background.follow(self._engine.conversations.do(work), done, failed or self.failed.emit)

    def _show_rows(self, searched: str, rows: list[ConversationRow]) -> None:
        if searched == self.searched:
            self.rows = rows
            self.rows_changed.emit()

    def _show(self, stored: StoredConversation) -> None:
        self._conversation.show(stored)
        self.opened.emit(stored)

    def _show_last(self, stored: StoredConversation) -> None:
        """Not over what the person has begun meanwhile."""
        if not self._conversation.turns:
            self._show(stored)

    def _bring_back(self, conversation: UUID) -> None:
        self._do(lambda store: store.set_aside(conversation, aside=False), lambda _: self.refresh())

    def _delete(self, conversation: UUID) -> None:
        self.deleted.emit(conversation)
        self._do(lambda store: store.delete(conversation))

    def _not_kept(self, error: IndexError_) -> None:
        """Comes on the thread of the store."""
        trouble: Future[None] = Future()
        trouble.set_exception(error)
        self._background.follow(trouble, None, self.failed.emit)
