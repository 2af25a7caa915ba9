"""`dossier self-test`: the whole program on texts of its own, in a data folder of its own that is removed afterwards."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

from rich.text import Text

from app.bootstrap import Program
from app.commands import exit_codes
from app.commands.consent import ensure_consent
from app.diagnostics.self_test import StepResult, run_steps
from app.settings.paths import AppPaths
from app.settings.policy import Policy
from app.settings.schema import Settings
from app.terminal import Terminal
from models.store import ModelStore

SMALLEST = "smollm2-135m"
"""Answering model of the tests; where it is not installed, the fallback and then the answering model of the settings."""


def self_test(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """Exit code 0 only if every step passed. The models are loaded, so the notice has to be accepted first (I3)."""
    ensure_consent(program, terminal)
    folder = Path(tempfile.mkdtemp(prefix="self-test-", dir=program.paths.tmp))
    try:
        results = _run(program, options, terminal, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    passed = sum(result.ok for result in results)
    if options.json:
        terminal.data(json.dumps([dataclasses.asdict(result) for result in results]))
    else:
        frozen = " (frozen)" if getattr(sys, "frozen", False) else ""
        total = sum(result.elapsed_ms for result in results) / 1000
        terminal.out.print(Text(f"{passed} passed, {len(results) - passed} failed in {total:.1f} s{frozen}"))
    return exit_codes.OK if passed == len(results) else exit_codes.FAILED


def _run(program: Program, options: argparse.Namespace, terminal: Terminal, folder: Path) -> list[StepResult]:
    def report(result: StepResult) -> None:
        if options.json:
            return
        line = f"{'✓' if result.ok else '✗'} {result.name:<20} {result.elapsed_ms:8.0f} ms  {result.message}"
        terminal.out.print(Text(line, style="" if result.ok else "red"))
        if not result.ok:
            terminal.out.print(Text(f"    {result.next_step}"))

    # Here, because it loads libraries that no other command needs at its start.
    from app.commands.self_test_steps import SelfTest

    models_dir = options.models.expanduser().resolve() if options.models else program.paths.models
    paths = AppPaths(home=folder / "home", models=models_dir, models_are_shared=True)
    paths.create()
    store = ModelStore(models_dir, program.models.catalogue)
    _draw_nowhere_without_display()
    with Program(paths, Policy(), _settings(program.settings, store), store, accept_by_flag=True) as own:
        own.consent.accept("flag")
        test = SelfTest(own, folder)
        try:
            return run_steps(test.steps(), report)
        finally:
            test.close()


def _settings(settings: Settings, store: ModelStore) -> Settings:
    """The person's own, with the smallest answering model that is installed and no fallback."""
    generation = settings.generation
    candidates = [i for i in (SMALLEST, generation.fallback_model, generation.model) if i is not None]
    chosen = next((i for i in candidates if store.is_ready(i)), candidates[0])
    return settings.model_copy(update={"generation": generation.model_copy(update={"model": chosen, "fallback_model": None})})


def _draw_nowhere_without_display() -> None:
    """A machine without a display tests the window all the same."""
    shown = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform == "linux" and not shown:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
