"""`dossier ask` and `dossier chat`."""

from __future__ import annotations

import argparse
from uuid import UUID

from rich.text import Text

from app.bootstrap import Program
from app.commands import exit_codes
from app.commands.attaching import attach_all
from app.commands.batch import ask_all
from app.commands.consent import ensure_consent
from app.commands.conversations import ID_CHARACTERS
from app.commands.trace_lines import trace_lines
from app.engine.engine import Engine
from app.messages.answer import Answer, Question
from app.messages.base import new_correlation_id
from app.messages.events import AnswerEvent, AnswerWithdrawn, QueuePosition, StillWorking, TaskProgress, TokensArrived
from app.messages.retrieval import RetrievalFilters
from app.messages.trace import TraceEvent
from app.pipeline.query import clean_query
from app.terminal import Terminal, is_interactive

_EXIT_BY_STATUS = {
    "answered": exit_codes.OK,
    "evidence_only": exit_codes.OK,
    "not_found": exit_codes.NOT_FOUND,
    "clarify": exit_codes.OK,
    "cancelled": exit_codes.INTERRUPTED,
    "error": exit_codes.FAILED,
}


def ask(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    if (options.question is None) == (options.batch is None):
        terminal.error("Give one question, or a file of them with --batch.")
        return exit_codes.USAGE
    if options.batch is not None:
        return ask_all(program, options, terminal)
    ensure_consent(program, terminal)
    clean_query(options.question)
    collection = program.collection_for(options.question, options.collection)
    conversation = _conversation(program, options.conversation)
    engine = _engine(program, terminal)
    attached = attach_all(engine, options.attach, terminal)
    printer = _Printer(terminal, stream=not options.json, trace=options.trace)
    answer = _run(engine, options.question, collection.id, printer, options, conversation, attached)
    if options.json:
        terminal.data(answer.model_dump_json())
    else:
        terminal.answer(answer, streamed=printer.shown)
        waiting = program.ledger().summary(collection.id).queued
        if waiting:
            terminal.note(f"Note: {waiting} files of {collection.name} are not indexed yet; the answer may be incomplete.")
    return _EXIT_BY_STATUS[answer.status]


def chat(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """A question may follow up on the ones before it, those of an earlier day too (`--conversation`); an empty line, Ctrl-D or Ctrl-C
    at the prompt ends the conversation, which is kept."""
    ensure_consent(program, terminal)
    collection = program.collection(options.collection)
    conversation = _conversation(program, options.conversation) or new_correlation_id()
    engine = _engine(program, terminal)
    engine.start_watching()
    terminal.note(f"Ask about {collection.name}. An empty line ends the conversation.")
    attached = attach_all(engine, options.attach, terminal)
    asked = False
    while True:
        try:
            question = terminal.out.input("> " if is_interactive() else "").strip()
        except (EOFError, KeyboardInterrupt):
            break
        if not question:
            break
        printer = _Printer(terminal, stream=True, trace=options.trace)
        answer = _run(engine, question, collection.id, printer, options, conversation, attached)
        terminal.answer(answer, streamed=printer.shown)
        asked = True
    if asked and program.settings.conversations.keep:
        terminal.note(f"Kept: dossier chat --conversation {str(conversation)[:ID_CHARACTERS]}")
    return exit_codes.OK


def _engine(program: Program, terminal: Terminal) -> Engine:
    engine = program.engine()
    engine.preload()
    engine.conversations.tell_trouble = lambda error: terminal.note(
        f"The question could not be kept: {error.message} {error.next_step}"
    )
    return engine


def _conversation(program: Program, named: str | None) -> UUID | None:
    """The one that a person named, by the beginning of its id; a new one for "new". Raises UserFixable."""
    if named is None or named == "new":
        return new_correlation_id() if named else None
    store = program.conversations()
    store.warm_up()
    try:
        return store.find(named)
    finally:
        store.close()


def _run(
    engine: Engine,
    text: str,
    collection_id: str,
    printer: _Printer,
    options: argparse.Namespace,
    conversation: UUID | None,
    attached: tuple[str, ...],
) -> Answer:
    """Ctrl-C stops the answer and keeps what was written so far."""
    question = Question(
        correlation_id=new_correlation_id(),
        text=text,
        filters=RetrievalFilters(collections=(collection_id,)),
        depth="thorough" if options.thorough else "quick",
        mode="open" if options.open else None,
        strict=True if options.strict else None,
        conversation=conversation,
        attachments=attached,
    )
    job = engine.ask(question, printer)
    try:
        return job.result()
    except KeyboardInterrupt:
        job.cancel()
        return job.result()


class _Printer:
    """Prints tokens as they come. Runs on the pipeline thread."""

    def __init__(self, terminal: Terminal, *, stream: bool, trace: bool) -> None:
        self._terminal = terminal
        self._stream = stream
        self._trace = trace
        self.shown = ""

    def __call__(self, event: AnswerEvent) -> None:
        if isinstance(event, TokensArrived) and self._stream:
            self.shown += event.text
            self._terminal.stream(event.text)
        elif isinstance(event, AnswerWithdrawn) and self.shown:
            self.shown = ""
            self._terminal.out.print(Text("\n(withdrawn)", style="yellow"))
        elif isinstance(event, QueuePosition) and event.ahead:
            self._terminal.note(f"Waiting: {event.ahead} questions come first. Ctrl-C takes this one back.")
        elif isinstance(event, TaskProgress):
            self._terminal.progress(event.done, event.total)
        elif isinstance(event, StillWorking):
            self._terminal.note("Still working. Ctrl-C stops it.")
        elif isinstance(event, TraceEvent) and self._trace:
            for line in trace_lines(event):
                self._terminal.note(line)
