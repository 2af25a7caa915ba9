"""Rule: every claim rests on a sentence of a passage.

Why: the model mostly does not cite, or cites wrongly, so the program attributes by itself (``attribution``).
Example: "The fee is 40 euros." with no passage that shares a word with it → fail. Languages: all. Source: Dossier's contract, I8.
"""

from __future__ import annotations

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule


def check(claim: Claim) -> list[Finding]:
    if not claim.sources:
        return [claim.finding("citation", "fail", "citation.none", (0, len(claim.text)))]
    place = claim.evidence.place_name(claim.sources[0])
    return [claim.finding("citation", "pass", "citation.found", place=place)]


RULE = Rule("citation", "citation", check, "all")
