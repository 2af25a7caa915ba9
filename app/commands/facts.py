"""`dossier facts`: pinned facts of a collection, and what is suggested."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from pydantic import ValidationError
from rich.text import Text

from app.bootstrap import Program
from app.commands import exit_codes
from app.commands.adding import add_action as _add
from app.commands.consent import ensure_consent
from app.facts.book import FactBook
from app.facts.fact import MAX_LABEL, MAX_UNIT, MAX_VALUE, FactWords, ListedFact
from app.facts.store import FactStore
from app.pipeline.prompt import describe_place
from app.rules.quantities import read_quantities
from app.terminal import Terminal, visible
from index.errors import UserFixable

SHORT = 8
"""Characters of an id that are shown and are enough to name it."""
_STATES = {
    "valid": ("valid", "green"),
    "not_yet": ("not in force yet", "cyan"),
    "superseded": ("replaced by a later one", "cyan"),
    "stale": ("stale", "red"),
    "conflict": ("conflict", "yellow"),
}
_STALE = {"changed": "its sentence has changed; not used", "vanished": "its document is gone; not used"}


def list_facts(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    ensure_consent(program, terminal)
    collection = program.collection(options.collection)
    with _book(program) as book:
        _show(terminal, book.pinned(collection.id), "Nothing is pinned yet.", as_json=options.json)
    return exit_codes.OK


def check(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """Compare each with the present text of its document. Exit code 1 when one needs a person: stale, or in conflict."""
    ensure_consent(program, terminal)
    collection = program.collection(options.collection)
    with _book(program) as book:
        found = book.pinned(collection.id)
    doubtful = [item for item in found if item.state in ("stale", "conflict")]
    terminal.out.print(Text(f"{len(found)} pinned, {len(found) - len(doubtful)} in order."))
    _show(terminal, doubtful, "")
    return exit_codes.FAILED if doubtful else exit_codes.OK


def suggest(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """Search what is new in the collection, then list what waits for a person."""
    ensure_consent(program, terminal)
    collection = program.collection(options.collection)
    with _book(program) as book:
        book.scan(collection.id)
        _show(terminal, book.suggested(collection.id), "There is nothing to suggest.", as_json=options.json)
    return exit_codes.OK


def pin(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """Pin a sentence of an imported document."""
    ensure_consent(program, terminal)
    collection = program.collection(options.collection)
    row = program.ledger().file_by_path(collection.id, os.path.abspath(options.file))
    if row is None:
        raise UserFixable(
            f"{collection.name} has no document {options.file}.", next_step="`dossier status --files` lists what it has."
        )
    with _book(program) as book:
        place = book.find(row.id, options.sentence)
        sentence, read = book.look(place)
        value = options.value or (read.value if read is not None else "")
        unit = options.unit if options.unit is not None else (read.unit if read is not None and value == read.value else "")
        if not value:
            raise _no_value(sentence)
        kind = read.kind if read is not None else "other"
        fact = book.pin(collection.id, _words(options.label, value, unit, options.valid_from, kind), place)
    terminal.out.print(Text(f"Pinned in {collection.name}: {visible(fact.label)}: {visible(fact.figure)} [{fact.id[:SHORT]}]"))
    return exit_codes.OK


def confirm(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """A suggestion becomes a pinned fact."""
    with _chosen(program, options, terminal) as (book, item):
        book.confirm(item.fact.id)
    terminal.out.print(Text(f"Pinned: {visible(item.fact.label)}: {visible(item.fact.figure)}"))
    return exit_codes.OK


def dismiss(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """A suggestion is not made again."""
    with _chosen(program, options, terminal) as (book, item):
        if item.fact.status != "suggested":
            raise UserFixable("This one is pinned.", next_step=f"Take it away with: dossier facts unpin {options.id}")
        book.dismiss(item.fact.id)
    terminal.out.print(Text(f"Not suggested again: {visible(item.fact.label)}"))
    return exit_codes.OK


def unpin(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    with _chosen(program, options, terminal) as (book, item):
        book.unpin(item.fact.id)
    terminal.out.print(Text(f"Not pinned any more: {visible(item.fact.label)}"))
    return exit_codes.OK


@contextmanager
def _book(program: Program) -> Iterator[FactBook]:
    """Beside a window that is open as well: facts are rows of the ledger, each written whole, and read again before every use."""
    book = FactBook(FactStore(program.paths.library), program.ledger())
    try:
        yield book
    finally:
        book.close()


@contextmanager
def _chosen(program: Program, options: argparse.Namespace, terminal: Terminal) -> Iterator[tuple[FactBook, ListedFact]]:
    """The fact or suggestion whose id begins with ``options.id``, in whichever collection it is."""
    ensure_consent(program, terminal)
    with _book(program) as book:
        collections = program.ledger().collections()
        everything = [item for c in collections for item in (*book.pinned(c.id), *book.suggested(c.id))]
        found = [item for item in everything if item.fact.id.startswith(options.id.casefold())]
        if len(found) != 1 or not options.id:
            what = "There is no fact" if not found else "There are several facts"
            raise UserFixable(
                f"{what} {options.id}.", next_step="`dossier facts list` and `dossier facts suggest` show their ids."
            )
        yield book, found[0]


def _no_value(sentence: str) -> UserFixable:
    """Why none was taken from the sentence: it has none, or several."""
    values = dict.fromkeys(q.text.strip() for q in read_quantities(sentence, "en") if not q.weak and q.kind != "identifier")
    if len(values) > 1:
        found = f"This sentence has several values: {', '.join(values)}."
        return UserFixable(found, next_step="Name the one that you mean with --value.")
    return UserFixable("No value was found in this sentence.", next_step="Name it with --value.")


def _words(label: str, value: str, unit: str, valid_from: date | None, kind: str) -> FactWords:
    try:
        return FactWords.model_validate({"label": label, "value": value, "unit": unit, "valid_from": valid_from, "kind": kind})
    except ValidationError as error:
        raise UserFixable(
            f"A label has 1 to {MAX_LABEL} characters, a value 1 to {MAX_VALUE}, a unit at most {MAX_UNIT}.",
            next_step="Shorten what is too long.",
        ) from error


def _show(terminal: Terminal, items: Sequence[ListedFact], nothing: str, *, as_json: bool = False) -> None:
    if as_json:
        terminal.data(json.dumps([item.model_dump(mode="json") for item in items]))
        return
    if not items and nothing:
        terminal.note(nothing)
    for item in items:
        fact = item.fact
        state, colour = _STATES[item.state]
        since = f", from {fact.valid_from:%Y-%m-%d}" if fact.valid_from is not None else ""
        line = Text(f"[{fact.id[:SHORT]}] {visible(fact.label)}: {visible(fact.figure)}{since} ")
        line.append(f"({state if fact.stale is None else _STALE[fact.stale]})", style=colour)
        terminal.out.print(line)
        place = describe_place(fact.place)
        quoted = f"“{' '.join(fact.quote.split())}” — " if fact.quote else ""
        terminal.out.print(Text(f"    {quoted}{visible(fact.source)}{', ' + place if place else ''}", style="dim"))
        for other in item.against:
            terminal.out.print(Text(f"    says otherwise: {visible(other)}", style="yellow"))


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """`dossier facts …`"""
    group = commands.add_parser("facts", help="Sentences that you pinned as facts, and suggestions for more.")
    actions = group.add_subparsers(required=True, metavar="ACTION")
    listing = _add(actions, "list", list_facts, "Pinned facts with their state and source.")
    listing.add_argument("--json", action="store_true")
    pinning = _add(actions, "pin", pin, "Pin a sentence of an imported document, with a name of yours and its value.")
    pinning.add_argument("file", type=Path, metavar="FILE")
    pinning.add_argument("sentence", metavar="SENTENCE", help="word for word, or enough of it to find it")
    pinning.add_argument("--label", required=True, help="what you call it, such as “Guest card fee”")
    pinning.add_argument("--value", help="as it stands in the sentence (default: what is found there)")
    pinning.add_argument("--unit", help="what the value is counted by, such as “a year”")
    pinning.add_argument("--valid-from", type=_day, metavar="YYYY-MM-DD", help="it is used from this day on")
    suggesting = _add(actions, "suggest", suggest, "Labelled amounts, dates and contacts found in the documents (en, de).")
    suggesting.add_argument("--json", action="store_true")
    checking = _add(actions, "check", check, "Compare each with its document; exit code 1 when one is stale or in conflict.")
    for parser in (listing, pinning, suggesting, checking):
        parser.add_argument("--collection", help="name of the collection (default: the default or only one)")
    for name, run, text in (
        ("confirm", confirm, "Pin a suggestion as it stands."),
        ("dismiss", dismiss, "Do not suggest it again."),
        ("unpin", unpin, "Take a fact away; the document stays."),
    ):
        _add(actions, name, run, text).add_argument("id", metavar="ID", help="as `list` or `suggest` shows it")


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a day; write it as 2026-11-30") from None
