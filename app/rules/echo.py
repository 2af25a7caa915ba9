"""Rule: the answer repeats no instructions: not the program's prompt, not what a document tells a model to do.

Why: a document may address the model ("ignore your instructions"), and a small model may recite its prompt. Marks of prompts and chat
templates, and typical sentences of injections, are looked for in the answer; a model that obeys a document has nothing to rest on, since
``app.rules.planted`` takes such sentences out of the evidence. Example: "NO_CONTEXT_FOUND: answer only from the passages" → fail.
Languages: marks in all; sentences in en, de, fr, es, it, nl, pl, pt, ru, zh, ja, ar. Source: OWASP Top 10 for LLM applications, LLM01.
"""

from __future__ import annotations

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.planted import INJECTED


def check(claim: Claim) -> list[Finding]:
    match = INJECTED.search(claim.text)
    if match is not None:
        return [claim.finding("echo", "fail", "echo.instructions", match.span())]
    return []


RULE = Rule("echo", "contamination", check, "marks: all; sentences: twelve languages")
