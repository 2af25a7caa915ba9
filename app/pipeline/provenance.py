"""Before a citation is shown: is its file still what was indexed? (contract, invariant I10)"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.messages.answer import Answer
from app.messages.table import Table
from app.messages.validation import Citation, ValidationReport

Changed = Callable[[Sequence[str]], frozenset[str]]
"""Of these file ids, those whose file on the disk is not what the ledger knows: edited, or gone."""


def with_changes_marked(answer: Answer, changed: Changed) -> Answer:
    """The same answer; citations of changed files say so, in its text and in its table."""
    report, table = answer.report, answer.table
    cited = [c for s in report.sentences for c in s.citations] if report else []
    cited += table.citations() if table else ()
    if not cited or not (stale := changed(tuple(dict.fromkeys(c.doc_id for c in cited)))):
        return answer
    return answer.model_copy(update={"report": report and _report(report, stale), "table": table and _table(table, stale)})


def _report(report: ValidationReport, stale: frozenset[str]) -> ValidationReport:
    sentences = tuple(s.model_copy(update={"citations": _marked(s.citations, stale)}) for s in report.sentences)
    return report.model_copy(update={"sentences": sentences})


def _table(table: Table, stale: frozenset[str]) -> Table:
    rows = tuple(
        row.model_copy(
            update={"cells": tuple(c.model_copy(update={"citations": _marked(c.citations, stale)}) for c in row.cells)}
        )
        for row in table.rows
    )
    return table.model_copy(update={"rows": rows})


def _marked(citations: tuple[Citation, ...], stale: frozenset[str]) -> tuple[Citation, ...]:
    return tuple(c.model_copy(update={"changed_since_indexed": c.doc_id in stale}) for c in citations)
