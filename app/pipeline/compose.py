"""Decides what is shown: the model's answer, quotations of the documents, or that nothing was found.

The order in which an answer is sought (documents only: what the passages do not support is not said):

0. where a pinned fact answers the question: the model's own words, when every sentence of them is supported and they give its value,
   else the fact's sentence; a passage that says otherwise stands below it;
1. where the program itself puts two sentences together (a period with its extensions, two places that contradict each other as was
   asked): these two; where the question names a count and one of the best sentences a rate: that sentence with the amount, calculated by
   the program; else the model's own words, when every sentence of them is supported;
2. the sentence that the model copied before it answered, when it stands word for word in a passage and passes the same rules: small
   models copy the right line more often than they read it right;
3. for a comparison, the two sentences of the passages that answer best, with their difference calculated by the program, if they pass;
4. the model's words with their marks, when a part of them is supported, no rule refutes that part, and none finds them beside the point;
   where they rest on other sentences than the model has copied, and not on the nearest, the rules' first sentence if it has the asked figure;
5. not found, with the closest matches: also when what would be shown speaks of other things than the question (``app.rules.asked``).

Where another passage contradicts a figure of what is shown, or has one that is far nearer to the question (``second_look``), that passage's
sentence stands below it with its own citation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath, PureWindowsPath

from app.messages.answer import AnswerStatus
from app.messages.retrieval import Passage
from app.messages.table import Coverage, Table, TaskKind
from app.messages.validation import Citation, SentenceReport, ValidationReport
from app.pipeline.draft import Draft
from app.pipeline.other_side import quoted_below, with_other_sides
from app.pipeline.phrases import phrase
from app.pipeline.planner import compared_sides, plan_queries
from app.pipeline.ports import SearchPort
from app.pipeline.quoting import by_program, quotation_text, quoted_parts, verbatim, with_difference, with_formula
from app.pipeline.second_look import SecondLook, doubted
from app.rules.asked import asks_for_another
from app.rules.difference import stated_difference
from app.rules.evidence import Evidence, content_words
from app.rules.extractive import extractive_answer, parallel_pair
from app.rules.pinned import answering_fact, contradicting, states
from app.rules.quantities import read_quantities, same_anywhere
from app.rules.question import Question, adds_up, compares
from app.rules.relevance import beside_the_point
from app.rules.sides import side_pair
from app.rules.topic import closer_sentence, missing_subjects
from app.rules.wording import say
from models.errors import ModelError

_SAME_MATTER = 0.6
FIGURE_RULES = ("numbers", "dates", "computed")
CONTESTED = ("binding", "rows", "completeness")
OBJECTIONS = ("binding", "rows", "contamination", "relevance", "disagreement")
"""Rules that look for what other passages have against an answer."""
CONTRADICTIONS = ("negation", "comparison", "threshold", "altered", "opposites")
Check = Callable[[str, tuple[Passage, ...]], ValidationReport]
"""Validates a text against passages: all that the model has seen, or some of them."""
Shown = Callable[[str, ValidationReport], "Outcome"]


@dataclass(frozen=True)
class Outcome:
    """``report`` belongs to ``text``; None where nothing was checked because nothing is claimed. ``task``, ``table`` and ``coverage`` are
    those of work over whole documents."""

    status: AnswerStatus
    text: str
    report: ValidationReport | None = None
    task: TaskKind | None = None
    table: Table | None = None
    coverage: Coverage | None = None


class Composer:
    def __init__(self, search: SearchPort) -> None:
        self._search = search

    def not_found(self, language: str) -> Outcome:
        return Outcome("not_found", phrase("not_found", language))

    def cancelled(self, language: str, so_far: str = "") -> Outcome:
        return Outcome("cancelled", so_far or phrase("cancelled", language))

    def answered(self, question: str, draft: Draft, passages: tuple[Passage, ...], language: str, check: Check) -> Outcome:
        """The best that the rules let stand of the model's draft; "not found" when that is no answer to what was asked."""
        outcome = self._best(question, draft, passages, language, check)
        return self.not_found(language) if self._answers_another(question, outcome, passages, language) else outcome

    def _answers_another(self, question: str, outcome: Outcome, passages: tuple[Passage, ...], language: str) -> bool:
        """A near miss: all that is said stands there, of something else. Not where a fact is cited, which the question has named."""
        report = outcome.report
        cited = [c for s in report.sentences for c in s.citations] if report and report.verdict != "unvalidated" else []
        if not cited or any(c.provenance == "facts" for c in cited):
            return False
        try:
            return asks_for_another(question, cited, passages, self._search.embed, language)
        except ModelError:
            return False

    def _best(self, question: str, draft: Draft, passages: tuple[Passage, ...], language: str, check: Check) -> Outcome:
        quoted_from = self._quoted_from(question, draft, passages, language)
        report = self._best_report(draft, quoted_from, check)
        look = SecondLook(question, passages, language, self._search)
        shown = _both_sides(question, passages, language, look)
        fact = answering_fact(question, passages, language)
        if fact is not None and not (report is not None and stands(report) and states(draft.answer, fact, language)):
            pinned = check(fact.content, passages)
            if pinned.claim_count and (stands(pinned) or pinned.verdict == "unvalidated"):
                outcome = shown(" ".join(fact.content.split()), pinned)
                return with_contradictions(outcome, contradicting(report, fact, language), language)
        for quotes, formula in by_program(question, passages, language):
            text = "\n".join(quotes)
            quoted = check(text, passages)
            if quoted.claim_count and stands(quoted):
                return Outcome("answered", *(with_formula(text, quoted, formula) if formula else (text, quoted)))
        rate = look.calculated()
        if rate is not None and not (report is not None and stands(report) and rate.given_in(draft.answer, language)):
            # Against the sentence itself: other passages with the same figures speak of something else.
            calculated = check(rate.text, quoted_parts((rate.quote,), passages))
            if calculated.claim_count and stands(calculated):
                return shown(rate.text, calculated)
        if report is not None and report.claim_count and (report.verdict == "unvalidated" or stands(report)):
            text, report = _calculated(question, draft.answer, report, passages, language, check)
            return shown(text, _with_missing_part(question, report, passages, language))
        for quotation in self._quotations(question, draft, passages, language):
            quoted = check(quotation, quoted_from)
            if stands(quoted) and quoted.claim_count:
                aside = (
                    report is not None and not computes(quoted) and _quoted_instead(report, draft.answer, quotation, language)
                )
                whole = _with_missing_part(question, quoted, passages, language)
                return shown(quotation, doubted(whole, "relevance.quoted") if aside else whole)
        return self._in_part(draft, report, passages, look, shown, check) or self.not_found(language)

    def _in_part(
        self,
        draft: Draft,
        report: ValidationReport | None,
        passages: tuple[Passage, ...],
        look: SecondLook,
        shown: Shown,
        check: Check,
    ) -> Outcome | None:
        """What may be shown with marks although the answer does not stand."""
        if report is None:
            return None
        if _finds_unquoted(report) and not look.rests_near_the_first(draft.answer, report):
            nearest = look.instead(draft.answer, report)
            quoted = check(nearest, passages) if nearest else None
            if nearest and quoted is not None and quoted.claim_count and stands(quoted):
                return shown(nearest, doubted(quoted, "relevance.quoted"))
            return None
        partly = not beside_the_point(report, look.question) and any(_may_stand(sentence) for sentence in report.sentences)
        return shown(draft.answer, report) if partly else None

    def _quoted_from(self, question: str, draft: Draft, passages: tuple[Passage, ...], language: str) -> tuple[Passage, ...]:
        """The passages against which the draft is checked: all, or those of the documents that it has quoted where these lack a name of the
        question. That the name stands in another document does not make them speak of it."""
        documents = {passage.doc_id for passage in _homes(draft, passages)}
        own = tuple(p for p in passages if p.doc_id in documents)
        missing = own and missing_subjects(Question.read(question, language), Evidence(own, language), range(len(own)))
        return own if missing else passages

    def _best_report(self, draft: Draft, passages: tuple[Passage, ...], check: Check) -> ValidationReport | None:
        """The answer checked against all passages, and against what the model has quoted for it.

        What contradicts its own quotation is not supported by sentences elsewhere. And where attribution over all passages finds a sentence
        that has the same words and says the opposite, the passage that was quoted decides, unless other passages have something against
        the answer.
        """
        if not draft.answer:
            return None
        report = check(draft.answer, passages)
        quoted = quoted_parts(draft.quotes, passages)
        if not quoted or report.verdict == "unvalidated":
            return report
        if stands(report):
            by_quotation = check(draft.answer, quoted)
            if _finds(by_quotation, CONTRADICTIONS, ("fail", "doubt")):
                return by_quotation
            return doubted(report, "relevance.unquoted") if by_quotation.verdict == "unsupported" else report
        if _finds(report, OBJECTIONS, ("fail", "doubt")):
            return report
        by_passage = check(draft.answer, _homes(draft, passages))
        return by_passage if by_passage.claim_count and stands(by_passage) else report

    def _quotations(self, question: str, draft: Draft, passages: tuple[Passage, ...], language: str) -> Iterator[str]:
        """What may stand in for the model's words, word for word from the passages: its own quotation, then the rules' choice.

        A line that ends with a colon leads in to what is said and says nothing itself.
        """
        copied = [words for quote in draft.quotes if (words := verbatim(quote, passages)) and not words.endswith((":", "："))]
        if copied:
            yield with_difference(question, copied, language)
        if compares(question) or adds_up(question):
            sides = compared_sides(question, language)
            pair: Sequence[Citation] = ()
            if sides:
                pair = side_pair(question, sides, passages, self._search.embed, language)
            pair = pair or parallel_pair(question, passages, self._search.embed, language)
            if pair:
                yield with_difference(question, [side.quote for side in pair], language)

    def evidence_only(self, question: str, passages: tuple[Passage, ...], language: str, empty: ValidationReport) -> Outcome:
        """No model works: the best sentences of the passages, word for word. ``empty`` is a report to fill in."""
        quotes = extractive_answer(question, passages, self._search.embed, language)
        text, sentences = quotation_text(phrase("no_model", language), quotes)
        verdict = "supported" if sentences else "unsupported"
        return Outcome("evidence_only", text, empty.model_copy(update={"sentences": sentences, "verdict": verdict}))


