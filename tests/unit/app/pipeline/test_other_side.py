"""What another passage says against the answer stands below it, with its own citation."""

from __future__ import annotations

import pytest

from app.messages.base import new_correlation_id
from app.messages.validation import GenerationMetadata, ValidationRequest
from app.pipeline.compose import Composer
from app.pipeline.draft import Draft
from app.pipeline.passages import to_passage
from app.rules.check import validate

from .pipeline_bench import hit

_META = GenerationMetadata(
    model="none", temperature=0, prompt_tokens=0, completion_tokens=0, time_to_first_token_ms=0, tokens_per_second=0
)
OLD = to_passage(hit("A locker costs 5 euros a year.", number=0, name="Rules 2031.docx"))
NEW = to_passage(hit("A locker costs 7 euros a year.", number=1, name="Rules 2034.pdf"))
OTHER = to_passage(hit("A shower costs 9 euros a year.", number=2, name="Showers.pdf"))


class _NoSearch:
    embed = None


def answered(question, draft, passages, language="en"):
    def check(text, against):
        request = ValidationRequest(
            correlation_id=new_correlation_id(), question=question, response_text=text, passages=passages,
            source_documents=tuple(p.doc_id for p in passages), generation_metadata=_META,
        )  # fmt: skip
        return validate(request, None, language, lambda: False)

    return Composer(_NoSearch()).answered(question, draft, passages, language, check)


@pytest.mark.parametrize("draft", [Draft((), "A locker costs 5 euros a year."), Draft(("A locker costs 5 euros a year.",), "")])
def test_both_figures_are_shown_with_their_sources(draft):
    outcome = answered("What does a locker cost?", draft, (OLD, NEW, OTHER))
    assert (
        outcome.text
        == "A locker costs 5 euros a year.\nAnother passage says: “A locker costs 7 euros a year.” (Rules 2034.pdf, Guest cards)"
    )
    first, second = outcome.report.sentences
    assert (first.verdict, second.verdict) == ("partly_supported", "supported")
    assert [c.source for c in second.citations] == [NEW.source]
    assert outcome.text[second.span.start : second.span.end] == second.citations[0].quote


def test_the_year_that_was_asked_for_needs_no_other_side():
    outcome = answered("What does a locker cost in 2031?", Draft((), "A locker costs 5 euros a year."), (OLD, NEW))
    assert outcome.text == "A locker costs 5 euros a year."
    assert outcome.report.verdict == "supported"
