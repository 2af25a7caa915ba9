"""Damaged documents of every format through the parsers' sandbox.

    python tests/benchmarks/fuzz.py [--minutes 10] [--seed N] [--kind pdf,docx] [--keep DIR] [--ocr]

Seeds are our small files of each format, our samples, containers made of them, and the difficult documents when they are there. Each damage is made from a seed
that is printed, so that a run can be repeated. What fails a run: an error that is no ``index.errors``, a crash of a parser process, a Defect
that nobody classified, no answer within the time limit, a pool that does not read a sound document any more, an original that was changed,
a file that is left in the temporary folder after the last child has ended, a child that survives the pool. Exit code 1 then.

A document that is stopped at its limit of time or memory is refused as it should be and is no failure, but a sign that a reader could look
before it leaps: such documents are named at the end, and kept in ``--keep`` like those that fail.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path

import psutil

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT), str(HERE)]

from _mutations import mutate  # noqa: E402

from app.environment import prepare_environment  # noqa: E402
from app.privacy.guard import prepare_child  # noqa: E402
from index.document import ParsedDocument  # noqa: E402
from index.errors import Defect, IndexError_, ParserOutOfMemory, ParserTimeout  # noqa: E402
from index.parsers.base import ParseOptions  # noqa: E402
from index.parsers.sandbox import ParserLimits, ParserPool  # noqa: E402

SHARED = ROOT.parent / "shared" / "corpus" / "tricky"
LIMITS = ParserLimits(base_seconds=20, seconds_per_megabyte=10, ocr_seconds=60, max_seconds=60)
AT_ONCE = 4
LARGEST_SEED = 400_000
NOT_DOCUMENTS = {"README.md", "MANIFEST.tsv"}


@dataclass
class Run:
    """What a run did and found."""

    tried: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)
    """Refused at the limit of time or memory."""
    slowest: tuple[float, str] = (0.0, "")


def seeds(kinds: set[str] | None) -> list[Path]:
    """The undamaged documents, none above 400 KB."""
    folders = (ROOT / "resources" / "self_test", ROOT / "resources" / "samples", SHARED)
    files = [path for folder in folders if folder.is_dir() for path in sorted(folder.rglob("*")) if path.is_file()]
    return [
        path
        for path in files
        if path.name not in NOT_DOCUMENTS
        and "bomb" not in path.parts
        and path.stat().st_size <= LARGEST_SEED
        and (kinds is None or path.suffix.lower()[1:] in kinds)
    ]


def containers(folder: Path) -> list[Path]:
    """Documents with documents in them, made from ours, and text formats of which we have no file."""
    small = sorted((ROOT / "resources" / "self_test").glob("*.*"))
    with zipfile.ZipFile(folder / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in small:
            archive.write(path, f"inside/{path.name}")
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "Ada <ada@example.org>", "Ben <ben@example.org>", "Berths"
    message.set_content("See the attachments.\n\n> quoted before\n")
    for path in small[:4]:
        message.add_attachment(path.read_bytes(), maintype="application", subtype="octet-stream", filename=path.name)
    (folder / "attached.eml").write_bytes(message.as_bytes())
    (folder / "box.mbox").write_bytes(
        b"".join(b"From ada Mon Jun  2 08:00:00 2025\n" + message.as_bytes() + b"\n\n" for _ in "12")
    )
    texts = {
        "berths.json": '{"berths": [{"name": "north", "price": 40}, {"name": "south", "price": 55.5}]}',
        "berths.yaml": "berths:\n  - name: north\n    price: 40\n  - name: south\n    price: 55.5\n",
        "berths.tsv": "Berth\tPrice\nnorth\t40\nsouth\t55\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return sorted(folder.iterdir())


def damaged(paths: Sequence[Path], seed: int) -> Iterator[tuple[str, Path, bytes]]:
    """Without end: a name that says how to make it again, the seed document, its damaged content. Formats take turns, so that a
    format with few documents is tried as often as one with many."""
    by_kind: dict[str, list[Path]] = {}
    for path in paths:
        by_kind.setdefault(path.suffix.lower(), []).append(path)
    number = 0
    while True:
        for kind in sorted(by_kind):
            dice = random.Random(f"{seed} {number}")
            path = dice.choice(by_kind[kind])
            how, data = mutate(path.read_bytes(), dice)
            yield f"{seed}-{number}-{how}", path, data
            number += 1


def judge(error: BaseException | None) -> str | None:
    """Why this result of a document fails a run; None for a document or an error that tells a person what is wrong with it."""
    if error is None:
        return None
    if not isinstance(error, IndexError_):
        return f"unclassified {type(error).__name__}: {error}"
    if isinstance(error, Defect) and not isinstance(error, ParserTimeout | ParserOutOfMemory):
        return f"{error.code}: {error.message}"
    return None if error.message and error.next_step else f"{error.code} says nothing to a person"


def fuzz(paths: Sequence[Path], seed: int, seconds: float, keep: Path, *, ocr: bool, kinds: set[str] | None = None) -> Run:
    """Try damaged documents until the time is up; containers made here are added to ``paths``."""
    run = Run()
    with tempfile.TemporaryDirectory(prefix="dossier-fuzz-") as folder:
        home, inputs, made = (Path(folder) / name for name in ("home", "in", "made"))
        inputs.mkdir()
        made.mkdir()
        prepare_environment(home)
        pool = ParserPool(2, home / "tmp", LIMITS, initializer=prepare_child)
        try:
            begin = [*paths, *(p for p in containers(made) if kinds is None or p.suffix[1:] in kinds)]
            _try_all(pool, damaged(begin, seed), run, inputs, keep, time.monotonic() + seconds, ocr=ocr)
        finally:
            pool.close()
        run.failures += leftovers(home / "tmp")
    return run


def _try_all(
    pool: ParserPool,
    documents: Iterator[tuple[str, Path, bytes]],
    run: Run,
    inputs: Path,
    keep: Path,
    until: float,
    *,
    ocr: bool,
) -> None:
    while time.monotonic() < until:
        round_: list[tuple[Path, bytes, float, Future[ParsedDocument]]] = []
        for _ in range(AT_ONCE):
            name, seed_document, data = next(documents)
            path = inputs / f"{name}{seed_document.suffix}"
            path.write_bytes(data)
            round_.append((path, data, time.monotonic(), pool.submit(path, ParseOptions(ocr=ocr))))
        for path, data, began, future in round_:
            error = _outcome(future)
            took = time.monotonic() - began
            run.slowest = max(run.slowest, (took, path.name))
            run.tried[path.suffix] += 1
            run.codes[getattr(error, "code", "read") if error is not None else "read"] += 1
            reason = judge(error) or ("the original was changed" if path.read_bytes() != data else None)
            if isinstance(error, Defect):
                keep.mkdir(parents=True, exist_ok=True)
                (keep / path.name).write_bytes(data)
                reason = reason or _not_alive(pool)
            if reason:
                run.failures.append(f"{path.name}: {reason}")
                print(f"FAILED {path.name}: {reason}", flush=True)
            elif isinstance(error, Defect):
                run.stopped.append(f"{path.name}: {error.code}")
            path.unlink()


def _outcome(future: Future[ParsedDocument]) -> BaseException | None:
    """What became of a document; a Defect when nothing did within the time that it and those before it may take."""
    try:
        return future.exception(timeout=LIMITS.max_seconds * AT_ONCE + 60)
    except TimeoutError:
        return Defect("No answer within the limit.")


def _not_alive(pool: ParserPool) -> str | None:
    """Why a sound document is not read any more after a child was lost; None when it is."""
    sound = next((ROOT / "resources" / "samples").rglob("*.md"))
    error = _outcome(pool.submit(sound, ParseOptions(ocr=False)))
    return None if error is None else f"the pool does not read {sound.name} afterwards: {error}"


def _command_of(process: psutil.Process) -> str:
    """Empty for one that has ended meanwhile."""
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


def leftovers(folder: Path) -> list[str]:
    """Files that are still in the temporary folder of the pool, and children that are still there."""

    files = [path for path in folder.rglob("*") if path.is_file()]
    children = [child for child in psutil.Process().children(recursive=True) if "spawn_main" in _command_of(child)]
    left = [f"left behind: {path.relative_to(folder)} ({path.stat().st_size} bytes)" for path in files]
    return left + [f"a child of the pool is still there: {child.pid}" for child in children]


def report(run: Run) -> None:
    total = sum(run.tried.values())
    print(f"{total} damaged documents: " + ", ".join(f"{kind} {n}" for kind, n in sorted(run.tried.items())))
    print("outcome: " + ", ".join(f"{code} {n}" for code, n in run.codes.most_common()))
    print(f"longest from queue to answer: {run.slowest[0]:.1f} s, {run.slowest[1]}")
    if run.stopped:
        print(f"stopped at a limit: {len(run.stopped)}: " + ", ".join(run.stopped))
    for failure in run.failures:
        print(f"FAILED {failure}")
    print("no failure" if not run.failures else f"{len(run.failures)} failures")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=20261130, help="the same number gives the same documents in the same order")
    parser.add_argument("--kind", help="only these extensions, with commas between them")
    parser.add_argument("--keep", type=Path, default=Path("build") / "fuzz", help="folder for documents that fail")
    parser.add_argument("--ocr", action="store_true", help="with text recognition (slow)")
    options = parser.parse_args(arguments)
    kinds = set(options.kind.split(",")) if options.kind else None
    paths = seeds(kinds)
    print(f"seed {options.seed}, {len(paths)} documents to begin with, {options.minutes:g} minutes", flush=True)
    run = fuzz(paths, options.seed, options.minutes * 60, options.keep.absolute(), ocr=options.ocr, kinds=kinds)
    report(run)
    return 1 if run.failures else 0


if __name__ == "__main__":
    sys.exit(main())
