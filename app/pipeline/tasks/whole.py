"""Work over whole documents: recognises it, finds the documents meant, and does it; everything else is an ordinary question."""

from __future__ import annotations

from datetime import date
from pathlib import PurePath

from app.pipeline.compose import Outcome
from app.pipeline.run import Run, Stages
from app.pipeline.searching import Searching
from app.pipeline.tasks.comparing import Comparing, Side
from app.pipeline.tasks.documents import DocumentsPort, Inventory, open_document
from app.pipeline.tasks.listing import Listing
from app.pipeline.tasks.naming import Named, choices, masked, means_this, named, second_side, unmasked
from app.pipeline.tasks.notes import Notes, SummaryTemplate
from app.pipeline.tasks.phrases import phrase
from app.pipeline.tasks.recognise import recognise
from app.pipeline.tasks.requests import CompareTask, ListTask, SummaryTask
from app.pipeline.tasks.summary import Summary
from app.settings.schema import Settings


class WholeDocuments:
    def __init__(
        self,
        stages: Stages,
        settings: Settings,
        searching: Searching,
        documents: DocumentsPort,
        templates: dict[str, SummaryTemplate],
    ) -> None:
        self._documents = documents
        self._summary = Summary(Notes(stages, settings, templates), settings.tasks)
        self._listing = Listing(documents, settings.tasks)
        self._comparing = Comparing(stages, searching, documents, settings.retrieval.min_answerability)

    def outcome(self, run: Run) -> Outcome | None:
        """None for an ordinary question. Raises Cancelled, index.errors, models.errors and what searching raises."""
        task = recognise(run.asked)
        if isinstance(task, SummaryTask):
            return self._summarise(run, task)
        if isinstance(task, CompareTask):
            return self._compare(run, task)
        return self._listing.of(run, task, date.today()) if isinstance(task, ListTask) else None

    def _summarise(self, run: Run, task: SummaryTask) -> Outcome | None:
        rows = Inventory.take(self._documents, run.question.filters).rows
        meant = named(task.subject, rows, run.question.documents, run.language)
        if meant.row is None:
            return self._which(run, meant, task)
        document = open_document(self._documents, meant.row)
        return self._summary.of(run, document, PurePath(meant.row.path).name) if document is not None else None

    def _which(self, run: Run, meant: Named, task: SummaryTask) -> Outcome | None:
        """Asks back where several documents, or none but "this", may be meant."""
        rows = meant.rows or (Inventory.take(self._documents, run.question.filters).rows if means_this(task.subject) else ())
        if not rows or not (task.sure or meant.rows) or not run.question.clarify:
            return None
        run.choices = choices(rows)
        lines = [phrase("which_document", run.language), *(f"• {choice}" for choice in run.choices)]
        return Outcome("clarify", "\n".join(lines))

    def _compare(self, run: Run, task: CompareTask) -> Outcome | None:
        rows = Inventory.take(self._documents, run.question.filters).rows
        text, names = masked(run.asked, rows)
        if names and isinstance(again := recognise(text), CompareTask):
            first, second = (unmasked(side, names) for side in again.sides)
            task = CompareTask((first, second), tuple(unmasked(a, names) for a in again.aspects), again.sure)
        sides = tuple(
            Side(side, named(side, rows, run.question.documents, run.language).rows) for side in second_side(*task.sides)
        )
        # A word that stands in the names of many documents names a matter, not documents.
        one, other = (side if len(side.rows) <= 3 else Side(side.name) for side in sides)
        if not task.sure and not (one.rows and other.rows and one.rows != other.rows):
            return None
        return self._comparing.of(run, (one, other), task.aspects)
