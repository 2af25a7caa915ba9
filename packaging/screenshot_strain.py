"""Scenes of ``screenshots.py`` that strain the window: much, long, foreign and wrong. A stage is its ``Stage``."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

from app.messages.answer import Answer, ErrorCode, ErrorDetails, ErrorEnvelope, Question
from app.messages.table import Cell, Row, Table
from app.messages.validation import Citation
from app.workers.fakes import documents, scenes
from index.document import Place
from index.search.hit import Hit, SearchResult

_SAMPLES = str(Path(__file__).resolve().parents[1] / documents.SAMPLES)
_LONG_NAME = (
    "Betriebsvereinbarung über die Einführung und Nutzung elektronischer Zeiterfassungssysteme in der Fassung der zweiten "
    "Änderungsvereinbarung vom 14. November 2024 (unterschrieben, gescannt, endgültig)_v3_FINAL.pdf"
)
_NAMES = (
    _LONG_NAME,
    "سياسة السفر والنفقات ٢٠٢٥.docx",
    "差旅费管理办法（2025年修订版）.pdf",
    "מדיניות נסיעות.docx",
    "出張旅費規程 🧾.xlsx",
)
_WORDS = (
    "Die Arbeitszeit wird minutengenau erfasst; Aufrundungen zugunsten der Beschäftigten sind zulässig.",
    "تُسدَّد تكاليف الفندق حتى 120 يورو لليلة الواحدة، بما في ذلك وجبة الإفطار.",
    "住宿费每晚最高报销一百二十欧元，含早餐；超出部分由出差人员自行承担。",
    "הוצאות מלון מוחזרות עד 120 אירו ללילה.",
    "宿泊費は一泊につき一万五千円を上限とする。",
)
_POINTS = 14


def long_answer(stage: Any) -> None:
    """Two thousand characters: paragraphs, a list, and a table below."""
    sentences = [*scenes.SUPPORTED, *scenes.DOUBTFUL]

    def answer(question: Question) -> Answer:
        made = scenes.checked(question, sentences * 4, root=_SAMPLES)
        cells = made.report.sentences[0].citations  # type: ignore[union-attr]
        rows = tuple(
            Row(cells=(Cell(text=f"Travel policy {year}"), _cell(f"€{limit} per night", cells), _cell(f"{days} days", cells)))
            for year, limit, days in ((2023, 95, 60), (2024, 110, 60), (2025, 120, 45))
        )
        return made.model_copy(
            update={"table": Table(columns=("Document", "Hotel limit", "Deadline for claims"), rows=rows, total=3)}
        )

    stage.answer = answer
    stage.ask_and_wait()
    stage.window.ask_panel.area.verticalScrollBar().setValue(10**6)


def _cell(text: str, citations: tuple[Citation, ...]) -> Cell:
    return Cell(text=text, citations=citations)


def points(stage: Any) -> None:
    """A list in the answer."""
    words = [
        f"Device number {n} in room B {n}.05 is checked every {n + 1} years by an outside company." for n in range(1, _POINTS)
    ]

    def answer(question: Question) -> Answer:
        made = scenes.checked(question, scenes.SUPPORTED[:1], root=_SAMPLES)
        return made.model_copy(update={"text": made.text + "\n\n" + "\n".join(f"- {w}" for w in words)})

    stage.answer = answer
    stage.ask_and_wait("Which devices have to be checked, and how often?")


def many_places(stage: Any) -> None:
    """A list of three hundred places, each cited."""

    def answer(question: Question) -> Answer:
        made = scenes.checked(question, scenes.SUPPORTED[:1], root=_SAMPLES)
        cited = made.report.sentences[0].citations[0]  # type: ignore[union-attr]
        places = (
            cited.model_copy(update={"chunk_id": f"place-{n}", "place": Place(kind="page", page=n + 1)}) for n in range(300)
        )
        rows = tuple(Row(cells=(Cell(text="Travel policy 2025.pdf"), _cell(cited.quote, (place,)))) for place in places)
        table = Table(columns=("Document", "Words"), rows=rows, total=300)
        return made.model_copy(
            update={"passages": (), "report": None, "task": "list", "table": table, "text": "300 places were found."}
        )

    stage.answer = answer
    stage.ask_and_wait("List every place where hotel costs are mentioned.")


def many_files(stage: Any) -> None:
    library = stage.session._program.ledger()
    for number in range(20_000):
        library.add_file("collection-1", f"/archive/{number // 400:02d}/{number:05d} file note.pdf", pages=4, passages=11)
    for name in ("Supply contracts", "Institute policies"):
        stage.session.library.select(name)
        stage.settle(0.5)
    stage.window.show_documents()
    stage.until(lambda: stage.session.library.files.rowCount() > 20_000)


def errors(stage: Any) -> None:
    """One of each that a person can meet, the last at the foot."""
    said = {"QUERY_INVALID": "The question contains control characters. Type it anew instead of pasting it."}
    for code in (
        c for c in get_args(ErrorCode) if c in (*said, "GENERATION_FAILED", "SYSTEM_OVERLOAD", "INDEX_BUSY", "INDEX_DAMAGED")
    ):

        def answer(question: Question, code: ErrorCode = code) -> Answer:
            message = said.get(code, "Something went wrong.")
            envelope = ErrorEnvelope(
                correlation_id=question.correlation_id, code=code, message=message,
                details=ErrorDetails(agent="router", retryable=code not in ("QUERY_INVALID", "INDEX_DAMAGED")),
            )  # fmt: skip
            return Answer(correlation_id=question.correlation_id, status="error", text=message, error=envelope)

        stage.answer = answer
        stage.ask_and_wait(f"How long are invoices kept? ({code})")


def scripts(stage: Any) -> None:
    """Long names, Arabic, Chinese, Hebrew and Japanese in passages and on the left."""
    _add_names(stage)

    def answer(question: Question) -> Answer:
        made = scenes.checked(question, scenes.SUPPORTED, root=_SAMPLES)
        foreign = tuple(
            made.passages[0].model_copy(update={"chunk_id": f"foreign-{n}", "source": f"/documents/{name}", "content": words})
            for n, (name, words) in enumerate(zip(_NAMES, _WORDS, strict=True))
        )
        return Answer(
            correlation_id=question.correlation_id,
            status="not_found",
            text="This was not found in your documents.",
            closest=foreign,
        )

    stage.answer = answer
    stage.ask_and_wait("ما هي أعلى قيمة تُسدَّد لليلة الواحدة في الفندق؟ 住宿费最高报销多少？")


def _add_names(stage: Any) -> None:
    library = stage.session._program.ledger()
    for name in _NAMES:
        library.add_file("collection-1", f"/documents/{name}", pages=3, passages=7)
    library.add_source("collection-1", f"/documents/{_LONG_NAME.removesuffix('.pdf')}")
    stage.session.library.refresh()


def names(stage: Any) -> None:
    _add_names(stage)
    stage.window.show_documents()
    stage.settle(0.5)


def typed(stage: Any) -> None:
    """Passages above the box while a question is being typed."""
    found = documents.passages(_SAMPLES)
    hits = tuple(
        Hit(
            chunk_id=f"typed-{n}", file_id=p.doc_id, collection_id="collection-1", source_path=p.source, title=p.title, kind="pdf",
            chunk_index=n, content=p.content, context="", start=p.start, end=p.end, place=Place(kind="page", page=n + 1), cosine=None,
            bm25=1.0, fused=0.0, relevance=0.5,
        )
        for n, p in enumerate(found)
    )  # fmt: skip
    stage.engine.matching = lambda _: SearchResult(hits=hits, total_candidates=4, index_version=1, elapsed_ms=1.0)
    stage.window.ask_panel.box.set_text("hotel costs per night")
    stage.until(lambda: stage.window.ask_panel.match_list.list.count() > 0)


SCENES: dict[str, tuple[Any, dict[str, bool]]] = {
    "60-long": (long_answer, {}),
    "61-points": (points, {}),
    "62-many-places": (many_places, {}),
    "63-many-files": (many_files, {}),
    "64-errors": (errors, {}),
    "66-scripts": (scripts, {}),
    "67-names": (names, {}),
    "68-typed": (typed, {}),
}
