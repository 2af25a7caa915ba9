"""Documents attached to a conversation: being read, ready, or refused with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal
from uuid import UUID, uuid4

from PySide6.QtCore import QObject, Signal, Slot

from app.conversations.rows import StoredConversation
from app.engine.attachments import Attached
from app.messages.answer import MAX_ATTACHMENTS
from app.viewmodels.conversation import Conversation
from app.viewmodels.failure_wording import failure_text
from app.viewmodels.places import file_name
from app.workers.background import Background
from app.workers.failures import Failure
from app.workers.ports import EngineLike


@dataclass(frozen=True)
class AttachedItem:
    """``text`` says how much was read, or why it was not."""

    id: str
    path: str
    state: Literal["reading", "ready", "refused"] = "reading"
    text: str = ""
    needs_password: bool = False

    @property
    def name(self) -> str:
        return file_name(self.path)


class Attachments(QObject):
    """Of the conversation that is shown; each conversation keeps its own while the program runs."""

    changed = Signal()

    def __init__(self, conversation: Conversation, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._conversation, self._background = conversation, background
        self._engine: EngineLike | None = None
        self._all: dict[UUID, list[AttachedItem]] = {}
        conversation.cleared.connect(self.changed)

    @property
    def items(self) -> list[AttachedItem]:
        return self._all.get(self._conversation.id, [])

    @property
    def ready_ids(self) -> list[str]:
        return [item.id for item in self.items if item.state == "ready"]

    @property
    def reading(self) -> bool:
        """A question waits until what is attached can be read."""
        return any(item.state == "reading" for item in self.items)

    def use(self, engine: EngineLike) -> None:
        self._engine = engine

    @Slot(list)
    def add(self, paths: Sequence[Path]) -> None:
        """Read them now; more than a conversation can have, and what is attached already, are left out."""
        mine = self._all.setdefault(self._conversation.id, [])
        known = {item.path for item in mine if item.state != "refused"}
        # Another try takes the place of one that was refused.
        mine[:] = [item for item in mine if item.state != "refused" or Path(item.path) not in paths]
        for path in paths:
            if str(path) not in known and len(mine) < MAX_ATTACHMENTS:
                self._read(self._conversation.id, AttachedItem(uuid4().hex, str(path)))
        self.changed.emit()

    def give_password(self, ident: str, password: str) -> None:
        item = next((i for i in self.items if i.id == ident), None)
        if item is not None:
            self._read(self._conversation.id, replace(item, state="reading", text="", needs_password=False), password)
            self.changed.emit()

    def remove(self, ident: str) -> None:
        """It is gone: from memory and from what is kept with the conversation."""
        mine = self._all.get(self._conversation.id, [])
        mine[:] = [item for item in mine if item.id != ident]
        if self._engine is not None:
            self._engine.detach(ident)
        self.changed.emit()

    def restore(self, stored: StoredConversation) -> None:
        """Read again what was attached to a kept conversation; its answers cite it by the same id."""
        known = {item.id for item in self._all.setdefault(stored.id, [])}
        for file in stored.attachments:
            if file.id not in known:
                self._read(stored.id, AttachedItem(file.id, file.path))
        self.changed.emit()

    def forget(self, conversation: UUID) -> None:
        """The conversation is deleted."""
        for item in self._all.pop(conversation, []):
            if self._engine is not None:
                self._engine.detach(item.id)

    def _read(self, conversation: UUID, item: AttachedItem, password: str | None = None) -> None:
        self._put(conversation, item)
        if self._engine is not None:
            self._background.follow(
                self._engine.attach(Path(item.path), ident=item.id, password=password),
                lambda attached: self._change(conversation, replace(item, state="ready", text=self._size(attached))),
                lambda failure: self._change(conversation, self._refused(item, failure)),
            )

    def _size(self, attached: Attached) -> str:
        if attached.pages > 1:
            return self.tr("%Ln page(s)", "", attached.pages)
        return self.tr("%Ln passage(s)", "", attached.passages)

    def _refused(self, item: AttachedItem, failure: Failure) -> AttachedItem:
        return replace(item, state="refused", text=failure_text(failure), needs_password=failure.code == "password_needed")

    def _put(self, conversation: UUID, item: AttachedItem) -> None:
        mine = self._all.setdefault(conversation, [])
        at = next((i for i, other in enumerate(mine) if other.id == item.id), None)
        if at is None:
            mine.append(item)
        else:
            mine[at] = item

    def _change(self, conversation: UUID, item: AttachedItem) -> None:
        """Unless it was removed meanwhile."""
        if any(other.id == item.id for other in self._all.get(conversation, [])):
            self._put(conversation, item)
            self.changed.emit()
