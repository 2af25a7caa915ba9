"""Earlier answers to the same question, for the last step of the degradation alone: when nothing else works any more."""

from __future__ import annotations

import threading
from collections import OrderedDict
from datetime import datetime

from app.messages.answer import Answer, Question
from app.messages.base import utc_now

REMEMBERED = 256


class EarlierAnswers:
    """In memory, for this run of the program. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[str, datetime, Answer]] = OrderedDict()

    def keep(self, question: Question, asked: str, answer: Answer) -> None:
        """Only answers from documents that were checked: one that was degraded itself is no help later, nor one that rests on an
        attachment or on pinned facts, which may change while the documents do not. ``asked``: as it was searched."""
        whole = (
            not question.attachments
            and answer.status == "answered"
            and answer.provenance == "documents"
            and not answer.metadata.degraded
        )
        if not whole or not answer.metadata.index_version or any(p.fact is not None for p in answer.passages):
            return
        with self._lock:
            key = _key(question, asked)
            self._kept[key] = (answer.metadata.index_version, utc_now(), answer)
            self._kept.move_to_end(key)
            while len(self._kept) > REMEMBERED:
                self._kept.popitem(last=False)

    def find(self, question: Question, asked: str, index_version: str) -> tuple[Answer, datetime] | None:
        """The answer and its time, if the documents are as they were then."""
        with self._lock:
            found = self._kept.get(_key(question, asked))
        if found is None or found[0] != index_version or question.attachments:
            return None
        return found[2], found[1]


def _key(question: Question, asked: str) -> str:
    return f"{question.filters.model_dump_json()}{asked.casefold()}"
