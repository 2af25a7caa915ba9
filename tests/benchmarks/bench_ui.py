"""How smoothly the window turns while the real engine imports and generates, and how soon it is there.

    DOSSIER_TEST_MODELS=FOLDER python tests/benchmarks/bench_ui.py [--copies N] [--model ID] [--seconds S]

Lag: a timer of 10 ms on the GUI thread is late by this much. Goals: p99 under 50 ms, first window under 2 s after the start of the
process. Printed, never asserted. Run it on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

TICK_MS = 10
QUESTIONS = (
    "Up to what amount per night is a hotel reimbursed for trips that begin in 2025?",
    "How did the meal allowance for a full day of travel within Germany change from 2023 to 2025?",
    "When does the board meet next?",
)


def prepare(home: Path, models: str, model: str) -> None:
    home.mkdir(mode=0o700, exist_ok=True)
    if not (home / "models").exists():
        (home / "models").symlink_to(models)
    settings = {
        "version": 1,
        "generation": {"model": model, "fallback_model": None},
        "retrieval": {"min_relevance": 0.0, "min_answerability": 0.0},
    }
    (home / "settings.json").write_text(json.dumps(settings))


def start_times(home: Path, runs: int = 3) -> list[float]:
    """Seconds from the start of a process to its window on screen, the notice accepted."""
    times = []
    for _ in range(runs):
        begin = time.monotonic()
        done = subprocess.run(
            [sys.executable, __file__, "--only-start", str(home)], capture_output=True, text=True, check=True, cwd=ROOT
        )
        times.append(float(done.stdout.strip().splitlines()[-1]) - begin)
    return times


def only_start(home: Path) -> None:
    from app.environment import prepare_environment

    prepare_environment(home)
    from app.bootstrap import Program
    from app.ui.application import make_application
    from app.ui.session import Session

    with Program.open(home) as program:
        program.consent.accept("window")
        application = make_application()
        session = Session(program, "en")
        session.begin()
        application.processEvents()
        shown = time.monotonic()
        session.shut_down()
    print(shown)


def measure(home: Path, copies: int) -> None:
    from app.environment import prepare_environment

    prepare_environment(home)
    from PySide6.QtCore import QObject, Qt, QTimer, Slot

    from app.bootstrap import Program
    from app.ui.application import make_application
    from app.ui.session import Session

    class Lag(QObject):
        def __init__(self) -> None:
            super().__init__()
            self.values: list[float] = []
            self._timer = QTimer(self)
            self._timer.setTimerType(Qt.TimerType.PreciseTimer)
            self._timer.timeout.connect(self._tick)
            self._due = 0.0

        def start(self) -> None:
            self.values = []
            self._due = time.monotonic() + TICK_MS / 1000
            self._timer.start(TICK_MS)

        @Slot()
        def _tick(self) -> None:
            now = time.monotonic()
            self.values.append(max(0.0, (now - self._due) * 1000))
            self._due = now + TICK_MS / 1000

        def report(self, name: str) -> None:
            self._timer.stop()
            ordered = sorted(self.values) or [0.0]
            p50, p95, p99 = (ordered[min(len(ordered) - 1, int(len(ordered) * q))] for q in (0.5, 0.95, 0.99))
            print(f"{name:<24}{len(ordered):>7} {p50:>8.1f} {p95:>8.1f} {p99:>8.1f} {ordered[-1]:>8.1f}")

    def until(condition: Callable[[], bool], limit_s: float = 1800.0) -> None:
        end = time.monotonic() + limit_s
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError
            application.processEvents()
            time.sleep(0.001)

    application = make_application()
    lag = Lag()
    with Program.open(home) as program:
        program.consent.accept("window")
        session = Session(program, "en")
        session.window.resize(1280, 800)
        print(f"{'lag in ms':<24}{'ticks':>7} {'p50':>8} {'p95':>8} {'p99':>8} {'max':>8}")
        lag.start()
        session.begin()
        until(lambda: session.conversation.ready and session.window.library_panel.state.text().startswith("Ready"))
        lag.report("loading the models")
        lag.start()
        end = time.monotonic() + 3
        until(lambda: time.monotonic() > end)
        lag.report("idle")
        folder = home.parent / "documents"
        for number in range(copies):
            shutil.copytree(ROOT / "resources" / "samples", folder / f"copy {number:03d}", dirs_exist_ok=True)
            for file in (folder / f"copy {number:03d}").iterdir():
                if file.suffix in (".md", ".txt", ".html"):
                    file.write_text(file.read_text(encoding="utf-8") + f"\nCopy {number}.\n", encoding="utf-8")
        lag.start()
        session.library.add([folder])
        until(lambda: not session.library.importing)
        lag.report("import")
        for number, question in enumerate(QUESTIONS):
            lag.start()
            session.window.ask_panel.asked.emit(question, False)
            until(lambda: not session.conversation.busy)
            lag.report(f"question {number + 1}")
        lag.start()
        (folder / "more.txt").write_text("More words about hotels.", encoding="utf-8")
        session.library.add([ROOT / "resources" / "samples", folder])
        session.window.ask_panel.asked.emit(QUESTIONS[0] + " Say it once more.", False)
        until(lambda: not session.conversation.busy and not session.library.importing)
        lag.report("import and question")
        begin = time.monotonic()
        session.shut_down()
    print(f"closed in {time.monotonic() - begin:.1f} s")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--copies", type=int, default=20, help="of the ten samples, imported")
    parser.add_argument("--model", default="qwen2.5-coder-1.5b")
    parser.add_argument("--only-start", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only_start is not None:
        only_start(options.only_start)
        return 0
    models = os.environ.get("DOSSIER_TEST_MODELS")
    if not models:
        print("DOSSIER_TEST_MODELS is not set: it names the folder of the installed models (dossier models path)")
        return 1
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch) / "home"
        prepare(home, models, options.model)
        times = start_times(home)
        print("start to window: " + ", ".join(f"{t:.2f} s" for t in times))
        measure(home, options.copies)
    return 0


if __name__ == "__main__":
    sys.exit(main())
