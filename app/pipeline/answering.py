"""Answering: from the passages found to what is shown. Grounding, writing, checking; strict and open mode; the evidence alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from app.messages.retrieval import Passage
from app.messages.validation import MAX_RESPONSE_CHARACTERS, Finding, GenerationMetadata, SentenceReport, ValidationReport
from app.pipeline.compose import Outcome, stands
from app.pipeline.draft import cut_at_sentence_end
from app.pipeline.offered import with_facts_cited
from app.pipeline.phrases import phrase
from app.pipeline.planner import compared_sides, parts_of
from app.pipeline.ports import ModelPort
from app.pipeline.prompt import AssembledPrompt
from app.pipeline.quoting import as_line, quotation_text, with_formula
from app.pipeline.run import Run, Stages
from app.pipeline.stated import Stated
from app.pipeline.stepwise import Step, Steps, better, complete, joined, rests_on, with_half_marked
from app.pipeline.writing import Writer, Written
from app.rules.check import answer_sentences
from app.rules.difference import calculated
from app.rules.extractive import extractive_answer
from app.rules.focus import Focus, focus
from app.rules.question import adds_up
from app.rules.sides import side_pair
from app.rules.similarity import AskingEmbed
from app.rules.wording import say
from app.settings.schema import Settings
from models.errors import ModelError

MAX_REASONS = 5
QUOTABLE = 10
_BY_PROGRAM = GenerationMetadata(
    model="", temperature=0.0, prompt_tokens=0, completion_tokens=0, time_to_first_token_ms=0.0, tokens_per_second=0.0
)
ACCEPTED = ("supported", "unvalidated")
"""Verdicts that strict mode lets pass: a check that ran out of time has refused nothing, and is shown as that."""


class Answering:
    def __init__(self, stages: Stages, settings: Settings, sleep: Callable[[float], None]) -> None:
        self._stages = stages
        self._settings = settings
        self._writer = Writer(stages, settings.budgets, sleep)
        self._stated = Stated(stages, settings.budgets)

    def from_passages(self, run: Run, steps: Steps | None = None) -> Outcome:
        """From ``run.response``, which is grounded; with ``steps``, their way. Raises Cancelled while nothing is written."""
        passages = run.response.documents
        outcome = self._in_steps(run, steps) if steps is not None else self._whole(run, Step(run.asked, passages))[0]
        if outcome is None:
            return self.evidence_only(run, passages)
        if outcome.status == "cancelled":
            return outcome
        outcome = with_half_marked(run.asked, outcome, run.language)
        if run.strict:
            if not _accepted(outcome):
                return self._again(run, passages)
            run.reasons = ()
        if outcome.status == "not_found" and run.open_mode and run.generations_left:
            run.withdraw()
            return self.open_answer(run) or outcome
        return outcome

    def not_grounded(self, run: Run) -> Outcome:
        """Nothing that answers was found: said so, or answered under the banner in open mode."""
        outcome = self.open_answer(run) if run.open_mode else None
        return outcome or self._stages.composer.not_found(run.language)

    def open_answer(self, run: Run) -> Outcome | None:
        """The model's own words under the banner, without passages and citations; None when no model could write them."""
        banner = phrase("not_from_documents", run.language) + "\n\n"
        begun = False

        def show(text: str) -> None:
            nonlocal begun
            run.show(text if begun else banner + text)
            begun = True

        def make(model: ModelPort) -> AssembledPrompt:
            return self._stages.assembler.assemble_open(run.asked, run.language, model, self._settings.generation, run.history)

        written = self._writer.write(run, make, show)
        answer = written.generated.draft.answer if written is not None else ""
        if written is None or not answer:
            return None
        run.provenance = "model"
        return Outcome("cancelled" if written.generated.stopped else "answered", banner + answer)

    def evidence_only(self, run: Run, passages: tuple[Passage, ...]) -> Outcome:
        """No model works, or the time is over: the passages' own sentences."""
        run.withdraw()
        empty = ValidationReport(correlation_id=run.question.correlation_id, verdict="unsupported")
        try:
            return self._stages.composer.evidence_only(run.asked, passages, run.language, empty)
        except ModelError:
            return _quoted(run, passages, "no_model", None) or Outcome("evidence_only", phrase("no_model", run.language), empty)

    def _at_once(self, run: Run, whole: Step) -> Outcome | None:
        written = self._write(run, whole)
        if written is None:
            return None
        if written.generated.stopped:
            return self._stages.composer.cancelled(run.language, written.generated.draft.answer)
        return self._checked(run, whole.question, written)

    def _in_steps(self, run: Run, steps: Steps) -> Outcome | None:
        """Never worse than the whole question alone, unless its parts need all generations that there are."""
        if len(steps.then) >= run.generations_left:
            return self._by_steps(run, steps.then)
        whole, settled = self._whole(run, steps.whole)
        if whole is None or settled:
            return whole
        run.withdraw()
        stepped = self._by_steps(run, steps.then)
        return stepped if stepped is not None and stepped.status == "cancelled" else better(whole, stepped)

    def _whole(self, run: Run, whole: Step) -> tuple[Outcome | None, bool]:
        """The question put to the model at once, or the program's own pair of sentences where the model's answer does not rest on it; and
        whether nothing is left to try."""
        outcome = self._at_once(run, whole)
        if outcome is None or outcome.status == "cancelled":
            return outcome, True
        sides, whole_answer = self._by_sides(run), complete(run.asked, outcome)
        if sides is None or (whole_answer and rests_on(outcome, sides)):
            return outcome, whole_answer
        run.withdraw()
        return sides, True

    def _by_sides(self, run: Run) -> Outcome | None:
        """The passages' own sentences on the two sides of a comparison or sum, with what they come to; None where it is not plain which."""
        sides = compared_sides(run.asked, run.language)
        passages = run.response.documents
        if not sides:
            return None
        try:
            found = side_pair(run.asked, sides, passages, self._stages.search.embed, run.language)
        except ModelError:
            return None
        if not found:
            return None
        with run.trace.step("validating") as step:
            quotes = [as_line(citation.quote) for citation in found]
            text = "\n".join(quotes)
            report = self._report(run, run.asked, text, _BY_PROGRAM, passages)
            formula = calculated(run.asked, quotes[0], quotes[1], run.language) if len(quotes) > 1 else None
            outcome = Outcome("answered", *(with_formula(text, report, formula) if formula else (text, report)))
            step["checked"] = 1
            step["sentences"] = len(report.sentences)
            step["verdict"] = report.verdict
        # One sentence that speaks of both sides is one place; a sum is answered when it is calculated.
        asked = run.asked if len(found) > 1 or adds_up(run.asked) else ""
        return outcome if complete(asked, outcome) and (formula or not adds_up(run.asked)) else None

    def _by_steps(self, run: Run, steps: Sequence[Step]) -> Outcome | None:
        """Each sub-question over its own passages, checked for itself: a small model reads one thing at a time. None when no model
        could write anything."""
        done: list[tuple[str, Outcome]] = []
        for step in steps:
            if done and not run.strict:
                run.show("\n")
            written = self._write(run, step)
            if written is None:
                break
            if written.generated.stopped:
                so_far = [outcome.text for _, outcome in done]
                return self._stages.composer.cancelled(
                    run.language, "\n".join([*so_far, written.generated.draft.answer]).strip()
                )
            done.append((step.question, self._checked(run, step.question, written)))
        return joined(run, done) if done else None

    def _write(self, run: Run, step: Step, *, regenerate: bool = False) -> Written | None:
        read = self._focus(run, step)

        def make(model: ModelPort) -> AssembledPrompt:
            return self._stages.assembler.assemble(
                step.question, step.passages, run.language, model, self._settings.generation, run.history, read
            )

        # Strict mode shows nothing that has not been checked.
        show = _silent if run.strict else run.show
        return self._writer.write(run, make, show, regenerate=regenerate)

    def _focus(self, run: Run, step: Step) -> Focus:
        """The sentences that the model reads and from which it chooses its quotation: the right one is among them for nearly
        all questions (tests/benchmarks/README.md), and what is not there it cannot copy wrongly."""
        parts = step.parts or parts_of(step.question, run.language)
        try:
            return focus(parts, step.passages, self._stages.search.embed, run.language, QUOTABLE)
        except ModelError:
            return focus(parts, step.passages, None, run.language, QUOTABLE)

    def _checked(self, run: Run, question: str, written: Written) -> Outcome:
        """The best that the rules let stand of the draft, and why the draft itself did not stand (``run.reasons``)."""
        reports: dict[str, ValidationReport] = {}

        def check(text: str, against: tuple[Passage, ...]) -> ValidationReport:
            report = self._report(run, question, text, written.generated.metadata, against)
            # Strict mode tells a person what all passages have against the text.
            reports.setdefault(text, report)
            return report

        draft = written.generated.draft
        with run.trace.step("validating") as step:
            outcome = self._stages.composer.answered(question, draft, written.passages, run.language, check)
            if outcome.report is not None:
                outcome = replace(outcome, report=with_facts_cited(outcome.report, written.passages))
            step["checked"] = len(reports)
            if outcome.report is not None:
                step["sentences"] = len(outcome.report.sentences)
                step["verdict"] = outcome.report.verdict
        if self._stated.denied(run, question, outcome):
            outcome = self._stages.composer.not_found(run.language)
        if outcome.report is not None and outcome.report.unvalidated:
            run.met("VALIDATION_TIMEOUT")
            run.warn("The answer could not be checked in time and is shown unchecked.")
        if run.strict:
            run.reasons = (*run.reasons, *_reasons(reports.get(draft.answer)))
        return self._short_enough(run, outcome)

    def _report(
        self, run: Run, question: str, text: str, written: GenerationMetadata, against: tuple[Passage, ...]
    ) -> ValidationReport:
        try:
            return self._stages.validator.check(run.question.correlation_id, question, text, written, against, run.language)
        except ModelError:
            # The embedder died: a check that cannot be finished is one that ran out of time.
            return _unchecked(run, text)

    def _short_enough(self, run: Run, outcome: Outcome) -> Outcome:
        """The Validator reads 2000 characters: nothing is shown that it has not read."""
        if len(outcome.text) <= MAX_RESPONSE_CHARACTERS or outcome.report is None:
            return outcome
        run.met("RESPONSE_TOO_LONG")
        run.warn("The answer was too long and is cut at the end of a sentence.")
        text = cut_at_sentence_end(outcome.text, MAX_RESPONSE_CHARACTERS)
        sentences = tuple(s for s in outcome.report.sentences if s.span.end <= len(text))
        return Outcome(outcome.status, text, outcome.report.model_copy(update={"sentences": sentences}))

    def _again(self, run: Run, passages: tuple[Passage, ...]) -> Outcome:
        """Strict mode said no: written once more in other words, then the passages' own sentences and the reasons."""
        run.met("VALIDATION_REJECTED")
        reasons, run.reasons = run.reasons, ()
        written = self._write(run, Step(run.asked, passages), regenerate=True)
        if written is not None and written.generated.stopped:
            return self._stages.composer.cancelled(run.language)
        if written is not None:
            outcome = self._checked(run, run.asked, written)
            if _accepted(outcome):
                run.reasons = ()
                return outcome
        run.reasons = tuple(dict.fromkeys((*reasons, *run.reasons)))[:MAX_REASONS]
        run.warn("The model's answer was withheld: " + (" ".join(run.reasons) or "no sentence of it is supported."))
        try:
            quoted = _quoted(run, passages, "quotations", self._stages.search.embed)
        except ModelError:
            quoted = _quoted(run, passages, "quotations", None)
        return quoted or self._stages.composer.not_found(run.language)


