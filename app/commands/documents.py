"""`dossier import`, `retry`, `status`, `forget` and `delete`."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
from collections.abc import Sequence
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from app.bootstrap import Program
from app.commands import exit_codes, preview
from app.commands.consent import ensure_consent
from app.commands.rebuild import status_text
from app.commands.stopping import result_or_stop
from app.terminal import Terminal, agreed, count_text, visible
from index.errors import FileVanished, UserFixable
from index.ingest.drives import is_within
from index.ingest.file_ledger import EXCLUDED
from index.ingest.ledger import Ledger, check_name
from index.ingest.rows import Collection, FileRow, FileStatus, Source
from index.ingest.scan import is_importable

if TYPE_CHECKING:
    from app.engine.engine import Engine

DEFAULT_COLLECTION = "Documents"
_SHOWN_SOURCES = 20


def import_paths(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """Raises FileVanished for a path at which there is nothing and was nothing: a slip of the pen must not pass for a success."""
    ensure_consent(program, terminal)
    _refuse_missing(program, options.collection, options.paths)
    engine = program.engine()
    _ask_passwords(engine, options.password_for)
    counted = preview.count(engine, terminal, options.paths, options.collection)
    if options.preview:
        if options.json:
            terminal.data(preview.as_json(counted))
        else:
            terminal.preview(counted)
        return exit_codes.OK
    if not options.json:
        terminal.preview_note(counted)
    return _run(engine, program, terminal, options.collection, options.paths, as_json=options.json)


def retry(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """Read files again: those named, or all below a named folder that failed or were taken out; without a name all that failed."""
    ensure_consent(program, terminal)
    collection = program.collection(options.collection)
    ids = _to_retry(program.ledger(), collection.id, [os.path.abspath(path) for path in options.paths])
    if not ids:
        raise UserFixable(
            f"{collection.name} has nothing to try again there.",
            next_step="`dossier status --files` lists every file with its reason.",
        )
    with program.upkeep() as upkeep:
        upkeep.retry(collection.id, ids)
    engine = program.engine()
    _ask_passwords(engine, options.password_for)
    return _run(engine, program, terminal, collection.name, [], as_json=options.json)


def _ask_passwords(engine: Engine, paths: Sequence[Path]) -> None:
    if paths:
        engine.keep_passwords({os.path.abspath(path): getpass(f"Password for {path}: ") for path in paths})


def _to_retry(ledger: Ledger, collection_id: str, paths: Sequence[str]) -> list[str]:
    rows = ledger.files(collection_id)
    if not paths:
        return [row.id for row in rows if row.status == "failed"]
    return [
        row.id
        for row in rows
        if row.path in paths
        or ((row.status == "failed" or row.reason_code == EXCLUDED) and any(is_within(row.path, path) for path in paths))
    ]


def _run(engine: Engine, program: Program, terminal: Terminal, collection: str, paths: Sequence[Path], *, as_json: bool) -> int:
    with terminal.import_progress() as bar:
        job = engine.import_paths(collection, paths, bar.update)
        summary = result_or_stop(job, terminal, "What was read stays. The same command goes on with the rest.")
    if as_json:
        terminal.data(json.dumps(dataclasses.asdict(summary)))
    else:
        terminal.import_summary(summary, collection)
        named = [os.path.abspath(path) for path in paths]
        for file in _failed_below(program.ledger(), summary.collection_id, named):
            terminal.note(f"failed: {visible(file.path)}: {file.message} {file.next_step}")
        for file in _left_out(program.ledger(), summary.collection_id, named):
            terminal.note(f"left out: {visible(file.path)}: {file.message} {file.next_step}")
    return exit_codes.PARTLY_FAILED if summary.failed else exit_codes.OK


def _failed_below(ledger: Ledger, collection_id: str, paths: Sequence[str]) -> list[FileRow]:
    """Of the files at and below these paths; of all when none is named."""
    failed = ledger.files(collection_id, status="failed")
    return [row for row in failed if not paths or any(is_within(row.path, path) for path in paths)]


def _left_out(ledger: Ledger, collection_id: str, paths: Sequence[str]) -> list[FileRow]:
    """Files that were named themselves: that nothing came of one is said with its reason."""
    rows = [ledger.file_by_path(collection_id, path) for path in paths]
    return [row for row in rows if row is not None and row.status == "skipped"]


def _refuse_missing(program: Program, collection_name: str, paths: Sequence[Path]) -> None:
    """And a name that no collection can have. What was imported before and is away now (a network drive) is no mistake: what is indexed
    of it is kept."""
    collection = program.ledger().collection_by_name(collection_name)
    if collection is None:
        check_name(collection_name)  # before models are loaded for nothing
    known = {s.path for s in program.ledger().sources(collection.id)} if collection else set()
    for path in paths:
        if not os.path.exists(path) and os.path.abspath(path) not in known:
            raise FileVanished(f"There is no file or folder {path}.", next_step="Check the path.")
        if not is_importable(os.fspath(path)):
            raise UserFixable(
                f"{path} is a device, a pipe or a socket, from which nothing can be imported.",
                next_step="Name a file or a folder.",
            )


def forget(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """Take what was imported from a path out of a collection: a folder with all below it, a file, or one document inside a file. What lies
    below another folder that stays is listed as taken out, so that no later import brings it back."""
    ensure_consent(program, terminal)
    collection = program.collection(options.collection)
    path = os.path.abspath(options.path)
    ledger = program.ledger()
    source = next((s for s in ledger.sources(collection.id) if s.path == path), None)
    if source is None and not _at_or_below(ledger, collection.id, path):
        raise UserFixable(
            f"{collection.name} has nothing from {path}.", next_step="`dossier status --files` lists what it has."
        )
    with program.upkeep() as upkeep:
        if source is not None:
            upkeep.remove_source(source.id)
        rest = _at_or_below(ledger, collection.id, path)
        upkeep.exclude_files([row.id for row in rest])
    terminal.out.print(Text(f"Taken out of {visible(collection.name)}: {visible(path)}"))
    holder = next((s.path for s in ledger.sources(collection.id) if is_within(path, s.path)), None)
    if rest and holder is not None and os.path.isdir(path):
        terminal.note(f"New files in it get in with the next import of {visible(holder)}.")
    return exit_codes.OK


def _at_or_below(ledger: Ledger, collection_id: str, path: str) -> list[FileRow]:
    """What is still to be taken out there. Documents inside a file go with it."""
    rows = [row for row in ledger.files(collection_id) if row.reason_code != EXCLUDED]
    at = [row for row in rows if row.path == path]
    return at or [row for row in rows if row.parent_id is None and is_within(row.path, path)]


def delete(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """Delete a collection with its index and all its text in the data folder; asks first. The person's own files stay."""
    ensure_consent(program, terminal)
    collection = program.collection(options.collection)
    if not options.yes and not agreed(terminal, f"Delete {visible(collection.name)} from Dossier for good? [y/N] "):
        return exit_codes.FAILED
    with program.upkeep() as upkeep:
        upkeep.delete_collection(collection.id)
    terminal.out.print(Text(f"Deleted from Dossier: {visible(collection.name)}. Your own files are untouched."))
    return exit_codes.OK


