"""Follow-up questions made complete by rules: "and abroad?" alone finds nothing.

Two kinds are known by their words. *Ellipsis*: the question begins with "and", "what about" and the like, or has no question word and
hardly any content: it gets the whole earlier question in front. *Pronoun*: it says "it", "they", "there" … and names nothing that the
pronoun could stand for: it gets the subject of the earlier question behind it. Everything else stands for itself.
Languages: en, de, fr, es, it, nl. Others are asked as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.messages.answer import HistoryMessage
from app.messages.retrieval import MAX_QUERY_CHARACTERS
from app.rules.evidence import content_words
from app.rules.words import Token, tokens

_ELLIPSIS = {
    "en": r"and|but|or|also|then|what about|how about|what if|and what about|same for",
    "de": r"und|aber|oder|auch|dann|was ist mit|wie ist es mit|wie sieht es mit|und was ist mit|gilt das auch",
    "fr": r"et|mais|ou|alors|qu'en est-il de|et pour",
    "es": r"y|pero|o|entonces|qué hay de|qué pasa con|y para",
    "it": r"e|ma|o|allora|che dire di|e per",
    "nl": r"en|maar|of|dan|hoe zit het met|en wat met",
}
_PRONOUNS = {
    "en": "it its they them their this that these those he she his her him there one ones",
    "de": "es er sie ihn ihm ihr ihre ihrer ihren dies diese dieser dieses dieser das dort davon dafür damit dazu dabei darüber darauf darin",
    "fr": "il elle ils elles le la les lui leur cela ça ceci celui celle y en",
    "es": "él ella ellos ellas lo la los las le les esto eso ese esa esos esas allí",
    "it": "esso essa essi esse lo la li le questo questa ciò ne lì",
    "nl": "het hij zij ze hem haar hun dit dat deze die daar ervan ervoor",
}
_NEVER_ALONE = {"en": {"one", "ones", "that", "there", "this"}, "de": {"das", "es", "sie"}, "fr": {"le", "la", "les", "y", "en", "il"},
                "es": {"la", "lo", "los", "las"}, "it": {"la", "le", "lo", "li"}, "nl": {"het", "die", "dat"}}  # fmt: skip
"""Articles, conjunctions and the like besides: they count as pronouns only in a question that names nothing else."""
_EXPLETIVE = re.compile(r"\b(?:(?:is|are|was|were) there|gibt es|gab es|es gibt|il y a|y a-t-il)\b", re.IGNORECASE)
_QUESTION_MARKS = " ?？¿!."
FEW = 2
"""Content words up to which a question without a question word is taken for a fragment."""
SUBJECT_WORDS = 6


def standalone(question: str, history: Sequence[HistoryMessage], language: str) -> str | None:
    """The complete question when it is a follow-up, at most 500 characters; None when it stands for itself."""
    earlier = [m.text for m in history if m.role == "user"]
    if not earlier or language not in _ELLIPSIS:
        return None
    last = _last_whole(earlier, language)
    words = [t.key for t in tokens(_EXPLETIVE.sub(" ", question), language)]
    content = content_words(question, language)
    opening = re.match(rf"\W*(?:{_ELLIPSIS[language]})\b[\s,]*", question, re.IGNORECASE)
    if opening is not None and len(content) <= 2 * FEW:
        rest = question[opening.end() :].strip(_QUESTION_MARKS)
        return _fit(last.rstrip(_QUESTION_MARKS), f"– {rest}?") if rest else None
    pronouns = set(_PRONOUNS[language].split())
    sure = pronouns - _NEVER_ALONE[language]
    if any(w in sure for w in words) or (len(content) <= FEW and any(w in pronouns for w in words)):
        subject = _subject(last, content, language)
        return _fit(question, f"({subject})") if subject else None
    return None


def _last_whole(earlier: Sequence[str], language: str) -> str:
    """The last question that was none of these fragments itself, else the first."""
    for text in reversed(earlier):
        if re.match(rf"\W*(?:{_ELLIPSIS[language]})\b", text, re.IGNORECASE) is None and len(content_words(text, language)) > 1:
            return text
    return earlier[0]


def _subject(last: str, content: Sequence[Token], language: str) -> str:
    """The content words of the earlier question that the new one does not have, in their order."""
    known = {w.stem for w in content}
    words = [w for w in content_words(last, language) if w.stem not in known]
    return " ".join(last[w.start : w.end] for w in words[:SUBJECT_WORDS])


def _fit(first: str, second: str) -> str:
    """Both, the first one cut where they would be too long together."""
    room = MAX_QUERY_CHARACTERS - len(second) - 1
    return f"{first[:room]} {second}"[:MAX_QUERY_CHARACTERS]
