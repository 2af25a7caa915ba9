"""Answers to sub-questions put together: each was written, checked and cited for its own question; the program calculates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.messages.retrieval import Passage, RetrievalResponse
from app.messages.validation import SentenceReport, ValidationReport
from app.pipeline.compose import Outcome, computes
from app.pipeline.phrases import phrase
from app.pipeline.planner import compared_sides
from app.pipeline.quoting import with_formula
from app.pipeline.run import Run
from app.pipeline.second_look import doubted
from app.pipeline.thorough import Plan
from app.rules.difference import calculated
from app.rules.quantities import read_quantities
from app.rules.question import adds_up, compares
from app.rules.sides import names_both
from app.rules.verdict import overall_verdict
from index.document import Span

_SAYS_SOMETHING = 3
"""Words of a sentence that counts as a place of its own; less is a heading or a label."""


@dataclass(frozen=True)
class Step:
    """A sub-question, the passages that the model reads for it, and its own parts where it has some."""

    question: str
    passages: tuple[Passage, ...]
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Steps:
    """Thorough's way: the question as a whole over its own passages first, as Quick puts it; where that is no complete answer, ``then`` one
    after the other."""

    whole: Step
    then: tuple[Step, ...]


def complete(question: str, outcome: Outcome) -> bool:
    """Is the outcome an answer that nothing has to be said against? One to a comparison rests on two places or on a calculation, one to a sum
    on the calculation."""
    report = outcome.report
    if (
        report is None
        or report.verdict != "supported"
        or any(f.outcome in ("doubt", "fail") for s in report.sentences for f in s.findings)
    ):
        return False
    computed = any(f.rule == "computed" for s in report.sentences for f in s.findings)
    return computed or not (adds_up(question) or (compares(question) and len(_places(report.sentences)) < 2))


def with_half_marked(question: str, outcome: Outcome, language: str) -> Outcome:
    """Marked where the question sets two things side by side or adds them up and the outcome may speak of one alone."""
    if outcome.status != "answered" or outcome.report is None or not _one_sided(question, outcome.report, language):
        return outcome
    return replace(outcome, report=doubted(outcome.report, "relevance.half"))


def _one_sided(question: str, report: ValidationReport, language: str) -> bool:
    """Does it rest on one place that does not name both sides with a figure each? A sum, on a place that does not state it?"""
    sums = adds_up(question)
    claims = [s for s in report.sentences if s.verdict != "no_claim"]
    if report.verdict == "unvalidated" or computes(report) or not (sums or compares(question)):
        return False
    quotes = [c.quote for s in claims for c in s.citations]
    if sums:
        return bool(quotes) and not any(adds_up(quote) for quote in quotes)
    if len(_places([s for s in claims if len(s.text.split()) >= _SAYS_SOMETHING])) != 1:
        return False
    said = " ".join((*(s.text for s in claims), *quotes))
    figures = [q for q in read_quantities(" ".join(s.text for s in claims), language) if not q.weak]
    return len(figures) < 2 or not names_both(compared_sides(question, language), said, language)


def rests_on(outcome: Outcome, sides: Outcome) -> bool:
    """Does the outcome cite the sentences of both sides? One that looks complete may set a side beside another thing."""
    cited, wanted = (_places(o.report.sentences) if o.report else set() for o in (outcome, sides))
    return wanted <= cited


def _places(sentences: Sequence[SentenceReport]) -> set[tuple[str, int]]:
    """Where in the documents they rest."""
    return {(c.chunk_id, c.start) for s in sentences for c in s.citations}


def better(whole: Outcome | None, stepped: Outcome | None) -> Outcome | None:
    """Of two answers to one question the one with more behind it; the whole question's where both are as good."""
    return max((o for o in (whole, stepped) if o is not None), key=_standing, default=None)


def _standing(outcome: Outcome) -> tuple[int, int]:
    """How sure the worst part is (one that was not found is the worst), then how many claims are supported."""
    report = outcome.report
    if outcome.status != "answered" or report is None:
        return 0, 0
    if any(s.verdict == "no_claim" for s in report.sentences):
        return 1, report.supported_count
    return 3 if report.verdict == "supported" else 2, report.supported_count


def steps_of(run: Run, plan: Plan, responses: Sequence[RetrievalResponse], keep: int) -> Steps | None:
    """None where all passages are those that Quick would read. ``responses``: those of ``plan.queries``, in order. A question without parts
    is asked again over all passages; more parts than can be asked one at a time are read together, each bringing its own sentences."""
    if len(plan.queries) == 1 and len(run.response.documents) <= keep:
        return None
    found = dict(zip(plan.queries, responses, strict=False))
    whole = Step(run.asked, _passages_of(run, run.asked, responses[0], keep))
    if plan.steps:
        return Steps(whole, tuple(Step(q, _passages_of(run, q, found.get(q), keep)) for q in plan.steps))
    return Steps(whole, (Step(run.asked, run.response.documents, plan.queries[1:] and plan.queries),))


def _passages_of(run: Run, question: str, response: RetrievalResponse | None, keep: int) -> tuple[Passage, ...]:
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

    What was not found is named with its sub-question, unless two sides of a comparison were: then it is a part that the plan made up. Where
    two were found and the question asks how much they differ, or what they are together, that stands below, supported when both figures are.
    """
    found = [outcome for _, outcome in parts if outcome.report is not None]
    if not found:
        return Outcome("not_found", phrase("not_found", run.language))
    if len(found) > 1 and compares(run.asked):
        parts = [(question, outcome) for question, outcome in parts if outcome.report is not None]
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
    unvalidated = any(outcome.report is not None and outcome.report.unvalidated for outcome in found)
    report = ValidationReport(
        correlation_id=run.question.correlation_id,
        verdict="unvalidated" if unvalidated else overall_verdict(sentences),
        sentences=tuple(sentences),
        unvalidated=unvalidated,
        elapsed_ms=sum(outcome.report.elapsed_ms for outcome in found if outcome.report is not None),
    )
    formula = calculated(run.asked, found[0].text, found[1].text, run.language) if len(found) == 2 else None
    return Outcome("answered", *(with_formula(text, report, formula) if formula else (text, report)))


def _moved(sentence: SentenceReport, by: int) -> SentenceReport:
    def moved(span: Span) -> Span:
        return Span(start=span.start + by, end=span.end + by)

    findings = tuple(f.model_copy(update={"span": moved(f.span)}) if f.span is not None else f for f in sentence.findings)
    return sentence.model_copy(update={"span": moved(sentence.span), "findings": findings})


def _said(text: str, start: int) -> SentenceReport:
    return SentenceReport(span=Span(start=start, end=len(text)), text=text[start:], verdict="no_claim", score=1.0)
