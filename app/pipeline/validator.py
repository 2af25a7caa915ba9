"""Validator: runs the rules within their budget; a time-out gives an unvalidated report, never none."""

from __future__ import annotations

from uuid import UUID

from app.messages.retrieval import Passage
from app.messages.validation import MAX_RESPONSE_CHARACTERS, GenerationMetadata, ValidationReport, ValidationRequest
from app.pipeline.draft import cut_at_sentence_end
from app.pipeline.ports import Clock, SearchPort
from app.rules.check import validate
from app.rules.reading import Reading
from app.settings.schema import StageBudgets


class Validator:
    def __init__(self, search: SearchPort, budgets: StageBudgets, clock: Clock) -> None:
        self._search = search
        self._budgets = budgets
        self._clock = clock
        self._question: UUID | None = None
        self._readings: list[Reading] = []
        """Of the question's passages and parts of them: the composer tries several texts over the same ones."""

    def check(
        self,
        correlation_id: UUID,
        question: str,
        text: str,
        generation: GenerationMetadata,
        passages: tuple[Passage, ...],
        language: str,
    ) -> ValidationReport:
        """``text`` must not be empty; what is over 2000 characters is cut at a sentence end."""
        request = ValidationRequest(
            correlation_id=correlation_id,
            question=question,
            response_text=cut_at_sentence_end(text, MAX_RESPONSE_CHARACTERS),
            passages=passages,
            source_documents=tuple(dict.fromkeys(p.doc_id for p in passages)),
            generation_metadata=generation,
        )
        end = self._clock() + self._budgets.validation_ms / 1000
        reading = self._read(correlation_id, passages, language)
        return validate(request, self._search.embed, language, lambda: self._clock() >= end, self._search.embed_tokens, reading)

    def _read(self, question: UUID, passages: tuple[Passage, ...], language: str) -> Reading:
        """What was read of these passages for an earlier text of the same question; of another question nothing is kept."""
        if question != self._question:
            self._question, self._readings = question, []
        known = next((r for r in self._readings if r.fits(passages, language)), None)
        if known is None:
            first = self._readings[0] if self._readings else None
            known = first.also(passages, language) if first else Reading.of(passages, language)
            self._readings.append(known)
        return known
