"""Short ways to a passage, an answer and its report; all documents here are invented."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.messages.base import new_correlation_id
from app.messages.retrieval import Passage
from app.messages.validation import Finding, GenerationMetadata, SentenceReport, ValidationReport, ValidationRequest
from app.rules.check import validate
from index.document import Place

_META = GenerationMetadata(
    model="none", temperature=0, prompt_tokens=0, completion_tokens=0, time_to_first_token_ms=0, tokens_per_second=0
)


def make_passage(
    text: str, number: int = 0, context: str = "", source: str = "/home/a/policy.pdf", start: int = 100
) -> Passage:
    return Passage(
        doc_id=f"d{number}", chunk_id=f"c{number}", collection_id="k", content=text, context=context, relevance_score=0.9,
        source=source, source_type="pdf", chunk_index=number, place=Place(kind="page", page=4), start=start, end=start + len(text),
    )  # fmt: skip


class Checked:
    """A report with questions that a test asks."""

    def __init__(self, report: ValidationReport) -> None:
        self.report = report

    @property
    def verdict(self) -> str:
        return self.report.verdict

    @property
    def only(self) -> SentenceReport:
        assert len(self.report.sentences) == 1
        return self.report.sentences[0]

    def findings(self, rule: str, *outcomes: str) -> list[Finding]:
        return [
            f for s in self.report.sentences for f in s.findings if f.rule == rule and (not outcomes or f.outcome in outcomes)
        ]

    def marked(self, rule: str, answer: str) -> list[str]:
        """The words of the answer that the rule doubts."""
        return [answer[f.span.start : f.span.end] for f in self.findings(rule, "doubt", "fail") if f.span]


Ask = Callable[..., Checked]


@pytest.fixture
def check() -> Ask:
    """check(answer, *passages, question="", language="en"): passages are texts, (context, text) pairs or Passage objects."""

    def run(answer: str, *passages: object, question: str = "", language: str = "en", embed: object = None) -> Checked:
        given = []
        for number, item in enumerate(passages):
            if isinstance(item, Passage):
                given.append(item)
            elif isinstance(item, tuple):
                given.append(make_passage(item[1], number, context=item[0]))
            else:
                given.append(make_passage(str(item), number))
        request = ValidationRequest(
            correlation_id=new_correlation_id(), question=question, response_text=answer, passages=tuple(given),
            source_documents=tuple(p.doc_id for p in given), generation_metadata=_META,
        )  # fmt: skip
        return Checked(validate(request, embed, language, lambda: False))  # type: ignore[arg-type]

    return run
