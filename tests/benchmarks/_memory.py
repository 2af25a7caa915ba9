"""Peak memory of the program and of its child processes while it imports many small files, and one long one.

Runs in a process of its own. Resident size is sampled twenty times a second: of the program, and of all its children (parsers and the
embedding model) together. The files come in portions, each a whole import with its vectors, so that every figure is one of a
program that has done all of its work so often.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent), str(ROOT / "packaging" / "self_test_files")]

import make_files  # noqa: E402
import psutil  # noqa: E402
from _parsing import long_pdf  # noqa: E402
from _throughput import open_program  # noqa: E402

KINDS = ("md", "txt", "html", "csv", "eml", "docx", "xlsx", "pptx", "pdf", "odt", "rtf", "epub")
_MAKERS = {made.ending: made.make for made in reversed(make_files.FILES) if made.ending in KINDS}
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
    return f"{number:05}.{kind}", _MAKERS[kind](text)


class Sampler:
    """Peaks in MB while it is open: of the program, of its children."""

    def __init__(self) -> None:
        self.peak = (0.0, 0.0)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Sampler:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        me = psutil.Process()
        while not self._stop.wait(0.05):
            children = 0
            for child in me.children(recursive=True):
                with suppress(psutil.Error):
                    children += child.memory_info().rss
            self.peak = (max(self.peak[0], me.memory_info().rss / 1e6), max(self.peak[1], children / 1e6))


def portions(files: int) -> list[tuple[int, int]]:
    """First and last number (exclusive) of the files of each import."""
    ends = [n for n in MILESTONES if n < files] + [files]
    return list(zip([0, *ends[:-1]], ends, strict=True))


def measure(models: Path, files: int, pages: int) -> dict[str, Any]:
    """Peaks for ``files`` small files, then for a PDF of ``pages`` pages, in one program."""
    with tempfile.TemporaryDirectory(prefix="dossier-files-") as folder:
        long = Path(folder) / "long"
        long.mkdir()
        (long / "register.pdf").write_bytes(long_pdf(pages, lines=12))
        peaks, indexed, failed = {}, 0, 0
        with open_program(models) as program:
            engine = program.engine()
            began = time.perf_counter()
            for first, end in portions(files):
                portion = Path(folder) / f"to {end}"
                portion.mkdir()
                for number in range(first, end):
                    name, data = generated(number)
                    (portion / name).write_bytes(data)
                with Sampler() as sampler:
                    summary = engine.import_paths("many", [portion], lambda progress: None).result()
                indexed, failed = indexed + summary.indexed, failed + summary.failed
                peaks[str(end)] = sampler.peak
                print(f"{end} files, MB: {sampler.peak}", file=sys.stderr, flush=True)
            elapsed = time.perf_counter() - began
            began = time.perf_counter()
            with Sampler() as one:
                paged = engine.import_paths("long", [long], lambda progress: None).result()
            return {
                "files": indexed,
                "failed": failed,
                "seconds": elapsed,
                "peaks": peaks,
                "pages": paged.pages,
                "pages_seconds": time.perf_counter() - began,
                "long": one.peak,
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
