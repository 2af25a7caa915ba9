"""Compare two sides: a table with a row for each aspect, whose cells are sentences of the documents with their places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from app.messages.events import TaskProgress
from app.messages.retrieval import Passage
from app.messages.table import Cell, Row, Table
from app.messages.validation import Citation
from app.pipeline.cancelling import Cancelled
from app.pipeline.compose import Outcome
from app.pipeline.planner import compared_sides
from app.pipeline.run import Run, Stages
from app.pipeline.searching import Searching
from app.pipeline.tasks.central import central
from app.pipeline.tasks.documents import DocumentsPort, WholeDocument, open_document
from app.pipeline.tasks.pairing import Pair, Statement, figures_differ, pairs, statements
from app.pipeline.tasks.phrases import phrase
from app.rules.disagreement import opposing
from app.rules.evidence import Evidence
from app.rules.extractive import answerability, extractive_answer
from app.rules.question import Question
from index.ingest.rows import FileRow

PASSAGES = 6
"""Read for one cell"""
MAX_ROWS = 12
"""Of a comparison whose aspects nobody named"""
LABEL_CHARACTERS = 60


@dataclass(frozen=True)
class Side:
    """``rows``: the documents that the side is; empty: a matter that is looked for in all."""

    name: str
    rows: tuple[FileRow, ...] = ()

    @property
    def title(self) -> str:
        return PurePath(self.rows[0].path).name if len(self.rows) == 1 else self.name


class Comparing:
    """Raises Cancelled, index.errors, models.errors and what searching raises."""

    def __init__(self, stages: Stages, searching: Searching, documents: DocumentsPort, min_answerability: float) -> None:
        self._stages = stages
        self._searching = searching
        self._documents = documents
        self._enough = min_answerability

    def of(self, run: Run, sides: tuple[Side, Side], aspects: Sequence[str]) -> Outcome:
        """Not found when no cell has anything."""
        with run.trace.step("task") as step:
            step["task"] = "compare"
            step["aspects"] = len(aspects)
            step["opening_ms"] = round(self._searching.open(run) * 1000, 1)
            if aspects:
                rows = self._by_aspects(run, sides, aspects)
            elif all(len(side.rows) == 1 for side in sides):
                rows = self._two_documents(run, sides[0].rows[0], sides[1].rows[0])
            else:
                rows = self._as_asked(run, sides)
            step["rows"] = len(rows)
            step["differ"] = sum(row.differs for row in rows)
        if not any(cell.citations for row in rows for cell in row.cells):
            return self._stages.composer.not_found(run.language)
        columns = (phrase("column_aspect", run.language), sides[0].title, sides[1].title)
        text = phrase("compared", run.language, a=sides[0].title, b=sides[1].title)
        differing = [row.cells[0].text for row in rows if row.differs]
        if differing:
            text += " " + phrase("disagree", run.language, aspects=", ".join(differing))
        return Outcome("answered", text, task="compare", table=Table(columns=columns, rows=tuple(rows), total=len(rows)))

    def _by_aspects(self, run: Run, sides: tuple[Side, Side], aspects: Sequence[str]) -> list[Row]:
        total, rows = 2 * len(aspects), []
        for number, aspect in enumerate(aspects):
            cells = []
            for at, side in enumerate(sides):
                self._tell(run, 2 * number + at, total)
                query = aspect if side.rows else f"{side.name} {aspect}"
                cells.append(self._cell(run, side, query))
            rows.append(_row(aspect, cells[0], cells[1], run.language))
        return rows

    def _as_asked(self, run: Run, sides: tuple[Side, Side]) -> list[Row]:
        """One row: what the question itself asks of both."""
        queries = compared_sides(run.asked, run.language) or tuple(side.name for side in sides)
        cells = []
        for at, (side, query) in enumerate(zip(sides, queries, strict=False)):
            self._tell(run, at, 2)
            cells.append(self._cell(run, side, query))
        return [_row(phrase("question_itself", run.language), cells[0], cells[1], run.language)]

    def _cell(self, run: Run, side: Side, query: str) -> Cell:
        """The sentence of the side's passages that answers best, and one that says otherwise, if there is one."""
        found = self._searching.within(run, query, tuple(row.id for row in side.rows), PASSAGES)
        name = phrase("not_in" if side.rows else "not_for", run.language, name=side.title)
        missing = Cell(text=name, missing=True)
        passages = found.documents
        if not passages or answerability(query, passages, self._stages.search.embed, run.language) < self._enough:
            return missing
        best = extractive_answer(query, passages, self._stages.search.embed, run.language, max_sentences=1)
        if not best:
            return missing
        cited = [best[0], *_opposing(query, passages, best[0], run.language)]
        text = f" {phrase('other_says', run.language)} ".join(" ".join(c.quote.split()) for c in cited)
        return Cell(text=text, citations=tuple(cited))

    def _two_documents(self, run: Run, first: FileRow, second: FileRow) -> list[Row]:
        """Where nobody names aspects: what both say of the same matter with different figures; else what they say under the same headings;
        else what they say in like words; else what says most of each."""
        both = [open_document(self._documents, row) for row in (first, second)]
        self._tell(run, 0, 2)
        own, other = (statements(d, run.language) if d is not None else [] for d in both)
        self._tell(run, 1, 2)
        alike = pairs(own, other)
        differing = [pair for pair in alike if pair.differs]
        if differing:
            return [_pair_row(pair) for pair in differing[:MAX_ROWS]]
        shared = [
            (heading, a, b) for heading, a in _by_heading(own).items() if (b := _by_heading(other).get(heading)) is not None
        ]
        if shared:
            return [_telling_row(heading, a, b, run.language) for heading, a, b in shared[:MAX_ROWS]]
        if alike:
            return [_pair_row(pair) for pair in alike[:MAX_ROWS]]
        return [_telling_row(phrase("question_itself", run.language), own, other, run.language)] if own and other else []

    def _tell(self, run: Run, done: int, total: int) -> None:
        if run.cancelled():
            raise Cancelled
        run.listen(TaskProgress(correlation_id=run.question.correlation_id, task="compare", done=done, total=total))


