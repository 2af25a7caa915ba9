"""`dossier watch`: whether changes in an imported folder are taken up by themselves while the window or the chat is open."""

from __future__ import annotations

import argparse
import os

from rich.text import Text

from app.bootstrap import Program
from app.commands import exit_codes
from app.commands.consent import ensure_consent
from app.terminal import Terminal, visible
from index.errors import UserFixable


def watch(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """Switch the watching of a source on or off, in every collection that has it, or in the one that is named."""
    ensure_consent(program, terminal)
    ledger = program.ledger()
    collections = [program.collection(options.collection)] if options.collection else ledger.collections()
    path = os.path.abspath(options.path)
    sources = [s for c in collections for s in ledger.sources(c.id) if s.path == path]
    if not sources:
        raise UserFixable(
            f"{visible(path)} was not imported as a file or folder of its own.",
            next_step="`dossier status` lists the folders of each collection.",
        )
    for source in sources:
        ledger.set_watch(source.id, options.switch == "on")
    if options.switch == "off":
        terminal.out.print(Text(f"Not watched any more: {visible(path)}. Import it again to take up changes."))
    elif program.settings.watching.enabled:
        terminal.out.print(Text(f"Watched while the window or `dossier chat` is open: {visible(path)}"))
    else:
        terminal.out.print(Text(f"{visible(path)} is to be watched, but watching is switched off in the settings."))
    return exit_codes.OK