def _calculated(
    question: str, answer: str, report: ValidationReport, passages: tuple[Passage, ...], language: str, check: Check
) -> tuple[str, ValidationReport]:
    """The answer, with the difference that the question asks for below it where the answer names both figures and leaves it out."""
    claims = [s.text for s in report.sentences if s.verdict != "no_claim"]
    formula = stated_difference(question, claims[0], claims[1], language) if len(claims) == 2 else None
    if formula is not None:
        checked = check(f"{answer}\n{formula}", passages)
        if stands(checked):
            return f"{answer}\n{formula}", checked
    return answer, report


def _finds(report: ValidationReport, rules: Sequence[str], outcomes: Sequence[str]) -> bool:
    return any(f.rule in rules and f.outcome in outcomes for s in report.sentences for f in s.findings)


def _homes(draft: Draft, passages: tuple[Passage, ...]) -> tuple[Passage, ...]:
    """The passages that the model has quoted."""
    quoted = {part.chunk_id for part in quoted_parts(draft.quotes, passages)}
    return tuple(p for p in passages if p.chunk_id in quoted)


def _finds_unquoted(report: ValidationReport) -> bool:
    """Does the answer rest on other sentences than the model has copied for it? Six of seven such answers were wrong (office, German laws)."""
    return any(f.message == say("relevance.unquoted") for s in report.sentences for f in s.findings)