def _row(label: str, first: Cell, second: Cell, language: str) -> Row:
    differs = bool(first.citations and second.citations) and figures_differ(
        first.citations[0].quote, second.citations[0].quote, language
    )
    return Row(cells=(Cell(text=label), first, second), differs=differs)


def _pair_row(pair: Pair) -> Row:
    return Row(cells=(Cell(text=_label(pair.first, pair.second)), _said(pair.first), _said(pair.second)), differs=pair.differs)


def _telling_row(label: str, first: Sequence[Statement], second: Sequence[Statement], language: str) -> Row:
    cells = [_said(some[central([s.text for s in some], language)[0]]) for some in (first, second)]
    return _row(label, cells[0], cells[1], language)


def _said(statement: Statement) -> Cell:
    document: WholeDocument = statement.document
    cited = document.cite(statement.span.start, statement.span.end, str(statement.span.start))
    return Cell(text=statement.text, citations=(cited,))


def _label(first: Statement, second: Statement) -> str:
    """The heading, with the words that both sentences begin with in common behind it."""
    common = [w for w in first.text.split() if w.strip(".,;:").casefold() in second.text.casefold().split()][:4]
    label = " – ".join(part for part in (first.heading, " ".join(common).strip(".,;: ")) if part) or first.text
    return label if len(label) <= LABEL_CHARACTERS else label[: LABEL_CHARACTERS - 1].rstrip() + "…"


def _by_heading(some: Sequence[Statement]) -> dict[str, list[Statement]]:
    found: dict[str, list[Statement]] = {}
    for statement in some:
        if statement.heading:
            found.setdefault(statement.heading, []).append(statement)
    return found


def _opposing(query: str, passages: Sequence[Passage], cited: Citation, language: str) -> list[Citation]:
    evidence = Evidence(passages, language)
    own = next((s for s in evidence.sentences if evidence.citation(s) == cited), None)
    if own is None:
        return []
    found = opposing(evidence, Question.read(query, language), [own], own.quantities, ())
    return [evidence.citation(found.sentence)] if found is not None else []
