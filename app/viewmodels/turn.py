"""One question and what becomes of it, as the window shows it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias
from uuid import UUID

from PySide6.QtCore import QLocale, QObject, Signal, Slot

from app.conversations.rows import Sign, StoredTurn
from app.messages.answer import Answer
from app.messages.events import QueuePosition, StillWorking, TaskProgress
from app.messages.retrieval import Passage, RetrievalResponse
from app.messages.trace import TraceEvent, TraceStep
from app.viewmodels.answer_layout import AnswerLayout, lay_out, with_changed
from app.viewmodels.evidence import EvidenceTarget, of_passage, passage_of
from app.workers.failures import Failure

Phase: TypeAlias = Literal["searching", "reading", "writing", "checking", "done"]

_PHASE_OF_STEP: dict[TraceStep, Phase] = {
    "intent_analysis": "searching",
    "query_planning": "searching",
    "retrieving": "searching",
    "reranking": "searching",
    "grounding_check": "reading",
    "prompt": "reading",
    "generating": "reading",
    "validating": "checking",
}
"""The step that begins sets the phase; the first token turns "reading" into "writing"."""

CARDS_OF_A_TASK = 60
"""On the right, of a table with hundreds of places; the chips open all of them."""


class Turn(QObject):
    """``text`` grows while the answer streams and is replaced by the checked answer's. ``failure`` or ``answer`` is set at the end."""

    phase_changed = Signal()
    text_added = Signal(str)
    text_cleared = Signal()
    passages_changed = Signal()
    finished = Signal()
    signs_changed = Signal()
    layout_changed = Signal()

    def __init__(self, correlation_id: UUID, question: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.correlation_id = correlation_id
        self.question = question
        self.phase: Phase = "searching"
        self.text = ""
        self.passages: tuple[Passage, ...] = ()
        self.answer: Answer | None = None
        self.layout: AnswerLayout | None = None
        self.progress: TaskProgress | None = None
        self.ahead = 0
        """Questions that have the model before this one"""
        self.tried_again = False
        self.failure: Failure | None = None
        self.unfinished = False
        """It was kept without an answer: the program ended before"""
        self.signs: dict[int, Sign] = {}
        """By the sentence's index in the report"""

    @classmethod
    def of_stored(cls, stored: StoredTurn, parent: QObject | None = None) -> Turn:
        turn = cls(stored.question.correlation_id, stored.question.text, parent)
        turn.signs = {sign.sentence: sign.sign for sign in stored.signs}
        if stored.answer is not None:
            turn.hear_answer(stored.answer)
        else:
            turn.text, turn.unfinished, turn.phase = stored.text, True, "done"
        return turn

    def phase_text(self) -> str:
        """What is being done now, for the line below the question."""
        if self.ahead:
            return self.tr("Waiting: %Ln question(s) come first", "", self.ahead)
        if self.progress is not None:
            return self._progress_text(self.progress)
        if self.tried_again and self.phase == "reading":
            return self.tr("Still working: the model is slow to begin …")
        if self.phase == "searching":
            return self.tr("Searching your documents …")
        if self.phase == "reading":
            return self.tr("Reading %Ln passage(s) …", "", len(self.passages))
        if self.phase == "writing":
            return self.tr("Writing …")
        if self.phase == "checking":
            return self.tr("Checking each sentence …")
        return ""

    def _progress_text(self, progress: TaskProgress) -> str:
        now, total = QLocale().toString(min(progress.done + 1, progress.total)), QLocale().toString(progress.total)
        if progress.task == "summary":
            return self.tr("Reading section {number} of {total} …").format(number=now, total=total)
        if progress.task == "list":
            return self.tr("Reading document {number} of {total} …").format(number=now, total=total)
        return self.tr("Comparing, {number} of {total} …").format(number=now, total=total)

    def targets(self) -> tuple[EvidenceTarget, ...]:
        """What the right side lists: the passages by number, or the closest matches where nothing was found."""
        if self.answer is not None and self.answer.status == "not_found":
            return tuple(of_passage(p, i) for i, p in enumerate(self.answer.closest, start=1))
        if self.layout is not None:
            return self.layout.targets
        return tuple(of_passage(p, i) for i, p in enumerate(self.passages, start=1))

    def shown_passages(self) -> tuple[Passage, ...]:
        if self.answer is not None and self.answer.status == "not_found":
            return self.answer.closest
        if self.answer is not None and self.answer.task is not None:
            return tuple(passage_of(target) for target in self.targets()[:CARDS_OF_A_TASK])
        return self.passages

    @Slot(object)
    def hear_step(self, event: TraceEvent) -> None:
        phase = _PHASE_OF_STEP.get(event.step)
        if event.status == "running" and phase is not None:
            self._set_phase(phase)

    @Slot(object)
    def hear_progress(self, progress: TaskProgress | QueuePosition | StillWorking) -> None:
        """Of a task over whole documents; of the queue for the model; of a model that is asked once more."""
        if isinstance(progress, QueuePosition):
            self.ahead = progress.ahead
        elif isinstance(progress, StillWorking):
            self.tried_again = True
        else:
            self.progress = progress
        self.phase_changed.emit()

    @Slot(object)
    def hear_passages(self, response: RetrievalResponse) -> None:
        self.passages = response.documents
        self.passages_changed.emit()
        self._set_phase("reading")

    @Slot(str)
    def hear_text(self, text: str) -> None:
        self.text += text
        self.text_added.emit(text)
        self._set_phase("writing")

    @Slot()
    def hear_withdrawn(self) -> None:
        self.text = ""
        self.text_cleared.emit()
        self._set_phase("reading")

    @Slot(object)
    def hear_answer(self, answer: Answer) -> None:
        self.answer = answer
        self.text = answer.text
        self.passages = answer.passages or self.passages
        self.layout = lay_out(answer)
        self._end()

    @Slot(object)
    def hear_failure(self, failure: Failure) -> None:
        self.failure = failure
        self._end()

    @Slot()
    def hear_stopped(self) -> None:
        """The program closes."""
        self._end()

    def note_changed(self, files: Collection[str]) -> None:
        """These files are not any more what was indexed: the chips of what is cited from them say so."""
        if self.layout is not None and any(t.file_id in files and not t.changed for t in self.layout.targets):
            self.layout = with_changed(self.layout, files)
            self.layout_changed.emit()

    def show_sign(self, sentence: int, sign: Sign | None) -> None:
        """What the person says of a sentence of the answer; None: nothing any more."""
        self.signs.pop(sentence, None)
        if sign is not None:
            self.signs[sentence] = sign
        self.signs_changed.emit()

    def _end(self) -> None:
        self.progress = None
        self.ahead = 0
        self._set_phase("done")
        self.passages_changed.emit()
        self.finished.emit()

    def _set_phase(self, phase: Phase) -> None:
        if phase != self.phase:
            self.phase = phase
            self.phase_changed.emit()