def _quoted(run: Run, passages: tuple[Passage, ...], lead: str, embed: AskingEmbed | None) -> Outcome | None:
    """The sentences of the passages that answer best, word for word; None when none fits."""
    quotes = extractive_answer(run.asked, passages, embed, run.language)
    if not quotes:
        return None
    text, sentences = quotation_text(phrase(lead, run.language), quotes)
    report = ValidationReport(correlation_id=run.question.correlation_id, verdict="supported", sentences=sentences)
    return Outcome("evidence_only", text, report)


def _unchecked(run: Run, text: str) -> ValidationReport:
    note = Finding(rule="citation", outcome="not_applicable", message=say("unchecked"))
    sentences = tuple(
        SentenceReport(span=span, text=text[span.start : span.end], verdict="unsupported", score=0.0, findings=(note,))
        for span in answer_sentences(text, run.language)
    )
    return ValidationReport(
        correlation_id=run.question.correlation_id, verdict="unvalidated", sentences=sentences, unvalidated=True
    )


def _accepted(outcome: Outcome) -> bool:
    report = outcome.report
    return report is not None and (report.verdict in ACCEPTED or (report.claim_count > 0 and stands(report)))


def _reasons(report: ValidationReport | None) -> tuple[str, ...]:
    """What the rules had against the text, one sentence each."""
    if report is None:
        return ()
    found = (f.message for s in report.sentences for f in s.findings if f.outcome in ("fail", "doubt"))
    return tuple(dict.fromkeys(found))[:MAX_REASONS]


def _silent(text: str) -> None:
    """Takes streamed text and shows none of it."""
