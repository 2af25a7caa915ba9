"""The checked answer in pieces: text, doubtful words, a mark for each sentence and numbered chips for its sources."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from app.messages.answer import Answer
from app.messages.validation import Citation, Finding, SentenceReport, SentenceVerdict
from app.viewmodels.evidence import EvidenceTarget, of_citations, of_passage
from app.viewmodels.table_layout import TableLayout, lay_out_table
from index.document import Span


@dataclass(frozen=True)
class TextPiece:
    """``doubts`` are indexes into the sentence's findings when the words are doubtful."""

    text: str
    sentence: int | None = None
    doubts: tuple[int, ...] = ()
    severity: Literal["none", "doubt", "fail"] = "none"


@dataclass(frozen=True)
class MarkPiece:
    sentence: int
    verdict: SentenceVerdict


@dataclass(frozen=True)
class ChipPiece:
    sentence: int
    number: int
    target: EvidenceTarget


Piece: TypeAlias = TextPiece | MarkPiece | ChipPiece


@dataclass(frozen=True)
class AnswerLayout:
    """``targets`` has one for each passage, by its number from 1: its cited sentences, or the passage where none is cited."""

    pieces: tuple[Piece, ...]
    sentences: tuple[SentenceReport, ...]
    targets: tuple[EvidenceTarget, ...]
    supported: int
    claims: int
    checked: bool
    table: TableLayout | None = None

    def chips(self) -> list[ChipPiece]:
        return [p for p in self.pieces if isinstance(p, ChipPiece)]

    def doubtful(self) -> list[int]:
        """Sentences that are not wholly supported, in order."""
        return [i for i, s in enumerate(self.sentences) if s.verdict in ("partly_supported", "unsupported")]


def with_changed(layout: AnswerLayout, files: Container[str]) -> AnswerLayout:
    """The same answer after these files were found to be others than what was indexed."""

    def now(target: EvidenceTarget) -> EvidenceTarget:
        return replace(target, changed=True) if target.file_id in files else target

    return replace(
        layout,
        pieces=tuple(replace(p, target=now(p.target)) if isinstance(p, ChipPiece) else p for p in layout.pieces),
        targets=tuple(map(now, layout.targets)),
        table=layout.table and layout.table.with_targets(now),
    )


def lay_out(answer: Answer) -> AnswerLayout:
    """Numbers are those of the passages as shown on the right; a citation outside of them gets the next free one."""
    report = answer.report
    sentences = report.sentences if report is not None else ()
    numbers = {p.chunk_id: i for i, p in enumerate(answer.passages, start=1)}
    cited: dict[str, list[Citation]] = {}
    in_table = answer.table.citations() if answer.table is not None else ()
    for citation in (*(c for s in sentences for c in s.citations), *in_table):
        numbers.setdefault(citation.chunk_id, len(numbers) + 1)
        if citation not in cited.setdefault(citation.chunk_id, []):
            cited[citation.chunk_id].append(citation)
    pieces: list[Piece] = []
    position = 0
    for index, sentence in enumerate(sentences):
        if sentence.span.start > position:
            pieces.append(TextPiece(answer.text[position : sentence.span.start]))
        pieces += _sentence_pieces(answer, index, sentence, numbers)
        position = max(position, sentence.span.end)
    if position < len(answer.text):
        pieces.append(TextPiece(answer.text[position:]))
    return AnswerLayout(
        pieces=tuple(pieces),
        sentences=sentences,
        targets=_targets(answer, numbers, cited),
        supported=report.supported_count if report is not None else 0,
        claims=report.claim_count if report is not None else 0,
        checked=report is not None and not report.unvalidated,
        table=lay_out_table(answer.table, numbers) if answer.table is not None else None,
    )


def doubt(finding: Finding) -> bool:
    return finding.outcome in ("doubt", "fail")


def _targets(answer: Answer, numbers: dict[str, int], cited: dict[str, list[Citation]]) -> tuple[EvidenceTarget, ...]:
    passages = {p.chunk_id: p for p in answer.passages}
    made = []
    for chunk_id, number in numbers.items():
        if chunk_id in cited:
            made.append(of_citations(cited[chunk_id], passages.get(chunk_id), number))
        else:
            made.append(of_passage(passages[chunk_id], number))
    return tuple(made)


def _sentence_pieces(answer: Answer, index: int, sentence: SentenceReport, numbers: dict[str, int]) -> list[Piece]:
    pieces: list[Piece] = list(_marked_text(answer.text, index, sentence))
    if sentence.verdict != "no_claim":
        pieces.append(MarkPiece(index, sentence.verdict))
    passages = {p.chunk_id: p for p in answer.passages}
    for chunk_id in dict.fromkeys(c.chunk_id for c in sentence.citations):
        of_chunk = [c for c in sentence.citations if c.chunk_id == chunk_id]
        pieces.append(ChipPiece(index, numbers[chunk_id], of_citations(of_chunk, passages.get(chunk_id), numbers[chunk_id])))
    return pieces


def _marked_text(text: str, index: int, sentence: SentenceReport) -> list[TextPiece]:
    """Cut at every edge of a doubtful span, so that overlapping findings are each kept."""
    start, end = sentence.span.start, sentence.span.end
    doubts = [(i, f, f.span) for i, f in enumerate(sentence.findings) if f.span is not None and doubt(f)]
    edges = {start, end}
    for _, _, span in doubts:
        edges |= {min(max(span.start, start), end), min(max(span.end, start), end)}
    ordered = sorted(edges)
    pieces = []
    for left, right in zip(ordered, ordered[1:], strict=False):
        hits = [(i, f) for i, f, span in doubts if _covers(span, left, right)]
        severity: Literal["none", "doubt", "fail"] = "none"
        if hits:
            severity = "fail" if any(f.outcome == "fail" for _, f in hits) else "doubt"
        pieces.append(TextPiece(text[left:right], index, tuple(i for i, _ in hits), severity))
    return pieces


def _covers(span: Span, left: int, right: int) -> bool:
    return span.start <= left and span.end >= right
