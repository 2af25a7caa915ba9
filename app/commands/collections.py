"""`dossier collections`: their names, other names, and the one that questions go to by themselves."""

from __future__ import annotations

import argparse
import json

from rich.text import Text

from app.bootstrap import Program
from app.commands import exit_codes
from app.commands.adding import add_action as _add
from app.commands.consent import ensure_consent
from app.terminal import Terminal, visible
from index.errors import UserFixable


def list_collections(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    ensure_consent(program, terminal)
    collections = program.ledger().collections()
    if options.json:
        shown = [{"name": c.name, "aliases": c.aliases, "default": c.is_default} for c in collections]
        terminal.data(json.dumps(shown))
        return exit_codes.OK
    if not collections:
        terminal.note("Nothing is imported yet. Start with: dossier import FOLDER")
    for collection in collections:
        names = f", also called {', '.join(map(visible, collection.aliases))}" if collection.aliases else ""
        default = " (default: questions that name none go here)" if collection.is_default else ""
        terminal.out.print(Text(f"{visible(collection.name)}{names}{default}"))
    return exit_codes.OK


def alias(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """Replace the other names of a collection; with none named they are taken away."""
    ensure_consent(program, terminal)
    collection = program.collection(options.collection)
    program.lock_for_writing()
    program.ledger().set_aliases(collection.id, options.aliases)
    now = program.ledger().collection(collection.id).aliases
    names = ", ".join(map(visible, now)) if now else "nothing else"
    terminal.out.print(Text(f"{visible(collection.name)} is also called {names}."))
    return exit_codes.OK


def default(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """Questions that name no collection go to this one."""
    ensure_consent(program, terminal)
    if (options.collection is None) != options.none:
        raise UserFixable("Name one collection, or say --none.", next_step="`dossier collections list` shows them.")
    chosen = program.collection(options.collection) if options.collection is not None else None
    program.lock_for_writing()
    program.ledger().set_default(chosen.id if chosen is not None else None)
    said = f"Questions that name no collection go to {visible(chosen.name)}." if chosen else "There is no default collection."
    terminal.out.print(Text(said))
    return exit_codes.OK


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """`dossier collections …`"""
    group = commands.add_parser(
        "collections", help="What collections are called in questions, and which one is asked by default."
    )
    actions = group.add_subparsers(required=True, metavar="ACTION")
    _add(actions, "list", list_collections, "Names and other names.").add_argument("--json", action="store_true")
    naming = _add(actions, "alias", alias, "Other names by which questions call a collection; replaces those so far.")
    naming.add_argument("collection", metavar="COLLECTION")
    naming.add_argument("aliases", nargs="*", metavar="NAME")
    choosing = _add(actions, "default", default, "The collection that questions go to which name none.")
    choosing.add_argument("collection", nargs="?", metavar="COLLECTION")
    choosing.add_argument("--none", action="store_true", help="there is none from now on")
