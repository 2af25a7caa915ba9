"""A second look at an answer, by the rules' own order of the passages' sentences: a small model may read one that is beside the point.

The order (``app.rules.extractive``) puts the answering sentence of XQuAD first for four of five questions; where the answer rests on a sentence
far below the first, it is doubted, and where the first has a figure of the asked kind that the answer does not give, it is quoted below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.messages.retrieval import Passage
from app.messages.validation import Finding, SentenceVerdict, ValidationReport
from app.pipeline.other_side import quoted_below
from app.pipeline.ports import SearchPort
from app.rules.evidence import Evidence
from app.rules.extractive import Ranked, ranked_sentences
from app.rules.quantities import read_quantities, same_anywhere
from app.rules.question import Question
from app.rules.rate import stated_product
from app.rules.relevance import beginning_and_place
from app.rules.topic import EXPECTED_KINDS
from app.rules.wording import say
from models.errors import ModelError

FAR = 0.3
"""Of the rules' value of a sentence. Of XQuAD's answering sentences 6, 6 and 3 % (de, en, zh) are so far below the first, of the four other
best sentences 76, 79 and 67 % (tests/benchmarks/bench_focus.py)."""
CLEARLY = 0.1
"""Where the first sentence has a figure of the asked kind: of the answering sentences 1, 2 and 3 % are so far below it."""
_RATES_IN = 3
"""A rate counts in one of the first sentences only."""


@dataclass(frozen=True)
class Calculated:
    """``quote``: a sentence that gives a rate; ``formula``: the amount for the count that the question names."""

    quote: str
    formula: str

    @property
    def text(self) -> str:
        return f"{self.quote}\n{self.formula}"

    def given_in(self, answer: str, language: str) -> bool:
        amount = read_quantities(self.formula, language)[-1]
        return same_anywhere(amount, read_quantities(answer, language))


class SecondLook:
    """The passages' sentences in the rules' order for one question; nothing is found where no vectors could be made."""

    def __init__(self, question: str, passages: Sequence[Passage], language: str, search: SearchPort) -> None:
        self.question = Question.read(question, language)
        self._language = language
        self._evidence = Evidence(passages, language)
        try:
            ranked = ranked_sentences(self.question, self._evidence, search.embed)
        except ModelError:
            ranked = []
        self._ranked: Sequence[Ranked] = ranked if all(r.near is not None for r in ranked) else []

    def calculated(self) -> Calculated | None:
        """The first sentence that gives a rate for what the question counts."""
        for found in self._ranked[:_RATES_IN]:
            words = " ".join(found.sentence.text.split())
            formula = stated_product(self.question, words)
            if formula is not None:
                return Calculated(words, formula)
        return None

    def compared(self, text: str, report: ValidationReport) -> tuple[str, ValidationReport]:
        """``text`` and ``report``, doubted and with the first sentence quoted below where that is far nearer to the question."""
        if not (nearer := self._nearer(text, report)):
            return text, report
        best, other_figure = nearer
        what, place = beginning_and_place(best.sentence, self._evidence)
        report = doubted(report, "relevance.closer", what=what, place=place)
        if other_figure:
            text, quoted = quoted_below(text, self._evidence.citation(best.sentence), self._language, place)
            report = report.model_copy(update={"sentences": (*report.sentences, quoted)})
        return text, report

    def instead(self, text: str, report: ValidationReport) -> str | None:
        """The first sentence, word for word, where it gives a figure of the asked kind that the answer does not give and is clearly nearer."""
        nearer = self._nearer(text, report)
        return " ".join(nearer[0].sentence.text.split()) if nearer and nearer[1] else None

    def rests_near_the_first(self, text: str, report: ValidationReport) -> bool:
        """Does the answer rest on one of the sentences that are nearest to the question? So where there is no order."""
        gap = self._gap(text, report)
        return gap is None or gap < FAR

    def _nearer(self, text: str, report: ValidationReport) -> tuple[Ranked, bool] | None:
        """The first sentence where it is far enough above those that the answer rests on, and whether it has another figure of the asked kind
        than the answer."""
        kinds = EXPECTED_KINDS.get(self.question.expects)
        gap = self._gap(text, report)
        if gap is None or (kinds is not None and not self._ranked[0].of_kind):
            return None
        best = self._ranked[0]
        given = read_quantities(text, self._language)
        other_figure = kinds is not None and any(
            q.kind in kinds and not q.weak and not same_anywhere(q, given) for q in best.sentence.quantities
        )
        return (best, other_figure) if gap >= (CLEARLY if other_figure else FAR) else None

    def _gap(self, text: str, report: ValidationReport) -> float | None:
        """Of the rules' value, from the first sentence down to the best that the answer rests on; None without an order or a citation."""
        cited = self._evidence.cited(c for s in report.sentences for c in s.citations)
        if not self._ranked or not cited:
            return None
        kinds = EXPECTED_KINDS.get(self.question.expects, ())
        given = read_quantities(text, self._language)
        # The answer's figure is judged by where it stands, whatever else is cited for the words around it.
        holders = {s.index for s in cited if any(q.kind in kinds and same_anywhere(q, given) for q in s.quantities)}
        rests_on = holders or {s.index for s in cited}
        own = max((r.value for r in self._ranked if r.sentence.index in rests_on), default=0.0)
        return self._ranked[0].value - own


def doubted(report: ValidationReport, message: str, **facts: object) -> ValidationReport:
    """What is said is true, but perhaps not the answer, or not the whole of it: noted once, on the first claim."""
    note = Finding(rule="relevance", outcome="doubt", message=say(message, **facts))
    at = next((i for i, s in enumerate(report.sentences) if s.verdict != "no_claim"), 0)
    sentences = list(report.sentences)
    first = sentences[at]
    if any(f.message == note.message for f in first.findings):
        return report
    verdict: SentenceVerdict = "partly_supported" if first.verdict == "supported" else first.verdict
    sentences[at] = first.model_copy(update={"verdict": verdict, "findings": (*first.findings, note)})
    overall = "partly_supported" if report.verdict == "supported" else report.verdict
    return report.model_copy(update={"verdict": overall, "sentences": tuple(sentences)})
