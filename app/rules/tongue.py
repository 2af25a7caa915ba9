"""Which language a text is in, when that is clear: by script, else by function words."""

from __future__ import annotations

import re

from app.rules.function_words import FUNCTION_WORDS

SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]")), ("ko", re.compile("[\uac00-\ud7af]")), ("zh", re.compile("[\u4e00-\u9fff]")),
    ("ru", re.compile("[\u0400-\u04ff]")), ("ar", re.compile("[\u0600-\u06ff]")), ("el", re.compile("[\u0370-\u03ff]")),
)  # fmt: skip
_MIN_HITS = 3
_WORD = re.compile(r"[^\W\d_]+")


def guess(text: str) -> str | None:
    """ISO 639-1 code of the text's language, None when it is too short or not clear."""
    letters = [c for c in text if c.isalpha()]
    for code, script in SCRIPTS:
        if len(script.findall(text)) > 0.3 * max(1, len(letters)):
            return code
    words = [w.casefold() for w in _WORD.findall(text)]
    counts = sorted(((sum(w in known for w in words), code) for code, known in FUNCTION_WORDS.items()), reverse=True)
    (best, code), (second, _) = counts[0], counts[1]
    return code if best >= _MIN_HITS and best >= 1.5 * second and best >= 0.2 * len(words) else None
