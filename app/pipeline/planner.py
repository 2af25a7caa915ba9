"""Planner: sub-queries of a question that asks for several things. By rules; Thorough may ask the model (``thorough``).

A question is cut where a person joins two questions: at a question mark, and at "and"/"und" … before another question word.
A comparison is cut into its sides. Each part is searched together with the whole question, because parts often share their subject.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.messages.answer import HistoryMessage
from app.pipeline.followup import standalone
from app.rules.calendar_dates import years_in
from app.rules.question import adds_up, compares
from app.rules.words import is_content, tokens

MAX_SUB_QUERIES = 4
MIN_CHARACTERS = 12
MAX_SIDE_WORDS = 3

_QUESTION_WORDS = {
    "en": "(?:(?:about|after|at|before|by|during|for|from|in|of|on|over|per|since|to|under|until|with|within) )?(?:who|whom|whose|what|when|where|which|why|how)|can|may|must|should|does|do|is|are|will",
    "de": "(?:(?:ab|an|auf|aus|bei|bis|durch|für|gegen|in|innerhalb|mit|nach|ohne|pro|seit|um|unter|von|vor|während|zu) )?(?:wer|wen|wem|wessen|was|wann|wo|welche[rsmn]?|warum|wie)|kann|darf|muss|soll|ist|sind|wird",
    "fr": "qui|que|quoi|quand|où|quel(?:le)?s?|pourquoi|comment|combien",
    "es": "quién|qué|cuándo|dónde|cuál(?:es)?|por qué|cómo|cuánt[oa]s?",
}
_JOINER = {"en": "and|or", "de": "und|oder", "fr": "et|ou", "es": "y|o"}
_SIDES = re.compile(
    r"\s(?:and|or|than|versus|vs\.?|und|oder|als|gegenüber|et|ou|y|o|que|statt|rather than|compared (?:to|with)|im Vergleich zu[mr]?"
    r"|(?:differs?|different) from|exceeds?)\s",
    re.IGNORECASE,
)
_WITH = re.compile(r"\s(?:with|to|from|mit|von|avec|con)\s", re.IGNORECASE)
"""Tells sides apart where nothing else does: "compare A with B\""""
_TAIL = re.compile(
    r",?\s+(?:and|und|et|y)\s+(?:by|how|what|um|wie|was|welche[rsmn]?|de combien|combien|cuánt[oa]s?|en cuánto)\b[^?]*\??\s*$",
    re.IGNORECASE,
)
"""What is asked of both sides behind them: "…, and by how much?"""


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


def sub_questions(question: str, language: str) -> tuple[str, ...]:
    """The parts of a question that asks several things, each complete in itself; empty when it is one question."""
    parts = plan_queries(question, language)[1:]
    complete: list[str] = []
    for part in parts:
        earlier = tuple(HistoryMessage(role="user", text=p) for p in complete[:1])
        complete.append(standalone(part, earlier, language) or f"{part.rstrip(' ?')}?")
    return tuple(complete)


def compared_sides(question: str, language: str) -> tuple[str, str] | tuple[()]:
    """A search query for each side of a comparison or a sum: what both share, with one side alone. Empty when the sides cannot be told.

    "Is the notice period longer for tenants or for landlords?" → "notice period longer tenants", "notice period longer landlords".
    """
    if not (compares(question) or adds_up(question)):
        return ()
    years = sorted(years_in(question))
    if len(years) == 2:
        return _without_each(question, list(map(str, years)))
    question = _TAIL.sub("", question)
    seams = list(_SIDES.finditer(question)) or list(_WITH.finditer(question))
    if not seams:
        return ()
    seam = seams[-1]
    left = _words(question[: seam.start()], language)
    right = _words(question[seam.end() :], language)
    if not left or not right:
        return ()
    figures = [[w for w in words if w.isdigit()] for words in (left, right)]
    if [len(f) for f in figures] == [1, 1] and figures[0] != figures[1]:
        return _without_each(question, [figures[0][0], figures[1][0]])
    shared = left[: -min(len(right), MAX_SIDE_WORDS, max(1, len(left) - 1))]
    return " ".join(left), " ".join([*shared, *right])


def _without_each(question: str, told_apart: Sequence[str]) -> tuple[str, str]:
    """The question with the first of two words alone, and with the second alone."""
    first, second = (" ".join(re.sub(rf"\b{other}\b", " ", question).split()) for other in reversed(told_apart))
    return first, second


def _words(text: str, language: str) -> list[str]:
    """Content words, and figures: often they alone tell two sides apart."""
    return [t.text for t in tokens(text, language) if t.key.isdigit() or is_content(t, language)]


def parts_of(question: str, language: str) -> tuple[str, ...]:
    """The parts of a question that asks several things; a comparison with its sides; the question itself when it asks one thing."""
    return plan_queries(question, language)[1:] or (question, *compared_sides(question, language))


def asks_several(question: str, language: str) -> bool:
    """Does the answer need more than one line of the documents: a comparison, or several questions in one?"""
    return compares(question) or len(plan_queries(question, language)) > 1
