"""Grounding: do the passages answer the question at all? Decided by rule before the model is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.messages.retrieval import Passage
from app.pipeline.ports import SearchPort
from app.rules.extractive import answerability
from app.rules.subject import without_subject
from models.errors import ModelError


@dataclass(frozen=True)
class GroundingResult:
    """``confidence`` is the probability, 0–1, that the passages answer the question (app.rules.extractive)."""

    sufficient: bool
    confidence: float
    reason: Literal["answers", "does_not_answer", "nothing_found", "attached"]


class Grounding:
    def __init__(self, search: SearchPort, threshold: float) -> None:
        self._search = search
        self._threshold = threshold

    def check(self, question: str, passages: tuple[Passage, ...], language: str, subject: str | None = None) -> GroundingResult:
        """``subject``: the name by which the question calls the collection that is searched. Documents need not speak of it."""
        result = self._checked(question, passages, language)
        if subject is None or result.sufficient or not passages:
            return result
        other = self._checked(without_subject(question, subject), passages, language)
        return other if other.confidence > result.confidence else result

    def _checked(self, question: str, passages: tuple[Passage, ...], language: str) -> GroundingResult:
        if not passages:
            return GroundingResult(False, 0.0, "nothing_found")
        if any(p.provenance == "attachment" for p in passages):
            # What a person holds out is what they ask about; the rules on the answer refuse what it does not say.
            return GroundingResult(True, 1.0, "attached")
        try:
            confidence = answerability(question, passages, self._search.embed, language)
        except ModelError:
            # The embedder died after the search: words alone have to do.
            confidence = answerability(question, passages, None, language)
        sufficient = confidence >= self._threshold
        return GroundingResult(sufficient, confidence, "answers" if sufficient else "does_not_answer")
