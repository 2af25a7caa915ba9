"""Peak memory of the program and of its parser processes while it imports many small files, and one long one.

Runs in a process of its own. Resident size is sampled twenty times a second: of the program, and of all its children together.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent), str(ROOT / "packaging" / "self_test_files")]

import make_files  # noqa: E402
import psutil  # noqa: E402
from _parsing import long_pdf  # noqa: E402
from _throughput import open_program  # noqa: E402

KINDS = ("md", "txt", "html", "csv", "eml", "docx", "xlsx", "pptx", "pdf", "odt", "rtf", "epub")
MILESTONES = (500, 1000, 2000, 5000)
_WORDS = [
    "harbour",
    "berth",
    "crane",
    "ledger",
    "pilot",
    "tariff",
    "quay",
    "mooring",
    "vessel",
    "cargo",
    "permit",
    "inspector",
    "tide",
    "dredger",
    "winch",
    "buoy",
    "ferry",
]


def generated(number: int) -> tuple[str, bytes]:
    """Name and content of the file with this number, the same at every call: a few words of its own, so that embedding is quick."""
    dice = random.Random(number)
    text = f"File {number}. " + " ".join(dice.choices(_WORDS, k=24)) + "."
    kind = KINDS[number % len(KINDS)]
    return f"{number:05}.{kind}", make_files.MAKERS[kind](text)


class Sampler:
    """Peaks in MB by what the import had done when they were measured."""

    def __init__(self) -> None:
        self.done = 0
        self.rows: list[tuple[int, float, float]] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Sampler:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def progress(self, progress: Any) -> None:
        self.done = progress.done

    def peak(self, until: int | None) -> tuple[float, float]:
        """Of the program and of its children, while at most ``until`` files were done; None: at any time."""
        rows = [row for row in self.rows if until is None or row[0] <= until]
        return max((r[1] for r in rows), default=0.0), max((r[2] for r in rows), default=0.0)

    def _run(self) -> None:
        me = psutil.Process()
        while not self._stop.wait(0.05):
            children = 0
            for child in me.children(recursive=True):
                try:
                    children += child.memory_info().rss
                except psutil.Error:
                    continue
            self.rows.append((self.done, me.memory_info().rss / 1e6, children / 1e6))


def measure(models: Path, files: int, pages: int) -> dict[str, Any]:
    """Peaks for ``files`` small files, then for a PDF of ``pages`` pages, in one program."""
    with tempfile.TemporaryDirectory(prefix="dossier-files-") as folder:
        many, long = Path(folder) / "many", Path(folder) / "long"
        many.mkdir()
        long.mkdir()
        for number in range(files):
            name, data = generated(number)
            (many / name).write_bytes(data)
        (long / "register.pdf").write_bytes(long_pdf(pages, lines=12))
        with open_program(models) as program:
            engine = program.engine()
            began = time.perf_counter()
            with Sampler() as sampler:
                summary = engine.import_paths("many", [many], sampler.progress).result()
            elapsed = time.perf_counter() - began
            peaks = {str(n): sampler.peak(n) for n in MILESTONES if n <= files}
            began = time.perf_counter()
            with Sampler() as one:
                paged = engine.import_paths("long", [long], one.progress).result()
            return {
                "files": summary.indexed,
                "failed": summary.failed,
                "seconds": elapsed,
                "peaks": peaks,
                "whole": sampler.peak(None),
                "pages": paged.pages,
                "pages_seconds": time.perf_counter() - began,
                "long": one.peak(None),
            }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--files", type=int, default=5000)
    parser.add_argument("--pages", type=int, default=1000)
    options = parser.parse_args()
    print(json.dumps(measure(options.models, options.files, options.pages)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