def status(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    ensure_consent(program, terminal)
    ledger = program.ledger()
    collections = [program.collection(options.collection)] if options.collection else ledger.collections()
    if options.json:
        terminal.data(json.dumps([_as_json(ledger, c) for c in collections]))
        return exit_codes.OK
    if not collections:
        terminal.note("Nothing is imported yet. Start with: dossier import FOLDER")
    for collection in collections:
        s = ledger.summary(collection.id)
        terminal.out.print(
            Text(
                f"{visible(collection.name)}: {s.found} found = {s.indexed} indexed + {s.skipped} skipped + {s.failed} failed"
                + (f" + {s.queued} waiting" if s.queued else "")
                + f"; {count_text(s.passages, 'passage')}"
                + (f"; of the indexed ones not complete yet: {s.indexed - s.complete}" if s.complete < s.indexed else "")
            )
        )
        terminal.out.print(Text(status_text(collection, s.passages)))
        sources = ledger.sources(collection.id)
        _print_sources(terminal, sources, watching=program.settings.watching.enabled)
        if sources and not s.found:
            # An import that was stopped while it looked through them, or folders that were empty then.
            terminal.note("  No file of it is listed yet. Import it again: that goes on where it was stopped.")
        _print_files(terminal, ledger, collection.id, all_files=options.files)
    return exit_codes.OK


def _print_sources(terminal: Terminal, sources: Sequence[Source], *, watching: bool) -> None:
    """What was added, and whether its changes are taken up by themselves; many single files on one line."""
    for source in sources:
        if source.kind == "folder" or len(sources) <= _SHOWN_SOURCES:
            watched = "watched" if source.watch and watching else "not watched"
            terminal.out.print(Text(f"  {source.kind} {visible(source.path)} ({watched})"))
    files = sum(source.kind == "file" for source in sources)
    if files and len(sources) > _SHOWN_SOURCES:
        terminal.out.print(Text(f"  {count_text(files, 'single file')}"))


def _print_files(terminal: Terminal, ledger: Ledger, collection_id: str, *, all_files: bool) -> None:
    """A line a file, so that a script can cut it and no path is shortened. Skipped files are listed on request only."""
    shown: tuple[FileStatus, ...] = ("indexed", "skipped", "failed", "queued") if all_files else ("failed",)
    for status in shown:
        for row in ledger.files(collection_id, status=status):
            why = f": {row.message or ''} {row.next_step or ''}".rstrip(" :")
            terminal.out.print(Text(f"  {_WORDS[status]}: {visible(row.path)}{why}"))
    if not all_files and ledger.summary(collection_id).skipped:
        terminal.out.print(Text("  `dossier status --files` lists the skipped ones with their reasons."))


_WORDS: dict[FileStatus, str] = {"indexed": "indexed", "skipped": "skipped", "failed": "failed", "queued": "waiting"}


def _as_json(ledger: Ledger, collection: Collection) -> dict[str, object]:
    return {
        "collection": collection.name,
        "embedder": collection.embedder_id,
        "rebuild": collection.rebuild.model_dump(mode="json", exclude={"table"}) if collection.rebuild is not None else None,
        "summary": ledger.summary(collection.id).model_dump(mode="json"),
        "sources": [source.model_dump(mode="json") for source in ledger.sources(collection.id)],
        "files": [row.model_dump(mode="json") for row in ledger.files(collection.id)],
    }
