"""`dossier search`: passages without an answer, for a person who wants to read for themselves."""

from __future__ import annotations

import argparse
import os
import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from rich.text import Text

from app.bootstrap import Program
from app.commands import exit_codes
from app.commands.consent import ensure_consent
from app.pipeline.prompt import describe_place
from app.pipeline.query import QueryInvalid, has_words
from app.terminal import Terminal, visible
from index.ingest.rows import Collection
from index.search.excerpts import around
from index.search.hit import Hit, SearchFilters, SearchResult
from index.search.phrases import phrases_in

EXCERPT_CHARACTERS = 240
_UNFINISHED = re.compile(r"\w\*\s*$")


def search(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """By meaning and words; by words alone where something stands in quotation marks or ends in an asterisk, or with ``--words``."""
    ensure_consent(program, terminal)
    if not has_words(options.text):
        raise QueryInvalid("There is nothing to search for. Give the words or a question.")
    collection = program.collection(options.collection)
    engine = program.engine()
    filters = filters_of(options)
    text: str = options.text
    if options.words or phrases_in(text) or _UNFINISHED.search(text):
        # Without the asterisk the last word is unfinished; a space after a finished one says so.
        text = text.rstrip().removesuffix("*") if _UNFINISHED.search(text) else f"{text} "
        found = engine.matches(text, (collection.id,), filters, options.limit, deadline_ms=None)
    else:
        found = engine.search(text, (collection.id,), filters, options.limit)
    result = found.result()
    if options.json:
        terminal.data(result.model_dump_json())
    else:
        _print(result, options.text, terminal)
        if options.kind and not result.hits:
            _name_kinds(program, collection, options.kind, terminal)
    return exit_codes.OK if result.hits else exit_codes.NOT_FOUND


def _name_kinds(program: Program, collection: Collection, wanted: list[str], terminal: Terminal) -> None:
    """Nothing was found: perhaps because no document is of such a kind."""
    there = sorted({row.kind for row in program.ledger().files(collection.id) if row.kind})
    if not set(wanted) & set(there):
        terminal.note(f"{visible(collection.name)} has no document of kind {', '.join(wanted)}; it has: {', '.join(there)}.")


def filters_of(options: argparse.Namespace) -> SearchFilters:
    """``--until`` counts its day in."""
    return SearchFilters(
        kinds=tuple(options.kind),
        languages=tuple(options.language),
        author=options.author,
        recipient=options.recipient,
        title=options.title,
        folder=options.folder,
        modified_from=_moment(options.since),
        modified_to=_moment(options.until + timedelta(days=1), -timedelta(microseconds=1)) if options.until else None,
    )


def _moment(day: date | None, shift: timedelta = timedelta(0)) -> datetime | None:
    return None if day is None else datetime(day.year, day.month, day.day, tzinfo=UTC) + shift


def _print(result: SearchResult, text: str, terminal: Terminal) -> None:
    for warning in result.warnings:
        terminal.note(f"Note: {warning}")
    if not result.hits:
        terminal.note("Nothing was found.")
    for hit in result.hits:
        _hit(hit, text, terminal)


def _hit(hit: Hit, text: str, terminal: Terminal) -> None:
    place = describe_place(hit.place)
    line = Text(visible(hit.source_path), style="bold")
    line.append(f", {place}" if place else "")
    if hit.relevance:
        line.append(f"  {hit.relevance:.2f}", style="dim")
    terminal.out.print(line)
    terminal.out.print(Text(f"    {visible(around(hit.content, text, EXCERPT_CHARACTERS))}"))
    for label, paths in (("also in", hit.also_in), ("newer version", (hit.newer,) if hit.newer else ())):
        if paths:
            terminal.out.print(Text(f"    {label}: {', '.join(visible(path) for path in paths)}", style="dim"))
    if hit.thread:
        names = ", ".join(visible(Path(path).name) for path in hit.thread)
        terminal.out.print(Text(f"    exchange of {len(hit.thread)} messages: {names}", style="dim"))


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """`dossier search …`"""
    text = "Show the passages that fit, without an answer."
    parser = commands.add_parser("search", help=text, description=text)
    parser.set_defaults(command=search)
    add = parser.add_argument
    add("text", help='words or a question; what stands in "quotation marks" must stand so, word* is the beginning of a word')
    add("--collection", help="name of the collection (default: the only one, or Documents)")
    add("--words", action="store_true", help="by words alone, not by meaning")
    add("--limit", type=_count, default=10, metavar="N", help="passages at most (default 10)")
    for name, metavar, of in (("--kind", "KIND", "kind: pdf, docx, eml …"), ("--language", "CODE", "language: de, en …")):
        add(
            name,
            action="append",
            type=_code,
            default=[],
            metavar=metavar,
            help=f"only documents of this {of} (can be repeated)",
        )
    add("--author", metavar="NAME", help="part of the author's or sender's name or address")
    add("--recipient", metavar="NAME", help="part of a recipient's name or address")
    add("--title", metavar="WORDS", help="part of the title or subject")
    add("--folder", type=_folder, metavar="PATH", help="only below this folder")
    add("--since", type=_day, metavar="DATE", help="documents of this day or later, as 2026-03-31")
    add("--until", type=_day, metavar="DATE", help="documents of this day or earlier")
    add("--json", action="store_true", help="print the passages as JSON")


def _count(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError("a number from 1 to 1000 is needed")
    return int(text)


def _code(text: str) -> str:
    """A kind of document or a language as the index names them."""
    code = text.lower().lstrip(".")
    if re.fullmatch(r"[a-z0-9]{1,16}", code) is None:
        raise argparse.ArgumentTypeError(f"{text} is no short name such as pdf or de")
    return code


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is not a date; write it as 2026-03-31") from None


def _folder(text: str) -> str:
    """Absolute; an empty path is a slip (an unset variable in a script), never the working directory."""
    if not text.strip():
        raise argparse.ArgumentTypeError("a path is empty")
    return os.path.abspath(text)
