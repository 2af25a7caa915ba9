"""Intent of a question: by rules first. The model is asked only where the rules are unsure, and only in Thorough."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from app.pipeline.planner import compared_sides, plan_queries
from app.rules.evidence import content_words
from app.rules.question import compares, expected_answer

IntentType = Literal["simple_qa", "compare", "multi_hop", "ambiguous"]
BARE_WORDS = 2
"""A question of at most so many content words and without a question word names a thing and asks nothing of it."""
LONG_WORDS = 10
_JOINED = re.compile(r"\b(?:and|or|then|after which|und|oder|dann|sowie|et|ou|puis|y|o|luego)\b", re.IGNORECASE)
_ASKS = re.compile(
    r"\b(?:who|whom|whose|what|when|where|which|why|how|can|may|must|should|do|does|did|is|are|was|were|will|has|have|"
    r"wer|wen|wem|wessen|was|wann|wo|wohin|welche[rsmn]?|warum|wie|kann|darf|muss|soll|ist|sind|war|gibt|hat|haben|"
    r"qui|que|quoi|quand|où|quels?|quelles?|pourquoi|comment|combien|est-ce|quién|qué|cuándo|dónde|cuál|cuánt[oa]s?|cómo)\b",
    re.IGNORECASE,
)
_WORDLESS = ("zh", "ja", "ar", "ru", "pl", "pt", "it", "nl")
"""Languages whose question words are not in the list: nothing is bare there."""


@dataclass(frozen=True)
class Intent:
    """``reason`` is a code; ``sure`` False: worth a question to the model."""

    type: IntentType
    reason: str
    sure: bool = True

    @property
    def requires_decomposition(self) -> bool:
        return self.type in ("compare", "multi_hop")


def intent_by_rules(question: str, language: str) -> Intent:
    """Never fails: what no rule knows is simple_qa."""
    if compares(question):
        return Intent("compare", "comparing_words")
    if len(plan_queries(question, language)) > 1:
        return Intent("multi_hop", "several_questions")
    if compared_sides(question, language):
        return Intent("multi_hop", "adds_up")
    words = content_words(question, language)
    bare = len(words) <= BARE_WORDS and _ASKS.search(question) is None and expected_answer(question) == "other"
    if bare and language not in _WORDLESS:
        return Intent("ambiguous", "names_a_thing")
    if len(words) > LONG_WORDS or (len(words) > LONG_WORDS // 2 and _JOINED.search(question)):
        return Intent("simple_qa", "long", sure=False)
    return Intent("simple_qa", "one_question")
