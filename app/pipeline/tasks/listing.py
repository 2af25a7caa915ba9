"""List or count: every document of the collections is read, from its first word to its last, and what meets the conditions is listed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import PurePath
from typing import Literal

from app.messages.events import TaskProgress
from app.messages.table import Cell, Row, Table
from app.messages.validation import Citation
from app.pipeline.compose import Outcome
from app.pipeline.run import Run
from app.pipeline.tasks.conditions import Conditions, read_conditions
from app.pipeline.tasks.dating import DocumentDate, document_date
from app.pipeline.tasks.documents import DocumentsPort, Inventory, WholeDocument, open_document
from app.pipeline.tasks.finding import has_words, places_of
from app.pipeline.tasks.naming import means_this, names_of, whole_names
from app.pipeline.tasks.phrases import coverage_text, phrase
from app.pipeline.tasks.requests import ListTask
from app.settings.schema import TaskSettings
from index.document import Span
from index.ingest.rows import FileRow

HEAD = 300
"""Characters of a text in which it says what it is ("INVOICE", "Minutes of the board")."""
PLACES_SHOWN = 3
"""Of one document, in a list of documents; the others are counted."""
QUOTE_CHARACTERS = 300
_IN = re.compile(r"\s(?:in|within|im|dans|en|nel(?:la)?)\s", re.IGNORECASE)


@dataclass(frozen=True)
class Found:
    """A document that meets the conditions, with the places that do."""

    document: WholeDocument
    places: tuple[Span, ...]
    dated: DocumentDate


class Listing:
    def __init__(self, documents: DocumentsPort, settings: TaskSettings) -> None:
        self._documents = documents
        self._settings = settings

    def of(self, run: Run, task: ListTask, today: date) -> Outcome | None:
        """None when it is an ordinary question after all: its conditions are not understood, or nothing is called as it says."""
        collections = run.question.filters.collections
        inventory = Inventory.take(self._documents, run.question.filters)
        task, scope = _scope(task, inventory.rows, run.question.documents)
        conditions = read_conditions(task, self._documents, collections, run.language, today)
        if conditions is None:
            return None
        if scope is not None:
            inventory = Inventory(scope, {})
        rows = self._candidates(run, conditions, inventory)
        if conditions.noun and not rows:
            if conditions.said is None:
                return None
            # Nothing is called so: better to look everywhere than to miss what is only named otherwise.
            conditions = replace(conditions, noun="")
            rows = self._candidates(run, conditions, inventory)
        found, done, stopped = self._search(run, rows, conditions, len(inventory.rows))
        return self._outcome(run, task, conditions, inventory, found, done, stopped)

    def _candidates(self, run: Run, conditions: Conditions, inventory: Inventory) -> list[FileRow]:
        """What kind, person and name leave of the documents: known without reading them, but for the beginning of the text."""
        rows = [row for row in inventory.rows if not conditions.kinds or row.kind in conditions.kinds]
        if conditions.person:
            rows = [row for row in rows if row.id in conditions.person_files]
        if conditions.noun:
            rows = [row for row in rows if self._is_called(row, conditions.noun, run.language)]
        return rows

    def _is_called(self, row: FileRow, noun: str, language: str) -> bool:
        named = " ".join((PurePath(row.path).parent.name, *names_of(row)))
        return has_words(named, noun, language) or has_words((self._documents.text(row.id) or "")[:HEAD], noun, language)

    def _search(self, run: Run, rows: Sequence[FileRow], conditions: Conditions, total: int) -> tuple[list[Found], int, bool]:
        """(what was found, documents read, whether it was stopped). Documents that a condition left out without reading count as read."""
        found: list[Found] = []
        done = total - len(rows)
        with run.trace.step("task") as step:
            step["task"] = "list"
            step["documents"] = total
            for row in rows:
                if run.cancelled():
                    break
                run.listen(TaskProgress(correlation_id=run.question.correlation_id, task="list", done=done, total=total))
                one = self._meets(row, conditions, run.language)
                if one is not None:
                    found.append(one)
                done += 1
            step["read"] = done
            step["found"] = len(found)
        return found, done, done < total

    def _meets(self, row: FileRow, conditions: Conditions, language: str) -> Found | None:
        text = self._documents.text(row.id) or ""
        spoken = row.language or language
        if conditions.said is not None and not conditions.said.may_stand_in(text):
            return None
        dated = document_date(row, text, spoken)
        if conditions.dated and not dated.within(conditions.since, conditions.until):
            return None
        document = open_document(self._documents, row)
        if document is None:
            return None
        if conditions.said is None:
            return Found(document, _beginning(document), dated)
        places = tuple(places_of(document, conditions.said, spoken))
        return Found(document, places, dated) if places else None

    def _outcome(
        self,
        run: Run,
        task: ListTask,
        conditions: Conditions,
        inventory: Inventory,
        found: list[Found],
        done: int,
        stopped: bool,
    ) -> Outcome:
        language = run.language
        if conditions.dated:
            found = sorted(found, key=lambda f: (f.dated.first, f.document.row.path))
        rows = list(_place_rows(found) if task.unit == "places" else _document_rows(found, conditions, language))
        shown = rows[: self._settings.list_rows]
        coverage = inventory.coverage(done)
        what = conditions.text(language)
        places = sum(len(f.places) for f in found)
        lines = [_lead(task, len(found), places, what, language)]
        if len(shown) < len(rows):
            lines.append(phrase("cut", language, shown=len(shown), count=len(rows)))
        if stopped:
            lines.append(phrase("stopped", language, done=done, total=len(inventory.rows)))
        lines.append(coverage_text(coverage, language))
        dates = task.unit == "documents" and conditions.dated
        columns = [phrase("column_document", language), *([phrase("column_date", language)] if dates else [])]
        table = (
            Table(columns=(*columns, phrase("column_found", language)), rows=tuple(shown), total=len(rows)) if rows else None
        )
        status: Literal["answered", "cancelled"] = "cancelled" if stopped else "answered"
        return Outcome(status, " ".join(lines), task="list", table=table, coverage=coverage)


def _scope(task: ListTask, rows: Sequence[FileRow], chosen: Sequence[str]) -> tuple[ListTask, tuple[FileRow, ...] | None]:
    """The task without its "in this document" or "in Policy.pdf", and the documents that it means; None: all."""
    for match in reversed(list(_IN.finditer(task.mentioned))):
        where = task.mentioned[match.end() :]
        meant = tuple(row for row in rows if row.id in chosen) if means_this(where) else whole_names(where, rows)
        if meant:
            return replace(task, mentioned=task.mentioned[: match.start()]), meant
    return task, None


def _lead(task: ListTask, documents: int, places: int, what: str, language: str) -> str:
    if not documents:
        return phrase("none_found", language, what=what)
    if task.unit == "places":
        return phrase("places_found", language, count=places, documents=documents, what=what)
    name = "one_document_found" if documents == 1 else "documents_found"
    return phrase(name, language, count=documents, what=what)


def _document_rows(found: Sequence[Found], conditions: Conditions, language: str) -> Iterator[Row]:
    """A row for each document: its name, its date where dates count, its first places."""
    for one in found:
        cells = [_name_cell(one.document)]
        if conditions.dated:
            cells.append(_date_cell(one, language))
        cited = tuple(_cite(one.document, place) for place in one.places[:PLACES_SHOWN])
        text = _shortened(cited[0].quote) if cited else ""
        if len(one.places) > 1:
            text += f" ({phrase('further', language, count=len(one.places) - 1)})"
        yield Row(cells=(*cells, Cell(text=text, citations=cited)))


def _place_rows(found: Sequence[Found]) -> Iterator[Row]:
    for one in found:
        for place in one.places:
            cited = _cite(one.document, place)
            yield Row(cells=(_name_cell(one.document), Cell(text=_shortened(cited.quote), citations=(cited,))))


def _name_cell(document: WholeDocument) -> Cell:
    return Cell(text=PurePath(document.row.path).name)


def _date_cell(one: Found, language: str) -> Cell:
    span = one.dated.span
    cited = (one.document.cite(span.start, span.end),) if span is not None else ()
    return Cell(text=one.dated.text(language), citations=cited)


def _cite(document: WholeDocument, place: Span) -> Citation:
    return document.cite(place.start, place.end, str(place.start))


def _beginning(document: WholeDocument) -> tuple[Span, ...]:
    """Its first line, which mostly says what it is."""
    text = document.parsed.text
    for block in document.parsed.blocks:
        words = text[block.start : block.end]
        if words.strip():
            line = words.strip().split("\n", 1)[0][:QUOTE_CHARACTERS]
            start = block.start + words.index(line)
            return (Span(start=start, end=start + len(line)),)
    return ()


def _shortened(quote: str) -> str:
    text = " ".join(quote.split())
    return text if len(text) <= QUOTE_CHARACTERS else text[: QUOTE_CHARACTERS - 1].rstrip() + "…"