def _quoted_instead(report: ValidationReport, answer: str, quotation: str, language: str) -> bool:
    """Is the quotation shown for an answer whose figure the rules contest, so that it may be another line than the asked one?"""
    if _finds(report, CONTESTED, ("doubt", "fail")):
        return True
    own, given = (tuple(q for q in read_quantities(text, language) if not q.weak) for text in (answer, quotation))
    other_figure = bool(own) and not any(same_anywhere(q, given) for q in own)
    return (other_figure or _finds(report, FIGURE_RULES, ("fail",))) and _says_something_else(answer, quotation, language)


def _says_something_else(answer: str, quotation: str, language: str) -> bool:
    """Do too few of the answer's words stand in the quotation for the wrong figure to be a slip in copying it?"""
    said = {w.stem for w in content_words(answer, language)}
    return len(said & {w.stem for w in content_words(quotation, language)}) < _SAME_MATTER * len(said)


def computes(report: ValidationReport) -> bool:
    """Does it hold a calculation of the program that the rules have checked?"""
    return _finds(report, ("computed",), ("pass",))


def _with_missing_part(question: str, report: ValidationReport, passages: Sequence[Passage], language: str) -> ValidationReport:
    """Marked where the question asks several things and the passages speak of one of them in a sentence that the answer does not use."""
    parts = plan_queries(question, language)[1:]
    if len(parts) < 2 or report.verdict == "unvalidated":
        return report
    evidence = Evidence(passages, language)
    sources = evidence.cited(c for s in report.sentences for c in s.citations)
    for part in parts:
        if closer_sentence(Question.read(part, language), evidence, sources) is not None:
            return doubted(report, "relevance.part", what=part)
    return report


