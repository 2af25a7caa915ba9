"""Answers to sub-questions put together: each was written, checked and cited for its own question; the program calculates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.messages.retrieval import Passage, RetrievalResponse
from app.messages.validation import Citation, Finding, SentenceReport, ValidationReport
from app.pipeline.compose import Outcome
from app.pipeline.phrases import phrase
from app.pipeline.run import Run
from app.rules.difference import stated_difference
from app.rules.verdict import overall_verdict
from app.rules.wording import say
from index.document import Span


@dataclass(frozen=True)
class Step:
    """A sub-question and the passages that the model reads for it."""

    question: str
    passages: tuple[Passage, ...]


def passages_of(run: Run, question: str, response: RetrievalResponse | None, keep: int) -> tuple[Passage, ...]:
    """The facts that a sub-question names, and the ``keep`` best passages that it found among those of ``run.response``, since what is
    cited must be on screen; else the best there. What is attached is always among them."""
    shown = {p.chunk_id: p for p in run.response.documents}
    own = response.documents if response is not None else ()
    facts = tuple(shown[p.chunk_id] for p in run.facts.get(question, ()) if p.chunk_id in shown)
    found = tuple(shown[p.chunk_id] for p in own if p.chunk_id in shown)[:keep]
    found = found or tuple(p for p in run.response.documents if p.fact is None)[:keep]
    missing = tuple(p for p in run.attached if p not in found)
    return (*facts, *sorted((*found, *missing), key=lambda p: -p.relevance_score))


def joined(run: Run, parts: Sequence[tuple[str, Outcome]]) -> Outcome:
    """One answer of (sub-question, its outcome), one below the other; not found when none of them was found.

    What was not found is named with its sub-question. Where two were found and the question asks how much they differ, the difference
    stands below, supported when both figures are.
    """
    found = [outcome for _, outcome in parts if outcome.report is not None]
    if not found:
        return Outcome("not_found", phrase("not_found", run.language))
    text, sentences = "", list[SentenceReport]()
    for question, outcome in parts:
        text += "\n" if text else ""
        start = len(text)
        if outcome.report is None:
            text += f"{question} {phrase('not_found', run.language)}"
            sentences.append(_said(text, start))
            continue
        text += outcome.text
        sentences += [_moved(sentence, start) for sentence in outcome.report.sentences]
    formula = stated_difference(run.asked, found[0].text, found[1].text, run.language) if len(found) == 2 else None
    if formula:
        start = len(text) + 1
        text += f"\n{formula}"
        sentences.append(_calculated(text, start, sentences))
    unvalidated = any(outcome.report is not None and outcome.report.unvalidated for outcome in found)
    report = ValidationReport(
        correlation_id=run.question.correlation_id,
        verdict="unvalidated" if unvalidated else overall_verdict(sentences),
        sentences=tuple(sentences),
        unvalidated=unvalidated,
        elapsed_ms=sum(outcome.report.elapsed_ms for outcome in found if outcome.report is not None),
    )
    return Outcome("answered", text, report)


def _moved(sentence: SentenceReport, by: int) -> SentenceReport:
    def moved(span: Span) -> Span:
        return Span(start=span.start + by, end=span.end + by)

    findings = tuple(f.model_copy(update={"span": moved(f.span)}) if f.span is not None else f for f in sentence.findings)
    return sentence.model_copy(update={"span": moved(sentence.span), "findings": findings})


def _said(text: str, start: int) -> SentenceReport:
    return SentenceReport(span=Span(start=start, end=len(text)), text=text[start:], verdict="no_claim", score=1.0)


def _calculated(text: str, start: int, operands: Sequence[SentenceReport]) -> SentenceReport:
    """The program's own arithmetic is as good as the figures that it starts from."""
    claims = [s for s in operands if s.verdict != "no_claim"]
    citations = tuple(dict.fromkeys(c for s in claims for c in s.citations))
    sure = bool(citations) and all(s.verdict == "supported" for s in claims)
    finding = Finding(rule="computed", outcome="pass", message=say("computed.right", calculation=text[start:]))
    return SentenceReport(
        span=Span(start=start, end=len(text)),
        text=text[start:],
        verdict="supported" if sure else "partly_supported",
        score=1.0 if sure else 0.5,
        citations=_each_once(citations),
        findings=(finding,),
    )


def _each_once(citations: Sequence[Citation]) -> tuple[Citation, ...]:
    return tuple({(c.chunk_id, c.start, c.end): c for c in citations}.values())
