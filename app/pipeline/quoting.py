"""Quotations: found again in the passages word for word, cut out of them, and shown one below the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.messages.retrieval import Passage
from app.messages.validation import Citation, Finding, SentenceReport, ValidationReport
from app.rules.conflicting import conflicting_pair
from app.rules.difference import calculated
from app.rules.extended import longest_extended
from app.rules.quantities import read_quantities
from app.rules.question import compares
from app.rules.wording import say
from index.document import Span


def with_difference(question: str, quotes: Sequence[str], language: str) -> str:
    """The quotations, one a line, and below two of them the difference or sum that the question asks for."""
    lines = [as_line(quote) for quote in dict.fromkeys(quotes)]
    if compares(question) and len(lines) > 2:
        # What is compared are the figures; a line without one is beside it.
        figures = [line for line in lines if any(not q.weak for q in read_quantities(line, language))]
        lines = figures if len(figures) == 2 else lines
    if len(lines) == 2:
        formula = calculated(question, lines[0], lines[1], language)
        lines += [formula] if formula else []
    return "\n".join(lines)


def as_line(quote: str) -> str:
    """On one line, without the mark of a list."""
    return " ".join(quote.split()).lstrip("-*•– ")


def by_program(question: str, passages: Sequence[Passage], language: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Sentences of the passages that answer together, and what they come to ("" where nothing is calculated)."""
    period = longest_extended(question, passages, language)
    if period is not None:
        yield period.quotes, period.formula
    pair = conflicting_pair(question, passages, language)
    if pair is not None:
        yield pair, ""


def with_formula(text: str, report: ValidationReport, formula: str) -> tuple[str, ValidationReport]:
    """``text`` with the program's own calculation below it, and the report of both: it is as good as the figures that it starts from."""
    claims = [s for s in report.sentences if s.verdict != "no_claim"]
    citations = tuple({(c.chunk_id, c.start, c.end): c for s in claims for c in s.citations}.values())
    sure = bool(citations) and all(s.verdict == "supported" for s in claims)
    start = len(text) + 1
    calculated = SentenceReport(
        span=Span(start=start, end=start + len(formula)),
        text=formula,
        verdict="supported" if sure else "partly_supported",
        score=1.0 if sure else 0.5,
        citations=citations,
        findings=(Finding(rule="computed", outcome="pass", message=say("computed.right", calculation=formula)),),
    )
    return f"{text}\n{formula}", report.model_copy(update={"sentences": (*report.sentences, calculated)})


def verbatim(quote: str, passages: Sequence[Passage]) -> str:
    """The quotation in the passage's own spelling, or "" when it stands in none (white space and case aside)."""
    part = _part(quote, passages)
    return part.content if part is not None else ""


def quoted_parts(quotes: Sequence[str], passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages cut down to what is quoted of them word for word; empty when nothing is."""
    parts = [part for quote in quotes if (part := _part(quote, passages)) is not None]
    return tuple({(p.chunk_id, p.start): p for p in parts}.values())


def _part(quote: str, passages: Sequence[Passage]) -> Passage | None:
    wanted = " ".join(quote.split()).casefold()
    for passage in passages if wanted else ():
        folded, offsets = _fold(passage.content)
        at = folded.find(wanted)
        if at >= 0:
            start, end = offsets[at], offsets[at + len(wanted) - 1] + 1
            return passage.model_copy(
                update={"content": passage.content[start:end], "start": passage.start + start, "end": passage.start + end}
            )
    return None


def _fold(text: str) -> tuple[str, list[int]]:
    """``text`` with single spaces and case folded, and for each character where it came from."""
    folded: list[str] = []
    offsets: list[int] = []
    for position, character in enumerate(text):
        if character.isspace():
            if folded and folded[-1] == " ":
                continue
            character = " "
        for part in character.casefold():
            folded.append(part)
            offsets.append(position)
    return "".join(folded), offsets


def quotation_text(lead: str, quotes: Sequence[Citation]) -> tuple[str, tuple[SentenceReport, ...]]:
    """The quotations below a lead-in, one a line, and a report in which each stands for itself."""
    text = lead
    sentences = []
    for quote in quotes:
        words = " ".join(quote.quote.split())
        start = len(text) + len("\n• ")
        text += f"\n• {words}"
        span = Span(start=start, end=len(text))
        sentences.append(SentenceReport(span=span, text=words, verdict="supported", score=1.0, citations=(quote,)))
    return text, tuple(sentences)
