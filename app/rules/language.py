"""Rule: the answer is in the question's language.

Why: an answer in another language cannot be defended by the person who asked. Found by function words and script; only a clear
majority counts, short sentences are left alone. Example: a German question answered in English → fail.
Languages: de, en, fr, es, it, nl, pl, pt, ru; scripts of zh, ja, ko, ar, el. Source: function-word lists of ``function_words``.
"""

from __future__ import annotations

import re

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.function_words import FUNCTION_WORDS

_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]")), ("ko", re.compile("[\uac00-\ud7af]")), ("zh", re.compile("[\u4e00-\u9fff]")),
    ("ru", re.compile("[\u0400-\u04ff]")), ("ar", re.compile("[\u0600-\u06ff]")), ("el", re.compile("[\u0370-\u03ff]")),
)  # fmt: skip
_MIN_HITS = 3
_WORD = re.compile(r"[^\W\d_]+")


def guess(text: str) -> str | None:
    """ISO 639-1 code of the text's language, None when it is too short or not clear."""
    letters = [c for c in text if c.isalpha()]
    for code, script in _SCRIPTS:
        if len(script.findall(text)) > 0.3 * max(1, len(letters)):
            return code
    words = [w.casefold() for w in _WORD.findall(text)]
    counts = sorted(((sum(w in known for w in words), code) for code, known in FUNCTION_WORDS.items()), reverse=True)
    (best, code), (second, _) = counts[0], counts[1]
    return code if best >= _MIN_HITS and best >= 1.5 * second and best >= 0.2 * len(words) else None


def check(claim: Claim) -> list[Finding]:
    own = guess(claim.text)
    if own is None or own == claim.language or claim.language not in {*FUNCTION_WORDS, *(code for code, _ in _SCRIPTS)}:
        return []
    if {own, claim.language} == {"zh", "ja"}:
        return []  # a Japanese sentence without kana
    return [claim.finding("language", "doubt", "language.other", (0, len(claim.text)))]


RULE = Rule("language", "relevance", check, "de, en, fr, es, it, nl, pl, pt, ru; zh, ja, ko, ar, el by script")
