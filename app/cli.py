"""The `dossier` command: arguments in, exit code out. What each command does stands in ``app.commands``.

Exit codes: 0 done · 1 the work failed (the message says what to do) · 2 wrong usage, or nothing that can be asked · 3 the privacy notice was not accepted ·
4 a model is missing or damaged · 5 some files failed to import (the rest is indexed) · 6 nothing found in the documents (`ask`, `search`) ·
7 no display (`gui`) · 130 stopped with Ctrl-C.
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

from app.bootstrap import Program
from app.commands import (
    ask,
    collections,
    conversations,
    documents,
    exit_codes,
    facts,
    models,
    rebuild,
    search,
    self_test,
    system,
    watching,
    window,
)
from app.pipeline.query import QueryInvalid
from app.privacy.consent import ConsentRequired
from app.settings.errors import ConfigurationError
from app.terminal import Terminal
from index.errors import IndexError_
from models.errors import Cancelled, ModelDamaged, ModelError, ModelMissing

_log = logging.getLogger(__name__)
Command = Callable[[Program, argparse.Namespace, Terminal], int]
_PASSWORD_HELP = "ask for the password of this file (or document inside one, by its path in `status`); kept nowhere"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Errors of the three families become one plain sentence and an exit code, never a traceback."""
    options = build_parser().parse_args(arguments)
    terminal = Terminal()
    command: Command = options.command
    try:
        with Program.open(options.home, accept_notice=options.accept_notice) as program:
            return command(program, options, terminal)
    except KeyboardInterrupt:
        terminal.note("Stopped.")
        return exit_codes.INTERRUPTED
    except Cancelled:
        return exit_codes.INTERRUPTED
    except ConsentRequired as error:
        terminal.error(error.message, error.next_step)
        return exit_codes.NOT_ACCEPTED
    except (ModelMissing, ModelDamaged) as error:
        terminal.error(error.message, error.next_step)
        return exit_codes.NO_MODEL
    except QueryInvalid as error:
        terminal.error(str(error))
        return exit_codes.USAGE
    except (IndexError_, ModelError, ConfigurationError) as error:
        terminal.error(error.message, error.next_step)
        return exit_codes.FAILED
    except Exception as error:  # noqa: BLE001 - the last boundary: a bug of ours becomes one calm sentence and a log entry
        _log.error("command_failed", exc_info=error)
        terminal.error(
            f"Something went wrong inside Dossier ({type(error).__name__}).",
            "Run `dossier doctor`. The log in the data folder has the place, without any text of yours.",
        )
        return exit_codes.FAILED


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dossier",
        allow_abbrev=False,  # ``app.__main__`` looks for --home before this parser does, under its whole name
        description="Answers questions from your own documents, on this machine, with the sentence that each part rests on.",
        epilog="Exit codes: 0 done, 1 failed, 2 usage (also an empty question, search or batch), 3 notice not accepted, 4 model missing, 5 some files failed, "
        "6 not found in the documents, 7 no display, 130 stopped.",
    )
    parser.add_argument("--version", action="version", version=f"dossier {version('dossier')}")
    parser.add_argument("--home", type=Path, help="data folder (default: DOSSIER_HOME or the system's place for it)")
    parser.add_argument("--accept-notice", action="store_true", help="accept the privacy notice (also ACCEPT_NOTICE=1)")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _document_commands(commands)
    _ask_commands(commands)
    conversations.add_commands(commands)
    facts.add_commands(commands)
    collections.add_commands(commands)
    search.add_command(commands)
    rebuild.add_command(commands)
    _model_commands(commands)
    _system_commands(commands)
    return parser


def _add(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, run: Command, text: str
) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=text, description=text)
    parser.set_defaults(command=run)
    return parser


