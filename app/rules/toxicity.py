"""Rule: the answer insults nobody, except in words that the cited passages themselves use.

Why: a model may say what no document says; what stands in a document (a complaint, a code of conduct with examples) must stay quotable.
Words are compared whole, with the endings of plural and case; Chinese and Japanese ones as they stand. The list holds insults and
obscenities without an ordinary meaning, so that policies on harassment, medicine or law can be answered about.
Example: "the manager is an idiota" where no cited passage has the word → fail; a passage that quotes it → nothing.
Languages: en, de, fr, es, it, nl, pl, pt, ru, zh, ja, ar. Source: LDNOOBW (CC-BY-4.0), selected; ``resources/word_lists``.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.words import flatten
from app.settings.paths import resources_dir

_UNSPACED = ("zh", "ja")
_ENDING = "(?:s|es|e|n|en|er|ern|ed|ing)?"


@lru_cache(maxsize=1)
def _lists() -> dict[str, list[str]]:
    text = (resources_dir() / "word_lists" / "offensive.toml").read_text(encoding="utf-8")
    return {language: [str(word) for word in words] for language, words in tomllib.loads(text).items()}


@lru_cache(maxsize=32)
def _pattern(language: str) -> re.Pattern[str]:
    """Words of the language and of English, which is borrowed everywhere."""
    lists = _lists()
    parts = []
    for code in dict.fromkeys((language, "en")):
        words = "|".join(sorted(map(re.escape, lists.get(code, ())), key=len, reverse=True))
        if words:
            parts.append(f"(?:{words})" if code in _UNSPACED else rf"(?<!\w)(?:{words}){_ENDING}(?!\w)")
    return re.compile("|".join(parts), re.IGNORECASE)


def check(claim: Claim) -> list[Finding]:
    pattern = _pattern(claim.language)
    hits = list(pattern.finditer(flatten(claim.text)))
    if not hits:
        return []
    cited = [claim.evidence.passages[number].content for number in claim.attribution.passages]
    quotable = {m.group().casefold() for text in cited for m in pattern.finditer(flatten(text))}
    return [
        claim.finding("toxicity", "fail", "toxicity.word", m.span(), what=m.group())
        for m in hits
        if m.group().casefold() not in quotable
    ]


RULE = Rule("toxicity", "toxicity", check, "en, de, fr, es, it, nl, pl, pt, ru, zh, ja, ar")
