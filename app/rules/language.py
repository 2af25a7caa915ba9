"""Rule: the answer is in the question's language.

Why: an answer in another language cannot be defended by the person who asked. Found by function words and script; only a clear
majority counts, short sentences and quotations are left alone. Example: a German question answered in English → fail.
Languages: de, en, fr, es, it, nl, pl, pt, ru; scripts of zh, ja, ko, ar, el. Source: function-word lists of ``function_words``.
"""

from __future__ import annotations

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.function_words import FUNCTION_WORDS
from app.rules.tongue import SCRIPTS, guess


def check(claim: Claim) -> list[Finding]:
    own = guess(claim.text)
    if own is None or own == claim.language or claim.language not in {*FUNCTION_WORDS, *(code for code, _ in SCRIPTS)}:
        return []
    if {own, claim.language} == {"zh", "ja"}:
        return []  # a Japanese sentence without kana
    if any(_said(claim.text) in _said(claim.evidence.passages[p].content) for p in claim.attribution.passages):
        return []  # the document's own words, in its own language
    return [claim.finding("language", "doubt", "language.other", (0, len(claim.text)))]


def _said(text: str) -> str:
    return " ".join(text.split())


RULE = Rule("language", "relevance", check, "de, en, fr, es, it, nl, pl, pt, ru; zh, ja, ko, ar, el by script")
