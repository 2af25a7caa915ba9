"""How long a person waits for the first and for the last count of a drop of many files (printed, never asserted).

    python tests/benchmarks/bench_scan.py --files 10000 [--folder DIR]

Without ``--folder`` files are made in a temporary folder: 100 a folder, of all kinds, a tenth of them to be left out.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from index.ingest.preview import ImportPreview, preview
from index.ingest.scan import Scan

_NAMES = (
    "report.pdf",
    "letter.docx",
    "table.xlsx",
    "slides.pptx",
    "mail.eml",
    "page.html",
    "notes.txt",
    "scan.jpg",
    "data.csv",
    "a.mp3",
)


def make(folder: Path, files: int) -> None:
    for number in range(files):
        place = folder / f"{number // 100:04}"
        place.mkdir(exist_ok=True)
        (place / f"{number} {_NAMES[number % len(_NAMES)]}").write_bytes(b"x" * 100)


def measure(folder: Path, known: dict[str, tuple[int, int]] | None) -> tuple[float | None, ImportPreview]:
    started, first = time.monotonic(), None

    def told(part: ImportPreview) -> None:
        nonlocal first
        first = first if first is not None else time.monotonic() - started

    result = preview([folder], progress=told, known=known)
    return first, result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = options.folder or Path(made)
        if options.folder is None:
            make(folder, options.files)
        known = {f.path: (f.size, f.mtime_ns) for f in Scan((folder,)).walk() if f.reason_code is None}
        print("| preview | files | first counts after s | all after s | would read | unchanged | left out |")
        print("|---|---|---|---|---|---|---|")
        for name, earlier in (("new folder", None), ("imported before", known)):
            first, result = measure(folder, earlier)
            shown = "at the end" if first is None else f"{first:.2f}"
            left_out = sum(s.count for s in result.skipped.values())
            print(
                f"| {name} | {result.found} | {shown} | {result.elapsed_s:.2f} | {result.files} | {result.unchanged} | {left_out} |"
            )


if __name__ == "__main__":
    main()
