"""The validator: checks each sentence of an answer against the passages, by rules, without a model call."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence

from app.messages.validation import Finding, SentenceReport, ValidationReport, ValidationRequest
from app.rules import coverage
from app.rules.alignment import Alignment, TokenEmbed
from app.rules.attribution import attribute, candidates, claim_terms, coverage_of, lexical_scores
from app.rules.changes import ends_apart
from app.rules.claim import Claim
from app.rules.cues import ARITHMETIC
from app.rules.evidence import Evidence, EvidenceSentence, content_words
from app.rules.no_claim import repeats, states_nothing
from app.rules.proper_names import find_names
from app.rules.quantities import read_quantities
from app.rules.question import Question
from app.rules.reading import Reading
from app.rules.registry import RULES
from app.rules.similarity import Embed, Vectors
from app.rules.support import Support, support
from app.rules.verdict import overall_verdict, score, sentence_verdict
from app.rules.wording import say
from app.rules.words import Token, tokens
from index.chunking.sentences import split_sentences
from index.document import Span

_EMBEDDED_A_CLAIM = 3
_EMBEDDED_AT_MOST = 24
"""Passage sentences that get a vector."""
_PLAIN = 0.9
"""A claim of which one passage sentence covers this share word for word needs no vector."""
_SHORT = 5
"""An answer of fewer content words is compared together with its question."""
_PARTICLE = re.compile(r"^[\s*]*(?:yes|no|ja|nein|oui|non|sí|doch)[\s*]*[.!,:][\s*]*$", re.IGNORECASE)
WORDING_RULES = ("negation", "comparison", "threshold", "altered", "opposites")
"""Rules that look for what was changed in other words: a sentence copied whole has changed nothing, whatever other sentences say."""
_ITEM = re.compile(r"^[ \t*•>-]*(?:\(?\w{1,3}[.)][ \t]+)?")
_OPENING = re.compile(r"^[ \t]*(?:[-*•>]|\d{1,2}[.)])[ \t]+")


def validate(
    request: ValidationRequest,
    embed: Embed | None,
    language: str,
    deadline: Callable[[], bool],
    embed_tokens: TokenEmbed | None = None,
    reading: Reading | None = None,
) -> ValidationReport:
    """Checks ``request.response_text`` sentence by sentence.

    ``embed`` gives unit vectors of short texts, ``embed_tokens`` vectors of their tokens; None = words only. ``language``: ISO 639-1 of
    the question. ``deadline()`` is True when the time is over: the report then holds what was checked, the rest as "unsupported" with a
    note, and ``unvalidated=True``. ``reading`` of these passages, kept from an earlier check, spares reading and embedding them again.
    """
    began = time.perf_counter()
    question = Question.read(request.question, language)
    if reading is None or not reading.fits(request.passages, language):
        reading = Reading.of(request.passages, language)
    evidence = reading.evidence
    vectors = Vectors(embed, deadline, known=reading.vectors)
    spans = answer_sentences(request.response_text, language)
    drafts = [_Draft(request.response_text, span, question, evidence, language) for span in spans]
    alignment = Alignment(embed_tokens, evidence, deadline, known=reading.windows)
    _embed_candidates([d for d in drafts if not d.silent], evidence, vectors, alignment)
    reports: list[SentenceReport] = []
    over = False
    for draft in drafts:
        over = over or deadline()
        reports.append(_unchecked(draft) if over and not draft.silent else draft.report(vectors, alignment, request))
    return ValidationReport(
        correlation_id=request.correlation_id,
        verdict="unvalidated" if over else overall_verdict(reports),
        sentences=tuple(reports),
        unvalidated=over,
        elapsed_ms=(time.perf_counter() - began) * 1000,
    )


def answer_sentences(text: str, language: str) -> list[Span]:
    """Sentences of an answer; a lone "No." goes with the sentence after it."""
    spans: list[Span] = []
    pending: int | None = None
    for span in split_sentences(text, language):
        start = span.start if pending is None else pending
        if _PARTICLE.match(text[start : span.end]):
            pending = start
            continue
        pending = None
        spans.append(Span(start=start, end=span.end))
    if pending is not None:
        spans.append(Span(start=pending, end=len(text.rstrip())))
    return spans


class _Draft:
    """A sentence of the answer on its way to its report."""

    def __init__(self, answer: str, span: Span, question: Question, evidence: Evidence, language: str) -> None:
        self.answer, self.question, self.evidence, self.language = answer, question, evidence, language
        self.span = span
        self.text = answer[span.start : span.end]
        self.words = tuple(tokens(self.text, language))
        self.quantities = ends_apart(read_quantities(self.text, language), self.text, language)
        opening = _OPENING.match(self.text)
        offset = opening.end() if opening else 0
        self.names = tuple(
            type(n)(n.text, n.start + offset, n.end + offset, n.sure) for n in find_names(self.text[offset:], language)
        )
        figures = sum(not q.weak for q in self.quantities)
        self.content = [w for w in content_words(self.text, language) if not self._counted(w, figures)]
        self.silent = states_nothing(self.text, self.quantities, len(self.content), bool(self.names)) or repeats(
            self.text, question.text
        )
        self.terms = claim_terms([w.stem for w in self.content], question.terms, self.quantities, self.names, evidence)
        self.scores = [] if self.silent else lexical_scores(self.terms, evidence)
        self.compared = f"{question.text} {self.text}" if len(self.content) < _SHORT else self.text

    def _counted(self, word: Token, figures: int) -> bool:
        """Is the word part of a quantity, or does it only say how figures were combined?"""
        if any(q.start <= word.start < q.end for q in self.quantities if not q.weak):
            return True
        return figures > 1 and word.key in ARITHMETIC

    def report(self, vectors: Vectors, alignment: Alignment, request: ValidationRequest) -> SentenceReport:
        if self.silent:
            return SentenceReport(span=self.span, text=self.text, verdict="no_claim", score=1.0)

        def similarity(sentence: EvidenceSentence) -> float | None:
            return vectors.similarity(self.compared, sentence.text)

        attribution = attribute(self.terms, self.scores, self.evidence, similarity)
        claim = Claim(
            self.text, self.span.start, self.language, self.words, self.quantities, self.names, self.terms, self.question,
            self.evidence, attribution, self.answer, self._support(alignment), vectors.of if vectors.made else None,
            self._asked_similarity(attribution.sources, vectors),
        )  # fmt: skip
        findings: list[Finding] = []
        copied = any(_bare(self.text) == _bare(s.text) for s in attribution.sources)
        for rule in RULES:
            if rule.group in request.validation_rules and not (copied and rule.name in WORDING_RULES):
                findings += rule.check(claim)
        if coverage.RULE.group in request.validation_rules:
            findings += coverage.marks(claim, findings)
        value = score(claim, findings)
        verdict = sentence_verdict(value, findings)
        # What is not supported gets no citation that would lend it weight.
        citations = tuple(self.evidence.citation(s) for s in attribution.sources) if verdict != "unsupported" else ()
        return SentenceReport(
            span=self.span,
            text=self.text,
            verdict=verdict,
            score=round(value, 4),
            citations=citations,
            findings=tuple(findings),
        )

    def _support(self, alignment: Alignment) -> Support:
        likeness = alignment.credits(self.text, self.content)
        asked = frozenset(self.question.terms)
        nearness = alignment.nearness(self.text, self.content)
        return support(self.content, self.quantities, self.names, asked, self.evidence, likeness, nearness)

    def _asked_similarity(self, sources: Sequence[EvidenceSentence], vectors: Vectors) -> float | None:
        if not sources or not self.question.text.strip():
            return None
        vectors.prepare([self.question.text, *(s.text for s in sources)])
        near = [vectors.similarity(self.question.text, s.text) for s in sources]
        return max((n for n in near if n is not None), default=None)


def _embed_candidates(drafts: list[_Draft], evidence: Evidence, vectors: Vectors, alignment: Alignment) -> None:
    """Embeds the claims that words alone do not settle, each with its best passage sentences, round robin over the claims."""
    ranked = [(d, candidates(d.scores, evidence, len(evidence.sentences))) for d in drafts]
    open_ = [(d, found) for d, found in ranked if found and coverage_of(d.terms, found[:1], evidence)[1] < _PLAIN]
    chosen: dict[str, None] = {}
    for rank in range(_EMBEDDED_A_CLAIM):
        for draft, found in open_:
            if rank < len(found) and len(chosen) < _EMBEDDED_AT_MOST:
                vectors.prepare([draft.compared, found[rank].text])
                chosen.setdefault(found[rank].text)
    in_turn = [found[rank] for rank in range(len(evidence.sentences)) for _, found in open_ if rank < len(found)]
    alignment.prepare([d.text for d, _ in open_], in_turn)


def _bare(text: str) -> str:
    """The words alone, without the mark of a list and white space."""
    return " ".join(_ITEM.sub("", text).split()).strip("*_ ").casefold()


def warm_up(language: str) -> None:
    """Loads month names, patterns and stemmer of a language (100–200 ms), so that the first answer does not wait for them."""
    read_quantities("1 January 2000", language)
    content_words("warm", language)
    split_sentences("A. B.", language)


def _unchecked(draft: _Draft) -> SentenceReport:
    note = Finding(rule="citation", outcome="not_applicable", message=say("unchecked"))
    return SentenceReport(span=draft.span, text=draft.text, verdict="unsupported", score=0.0, findings=(note,))
