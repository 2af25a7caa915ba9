"""Decides what is shown: the model's answer, quotations of the documents, or that nothing was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.messages.answer import AnswerStatus
from app.messages.retrieval import Passage
from app.messages.validation import Citation, SentenceReport, ValidationReport
from app.pipeline.generator import Generated
from app.pipeline.phrases import phrase
from app.pipeline.ports import SearchPort
from app.rules.extractive import extractive_answer
from index.document import Span


@dataclass(frozen=True)
class Outcome:
    """``sentences`` is the report's part of it: what each sentence of ``text`` rests on."""

    status: AnswerStatus
    text: str
    verdict: Verdict | None = None
    sentences: tuple[SentenceReport, ...] = ()
    validation_ms: float = 0.0


class Composer:
    def __init__(self, search: SearchPort) -> None:
        self._search = search

    def not_found(self, language: str) -> Outcome:
        return Outcome("not_found", phrase("not_found", language))

    def cancelled(self, language: str, so_far: str = "") -> Outcome:
        return Outcome("cancelled", so_far or phrase("cancelled", language))

    def model_refused(
        self, question: str, generated: Generated, passages: tuple[Passage, ...], language: str
    ) -> Outcome:
        """The model found nothing in passages that the rules thought to answer: documents only means that it is not said."""
        return self.not_found(language)

    def answered(
        self,
        question: str,
        generated: Generated,
        report: ValidationReport,
        passages: tuple[Passage, ...],
        language: str,
    ) -> Outcome:
        return Outcome("answered", generated.draft.answer, report)

    def evidence_only(self, question: str, passages: tuple[Passage, ...], language: str) -> Outcome:
        """No model works: the best sentences of the passages, word for word."""
        quotes = extractive_answer(question, passages, self._search.embed, language)
        return self._quoted(phrase("no_model", language), quotes)

    def _quoted(self, lead: str, quotes: Sequence[Citation]) -> Outcome:
        text, sentences = quotation_text(lead, quotes)
        return Outcome("evidence_only", text, sentences)


def quotation_text(lead: str, quotes: Sequence[Citation]) -> tuple[str, tuple[SentenceReport, ...]]:
    """The quotations below a lead-in, one a line, and a report in which each stands for itself."""
    text = lead
    sentences = []
    for quote in quotes:
        words = " ".join(quote.quote.split())
        start = len(text) + len("\n• ")
        text += f"\n• {words}"
        sentences.append(
            SentenceReport(
                span=Span(start=start, end=len(text)), text=words, verdict="supported", score=1.0, citations=(quote,)
            )
        )
    return text, tuple(sentences)
