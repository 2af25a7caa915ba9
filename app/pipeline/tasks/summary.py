"""Summarise a document: a note for each of its sections (map), notes put together until they are few (reduce), each sentence cited."""

from __future__ import annotations

from collections.abc import Sequence

from app.messages.answer import AnswerStatus
from app.messages.events import TaskProgress
from app.messages.table import Coverage
from app.messages.validation import SentenceReport, ValidationReport
from app.pipeline.cancelling import Cancelled
from app.pipeline.compose import Outcome
from app.pipeline.run import Run
from app.pipeline.tasks.documents import WholeDocument
from app.pipeline.tasks.notes import Effort, Note, Notes
from app.pipeline.tasks.phrases import coverage_text, phrase
from app.pipeline.tasks.sections import Section, sections_of
from app.rules.verdict import overall_verdict
from app.settings.schema import TaskSettings
from index.document import Span

HEADING_CHARACTERS = 70


class Summary:
    def __init__(self, notes: Notes, settings: TaskSettings) -> None:
        self._notes = notes
        self._settings = settings

    def of(self, run: Run, document: WholeDocument, name: str) -> Outcome:
        """Stopped in the middle it says what it has so far, checked as the rest."""
        sections = sections_of(document)
        notes: list[Note] = []
        by_rule_from: int | None = None
        run.allow(self._settings.summary_ms / 1000)
        done, effort = 0, Effort()
        with run.trace.step("task") as step:
            step["task"] = "summary"
            step["sections"] = len(sections)
            try:
                for section in sections:
                    self._tell(run, done, len(sections))
                    if run.cancelled():
                        raise Cancelled
                    in_time = not run.over() and section.number <= self._settings.summary_sections
                    if not in_time and by_rule_from is None:
                        by_rule_from = section.number
                    note = self._notes.of_section(run, section, effort, model=in_time)
                    if note is not None:
                        notes.append(note)
                        run.show(f"• {note.text}\n")
                    done += 1
                shown = self._reduced(run, notes, effort, model=by_rule_from is None and not run.over())
            except Cancelled:
                shown = notes
            step["notes"] = len(notes)
            step["shown"] = len(shown)
            step["generations"] = effort.generations
            step["generating_ms"] = round(effort.generating_ms, 1)
            step["validating_ms"] = round(effort.validating_ms, 1)
        run.withdraw()
        return _outcome(run, name, sections, notes, shown, done, by_rule_from)

    def _reduced(self, run: Run, notes: Sequence[Note], effort: Effort, *, model: bool) -> Sequence[Note]:
        """At most ``summary_notes``: neighbours are put together, evenly."""
        most = self._settings.summary_notes
        if len(notes) <= most:
            return notes
        groups = [notes[len(notes) * i // most : len(notes) * (i + 1) // most] for i in range(most)]
        made = []
        for number, group in enumerate(groups):
            self._tell(run, number, most)
            if run.cancelled():
                raise Cancelled
            made.append(group[0] if len(group) == 1 else self._notes.together(run, group, effort, model=model))
        return made

    def _tell(self, run: Run, done: int, total: int) -> None:
        run.listen(TaskProgress(correlation_id=run.question.correlation_id, task="summary", done=done, total=total))


def _outcome(
    run: Run,
    name: str,
    sections: Sequence[Section],
    notes: Sequence[Note],
    shown: Sequence[Note],
    done: int,
    by_rule_from: int | None,
) -> Outcome:
    coverage = Coverage(unit="sections", done=done, total=len(sections))
    if not notes:
        return Outcome(
            "not_found" if done == len(sections) else "cancelled",
            coverage_text(coverage, run.language),
            task="summary",
            coverage=coverage,
        )
    text = phrase("summary", run.language, name=name)
    sentences: list[SentenceReport] = []
    heading = ""
    for note in shown:
        own = _heading(note)
        led = own if own != heading and 0 < len(own) <= HEADING_CHARACTERS else ""
        heading = own
        text += f"\n• {led}: " if led else "\n• "
        for sentence in note.sentences:
            text += " " if text[-1] != " " else ""
            span = Span(start=len(text), end=len(text) + len(sentence.text))
            text += sentence.text
            sentences.append(sentence.model_copy(update={"span": span, "findings": ()}))
    text += "\n" + " ".join([*_remarks(run, sections, notes, by_rule_from), coverage_text(coverage, run.language)])
    report = ValidationReport(
        correlation_id=run.question.correlation_id, verdict=overall_verdict(sentences), sentences=tuple(sentences)
    )
    status: AnswerStatus = "answered" if done == len(sections) else "cancelled"
    return Outcome(status, text, report, task="summary", coverage=coverage)


def _heading(note: Note) -> str:
    """The one heading that all cited places of a note stand under, "" where there is none."""
    paths = {c.place.heading_path[-1:] for sentence in note.sentences for c in sentence.citations}
    only = paths.pop() if len(paths) == 1 else ()
    return only[0] if only else ""


def _remarks(run: Run, sections: Sequence[Section], notes: Sequence[Note], by_rule_from: int | None) -> list[str]:
    own = sum(not note.written for note in notes)
    if own == len(notes):
        return [phrase("by_rule", run.language)]
    if by_rule_from is not None:
        return [phrase("time_over", run.language, number=by_rule_from)]
    return [phrase("partly_by_rule", run.language, count=own, total=len(sections))] if own else []
