"""A pinned fact outranks the passages for its label: when a question is answered by one, and what says otherwise.

A fact *answers* a question that names its whole label and asks little else (three quarters of the question's words stand in the label,
the sentence or the headings): "What does a guest card for children cost?" is not answered by the fee for a guest card.
Languages: all. Source: Dossier's contract, sections 6 and 7.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.messages.retrieval import Passage
from app.messages.validation import Citation, SentenceReport, ValidationReport
from app.rules.evidence import content_words
from app.rules.quantities import Quantity, read_quantities, same, same_anywhere
from app.rules.question import compares
from app.rules.words import related

WHOLE, REST = 0.99, 0.75


def answering_fact(question: str, passages: Sequence[Passage], language: str) -> Passage | None:
    """The first fact among the passages that answers the question, None where none does or a comparison is asked for."""
    if compares(question):
        return None
    asked = {w.stem for w in content_words(question, language)}
    for passage in passages:
        if passage.fact is None or not asked:
            continue
        label = {w.stem for w in content_words(passage.fact.label, language)}
        around = label | {w.stem for w in content_words(f"{passage.content} {passage.context}", language)}
        if label and _share(label, asked) >= WHOLE and _share(asked, around) >= REST:
            return passage
    return None


def states(text: str, fact: Passage, language: str) -> bool:
    """Does the text give the fact's value, as the same figures in whatever notation or word for word?"""
    value = fact.fact.value if fact.fact is not None else fact.content
    figures = [q for q in read_quantities(value, language) if not q.weak]
    said = read_quantities(text, language)
    if figures:
        return all(same_anywhere(q, said) for q in figures)
    return " ".join(value.split()).casefold() in " ".join(text.split()).casefold()


def contradicting(report: ValidationReport | None, fact: Passage, language: str) -> list[Citation]:
    """Sentences of passages that the model's own answer rested on and that give another value of the fact's kind, each once."""
    found: dict[tuple[str, int], Citation] = {}
    for sentence in report.sentences if report is not None else ():
        for citation in _otherwise(sentence, fact, language):
            found.setdefault((citation.chunk_id, citation.start), citation)
    return list(found.values())


def _otherwise(sentence: SentenceReport, fact: Passage, language: str) -> Iterable[Citation]:
    value = fact.fact.value if fact.fact is not None else fact.content
    wanted = [q for q in read_quantities(value, language) if not q.weak]
    if sentence.verdict != "supported" or not wanted or states(sentence.text, fact, language):
        return
    for citation in sentence.citations:
        given = read_quantities(citation.quote, language)
        said = [q for q in read_quantities(sentence.text, language) if _of_a_kind(q, wanted) and any(same(q, g) for g in given)]
        if said and not any(same(w, g) for w in wanted for g in given):
            yield citation


def _of_a_kind(quantity: Quantity, wanted: Sequence[Quantity]) -> bool:
    return any(quantity.kind == w.kind and quantity.unit == w.unit for w in wanted)


def _share(stems: set[str], among: set[str]) -> float:
    return sum(s in among or any(related(s, other) for other in among) for s in stems) / len(stems)
