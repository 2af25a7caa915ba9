"""Documents only or open, strict or not: what counts for the next question. A policy may have decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from app.messages.answer import Question
from app.settings.schema import Settings

Mode = Literal["documents_only", "open"]


class Switches(QObject):
    """They begin as the settings say, at each start of the window: open mode is chosen anew, never forgotten to be on."""

    changed = Signal()

    def __init__(self, settings: Settings, locked: Callable[[str], bool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.mode: Mode = settings.mode
        self.strict = settings.strict
        self.mode_locked, self.strict_locked = locked("mode"), locked("strict")
        self._all_the_same: set[str] = set()

    def choose_mode(self, mode: Mode) -> None:
        if not self.mode_locked and mode != self.mode:
            self.mode = mode
            self.changed.emit()

    def choose_strict(self, on: bool) -> None:
        if not self.strict_locked and on != self.strict:
            self.strict = on
            self.changed.emit()

    def search_all_the_same(self, text: str) -> None:
        """The next time that this is asked it is searched, whatever it looks like."""
        self._all_the_same.add(text)

    def applied(self, question: Question) -> Question:
        clarify = question.clarify and question.text not in self._all_the_same
        self._all_the_same.discard(question.text)
        return question.model_copy(update={"mode": self.mode, "strict": self.strict, "clarify": clarify})


class SwitchedEngine:
    """The engine with the switches laid on every question."""

    def __init__(self, engine: Any, switches: Switches) -> None:
        self._engine, self._switches = engine, switches

    def ask(self, question: Question, listen: Any) -> Any:
        return self._engine.ask(self._switches.applied(question), listen)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)
