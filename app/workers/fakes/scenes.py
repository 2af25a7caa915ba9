"""Answers and a library about the sample documents, as the engine would send them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from app.messages.answer import Answer, AnswerMetadata, ErrorDetails, ErrorEnvelope, Question
from app.messages.base import new_correlation_id
from app.messages.events import PassagesFound, TokensArrived
from app.messages.retrieval import Passage, RetrievalResponse
from app.messages.trace import TraceEvent, TraceStep
from app.messages.validation import Citation, Finding, SentenceReport, SentenceVerdict, ValidationReport
from app.workers.fakes.documents import DOCUMENTS, FILES, SAMPLES, passages
from app.workers.fakes.engine import Listener
from app.workers.fakes.library import FakeLibrary
from index.document import Span

QUESTION = "What is paid for hotels and meals on a trip in 2025, and what has to be kept in mind?"
STEPS: tuple[TraceStep, ...] = (
    "intent_analysis",
    "retrieving",
    "grounding_check",
    "prompt",
    "generating",
    "validating",
    "answer",
)


@dataclass(frozen=True)
class Sentence:
    """``cites``: number of a passage (from 1) and the words cited; ``findings``: rule, outcome, message, doubtful words."""

    text: str
    verdict: SentenceVerdict
    cites: tuple[tuple[int, str], ...] = ()
    findings: tuple[tuple[str, str, str, str], ...] = field(default=())


SUPPORTED = (
    Sentence("Hotel costs are reimbursed up to €120 per night, breakfast included.", "supported", ((1, "Hotel costs are reimbursed up to €120 per night, breakfast included."),)),
    Sentence("In Zurich, Geneva and London the limit is €165 per night.", "supported", ((1, "In Zurich, Geneva and London the limit is €165 per night."),)),
    Sentence("For each full day within Germany a meal allowance of €32 is paid; until 2024 it was €26.", "supported", (
        (2, "For each full day of travel within Germany a meal allowance of €32 is paid."),
        (4, "For each full day of travel within Germany a meal allowance of €26 is paid."),
    )),
)  # fmt: skip
DOUBTFUL = (
    Sentence("Half of it is paid on the days of arrival and departure, also for private accommodation.", "partly_supported",
        ((2, "On the days of arrival and departure half of it is paid."),),
        (("coverage", "doubt", "No cited passage seems to say this: private accommodation.", "private accommodation"),)),
    Sentence("Claims are handed in within 60 days after the trip.", "unsupported", ((3, "Expense claims are handed in within 45 days after the end of the trip."),),
        (("numbers", "fail", "60 days is not in the passages; they say 45 days.", "60 days"),)),
    Sentence("Receipts are required for every item above €15.", "supported", ((3, "Receipts are required for every single item above €15."),)),
)  # fmt: skip


def checked(question: Question, sentences: Sequence[Sentence] = SUPPORTED + DOUBTFUL, root: str = SAMPLES) -> Answer:
    """An answer of these sentences, checked against ``passages``."""
    found = passages(root)
    text, reports = "", []
    for sentence in sentences:
        text += " " if text else ""
        reports.append(_report(sentence, len(text), found))
        text += sentence.text
    good = sum(s.verdict == "supported" for s in sentences)
    return Answer(
        correlation_id=question.correlation_id, status="answered", text=text, passages=found,
        report=ValidationReport(
            correlation_id=question.correlation_id, verdict="supported" if good == len(sentences) else "partly_supported", sentences=tuple(reports)
        ),
        metadata=AnswerMetadata(model="fake", latency_ms={"total": 4200.0}),
    )  # fmt: skip


def _report(sentence: Sentence, start: int, found: Sequence[Passage]) -> SentenceReport:
    citations = []
    for number, quote in sentence.cites:
        source = found[number - 1]
        at = source.start + source.content.index(quote)
        citations.append(
            Citation(
                doc_id=source.doc_id, chunk_id=source.chunk_id, source=source.source, place=source.place, start=at, end=at + len(quote), quote=quote
            )
        )  # fmt: skip
    findings = [_finding(sentence.text, start, *f) for f in sentence.findings]
    return SentenceReport(
        span=Span(start=start, end=start + len(sentence.text)), text=sentence.text, verdict=sentence.verdict,
        score=1.0 if sentence.verdict == "supported" else 0.4, citations=tuple(citations), findings=tuple(findings),
    )  # fmt: skip


def _finding(text: str, start: int, rule: str, outcome: str, message: str, words: str) -> Finding:
    at = start + text.index(words)
    return Finding.model_validate(
        {"rule": rule, "outcome": outcome, "message": message, "span": Span(start=at, end=at + len(words))}
    )


def not_found(question: Question, root: str = SAMPLES) -> Answer:
    return Answer(
        correlation_id=question.correlation_id, status="not_found", text="This was not found in your documents.", closest=passages(root)[:3]
    )  # fmt: skip


def error(question: Question) -> Answer:
    message = "Your documents could not be searched. Try again; if it happens again, run the check of this installation."
    return Answer(
        correlation_id=question.correlation_id, status="error", text=message,
        error=ErrorEnvelope(
            correlation_id=question.correlation_id, code="RETRIEVAL_FAILED", message=message,
            details=ErrorDetails(agent="retriever", retryable=True),
        ),
    )  # fmt: skip


def play(
    question: Question,
    listen: Listener,
    answer: Answer,
    *,
    pause: Callable[[str], None] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
    words_at_once: int = 2,
) -> Answer:
    """Tell the events of ``answer`` in the order of the pipeline. ``pause`` is called with the step's name before each step."""
    ident = question.correlation_id
    for step in STEPS:
        pause(step)
        listen(TraceEvent(correlation_id=ident, step=step, status="running", elapsed_ms=0.0))
        if step == "retrieving":
            listen(PassagesFound(correlation_id=ident, response=_response(ident, answer)))
        if step == "generating" and answer.status == "answered":
            said = _say(ident, listen, answer.text, pause, cancelled, words_at_once)
            if cancelled():
                return Answer(correlation_id=ident, status="cancelled", text=said, passages=answer.passages)
        if cancelled():
            return Answer(correlation_id=ident, status="cancelled", text="Stopped.", passages=answer.passages)
        listen(TraceEvent(correlation_id=ident, step=step, status="done", elapsed_ms=1.0))
    return answer


