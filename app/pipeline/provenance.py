"""Before a citation is shown: is its file still what was indexed? (contract, invariant I10)"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.messages.answer import Answer

Changed = Callable[[Sequence[str]], frozenset[str]]
"""Of these file ids, those whose file on the disk is not what the ledger knows: edited, or gone."""


def with_changes_marked(answer: Answer, changed: Changed) -> Answer:
    """The same answer; citations of changed files say so."""
    report = answer.report
    cited = {c.doc_id: c.source for s in report.sentences for c in s.citations} if report else {}
    if report is None or not cited or not (stale := changed(tuple(cited))):
        return answer
    sentences = tuple(
        sentence.model_copy(
            update={
                "citations": tuple(
                    c.model_copy(update={"changed_since_indexed": c.doc_id in stale}) for c in sentence.citations
                )
            }
        )
        for sentence in report.sentences
    )
    return answer.model_copy(update={"report": report.model_copy(update={"sentences": sentences})})
