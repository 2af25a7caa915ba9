"""Rule: an answer to a comparison, or to a question for a sum, has both of its sides.

Why: small models answer half of "how does A differ from B" with a true sentence on A, or put the figure of A down as the difference. Each
sentence is then supported and the answer still wrong. When the question compares and figures are involved, the answer must hold two
different ones, or one that is shown as computed from two.
Example: "Is the day ticket dearer than the single one, and by how much?", answer "The day ticket is 8 euros dearer", passages 8 and 3 → doubt.
Languages: comparing words of en, de, fr, es, zh. Source: development questions of kind "compare".
"""

from __future__ import annotations

from collections import Counter

from app.messages.validation import Finding
from app.rules.changes import ends_apart
from app.rules.claim import Claim, Rule
from app.rules.computed import explanation
from app.rules.quantities import Quantity, read_quantities
from app.rules.question import adds_up, compares


def check(claim: Claim) -> list[Finding]:
    """Looked at for the whole answer, reported once, on its first sentence with a figure."""
    if not claim.quantities or not (compares(claim.question.text) or adds_up(claim.question.text)):
        return []
    figures = _figures(claim.answer, claim.language)
    asked = {_key(q) for q in claim.question.quantities}
    given = {_key(q) for q in figures} - asked
    own = [q for q in claim.quantities if _key(q) in given]
    two_of_a_kind = max(Counter(kind for kind, _, _ in given).values(), default=0) > 1
    if two_of_a_kind or not own or explanation(claim, own[0]) is not None:
        return []
    span = (own[0].start, own[0].end)
    return [claim.finding("completeness", "doubt", "completeness.one", span, what=own[0].text)]


def _figures(text: str, language: str) -> list[Quantity]:
    figures = ends_apart(read_quantities(text, language), text, language)
    return [q for q in figures if not q.weak and q.kind != "identifier"]


def _key(quantity: Quantity) -> tuple[str, tuple[object, ...], str | None]:
    return (quantity.kind, tuple(quantity.values), quantity.unit)


RULE = Rule("completeness", "relevance", check, "en, de, fr, es, zh comparing words")
