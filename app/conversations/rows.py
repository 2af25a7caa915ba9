"""What the store gives: frozen values."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

from pydantic import Field

from app.messages.answer import Answer, Question
from app.messages.base import Message

Sign: TypeAlias = Literal["signed_off", "disputed"]


class SentenceSign(Message):
    """A person's own word on a sentence of an answer; ``sentence`` is its index in the validation report."""

    sentence: int = Field(ge=0)
    sign: Sign
    note: str = ""
    at: datetime


class AttachedFile(Message):
    """A document that was attached to a conversation: where it lay and what it was, never its text."""

    id: str
    path: str
    size: int = Field(ge=0)
    mtime_ns: int


class StoredTurn(Message):
    """A question and what became of it. ``text`` is what was written; ``answer`` None: it was never finished, or was kept by a program
    whose answers this one cannot read any more."""

    question: Question
    asked: datetime
    text: str = ""
    answered: datetime | None = None
    answer: Answer | None = None
    signs: tuple[SentenceSign, ...] = ()

    @property
    def unfinished(self) -> bool:
        return self.answered is None


class ConversationRow(Message):
    """A line of the list. ``excerpt``: the words around what was searched for, else the beginning of the last answer."""

    id: UUID
    title: str
    created: datetime
    changed: datetime
    questions: int = Field(ge=0)
    unfinished: bool = False
    excerpt: str = ""


class StoredConversation(Message):
    """``turns``: the oldest first; ``earlier``: how many before them were left out."""

    id: UUID
    title: str
    created: datetime
    changed: datetime
    turns: tuple[StoredTurn, ...] = ()
    attachments: tuple[AttachedFile, ...] = ()
    earlier: int = Field(default=0, ge=0)
