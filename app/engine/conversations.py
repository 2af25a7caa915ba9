"""Keeps what is asked and answered: the one thread that writes conversations, and what hears of a question on its way.

Text that streams in is saved every few seconds, so that a program that is killed leaves what was written, marked as unfinished. A
write that fails costs the history its entry and never the answer; ``tell_trouble`` hears of it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from pathlib import Path
from typing import Protocol, TypeVar

from app.conversations.rows import AttachedFile
from app.conversations.store import ConversationStore
from app.engine.owner import OwnerThread
from app.messages.answer import Answer, HistoryMessage, Question
from app.messages.events import AnswerEvent, AnswerWithdrawn, TokensArrived
from app.pipeline.ports import CancelFlag
from app.pipeline.run import Listener
from index.errors import IndexError_

SAVE_S = 2.0
"""A killed program loses the words of at most this time."""
_log = logging.getLogger(__name__)
T = TypeVar("T")


class Conversations:
    """Light constructor: ``open_store`` runs on the thread at the first use. Every call returns at once."""

    def __init__(self, open_store: Callable[[], ConversationStore], clock: Callable[[], float] = time.monotonic) -> None:
        self._open_store = open_store
        self._clock = clock
        self._store: ConversationStore | None = None
        self._owner: OwnerThread | None = None
        self.tell_trouble: Callable[[IndexError_], None] = lambda error: None
        """Called on the thread of the store with what kept a question or an answer from being kept."""

    def do(self, work: Callable[[ConversationStore], T]) -> Future[T]:
        """``work`` with the store, on its thread. The future raises index.errors."""
        return self._thread().submit(lambda: work(self._opened()))

    def begin(self, question: Question, listen: Listener, attached: Sequence[AttachedFile] = ()) -> Listener:
        """Keep the question, and which files are attached; gives the listener that keeps its words and hands every event on to
        ``listen``."""
        if (conversation := question.conversation) is None:
            return listen
        self._write(lambda store: store.begin(question))
        for file in attached:
            self._write(lambda store, file=file: store.attach(conversation, file))  # type: ignore[misc]
        return _Keeping(self, question, listen, self._clock)

    def end(self, question: Question, ended: Future[Answer]) -> None:
        """Keep the answer. A question that ended without one stays as it is: unfinished."""
        if question.conversation is not None and not ended.cancelled() and ended.exception() is None:
            answer = ended.result()
            self._write(lambda store: store.finish(question, answer))

    def history(self, question: Question) -> tuple[HistoryMessage, ...]:
        """Blocks until it is read; () where it cannot be."""
        conversation = question.conversation
        if conversation is None:
            return ()
        try:
            return self.do(lambda store: store.history(conversation, question.correlation_id)).result()
        except IndexError_ as error:
            _log.warning("history_not_read", extra={"code": error.code})
            return ()

    def wait(self, timeout_s: float) -> bool:
        """Until everything that was given so far is written. False when that took too long."""
        if self._owner is None:
            return True
        try:
            self._owner.submit(lambda: None).result(timeout_s)
        except (FutureTimeout, RuntimeError):
            return False
        return True

    def close(self, timeout_s: float) -> bool:
        """Writes what waits, closes the file, ends the thread. Idempotent."""
        owner = self._owner
        if owner is None:
            return True
        self.wait(timeout_s)
        return owner.finish(self._close, timeout_s)

    def save_text(self, question: Question, text: str) -> None:
        self._write(lambda store: store.save_text(question.correlation_id, text))

    def _write(self, work: Callable[[ConversationStore], None]) -> None:
        def guarded() -> None:
            try:
                work(self._opened())
            except IndexError_ as error:
                _log.warning("conversation_not_kept", extra={"code": error.code})
                self.tell_trouble(error)

        try:
            self._thread().submit(guarded)
        except RuntimeError:
            _log.warning("conversation_not_kept", extra={"code": "closed"})

    def _thread(self) -> OwnerThread:
        if self._owner is None:
            self._owner = OwnerThread("conversations")
        return self._owner

    def _opened(self) -> ConversationStore:
        if self._store is None:
            store = self._open_store()
            store.warm_up()
            self._store = store
        return self._store

    def _close(self) -> None:
        if self._store is not None:
            self._store.close()


class _Keeping:
    """A listener between a question and whoever asked it."""

    def __init__(self, keeper: Conversations, question: Question, listen: Listener, clock: Callable[[], float]) -> None:
        self._keeper, self._question, self._listen, self._clock = keeper, question, listen, clock
        self._text = ""
        self._saved = clock()

    def __call__(self, event: AnswerEvent) -> None:
        self._listen(event)
        if isinstance(event, TokensArrived):
            self._text += event.text
        elif isinstance(event, AnswerWithdrawn):
            self._text = ""
        else:
            return
        if self._clock() - self._saved >= SAVE_S:
            self._saved = self._clock()
            self._keeper.save_text(self._question, self._text)


def in_memory() -> ConversationStore:
    """For an engine that nobody gave a store."""
    return ConversationStore(Path(), keep=False)


class Answers(Protocol):
    """``app.pipeline.router.Router``"""

    def admit(self, question: Question) -> Answer | None: ...

    def answer(self, question: Question, listen: Listener, cancelled: CancelFlag) -> Answer: ...


class WithHistory:
    """A Router whose questions bring the earlier messages of their conversation along, for follow-ups."""

    def __init__(self, router: Answers, conversations: Conversations) -> None:
        self._router, self._conversations = router, conversations

    def admit(self, question: Question) -> Answer | None:
        return self._router.admit(question)

    def answer(self, question: Question, listen: Listener, cancelled: CancelFlag) -> Answer:
        if question.conversation is not None and not question.history:
            question = question.model_copy(update={"history": self._conversations.history(question)})
        return self._router.answer(question, listen, cancelled)