def _both_sides(question: str, passages: tuple[Passage, ...], language: str, look: SecondLook) -> Shown:
    """An answer with what other passages say against it or nearer to the question, each with its citation."""

    def shown(text: str, report: ValidationReport) -> Outcome:
        if report.verdict != "unvalidated":
            text, report = look.compared(text, report)
        return Outcome("answered", *with_other_sides(text, report, question, passages, language))

    return shown


def with_contradictions(outcome: Outcome, others: Sequence[Citation], language: str) -> Outcome:
    """The answer with what passages say against the fact that it gives, unless that stands below it already."""
    if outcome.report is None:
        return outcome
    shown = {(c.doc_id, c.start) for s in outcome.report.sentences for c in s.citations}
    text, sentences = outcome.text, list(outcome.report.sentences)
    for citation in others:
        if (citation.doc_id, citation.start) not in shown:
            text, sentence = quoted_below(text, citation, language, PureWindowsPath(PurePosixPath(citation.source).name).name)
            sentences.append(sentence)
    return Outcome(outcome.status, text, outcome.report.model_copy(update={"sentences": tuple(sentences)}))


def stands(report: ValidationReport) -> bool:
    """Is every sentence supported, or doubted for no other reason than that another passage says otherwise (shown below it)?"""
    claims = [s for s in report.sentences if s.verdict != "no_claim"]
    return all(s.verdict == "supported" or _only_contradicted(s) for s in claims)


def _only_contradicted(sentence: SentenceReport) -> bool:
    doubts = {f.rule for f in sentence.findings if f.outcome in ("doubt", "fail")}
    return sentence.verdict == "partly_supported" and doubts == {"disagreement"}


def _may_stand(sentence: SentenceReport) -> bool:
    """Supported, or doubtful without a rule that says no: a figure that stands nowhere is not shown, however it is marked."""
    if sentence.verdict == "supported":
        return True
    return sentence.verdict == "partly_supported" and not any(f.outcome == "fail" for f in sentence.findings)
