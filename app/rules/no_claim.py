"""Sentences that state nothing to check: headings, lead-ins, courtesies, and "not found in the documents"."""

from __future__ import annotations

import re

from app.rules.quantities import Quantity
from app.rules.words import flatten

_REFUSAL = re.compile(
    r"\b(?:not|no|isn't|doesn't|don't|cannot|can't|couldn't|unable)\b.{0,80}\b(?:documents?|passages?|context|sources?|excerpts?|text|information|files?|provided|mention(?:ed)?|specif(?:y|ied)|stated?)\b"
    r"|\b(?:documents?|passages?|context|sources?|excerpts?|text)\b.{0,60}\b(?:not|no)\b.{0,40}\b(?:mention|contain|state|specify|provide|say|include|answer|information|give)\w*"
    r"|\b(?:nicht|kein\w*|keine)\b.{0,80}\b(?:unterlagen|dokument\w*|passagen?|kontext|quellen?|text\w*|angaben?|information\w*|gefunden|enthalten|genannt|erwähnt)\b"
    r"|\b(?:unterlagen|dokument\w*|passagen?|kontext|quellen?|text\w*)\b.{0,60}\b(?:nicht|kein\w*)\b"
    r"|\b(?:ne|n'|pas|aucune?)\b.{0,80}\b(?:documents?|passages?|contexte|sources?|extraits?|informations?)\b"
    r"|\bno\b.{0,60}\b(?:documentos?|pasajes?|contexto|fuentes?|información)\b"
    r"|(?:文档|文件|资料|上下文).{0,20}(?:没有|未|不)|(?:没有|未).{0,12}(?:找到|提及|提到|说明)|^\s*not found\b|^\s*nicht gefunden\b",
    re.IGNORECASE,
)
_COURTESY = re.compile(
    r"^(?:i hope|hope this|let me know|feel free|please (?:let|ask|consult|check|refer|contact me)|sure[,.! ]|certainly|of course|thank|here (?:is|are)|the (?:answer|following) is|"
    r"based on (?:the|your) (?:\w+ )?(?:documents|passages|context)[^,]*$|in summary$|summary$|answer$|ich hoffe|gerne|natürlich|hier (?:ist|sind)|bitte (?:wenden|fragen|prüfen)|bei fragen|"
    r"zusammenfassung$|antwort$|danke|n'hésitez|voici|espero|aquí (?:está|tiene))",
    re.IGNORECASE,
)
_REPEATED = 3
_HEADING = re.compile(r"^\s*(?:#{1,6}\s.*|\*\*[^*]+\*\*:?|[-=*_]{3,})\s*$")
_MARKERS_ONLY = re.compile(r"^[\s\[\]()0-9,.;*-]*$")
_CITATION_LINE = re.compile(r"^\s*[\[(]?(?:sources?|quellen?|references?|citations?|see)\b\s*:?", re.IGNORECASE)


def is_refusal(text: str) -> bool:
    """Does the sentence say that the documents do not answer?"""
    return bool(_REFUSAL.search(flatten(text)))


def repeats(text: str, question: str) -> bool:
    """Is the sentence one of the question's own, which describes the person's situation and which no document can support?"""
    said = " ".join(flatten(text).casefold().split()).strip(" .!*")
    return len(said.split()) >= _REPEATED and f" {said}." in " " + " ".join(flatten(question).casefold().split())


def states_nothing(text: str, quantities: tuple[Quantity, ...], content_count: int, has_names: bool) -> bool:
    """Is there nothing in the sentence that a passage could support or contradict?

    ``content_count``: number of content words. A refusal with a figure of its own is still checked.
    """
    flat = flatten(text).strip()
    figures = [q for q in quantities if not q.weak]
    if _HEADING.match(flat) and not figures:
        return True
    if _MARKERS_ONLY.match(flat) and re.search(r"\[\d", flat):
        return True
    if figures:
        return bool(_CITATION_LINE.match(flat) and all(q.kind == "identifier" for q in figures))
    if is_refusal(flat) or _COURTESY.match(flat) or _CITATION_LINE.match(flat):
        return True
    if flat.endswith(("?", "？")):
        return True
    if flat.endswith((":", "：")) and content_count <= 12:
        return True
    return content_count == 0 and not has_names and not _is_answer_word(flat)


def _is_answer_word(flat: str) -> bool:
    return bool(re.match(r"(?:yes|no|ja|nein|oui|non|sí|no|是|不是|doch)\b[\s.!]*$", flat, re.IGNORECASE))
