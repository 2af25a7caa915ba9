"""`dossier models …`."""

from __future__ import annotations

import argparse
import json

from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn
from rich.table import Table
from rich.text import Text

from app.bootstrap import Program
from app.commands import exit_codes
from app.commands.consent import ensure_consent
from app.terminal import Terminal, size_text
from models.errors import ModelMissing
from models.hardware import judge_fit
from models.progress import SetupProgress
from models.store import ModelStatus

# What the tests need: the smallest answering model there is, and both embedders.
TEST_MODELS = ("smollm2-135m", "multilingual-e5-small", "all-minilm-l6-v2")


def setup(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    ensure_consent(program, terminal)
    store = program.models
    wanted = options.ids or (TEST_MODELS if options.tests else program.default_models())
    missing = [i for i in wanted if not store.is_ready(i)]
    if not missing:
        if not options.quiet_when_ready:
            terminal.out.print(Text(f"Ready: {', '.join(wanted)}"))
        return exit_codes.OK
    with _progress(terminal) as report:
        store.setup(missing, progress=report)
    terminal.out.print(Text(f"Ready: {', '.join(wanted)} in {store.models_dir}"))
    return exit_codes.OK


def list_models(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    statuses = program.models.list()
    if options.json:
        terminal.data(json.dumps([_as_json(s) for s in statuses]))
        return exit_codes.OK
    table = Table("Model", "For", "State", "Size", "Licence", show_edge=False)
    for s in statuses:
        table.add_row(
            Text(s.model_id),
            Text(s.entry.role if s.entry else "answers"),
            Text(s.state),
            Text(f"{s.size / 1e6:,.0f} MB" if s.size else ""),
            Text(s.entry.licence if s.entry else "not known (imported)"),
        )
    terminal.out.print(table)
    return exit_codes.OK


def verify(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    with _progress(terminal) as report:
        statuses = program.models.verify(options.ids or None, progress=report)
    for s in statuses:
        terminal.out.print(Text(f"{s.model_id}: {s.state}{': ' + s.reason if s.reason else ''}"))
    return exit_codes.OK if all(s.state == "ready" for s in statuses) else exit_codes.NO_MODEL


def import_file(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    ensure_consent(program, terminal)
    with _progress(terminal) as report:
        status = program.models.import_gguf(options.file, progress=report)
    terminal.out.print(Text(f"Imported as {status.model_id} (SHA-256 {status.sha256})"))
    if status.gguf is not None:
        g = status.gguf
        template = "its own chat template" if g.has_chat_template else "no chat template (ChatML is used)"
        terminal.out.print(Text(f"{g.architecture}, {g.quantisation}, context {g.context_tokens}, {template}"))
        terminal.out.print(Text(judge_fit(status.size, program.settings.generation.context_tokens, g).reason))
    terminal.out.print(Text(f"To answer with it: dossier models use {status.model_id}"))
    return exit_codes.OK


def use(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """Answer with this model from now on. Raises ModelMissing, SettingsError when policy has fixed the model."""
    entry = program.models.catalogue.find(options.model)
    if entry is not None and entry.role != "answers":
        raise ModelMissing(
            f"{options.model} does not write answers.", next_step="`dossier models list` names those that do (For: answers)."
        )
    program.models.path_of(options.model)
    generation = program.settings.generation.model_copy(update={"model": options.model})
    program.change_settings(program.settings.model_copy(update={"generation": generation}))
    terminal.out.print(Text(f"Answers come from {options.model} from now on."))
    return exit_codes.OK


def path(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    print(program.paths.models)  # noqa: T201 - the whole output, for scripts
    return exit_codes.OK


def _as_json(status: ModelStatus) -> dict[str, object]:
    return {
        "id": status.model_id,
        "state": status.state,
        "size": status.size,
        "sha256": status.sha256,
        "reason": status.reason,
        "licence": status.entry.licence if status.entry else None,
        "role": status.entry.role if status.entry else "answers",
    }


class _progress:
    """A bar for the step that runs, with bytes and rate; without a terminal a line for each step, so that a log shows what goes on."""

    def __init__(self, terminal: Terminal) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
        self._terminal = terminal
        self._bar = Progress(*columns, console=terminal.err, disable=not terminal.err.is_terminal)
        self._task = self._bar.add_task("", total=None)
        self._step = ("", "")

    def __enter__(self) -> _progress:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def __call__(self, p: SetupProgress) -> None:
        if (p.model_id, p.step) != self._step:
            self._step = (p.model_id, p.step)
            self._bar.reset(self._task, description=f"{p.model_id}: {p.step}")
            if not self._terminal.err.is_terminal:
                self._terminal.note(f"{p.model_id}: {p.step}" + (f", {size_text(p.total_bytes)}" if p.total_bytes else ""))
        self._bar.update(self._task, completed=p.done_bytes, total=p.total_bytes or None)
