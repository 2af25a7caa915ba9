"""The speed and the memory of an import: parsing against markitdown, embedding against the bare session, peaks over many files.

    python tests/benchmarks/bench_import.py --models DIR --markitdown PYTHON [--quick] [--only parsing,embedding,memory]

Goals: parsing ten times as fast as markitdown on PDFs with text and never slower; the whole import at 80 % of the throughput of the
bare onnxruntime session; memory after 5,000 files at most 1.2 times that after 500. Printed, never asserted. Everything is measured
in this run on this machine; a machine that does other work falsifies the shares less than the rates.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import _parsing  # noqa: E402
from report import machine  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

PARTS = ("parsing", "embedding", "memory")


def show_parsing(out: Console, progress: Console, python: Path, shared: Path, *, quick: bool) -> None:
    warm = [*_parsing.warm_up_documents()]
    paths = _parsing.documents(shared, quick=quick) or warm
    timed = _parsing.measure(paths, python, warm, lambda line: progress.print(line, highlight=False))
    timed += _parsing.long_pdf_speed(100 if quick else 1000, python)
    out.print(_parsing.table(timed, "parsing, one process each; generated PDF among them"))
    for line in _parsing.slower(timed):
        out.print(f"  slower: {line}", highlight=False)
    for workers in (1, 2):
        seconds, count = _parsing.together(paths, workers)
        out.print(f"  {workers} parser process(es): {count} documents in {seconds:.1f} s, {count / seconds:.1f} documents/s")


def show_embedding(out: Console, models: Path, shared: Path, *, quick: bool) -> None:
    folders = [shared / "office" / "handbook"] if quick else [shared / "office", shared / "german"]
    existing = [folder for folder in folders if folder.is_dir()] or [_parsing.ROOT / "resources" / "samples"]
    found = _child("_throughput.py", "--models", models, *existing)
    table = Table(
        "passages/s", title=f"embedding, {found['threads']:.0f} threads, {found['texts']:.0f} passages", title_justify="left"
    )
    table.add_column("rate", justify="right")
    table.add_column("share of the bare session", justify="right")
    table.add_column("the same by processor time", justify="right")
    for name, key in (
        ("bare onnxruntime session", "bare"),
        ("embedding in the import", "embedder"),
        ("the whole import", "import"),
    ):
        cpu = f"{found['bare_cpu_s'] / found[f'{key}_cpu_s']:.0%}" if f"{key}_cpu_s" in found else ""
        table.add_row(name, f"{found['texts'] / found[f'{key}_s']:.1f}", f"{found['bare_s'] / found[f'{key}_s']:.0%}", cpu)
    out.print(table)
    out.print(f"  {found['documents']:.0f} documents in {found['import_s']:.1f} s")
    script = HERE / "bench_embedding.py"
    subprocess.run(
        [sys.executable, str(script), "--models", str(models), *(["--passages", "200"] if quick else [])], check=True
    )


def show_memory(out: Console, models: Path, *, quick: bool) -> None:
    files, pages = (600, 200) if quick else (5000, 1000)
    found = _child("_memory.py", "--models", models, "--files", str(files), "--pages", str(pages))
    table = Table("import of", title="peak memory in MB (resident)", title_justify="left")
    table.add_column("program", justify="right")
    table.add_column("its child processes", justify="right")
    for count, pair in found["peaks"].items():
        table.add_row(f"files up to number {count}", *(f"{value:.0f}" for value in pair))
    table.add_row(f"a PDF of {found['pages']} pages", *(f"{value:.0f}" for value in found["long"]))
    out.print(table)
    out.print(
        f"  {found['files']} files in {found['seconds']:.0f} s, {found['failed']} failed; PDF in {found['pages_seconds']:.0f} s"
    )


def _child(script: str, *arguments: object) -> dict[str, Any]:
    """The last line that a measurement in a process of its own prints."""
    command = [sys.executable, str(HERE / script), *map(str, arguments)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, required=True, help="folder with models that are set up")
    parser.add_argument("--markitdown", type=Path, required=True, metavar="PYTHON", help="a Python that has markitdown")
    parser.add_argument("--shared", type=Path, default=_parsing.SHARED, help="folder with the sets office, german and tricky")
    parser.add_argument("--quick", action="store_true", help="small documents and fewer files: some two minutes")
    parser.add_argument("--only", default=",".join(PARTS), help="parts, with commas between them")
    options = parser.parse_args(arguments)
    out, progress = Console(width=None if sys.stdout.isatty() else 150), Console(stderr=True)
    out.print(f"import on {machine()}")
    parts = options.only.split(",")
    if unknown := set(parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    if "parsing" in parts:
        show_parsing(out, progress, options.markitdown, options.shared, quick=options.quick)
    if "embedding" in parts:
        show_embedding(out, options.models, options.shared, quick=options.quick)
    if "memory" in parts:
        show_memory(out, options.models, quick=options.quick)
    return 0


if __name__ == "__main__":
    sys.exit(main())
