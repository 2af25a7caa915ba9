"""The list of documents with many files, and the memory of the window over many questions; both over fakes, so that the window alone
is measured.

    QT_QPA_PLATFORM=offscreen python tests/benchmarks/bench_library.py [--files 20000] [--questions 200]

List: milliseconds until the rows stand in the view, the longest time in which the window stood still meanwhile, and frames while
scrolling (16.7 ms are 60 a second). Memory: resident MB, measured after a rest, by number of questions. Printed, never asserted.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in (ROOT, ROOT / "packaging"):
    sys.path.insert(0, str(folder))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil  # noqa: E402
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402
from screenshot_stage import Stage  # noqa: E402

from app.environment import prepare_environment  # noqa: E402
from app.ui.application import make_application  # noqa: E402
from app.workers.fakes import scenes  # noqa: E402

FRAMES = 200


class Stillness(QObject):
    """The longest time between two turns of the event loop, in ms."""

    def __init__(self) -> None:
        super().__init__()
        self.longest = 0.0
        self._last = time.perf_counter()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start(2)

    def begin(self) -> None:
        self.longest, self._last = 0.0, time.perf_counter()

    @Slot()
    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, (now - self._last) * 1000)
        self._last = now


def timed(name: str, stage: Stage, act: Callable[[], object], still: Stillness) -> None:
    """``act``, until the list has been loaded anew."""
    loaded: list[bool] = []
    stage.session.library.files.loaded.connect(lambda: loaded.append(True))
    still.begin()
    begin = time.perf_counter()
    act()
    stage.until(lambda: bool(loaded), 60.0)
    QApplication.processEvents()
    print(f"{name:<34}{(time.perf_counter() - begin) * 1000:>9.0f} ms {still.longest:>9.0f} ms")


def bench_list(home: Path, count: int) -> None:
    stage = Stage(home, "en")
    still = Stillness()
    library = stage.engine._library
    for number in range(count):
        library.add_file(
            "collection-1", f"/documents/{number % 40:03d}/Bericht {number} Prüfung.pdf", pages=number % 90, passages=number % 200,
            status="failed" if number % 50 == 0 else "indexed", reason_code="no_text" if number % 50 == 0 else None,
        )  # fmt: skip
    stage.begin((1280, 800))
    stage.window.show_documents()
    files, table = stage.session.library.files, stage.window.ledger_panel.table
    stage.until(lambda: files.rowCount() > count * 0.9, 60.0)
    print(f"{count} files{'':<26}{'shown':>8} {'stood still':>14}")
    timed("read the ledger again", stage, files.refresh, still)
    timed("filter by words", stage, lambda: files.want(state=None, text="bericht 19"), still)
    timed("filter by state", stage, lambda: files.want(state="failed", text=""), still)
    timed("everything again", stage, lambda: files.want(state=None, text=""), still)
    timed("sort by pages", stage, lambda: files.sort(2, Qt.SortOrder.DescendingOrder), still)
    timed("sort by name", stage, lambda: files.sort(0), still)
    bar = table.verticalScrollBar()
    times = []
    for frame in range(FRAMES):
        bar.setValue(round(bar.maximum() * frame / FRAMES))
        # Time of this thread alone: other programs of a busy machine do not count.
        begin = time.thread_time()
        table.viewport().repaint()
        times.append((time.thread_time() - begin) * 1000)
    times.sort()
    print(f"{'processor time a frame, p50 / p99':<34}{times[FRAMES // 2]:>9.1f} ms {times[int(FRAMES * 0.99)]:>9.1f} ms")
    stage.close()


def bench_memory(home: Path, questions: int) -> None:
    stage = Stage(home, "en")
    stage.begin((1280, 800))
    process = psutil.Process()
    step = max(1, questions // 8)
    print(f"\n{'questions':>10}{'resident MB':>14}{'views':>8}")
    for number in range(questions + 1):
        if number % step == 0:
            # Outside of exec() nobody deletes what was left to deleteLater.
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            gc.collect()
            stage.settle(0.2)
            print(f"{number:>10}{process.memory_info().rss / 1e6:>14.1f}{len(stage.window.ask_panel.views()):>8}")
        if number < questions:
            stage.ask(f"{scenes.QUESTION} ({number})")
            stage.until(lambda: not stage.session.conversation.busy)
    stage.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--questions", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        prepare_environment(Path(scratch) / "environment")
        application = make_application()
        if options.files:
            bench_list(Path(scratch) / "list", options.files)
        if options.questions:
            bench_memory(Path(scratch) / "memory", options.questions)
    return 0 if application is not None else 1


if __name__ == "__main__":
    sys.exit(main())
