"""Rule: the sentence is a whole sentence, of a readable length, without leftovers of the prompt.

Why: a small model stops in the middle, loops, or prints markers of its own format ("<|im_end|>", "[INST]"); a person should not take a torn
sentence for all that the document says. Torn is what ends in a comma, a hyphen, an opening bracket or a word that asks for more.
Example: an answer that ends in "the fee is due within" → doubt. Languages: marks in all; last words of en, de, fr, es, it, nl, pt.
Source: own.
"""

from __future__ import annotations

import re

from app.messages.validation import Finding
from app.rules.claim import Claim, Rule
from app.rules.function_words import word_set
from app.rules.words import flatten

LONGEST = 120
"""Words. A sentence beyond it is a list without marks or a loop."""
_REPEATED = 4
_MARKS = re.compile(
    r"<\|[^|<>]{1,30}\|>|\[/?INST\]|</?s>|<</?SYS>>|<(?:start|end)_of_turn>|^\s*#{2,}\s*(?:Instruction|Response|Question|Answer)\b"
    r"|\{\{[^{}]{0,40}\}\}|\{(?:question|passages?|context|answer)\}|^\s*(?:assistant|user|system)\s*:",
    re.IGNORECASE,
)
_OPEN_END = re.compile(r"(?:[,(\[{„«‚–]|(?<=\s)-)\s*$")
_FINAL = re.compile(r"[.!?…。！？؟:;；：\"'”“»)\]】」*_`|]\s*$")
_WANTS_MORE = word_set(
    "the a an of to with within by for from at and or than between the der die das den dem des ein eine einen einem einer und oder mit von vom zu zum "
    "zur für innerhalb als zwischen le la les un une de du des et ou avec pour dans el los las un una del y o con por para il lo gli di da e per het een van en "
    "of met voor o os as um uma do dos das com"
)
_LOOP = re.compile(rf"(\b[^\W\d_]\w*(?:\W+\w+){{0,5}}?)(?:\W+\1\b){{{_REPEATED - 1},}}", re.IGNORECASE)


def check(claim: Claim) -> list[Finding]:
    flat = flatten(claim.text)
    mark = _MARKS.search(flat)
    if mark is not None:
        return [claim.finding("form", "doubt", "form.marks", mark.span(), what=mark.group().strip())]
    loop = _LOOP.search(flat)
    if loop is not None:
        return [claim.finding("form", "doubt", "form.loop", loop.span(), what=loop.group(1))]
    if _is_torn(claim, flat):
        return [claim.finding("form", "doubt", "form.torn", (max(0, len(claim.text) - 20), len(claim.text)))]
    if len(claim.words) > LONGEST and "|" not in claim.text:
        return [claim.finding("form", "doubt", "form.long", what=len(claim.words))]
    return []


def _is_torn(claim: Claim, flat: str) -> bool:
    """The last sentence of the answer stops before its end."""
    if claim.answer[claim.start + len(claim.text) :].strip():
        return False
    if _OPEN_END.search(flat):
        return True
    last = claim.words[-1] if claim.words else None
    return (
        last is not None
        and not _FINAL.search(flat)
        and len(claim.words) > 3
        and last.text.islower()
        and last.key in _WANTS_MORE
    )


RULE = Rule("form", "relevance", check, "marks in all; last words of en, de, fr, es, it, nl, pt")
