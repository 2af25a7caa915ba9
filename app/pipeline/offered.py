"""What joins the passages found before anybody reads them: pinned facts, and the name by which the question calls their collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.messages.retrieval import Passage, RetrievalResponse
from app.messages.validation import Citation, SentenceReport, ValidationReport

MOST = 10
"""Documents of one response (contract, section 2)"""


def with_facts(response: RetrievalResponse, facts: Mapping[str, Sequence[Passage]]) -> RetrievalResponse:
    """The facts first, each once: they outrank every passage. Where there are too many together the least relevant passages give way."""
    first = list({p.chunk_id: p for found in facts.values() for p in found}.values())[:MOST]
    if not first:
        return response
    return response.model_copy(update={"documents": (*first, *response.documents)[:MOST]})


def named_subjects(response: RetrievalResponse, subjects: Mapping[str, str]) -> RetrievalResponse:
    """The passages with the name of their collection in their context, where the question says it: no document need know by which name
    a person calls the whole folder, and a passage of another collection does not bear it (I1, I2)."""
    if not subjects:
        return response

    def named(passages: Sequence[Passage]) -> tuple[Passage, ...]:
        return tuple(
            p.model_copy(update={"context": f"{name} › {p.context}".rstrip(" ›")})
            if (name := subjects.get(p.collection_id))
            else p
            for p in passages
        )

    return response.model_copy(update={"documents": named(response.documents), "closest": named(response.closest)})


def with_facts_cited(report: ValidationReport, passages: Sequence[Passage]) -> ValidationReport:
    """The same report; a sentence that rests on the words of a fact cites the fact, whichever passage holds the words as well."""
    facts = [p for p in passages if p.fact is not None]
    if not facts:
        return report
    sentences = tuple(s.model_copy(update={"citations": _of_facts(s, facts)}) for s in report.sentences)
    return report.model_copy(update={"sentences": sentences})


def _of_facts(sentence: SentenceReport, facts: Sequence[Passage]) -> tuple[Citation, ...]:
    found: dict[tuple[str, int, int], Citation] = {}
    for citation in sentence.citations:
        fact = next((f for f in facts if _within(citation, f)), None)
        if fact is not None:
            citation = citation.model_copy(update={"chunk_id": fact.chunk_id, "place": fact.place, "provenance": "facts"})
        found.setdefault((citation.chunk_id, citation.start, citation.end), citation)
    return tuple(found.values())


def _within(citation: Citation, fact: Passage) -> bool:
    """Do the cited words lie in the fact's sentence?"""
    return citation.doc_id == fact.doc_id and fact.start <= citation.start and citation.end <= fact.end
