"""`dossier doctor` and `dossier notice`."""

from __future__ import annotations

import argparse
import dataclasses
import json

from rich.markdown import Markdown
from rich.text import Text

from app.bootstrap import Program
from app.commands import exit_codes
from app.commands.consent import ensure_consent, notice_language
from app.diagnostics.doctor import run_checks
from app.privacy.consent import load_notice
from app.terminal import Terminal


def doctor(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    def missing() -> list[str]:
        return [i for i in program.default_models() if not program.models.is_ready(i)]

    def open_index() -> None:
        program.ledger().collections()

    results = run_checks(program.paths, missing_models=missing, open_index=open_index)
    if options.json:
        terminal.data(json.dumps([dataclasses.asdict(r) for r in results]))
    else:
        for result in results:
            terminal.out.print(Text(f"{'✓' if result.ok else '✗'} {result.message}", style="" if result.ok else "red"))
            if not result.ok:
                terminal.out.print(Text(f"    {result.next_step}"))
    return exit_codes.OK if all(r.ok for r in results) else exit_codes.FAILED


def notice(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    if program.consent.accepted():
        terminal.out.print(Markdown(load_notice(program.paths, notice_language()).text))
    ensure_consent(program, terminal)
    terminal.note("The privacy notice is accepted.")
    return exit_codes.OK
