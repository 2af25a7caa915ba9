"""Rule: the answer repeats no instructions: not the program's prompt, not what a document tells a model to do.

Why: a document may address the model ("ignore your instructions"), and a small model may recite its prompt. Marks of prompts and chat
templates, and typical sentences of injections, are looked for. Example: "NO_CONTEXT_FOUND: answer only from the passages" → fail.
Languages: marks in all; sentences in en, de. Source: OWASP Top 10 for LLM applications, LLM01.
"""

from __future__ import annotations

import re

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule

_MARKS = re.compile(
    r"NO_CONTEXT_FOUND|<\|[a-z_]+\|>|\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>|^#+ ?(?:instruction|system)s?\b|\bsystem prompt\b|"
    r"\bas an ai (?:language )?model\b|\bals (?:ki|sprach)modell\b|"
    r"\b(?:ignore|disregard|forget) (?:all |any )?(?:the |your |my )?(?:previous|prior|above|earlier)? ?(?:instructions|rules)|"
    r"\b(?:ignorier\w*|vergiss) (?:alle |deine )?(?:vorherigen |bisherigen |obigen )?(?:anweisungen|regeln)|"
    r"\byou are a(?:n)? (?:helpful|offline|document) assistant\b|\bdu bist ein (?:hilfreicher )?assistent\b",
    re.IGNORECASE | re.MULTILINE,
)


def check(claim: Claim) -> list[Finding]:
    match = _MARKS.search(claim.text)
    return [claim.finding("echo", "fail", "echo.instructions", match.span())] if match else []


RULE = Rule("echo", "contamination", check, "marks: all; sentences: en, de")
