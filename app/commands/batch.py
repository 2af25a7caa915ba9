"""`dossier ask --batch`: the questions of a sheet, one after the other, to a table of answers, verdicts and sources."""

from __future__ import annotations

import argparse
from pathlib import Path, PurePath

from app.bootstrap import Program
from app.commands import exit_codes
from app.commands.batch_files import AnswerFile, AnswerRow, Questions, neutral, plain, read_questions
from app.commands.consent import ensure_consent
from app.engine.engine import Engine
from app.messages.answer import Answer, Question
from app.messages.base import new_correlation_id
from app.messages.retrieval import RetrievalFilters
from app.messages.table import Table
from app.messages.validation import Citation
from app.pipeline.prompt import describe_place
from app.terminal import Terminal

MAX_SOURCES = 20


def ask_all(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """Rows of an earlier run are kept and not asked again. Ctrl-C ends it after taking back the question at hand."""
    ensure_consent(program, terminal)
    questions = read_questions(options.batch)
    out = options.out or options.batch.with_name(f"{options.batch.stem}.answers.csv")
    file = AnswerFile(out, questions.delimiter)
    collection = program.collection(options.collection)
    done = {(row.number, plain(row.question)) for row in file.open()}
    left = [(n, text) for n, text in enumerate(questions.texts, start=1) if (str(n), plain(neutral(text))) not in done]
    if len(left) < len(questions.texts):
        terminal.note(f"{len(questions.texts) - len(left)} of {len(questions.texts)} are answered already.")
    engine = program.engine()
    engine.preload()
    failed, stopped = 0, False
    try:
        for number, text in left:
            answer = _answer(engine, text, collection.id, options)
            if answer.status == "cancelled":
                stopped = True
                break
            if answer.error is not None and answer.error.code != "QUERY_INVALID":
                failed += 1
                terminal.note(f"{number} of {len(questions.texts)}: {answer.text}")
                continue
            file.append(row_of(number, text, answer))
            terminal.note(f"{number} of {len(questions.texts)}: {_in_short(answer)}")
    finally:
        file.finish(complete=not stopped and not failed)
    return _end(questions, file.path, failed, stopped, terminal)


def _answer(engine: Engine, text: str, collection_id: str, options: argparse.Namespace) -> Answer:
    question = Question(
        correlation_id=new_correlation_id(),
        text=text,
        filters=RetrievalFilters(collections=(collection_id,)),
        depth="thorough" if options.thorough else "quick",
        mode="open" if options.open else None,
        strict=True if options.strict else None,
        clarify=False,
    )
    job = engine.ask(question, lambda event: None)
    try:
        return job.result()
    except KeyboardInterrupt:
        job.cancel()
        return job.result().model_copy(update={"status": "cancelled"})


def _end(questions: Questions, path: Path, failed: int, stopped: bool, terminal: Terminal) -> int:
    if stopped:
        terminal.note(f"Stopped. What is answered stands in {path}; the same command goes on with the rest.")
        return exit_codes.INTERRUPTED
    if failed:
        terminal.note(f"{failed} of {len(questions.texts)} could not be asked; the same command tries them again.")
        return exit_codes.PARTLY_FAILED
    terminal.note(f"All {len(questions.texts)} answers stand in {path}.")
    return exit_codes.OK


def row_of(number: int, question: str, answer: Answer) -> AnswerRow:
    report, table = answer.report, answer.table
    citations = [c for s in report.sentences for c in s.citations] if report is not None else []
    citations += table.citations() if table is not None else ()
    text = f"{answer.text}\n{_table_text(table)}" if table is not None else answer.text
    claims = f"{report.supported_count} of {report.claim_count}" if report is not None and report.claim_count else ""
    return AnswerRow(
        number=str(number),
        question=question,
        status=answer.status,
        answer=text,
        verdict=report.verdict if report is not None else "",
        supported=claims,
        sources=_sources(citations),
        notes="\n".join(answer.metadata.warnings),
        model=answer.metadata.model or "",
        seconds=f"{answer.metadata.latency_ms.get('total', 0.0) / 1000:.1f}",
    )


def _sources(citations: list[Citation]) -> str:
    lines = dict.fromkeys(_source(c) for c in citations)
    shown = list(lines)[:MAX_SOURCES]
    return "\n".join([*shown, f"… {len(lines) - MAX_SOURCES} more"] if len(lines) > MAX_SOURCES else shown)


def _source(citation: Citation) -> str:
    place = describe_place(citation.place)
    changed = " (changed since indexed)" if citation.changed_since_indexed else ""
    name = PurePath(citation.source).name
    return f"{name}{', ' + place if place else ''}: “{' '.join(citation.quote.split())}”{changed}"


def _table_text(table: Table) -> str:
    lines = [table.columns, *(tuple(cell.text for cell in row.cells) for row in table.rows)]
    return "\n".join(" | ".join(" ".join(cell.split()) for cell in line) for line in lines)


def _in_short(answer: Answer) -> str:
    verdict = answer.report.verdict if answer.report is not None else ""
    return ", ".join(part for part in (answer.status, verdict) if part).replace("_", " ")
