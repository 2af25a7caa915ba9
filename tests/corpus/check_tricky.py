"""Read the difficult documents of ../shared/corpus/tricky as the program does and print what came out, by format.

    python tests/corpus/check_tricky.py [--format pdf,docx] [--verbose] [--no-ocr] [--markitdown PYTHON] [--require 0.97]

Each document goes through the parsers' sandbox; documents whose manifest asks for a password are tried without one, with a wrong one
and with the right one. Exit code 1 when a refusal has another reason than the expected one, a document crashes or hangs its reader,
or a threshold (``--require``: share of the facts) is missed; 0 with a word when the set is not there.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import competitor
from extracts import Where
from facts import nearby, stands
from report import machine
from rich.console import Console
from rich.table import Table
from rich.text import Text
from tricky_manifest import Entry, Verdict, load
from tricky_reader import check_all, open_pool, read

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "corpus" / "tricky"


@dataclass(frozen=True)
class Counts:
    """Sums over documents; a pair is (n, of)."""

    files: int
    read: tuple[int, int]
    found: tuple[int, int]
    glued: int
    at_place: tuple[int, int]
    refused: tuple[int, int]
    unverified: int
    defects: int
    seconds: float


def count(verdicts: Sequence[Verdict]) -> Counts:
    """Facts that nobody has verified are counted apart and nowhere else."""
    with_fact = [v for v in verdicts if v.entry.fact is not None and v.entry.is_verified]
    placed = [v for v in with_fact if v.entry.where.is_checkable]
    must_be_read = [v for v in verdicts if v.entry.must_be_read]
    return Counts(
        files=len(verdicts),
        read=(sum(v.read for v in must_be_read), len(must_be_read)),
        found=(sum(v.found for v in with_fact), len(with_fact)),
        glued=sum(v.glued for v in with_fact),
        at_place=(sum(v.at_place for v in placed), len(placed)),
        refused=(sum(v.refusals[0] for v in verdicts), sum(v.refusals[1] for v in verdicts)),
        unverified=sum(not v.entry.is_verified for v in verdicts),
        defects=sum(len(v.defects) for v in verdicts),
        seconds=sum(v.seconds for v in verdicts),
    )


def table(title: str, verdicts: Sequence[Verdict]) -> Table:
    """A row for each format, and the sum."""
    out = Table("format", title=title, title_justify="left")
    for name in (
        "files",
        "read",
        "facts found",
        "at their place",
        "refused rightly",
        "crash or hang",
        "not verifiable",
        "seconds",
    ):
        out.add_column(name, justify="right")
    groups = sorted({v.entry.group for v in verdicts})
    for group in groups:
        _add(out, group, count([v for v in verdicts if v.entry.group == group]))
    out.add_section()
    _add(out, "all", count(verdicts))
    return out


def _add(out: Table, name: str, counts: Counts) -> None:
    glued = f" ({counts.glued} glued)" if counts.glued else ""
    cells = (_of(counts.read), _of(counts.found) + glued, _of(counts.at_place), _of(counts.refused))
    shown = (str(counts.defects) if counts.defects else "", str(counts.unverified) if counts.unverified else "")
    out.add_row(name, str(counts.files), *cells, *shown, f"{counts.seconds:.1f}")


def _of(pair: tuple[int, int]) -> str:
    return f"{pair[0]}/{pair[1]}" if pair[1] else ""


def missing(verdict: Verdict) -> str:
    """Why a document is not wholly right, in a few words; "" when it is."""
    entry = verdict.entry
    parts = []
    if entry.fact is not None and entry.is_verified and not verdict.found:
        parts.append("deleted text stands there unmarked" if entry.must_be_absent else "fact missing")
    elif entry.fact is not None and entry.is_verified and not verdict.at_place:
        parts.append(
            f"not at its place: {_place(entry.where)}" if entry.where.is_checkable else "only in an attachment or the title"
        )
    elif verdict.glued:
        parts.append("words glued together")
    if verdict.refusals[0] < verdict.refusals[1]:
        parts.append(f"refusal: expected {entry.expected}, {verdict.refusals[0]} of {verdict.refusals[1]} right")
    if entry.must_be_read and not verdict.read:
        parts.append("not read")
    parts += [f"defect {code}" for code in verdict.defects]
    return "; ".join(parts)


def _place(where: Where) -> str:
    numbers = f"{where.first}" if where.first == where.last or not where.last else f"{where.first}-{where.last}"
    return " ".join(filter(None, (where.kind, where.sheet, where.cell or "", numbers if where.first else "")))


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    out = Console(width=None if sys.stdout.isatty() else 160)
    if not (options.folder / "MANIFEST.tsv").is_file():
        out.print("skipped: the set of difficult documents is not there (a folder with MANIFEST.tsv)")
        return 0
    chosen = set(options.format.split(",")) if options.format else None
    entries = [e for e in load(options.folder) if chosen is None or chosen & {e.format, Path(e.file).parent.name}]
    if options.no_ocr:
        entries = [e for e in entries if e.expected not in {"ocr", "garbage", "ocr-missing-language"}]
    workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with open_pool(workers) as pool:
        verdicts = check_all(pool, options.folder, entries, workers, ocr=not options.no_ocr)
        if options.verbose:
            for verdict in verdicts:
                if reason := missing(verdict):
                    out.print(Text(f"{verdict.entry.file}: {reason}"), soft_wrap=True)
                    for line in _details(verdict, _text(pool, options.folder, verdict)):
                        out.print(Text(f"    {line}"), soft_wrap=True)
    out.print(table(f"Dossier over the difficult documents ({machine()})", verdicts))
    if options.markitdown:
        out.print(
            table("markitdown over the same documents", competitor.check_all(options.markitdown, options.folder, entries))
        )
    counts = count(verdicts)
    share = counts.found[0] / counts.found[1] if counts.found[1] else 1.0
    bad = counts.refused[0] < counts.refused[1] or counts.defects > 0 or share < options.require
    out.print(f"facts found: {share:.1%}" + (f", wanted {options.require:.0%}" if options.require else ""))
    return 1 if bad else 0


def _text(pool: object, folder: Path, verdict: Verdict) -> str:
    """All text of a document that came out, read once more: verdicts keep none."""
    entry: Entry = verdict.entry
    outcome = read(pool, folder / entry.file, ocr=entry.wants_ocr, password=entry.password)  # type: ignore[arg-type]
    return "\n".join(outcome.extract.texts()) if outcome.extract is not None else ""


def _details(verdict: Verdict, text: str) -> list[str]:
    fact = verdict.entry.fact
    lines = [verdict.why] if verdict.why else []
    if fact is not None and text:
        if not verdict.found and stands(fact, text, spaces=False):
            lines.append("stands there with other white space")
        lines += [f"wanted: {' ; '.join(fact.values)!r}", f"nearby: {nearby(fact, text) or '(nothing like it)'!r}"]
    return lines


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--format", help="only these formats or folders, with commas between them")
    parser.add_argument("--verbose", action="store_true", help="say what is missing and what stands nearby")
    parser.add_argument("--no-ocr", action="store_true", help="leave scans and pictures out")
    parser.add_argument("--markitdown", type=Path, metavar="PYTHON", help="a Python that has markitdown: its table as well")
    parser.add_argument("--require", type=float, default=0.0, metavar="SHARE", help="exit code 1 when fewer facts are found")
    return parser


if __name__ == "__main__":
    sys.exit(main())
