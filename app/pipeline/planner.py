"""Planner: sub-queries of a question that asks for several things, by rules (no model call).

A question is cut where a person joins two questions: at a question mark, and at "and"/"und" … before another question word.
Each part is searched together with the whole question, because parts often share their subject.
"""

from __future__ import annotations

import re

from app.rules.question import compares

MAX_SUB_QUERIES = 4
MIN_CHARACTERS = 12

_QUESTION_WORDS = {
    "en": "who|whom|whose|what|when|where|which|why|how|by when|by how|can|may|must|should|does|do|is|are|will",
    "de": "wer|wen|wem|wessen|was|wann|wo|welche[rsmn]?|warum|wie|ab wann|bis wann|kann|darf|muss|soll|ist|sind|wird",
    "fr": "qui|que|quoi|quand|où|quel(?:le)?s?|pourquoi|comment|combien",
    "es": "quién|qué|cuándo|dónde|cuál(?:es)?|por qué|cómo|cuánt[oa]s?",
}
_JOINER = {"en": "and|or", "de": "und|oder", "fr": "et|ou", "es": "y|o"}


def plan_queries(question: str, language: str) -> tuple[str, ...]:
    """The question itself first, then its parts (at most ``MAX_SUB_QUERIES`` together); only itself when it is one question."""
    joiner = _JOINER.get(language, _JOINER["en"])
    words = _QUESTION_WORDS.get(language, _QUESTION_WORDS["en"])
    pattern = rf"[?？;]\s+|(?:,\s*|\s+)(?:{joiner})\s+(?=(?:{words})\b)|:\s+(?=(?:{words})\b)"
    parts = [part.strip(" ,?？") for part in re.split(pattern, question, flags=re.IGNORECASE)]
    parts = [part for part in parts if len(part) >= MIN_CHARACTERS]
    if len(parts) < 2:
        return (question,)
    return (question, *parts)[:MAX_SUB_QUERIES]


def asks_several(question: str, language: str) -> bool:
    """Does the answer need more than one line of the documents: a comparison, or several questions in one?"""
    return compares(question) or len(plan_queries(question, language)) > 1
