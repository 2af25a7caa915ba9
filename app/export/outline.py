"""A stored conversation in the order in which it is written: the same for every format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

from app.conversations.rows import SentenceSign, StoredConversation, StoredTurn
from app.export.wording import Wording
from app.messages.answer import Answer
from app.messages.base import utc_now
from app.messages.retrieval import Passage
from app.messages.table import Table
from app.messages.validation import Citation, SentenceReport

DATE = "%Y-%m-%d %H:%M"
DIFFERS = "≠ "


@dataclass(frozen=True)
class Source:
    """``number`` counts from 1 through the whole conversation; ``quote`` is word for word from the document."""

    number: int
    name: str
    place: str
    quote: str
    notes: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """File, place and what is to be known of it, in one line."""
        where = f"{self.name}, {self.place}" if self.place else self.name
        return f"{where} ({', '.join(self.notes)})" if self.notes else where


@dataclass(frozen=True)
class Sentence:
    """``mark`` is the verdict in words, empty for what claims nothing; ``before`` the white space in front of it."""

    text: str
    before: str = ""
    mark: str = ""
    verdict: str = "no_claim"
    numbers: tuple[int, ...] = ()
    findings: tuple[str, ...] = ()
    sign: str = ""


@dataclass(frozen=True)
class TableCell:
    text: str
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Entry:
    """``rows`` are those of the answer's table, the headings first; rows whose documents differ begin with DIFFERS."""

    question: str
    asked: str
    sentences: tuple[Sentence, ...]
    notes: tuple[str, ...]
    sources: tuple[Source, ...]
    closest: tuple[str, ...] = ()
    rows: tuple[tuple[TableCell, ...], ...] = ()


@dataclass(frozen=True)
class Outline:
    title: str
    entries: tuple[Entry, ...]
    files: tuple[str, ...]
    """Paths of all that is cited, each once"""
    foot: str
    wording: Wording


def outline(conversation: StoredConversation, wording: Wording) -> Outline:
    numbers: dict[tuple[str, int, int], int] = {}
    entries = tuple(_entry(turn, numbers, wording) for turn in conversation.turns)
    cited = [c.source for turn in conversation.turns if turn.answer for c in _citations(turn.answer)]
    foot = wording.exported.format(date=f"{utc_now().astimezone():{DATE}}")
    return Outline(conversation.title, entries, tuple(dict.fromkeys(cited)), foot, wording)


def _citations(answer: Answer) -> Iterator[Citation]:
    for sentence in answer.report.sentences if answer.report is not None else ():
        yield from sentence.citations
    if answer.table is not None:
        yield from answer.table.citations()


def _entry(turn: StoredTurn, numbers: dict[tuple[str, int, int], int], wording: Wording) -> Entry:
    asked = f"{turn.asked.astimezone():{DATE}}"
    answer = turn.answer
    if answer is None:
        note = wording.unfinished if turn.unfinished else wording.unreadable
        return Entry(turn.question.text, asked, (Sentence(turn.text),) if turn.text else (), (note,), ())
    new: dict[int, Source] = {}
    sentences = _sentences(answer, turn.signs, numbers, new, wording)
    closest = tuple(_passage(p, wording) for p in answer.closest) if answer.status == "not_found" else ()
    rows = _rows(answer.table, numbers, new, wording) if answer.table is not None else ()
    return Entry(turn.question.text, asked, sentences, _notes(answer, wording), tuple(new.values()), closest, rows)


def _rows(
    table: Table, numbers: dict[tuple[str, int, int], int], new: dict[int, Source], wording: Wording
) -> tuple[tuple[TableCell, ...], ...]:
    made = [tuple(TableCell(column) for column in table.columns)]
    for row in table.rows:
        cells = [
            TableCell(cell.text, tuple(dict.fromkeys(_number(c, numbers, new, wording) for c in cell.citations)))
            for cell in row.cells
        ]
        if row.differs:
            cells[0] = TableCell(DIFFERS + cells[0].text, cells[0].numbers)
        made.append(tuple(cells))
    return tuple(made)


def _sentences(
    answer: Answer,
    signs: tuple[SentenceSign, ...],
    numbers: dict[tuple[str, int, int], int],
    new: dict[int, Source],
    wording: Wording,
) -> tuple[Sentence, ...]:
    reports = answer.report.sentences if answer.report is not None else ()
    signed = {sign.sentence: sign for sign in signs}
    made: list[Sentence] = []
    position = 0
    for index, report in enumerate(reports):
        between = answer.text[position : report.span.start]
        if between.strip():
            made.append(Sentence(between.strip("\n"), before="\n" if made else ""))
            between = "\n" if between.endswith("\n") else " "
        used = [_number(citation, numbers, new, wording) for citation in report.citations]
        made.append(
            Sentence(
                text=answer.text[report.span.start : report.span.end],
                before="\n" if "\n" in between else " " if made else "",
                mark=wording.verdicts.get(report.verdict, ""),
                verdict=report.verdict,
                numbers=tuple(dict.fromkeys(used)),
                findings=_findings(report, wording),
                sign=_sign(signed[index], wording) if index in signed else "",
            )
        )
        position = max(position, report.span.end)
    if answer.text[position:].strip():
        made.append(Sentence(answer.text[position:].strip(), before="\n" if made else ""))
    return tuple(made)


def _number(citation: Citation, numbers: dict[tuple[str, int, int], int], new: dict[int, Source], wording: Wording) -> int:
    key = (citation.doc_id, citation.start, citation.end)
    if key in numbers:
        return numbers[key]
    number = numbers[key] = len(numbers) + 1
    notes = [wording.attached] if citation.provenance == "attachment" else []
    notes += [wording.changed] if citation.changed_since_indexed else []
    new[number] = Source(
        number, PurePath(citation.source).name, wording.place(citation.place), " ".join(citation.quote.split()), tuple(notes)
    )
    return number


def _findings(report: SentenceReport, wording: Wording) -> tuple[str, ...]:
    return tuple(dict.fromkeys(wording.finding(f) for f in report.findings if f.outcome in ("fail", "doubt")))


def _sign(sign: SentenceSign, wording: Wording) -> str:
    said = wording.signed_off if sign.sign == "signed_off" else wording.disputed
    text = said.format(date=f"{sign.at.astimezone():{DATE}}")
    return f"{text}: {sign.note}" if sign.note else text


def _notes(answer: Answer, wording: Wording) -> tuple[str, ...]:
    report = answer.report
    notes = [wording.stopped] if answer.status == "cancelled" else []
    if report is not None and report.unvalidated:
        notes.append(wording.unchecked)
    elif report is not None and report.claim_count:
        notes.append(wording.summary.format(supported=report.supported_count, claims=report.claim_count))
    return (*notes, *wording.warnings(answer.metadata))


def _passage(passage: Passage, wording: Wording) -> str:
    place = wording.place(passage.place)
    name = PurePath(passage.source).name
    return f"{name}, {place}" if place else name
