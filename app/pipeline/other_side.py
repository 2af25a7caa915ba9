"""The other side of a disagreement: what another passage says of the same matter, quoted below the answer with its own citation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.messages.retrieval import Passage
from app.messages.validation import Citation, SentenceReport, ValidationReport
from app.rules.disagreement import dated_place, opposing_sentences
from app.rules.evidence import Evidence, EvidenceSentence
from app.rules.quantities import Quantity, read_quantities
from app.rules.question import Question
from index.document import Span

_LEAD = {
    "en": "Another passage says:", "de": "Eine andere Stelle sagt:", "fr": "Un autre passage dit :", "es": "Otro pasaje dice:",
    "it": "Un altro passo dice:", "nl": "Een andere passage zegt:", "pl": "Inny fragment mówi:", "pt": "Outro trecho diz:",
    "ru": "В другом месте сказано:", "zh": "另一处写道：", "ja": "別の箇所では:", "ar": "يقول مقطع آخر:",
}  # fmt: skip


def with_other_sides(
    text: str, report: ValidationReport, question: str, passages: Sequence[Passage], language: str
) -> tuple[str, ValidationReport]:
    """``text`` and ``report`` with a quoted line for each contradicting sentence; both unchanged where the rule found none."""
    if not any(f.rule == "disagreement" for s in report.sentences for f in s.findings):
        return text, report
    evidence = Evidence(passages, language)
    others = opposing_sentences(
        evidence, Question.read(question, language), _cited(evidence, report, language), read_quantities(text, language)
    )
    sentences = list(report.sentences)
    for other in others:
        text, sentence = quoted_below(text, evidence.citation(other), language, dated_place(evidence, other))
        sentences.append(sentence)
    return text, report.model_copy(update={"sentences": tuple(sentences)})


def quoted_below(text: str, citation: Citation, language: str, place: str) -> tuple[str, SentenceReport]:
    """``text`` with a line that quotes another passage, and the report of the quoted sentence."""
    words = " ".join(citation.quote.split())
    text += f"\n{_LEAD.get(language, _LEAD['en'])} “"
    span = Span(start=len(text), end=len(text) + len(words))
    sentence = SentenceReport(span=span, text=words, verdict="supported", score=1.0, citations=(citation,))
    return f"{text}{words}” ({place})", sentence


def _cited(
    evidence: Evidence, report: ValidationReport, language: str
) -> Iterator[tuple[Sequence[EvidenceSentence], Sequence[Quantity]]]:
    """The cited sentences and the figures of each doubted sentence of the answer."""
    for sentence in report.sentences:
        if any(f.rule == "disagreement" for f in sentence.findings):
            yield evidence.cited(sentence.citations), read_quantities(sentence.text, language)
