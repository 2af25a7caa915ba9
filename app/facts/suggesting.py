"""Suggests facts: labelled amounts, dates and contacts of a document, found by rule in English and German. A person confirms each.

Three forms are read, in one sentence, line or row each: "Fee for a guest card: 25 euros", "The fee for a guest card is 25 euros", and a
row of two cells. The label must bear a word of ``cues``, and there must be exactly one value of its kind: what can be taken in two ways
is not suggested.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.facts import cues
from app.facts.fact import MAX_LABEL, FactKind, FactWords
from app.rules.quantities import Quantity, read_quantities
from index.chunking.sentences import split_sentences
from index.document import Block, ParsedDocument, Span

MAX_PER_DOCUMENT = 8
MAX_SENTENCE = 220
MAX_LABEL_WORDS = 8
LANGUAGES = ("en", "de")
LEFT_OUT = frozenset({"csv", "xlsx", "xls", "ods", "eml", "msg", "mbox", "code", "json", "xml", "srt"})
"""Kinds whose lines are nearly all labels with values: tables of data, heads of mails, programs."""
_OPENING = re.compile(r"^[\s•‣▪–*·-]+|^\(?[\da-z]{1,2}[.)]\s+")
_PER = re.compile(
    r"\s*(?:(?:a|an|per|each|pro|je|im|am)\s+[^\W\d]{2,20}|jährlich|monatlich|yearly|monthly|annually)\b", re.IGNORECASE
)
_AMOUNTS = ("money", "percent", "duration", "measure")


@dataclass(frozen=True)
class Suggestion:
    """``span`` is the sentence in the document's text."""

    words: FactWords
    span: Span


def suggest(document: ParsedDocument) -> list[Suggestion]:
    """In the order of the document, each label once, at most ``MAX_PER_DOCUMENT``. Documents in other languages give none."""
    language = document.language or "en"
    if document.kind in LEFT_OUT or language not in LANGUAGES:
        return []
    found: dict[str, Suggestion] = {}
    for block in document.blocks:
        if block.kind in ("heading", "code", "quote"):
            continue
        for suggestion in _in_block(document, block, language):
            found.setdefault(suggestion.words.label.casefold(), suggestion)
            if len(found) == MAX_PER_DOCUMENT:
                return list(found.values())
    return list(found.values())


def words_of(sentence: str, heading: str, language: str) -> FactWords | None:
    """Label and value of one sentence, None where no rule knows it: also what the sheet for pinning begins with."""
    plain = _OPENING.sub("", " ".join(sentence.split())).replace("**", "")
    parts = _parts(plain)
    if parts is None:
        return None
    label, rest = cues.ARTICLE.sub("", parts[0].strip(" .")), parts[1].strip()
    if not label or cues.STARTERS.match(label) or len(label.split()) > MAX_LABEL_WORDS or _has_figure(label, language):
        return None
    taken = _value(label, rest, language)
    if taken is None:
        return None
    kind, value, unit = taken
    label = label[0].upper() + label[1:]
    if heading and len(label.split()) == 1 and heading.casefold() != label.casefold():
        label = f"{heading} – {label}"
    return FactWords(label=label[:MAX_LABEL], value=value, unit=unit, kind=kind)


def _in_block(document: ParsedDocument, block: Block, language: str) -> Iterator[Suggestion]:
    text = document.text[block.start : block.end]
    heading = block.place.heading_path[-1] if block.place.heading_path else ""
    for span in split_sentences(text, language):
        sentence = text[span.start : span.end]
        words = words_of(sentence, heading, language) if len(sentence) <= MAX_SENTENCE else None
        if words is not None:
            yield Suggestion(words, Span(start=block.start + span.start, end=block.start + span.end))


def _parts(sentence: str) -> tuple[str, str] | None:
    """Label and the rest."""
    cells = [cell.strip() for cell in sentence.split("|") if cell.strip()]
    if len(cells) > 1:
        return (cells[0], cells[1]) if len(cells) == 2 else None
    label, colon, rest = sentence.partition(": ")
    if colon and len(label) <= MAX_LABEL:
        return label, rest
    match = cues.COPULA.search(sentence)
    return (sentence[: match.start()], sentence[match.end() :]) if match is not None else None


def _has_figure(label: str, language: str) -> bool:
    return any(not q.weak and q.kind != "identifier" for q in read_quantities(label, language))


def _value(label: str, rest: str, language: str) -> tuple[FactKind, str, str] | None:
    """Kind, value, and what the value is counted by ("a year")."""
    if cues.CONTACT_LABEL.search(label) and cues.REACH.search(rest) and len(rest) <= 160:
        return "contact", rest.rstrip(".; "), ""
    quantities = [q for q in read_quantities(rest, language) if not q.weak]
    dates = [q for q in quantities if q.kind == "date" and any(q.values[1:])]
    if cues.DATE_LABEL.search(label) and len(dates) == 1:
        return "date", _said(rest, dates[0]), ""
    amounts = [q for q in quantities if q.kind in _AMOUNTS]
    if cues.AMOUNT_LABEL.search(label) and len(amounts) == 1 and not dates:
        per = _PER.match(rest, amounts[0].end)
        return "amount", _said(rest, amounts[0]), per.group().strip() if per is not None else ""
    return None


def _said(rest: str, quantity: Quantity) -> str:
    """The figure as the sentence writes it."""
    return rest[quantity.start : quantity.end].strip(" .,;")
