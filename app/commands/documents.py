"""`dossier import` and `dossier status`."""

from __future__ import annotations

import argparse
import dataclasses
import json

from rich.table import Table
from rich.text import Text

from app.bootstrap import Program
from app.commands import exit_codes
from app.commands.consent import ensure_consent
from app.terminal import Terminal
from index.ingest.ledger import Ledger
from index.ingest.rows import FileStatus

DEFAULT_COLLECTION = "Documents"


def import_paths(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    ensure_consent(program, terminal)
    engine = program.engine()
    with terminal.import_progress() as bar:
        job = engine.import_paths(options.collection, options.paths, bar.update)
        try:
            summary = job.result()
        except KeyboardInterrupt:
            job.cancel()
            job.result()
            raise
    if options.json:
        terminal.out.print_json(json.dumps(dataclasses.asdict(summary)))
    else:
        terminal.import_summary(summary, options.collection)
        for file in program.ledger().files(summary.collection_id, status="failed"):
            terminal.note(f"failed: {file.path}: {file.message} {file.next_step}")
    return exit_codes.PARTLY_FAILED if summary.failed else exit_codes.OK


def status(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    ensure_consent(program, terminal)
    ledger = program.ledger()
    collections = [program.collection(options.collection)] if options.collection else ledger.collections()
    if options.json:
        terminal.out.print_json(json.dumps([_as_json(ledger, c.id, c.name) for c in collections]))
        return exit_codes.OK
    if not collections:
        terminal.note("Nothing is imported yet. Start with: dossier import FOLDER")
    for collection in collections:
        s = ledger.summary(collection.id)
        terminal.out.print(
            Text(
                f"{collection.name}: {s.found} found = {s.indexed} indexed + {s.skipped} skipped + {s.failed} failed"
                + (f" + {s.queued} waiting" if s.queued else "")
                + f"; {s.passages} passages"
            )
        )
        _print_files(terminal, ledger, collection.id, all_files=options.files)
    return exit_codes.OK


def _print_files(terminal: Terminal, ledger: Ledger, collection_id: str, *, all_files: bool) -> None:
    shown: tuple[FileStatus, ...] = ("indexed", "skipped", "failed", "queued") if all_files else ("skipped", "failed")
    rows = [row for status in shown for row in ledger.files(collection_id, status=status)]
    if not rows:
        return
    table = Table("Status", "File", "Reason", "What to do", show_edge=False)
    for row in rows:
        table.add_row(Text(row.status), Text(row.path), Text(row.message or ""), Text(row.next_step or ""))
    terminal.out.print(table)


def _as_json(ledger: Ledger, collection_id: str, name: str) -> dict[str, object]:
    return {
        "collection": name,
        "summary": ledger.summary(collection_id).model_dump(mode="json"),
        "files": [row.model_dump(mode="json") for row in ledger.files(collection_id)],
    }