def _document_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    importing = _add(commands, "import", documents.import_paths, "Index files and folders; run again to take up changes.")
    importing.add_argument("paths", nargs="+", type=_path, metavar="PATH")
    importing.add_argument("--collection", default=documents.DEFAULT_COLLECTION, help="name of the collection (made when new)")
    importing.add_argument("--password-for", action="append", type=_path, metavar="PATH", help=_PASSWORD_HELP)
    importing.add_argument("--preview", action="store_true", help="only show what would be read and what would be left out")
    importing.add_argument("--json", action="store_true", help="print the result as JSON")
    watched = _add(commands, "watch", watching.watch, "Take up changes of an imported folder by itself, or stop doing so.")
    watched.add_argument("switch", choices=("on", "off"))
    watched.add_argument("path", type=_path, metavar="PATH")
    watched.add_argument("--collection", help="name of the collection (default: all that have it)")
    retry = _add(commands, "retry", documents.retry, "Read files again that failed or were taken out.")
    retry.add_argument("paths", nargs="*", type=_path, metavar="PATH", help="files or folders (default: all that failed)")
    retry.add_argument("--collection", help="name of the collection (default: the only one)")
    retry.add_argument("--password-for", action="append", type=_path, metavar="PATH", help=_PASSWORD_HELP)
    retry.add_argument("--json", action="store_true", help="print the result as JSON")
    forget = _add(commands, "forget", documents.forget, "Take a file or folder out of a collection; your files stay.")
    forget.add_argument("path", type=_path, metavar="PATH")
    forget.add_argument("--collection", help="name of the collection (default: the only one)")
    delete = _add(commands, "delete", documents.delete, "Delete a whole collection from Dossier; your files stay.")
    delete.add_argument("collection", metavar="COLLECTION")
    delete.add_argument("--yes", action="store_true", help="do not ask")
    status = _add(commands, "status", documents.status, "What is indexed, skipped and failed, with the reasons.")
    status.add_argument("--collection", help="only this one")
    status.add_argument("--files", action="store_true", help="list every file")
    status.add_argument("--json", action="store_true", help="print as JSON, every file included")


def _path(text: str) -> Path:
    """An empty path is a slip (an unset variable in a script), never the working directory."""
    if not text.strip():
        raise argparse.ArgumentTypeError("a path is empty")
    return Path(text)


def _ask_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    single = _add(commands, "ask", ask.ask, "Ask one question and print the checked answer with its sources.")
    single.add_argument("question", nargs="?")
    single.add_argument("--batch", type=_path, metavar="QUESTIONS", help="ask every question of this CSV file instead")
    single.add_argument(
        "--out", type=_path, metavar="ANSWERS", help="table of the answers, .csv or .xlsx; one that was begun is gone on with"
    )
    chat = _add(commands, "chat", ask.chat, "Ask questions one after the other in the terminal.")
    for parser in (single, chat):
        parser.add_argument("--collection", help="name of the collection (default: the only one, or Documents)")
        parser.add_argument(
            "--thorough", action="store_true", help="search for each part of the question; more passages, slower"
        )
        parser.add_argument(
            "--open", action="store_true", help="where the documents say nothing, let the model answer, under a banner"
        )
        parser.add_argument("--strict", action="store_true", help="withhold an answer that the rules do not support")
        parser.add_argument("--trace", action="store_true", help="print the steps with their times")
        parser.add_argument(
            "--attach", action="append", type=_path, default=[], metavar="FILE", help="a document for this conversation alone"
        )
        parser.add_argument(
            "--conversation",
            metavar="ID",
            help="go on with this conversation and keep the question in it (ask: “new” begins one)",
        )
    single.add_argument("--json", action="store_true", help="print the whole answer as JSON")


def _model_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    group = commands.add_parser("models", help="Set up, list, check and import model files.")
    actions = group.add_subparsers(required=True, metavar="ACTION")
    setup = _add(actions, "setup", models.setup, "Fetch and check the model files (the only command that uses a network).")
    setup.add_argument("ids", nargs="*", metavar="MODEL", help="default: those of the settings")
    setup.add_argument("--tests", action="store_true", help="those that the test suite needs")
    setup.add_argument("--quiet-when-ready", action="store_true", help="print nothing when all are there")
    listing = _add(actions, "list", models.list_models, "Models of the catalogue and imported ones.")
    listing.add_argument("--json", action="store_true")
    verify = _add(actions, "verify", models.verify, "Read every byte of the installed models and compare the checksums.")
    verify.add_argument("ids", nargs="*", metavar="MODEL")
    importing = _add(actions, "import", models.import_file, "Copy a GGUF file into the data folder and judge its fit.")
    importing.add_argument("file", type=Path)
    use = _add(actions, "use", models.use, "Answer with this model from now on.")
    use.add_argument("model", metavar="MODEL")
    _add(actions, "path", models.path, "Print the folder of the models.")


def _system_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    gui = _add(commands, "gui", window.gui, "Open the window, or the one that is open already.")
    gui.add_argument("paths", nargs="*", type=_path, metavar="PATH", help="files and folders to be looked at, as if dropped")
    doctor = _add(commands, "doctor", system.doctor, "Check this installation and say what to repair.")
    doctor.add_argument("--json", action="store_true")
    trying = _add(commands, "self-test", self_test.self_test, "Try every part of this installation on texts of its own.")
    trying.add_argument("--json", action="store_true")
    trying.add_argument("--models", type=Path, metavar="DIR", help="folder of the models (default: the one of the data folder)")
    _add(commands, "notice", system.notice, "Show the privacy notice and ask whether it is accepted.")
