"""`dossier rebuild`: have a collection searched with another embedding model."""

from __future__ import annotations

import argparse
import dataclasses
import json

from rich.text import Text

from app.bootstrap import Program
from app.commands import exit_codes
from app.commands.adding import add_action
from app.commands.consent import ensure_consent
from app.commands.stopping import result_or_stop
from app.terminal import Terminal, agreed, count_text, visible
from index.errors import UserFixable
from index.ingest.estimate import SECONDS_PER_PASSAGE
from index.ingest.rows import Collection
from models.errors import ModelMissing


def rebuild(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """Asks first; what was begun goes on without asking again. The collection's present model answers until all vectors are made. Raises
    ModelMissing for a model that is not there or does not search."""
    ensure_consent(program, terminal)
    collection = program.collection(options.collection)
    if options.cancel:
        return _give_up(program, collection, terminal)
    begun = collection.rebuild.embedder_id if collection.rebuild is not None else None
    model_id = options.model or begun or program.settings.embedder
    _check(program, model_id)
    if model_id == collection.embedder_id and begun is None:
        terminal.note(f"{visible(collection.name)} is searched with {model_id} already.")
        return exit_codes.OK
    passages = program.ledger().summary(collection.id).passages
    if model_id != begun and not options.yes and not agreed(
        terminal,
        f"Make the vectors of {count_text(passages, 'passage')} of {visible(collection.name)} anew with {model_id} "
        f"(now {collection.embedder_id})? About {_minutes(passages)}; the present model answers meanwhile. [y/N] ",
        otherwise="Nothing was begun",
    ):  # fmt: skip
        return exit_codes.FAILED
    with terminal.import_progress() as bar:
        job = program.engine().rebuild(collection.id, model_id, bar.update)
        summary = result_or_stop(
            job,
            terminal,
            "What is done is kept: `dossier rebuild` goes on with it, `dossier rebuild --cancel` gives it up. "
            f"{visible(collection.name)} is searched with {collection.embedder_id} as before.",
        )
    if options.json:
        terminal.data(json.dumps(dataclasses.asdict(summary)))
    else:
        terminal.out.print(Text(f"{visible(collection.name)} is searched with {model_id} now."))
    return exit_codes.OK


def _give_up(program: Program, collection: Collection, terminal: Terminal) -> int:
    if collection.rebuild is None:
        raise UserFixable(f"No rebuild of {collection.name} is begun.", next_step="`dossier status` shows what is.")
    with program.upkeep() as upkeep:
        upkeep.give_up_rebuild(collection.id)
    terminal.out.print(Text(f"Given up. {visible(collection.name)} is searched with {collection.embedder_id} as before."))
    return exit_codes.OK


def _check(program: Program, model_id: str) -> None:
    entry = program.models.catalogue.find(model_id)
    if entry is None or entry.role != "embeddings":
        raise ModelMissing(
            f"{model_id} is no embedding model.", next_step="`dossier models list` names those that search (For: embeddings)."
        )
    program.models.path_of(model_id)


def _minutes(passages: int) -> str:
    return count_text(max(1, round(passages * SECONDS_PER_PASSAGE / 60)), "minute")


def status_text(collection: Collection, passages: int) -> str:
    """Which model searches, and how far another one is."""
    if collection.rebuild is None:
        return f"  searched with {collection.embedder_id}"
    rebuild = collection.rebuild
    return (
        f"  searched with {collection.embedder_id}; vectors of {rebuild.embedder_id} are being made: "
        f"{min(rebuild.passages, passages)} of {count_text(passages, 'passage')} (`dossier rebuild` goes on, `--cancel` gives it up)"
    )


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """`dossier rebuild …`"""
    parser = add_action(commands, "rebuild", rebuild, "Have a collection searched with another embedding model.")
    parser.add_argument("collection", nargs="?", metavar="COLLECTION", help="default: the only one")
    parser.add_argument("--model", metavar="MODEL", help="default: the one that was begun with, else the one of the settings")
    parser.add_argument("--cancel", action="store_true", help="give up what was begun; the present model stays")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