def _response(ident: UUID, answer: Answer) -> RetrievalResponse:
    return RetrievalResponse(correlation_id=ident, status="success", documents=answer.passages, closest=answer.closest)


def _say(
    ident: UUID, listen: Listener, text: str, pause: Callable[[str], None], cancelled: Callable[[], bool], words_at_once: int
) -> str:
    words = text.split(" ")
    said = ""
    for start in range(0, len(words), words_at_once):
        pause("token")
        if cancelled():
            break
        part = " ".join(words[start : start + words_at_once])
        part = part if not said else f" {part}"
        said += part
        listen(TokensArrived(correlation_id=ident, text=part))
    return said


def ask(text: str = QUESTION) -> Question:
    return Question(correlation_id=new_correlation_id(), text=text)


def library(root: str = SAMPLES) -> FakeLibrary:
    """A collection with the three sample documents and some that are skipped and failed."""
    made = FakeLibrary()
    office = made.add_collection("Institute policies")
    made.add_source(office, "/documents/Institute policies")
    made.add_source(office, "/documents/Verträge und Vereinbarungen 2019–2025", watch=False)
    for file_id, name in FILES.items():
        pages = len(DOCUMENTS[file_id].pages)
        made.add_file(
            office,
            f"{root}/{name}",
            file_id=file_id,
            pages=pages,
            passages=len(DOCUMENTS[file_id].blocks),
            document=DOCUMENTS[file_id],
        )
    made.add_file(office, f"{root}/Dienstvereinbarung mobiles Arbeiten.pdf", pages=14, passages=38, pages_without_text=(3, 9))
    made.add_file(office, f"{root}/Einführung für neue Beschäftigte.pptx", pages=22, passages=31)
    made.add_file(office, f"{root}/Equipment list building B.xlsx", passages=57)
    made.add_file(office, f"{root}/Gehälter 2024 (vertraulich).xlsx", "failed", reason_code="password_needed")
    made.add_file(office, f"{root}/Minutes of the board 14 May 2025.txt", passages=9)
    made.add_file(office, f"{root}/Reisekosten Q3.docx", "skipped", reason_code="locked")
    made.add_file(office, f"{root}/logo_final_v2.ai", "skipped", reason_code="unsupported")
    mail = made.add_file(office, f"{root}/RE Angebot Klimaschrank.eml", passages=4)
    made.add_file(
        office, f"{root}/RE Angebot Klimaschrank.eml/Angebot 2291.pdf", pages=3, passages=8, parent_id=mail, needs_vectors=True
    )
    made.add_file(
        office, f"{root}/RE Angebot Klimaschrank.eml/Signatur.p7s", "skipped", reason_code="unsupported", parent_id=mail
    )
    made.add_file(office, f"{root}/Scan Mietvertrag.pdf", "queued", pages=9, needs_ocr=True)
    contracts = made.add_collection("Supply contracts")
    made.add_source(contracts, "/contracts")
    for number in range(1, 39):
        made.add_file(contracts, f"/contracts/{number:03d} supply agreement.pdf", pages=12, passages=40)
    return made
