"""Rule: what stands in quotation marks is word for word in a passage.

Why: a person copies quotations. Three words or more count; shorter ones are titles or doubts. White space, case, typographic variants and
an ellipsis are allowed for. Example: “the fee is waived” where the passage says "the fee may be waived" → fail. Languages: all.
Source: Dossier's contract, I8.
"""

from __future__ import annotations

import re

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.words import flatten

_QUOTED = re.compile(r"„([^“”„]+)[“”]|“([^”“]+)”|«\s?([^»]+?)\s?»|»([^«]+)«|\"([^\"]+)\"|「([^」]+)」|‚([^‘’]+)[‘’]")
_ELLIPSIS = re.compile(r"\s*(?:\[?(?:\.\.\.|…)\]?)\s*")
_MIN_WORDS = 3
_MIN_CJK = 6
_SMALL = 3
"""Letters of the words that a title may write small ("and", "of", "the")."""


def check(claim: Claim) -> list[Finding]:
    found = []
    for match in _QUOTED.finditer(claim.text):
        inner = next(group for group in match.groups() if group)
        long_enough = len(inner.split()) >= _MIN_WORDS or (not inner.isascii() and " " not in inner and len(inner) >= _MIN_CJK)
        if not long_enough or _is_title(inner):
            continue
        holder = _holder(claim, inner)
        if holder is None:
            found.append(claim.finding("quotation", "fail", "quotation.missing", match.span()))
        else:
            found.append(claim.finding("quotation", "pass", "quotation.found", place=holder))
    return found


def _is_title(quoted: str) -> bool:
    """A title of a book, a film, a case: its words have capitals. The rule for names looks them up one by one."""
    words = [w for w in re.findall(r"[^\W\d_]+", quoted) if len(w) > _SMALL]
    return bool(words) and all(w[0].isupper() for w in words) and not quoted.isupper()


def _plain(text: str) -> str:
    """Words and signs, without the white space before a sign that some typography has."""
    return re.sub(r" (?=[,;:.!?])", "", re.sub(r"[\s\u00a0*_]+", " ", flatten(text)).casefold()).strip(" .,;:!?")


def _holder(claim: Claim, quoted: str) -> str | None:
    pieces = [p for p in (_plain(piece) for piece in _ELLIPSIS.split(quoted)) if p]
    if all(piece in _plain(claim.question.text) for piece in pieces):
        return "the question"
    for number, passage in enumerate(claim.evidence.passages):
        text = _plain(passage.content)
        if all(piece in text for piece in pieces):
            first = next((s for s in claim.evidence.sentences if s.passage_index == number), None)
            return claim.evidence.place_name(first) if first else passage.source
    return None


RULE = Rule("quotation", "citation", check, "all")
