"""Parsing speed, document by document, against markitdown: one process each, in turn, so that other load meets both alike."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "corpus")]

import tricky_reader  # noqa: E402
from competitor import MarkItDown  # noqa: E402
from rich.table import Table  # noqa: E402
from tricky_manifest import load  # noqa: E402

SHARED = ROOT.parent / "shared" / "corpus"
NOT_DOCUMENTS = {"README.md", "questions.jsonl", "sources.tsv", "MANIFEST.tsv"}
NOTICEABLE_S = 0.02
"""A document counts as slower from this difference on: below it a switch of the scheduler decides."""


@dataclass(frozen=True)
class Timed:
    """One document in seconds; None: that reader did not read it."""

    path: Path
    kind: str
    pages: int
    ours: float | None
    theirs: float | None

    @property
    def is_slower(self) -> bool:
        return self.ours is not None and self.theirs is not None and self.ours > 1.1 * self.theirs + NOTICEABLE_S


def documents(shared: Path, *, quick: bool) -> list[Path]:
    """The readable documents of the sets office, german and tricky; ``quick``: eight of each kind, none above 300 KB."""
    found = [p for name in ("office", "german") for p in sorted((shared / name).rglob("*")) if p.is_file()]
    if (shared / "tricky" / "MANIFEST.tsv").is_file():
        found += [shared / "tricky" / e.file for e in load(shared / "tricky") if e.expected == "text"]
    chosen: list[Path] = []
    for path in found:
        same = sum(other.suffix.lower() == path.suffix.lower() for other in chosen)
        if path.name not in NOT_DOCUMENTS and not (quick and (same >= 8 or path.stat().st_size > 300_000)):
            chosen.append(path)
    return chosen


def measure(paths: Sequence[Path], python: Path, warm: Sequence[Path], say: Callable[[str], None]) -> list[Timed]:
    """Time both readers over the same documents, one after the other; ``warm`` are read before, uncounted."""
    theirs = MarkItDown(python)
    timed = []
    try:
        theirs.warm_up()
        with tricky_reader.open_pool(1) as pool:
            for path in warm:
                tricky_reader.read(pool, path, ocr=False)
                theirs.convert(path)
            for number, path in enumerate(paths, start=1):
                outcome = tricky_reader.read(pool, path, ocr=False)
                began = time.perf_counter()
                answer = theirs.convert(path, limit=300)
                took = time.perf_counter() - began  # there and back, as ours
                is_read = outcome.extract is not None and bool(outcome.extract.text.strip())
                pages = len(outcome.extract.pages) if outcome.extract is not None else 0
                seconds = took if str(answer.get("text", "")).strip() else None
                timed.append(Timed(path, path.suffix.lower()[1:], pages, outcome.seconds if is_read else None, seconds))
                say(f"parsing {number}/{len(paths)} {path.name}")
    finally:
        theirs.close()
    return timed


def together(paths: Sequence[Path], workers: int) -> tuple[float, int]:
    """Seconds and documents read when the pool works as in the program, ``workers`` documents at a time."""
    from index.errors import IndexError_
    from index.parsers.base import ParseOptions

    with tricky_reader.open_pool(workers) as pool:
        for path in warm_up_documents():
            pool.submit(path, ParseOptions(ocr=False)).exception()
        began = time.perf_counter()
        futures = [pool.submit(path, ParseOptions(ocr=False)) for path in paths]
        errors = [future.exception() for future in futures]
        seconds = time.perf_counter() - began
    assert all(error is None or isinstance(error, IndexError_) for error in errors)
    return seconds, sum(error is None for error in errors)


def warm_up_documents() -> Iterator[Path]:
    """A small document of each kind and our samples, so that libraries are loaded before anything counts."""
    for name in ("self_test", "samples"):
        yield from sorted(path for path in (ROOT / "resources" / name).glob("*.*") if path.suffix not in {".bmp", ".json"})


def table(timed: Sequence[Timed], title: str) -> Table:
    """Documents that both read, by kind; goals: ten times on PDF with text, never slower."""
    out = Table("kind", title=title, title_justify="left")
    for name in (
        "documents",
        "pages",
        "docs/s",
        "markitdown",
        "pages/s",
        "markitdown",
        "times",
        "slower",
        "only we read",
        "only it",
    ):
        out.add_column(name, justify="right")
    kinds = sorted({t.kind for t in timed})
    for kind in [*kinds, "all"]:
        if kind == "all":
            out.add_section()
        _add(out, kind, [t for t in timed if kind in {t.kind, "all"}])
    return out


def _add(out: Table, kind: str, timed: Sequence[Timed]) -> None:
    both = [t for t in timed if t.ours is not None and t.theirs is not None]
    ours, theirs = sum(t.ours or 0 for t in both), sum(t.theirs or 0 for t in both)
    pages = sum(t.pages for t in both)
    only_ours = sum(t.ours is not None and t.theirs is None for t in timed)
    only_theirs = sum(t.ours is None and t.theirs is not None for t in timed)
    rates = ("", "", "", "", "")
    if both:
        page_rates = (f"{pages / ours:.0f}", f"{pages / theirs:.0f}") if pages else ("", "")
        rates = (f"{len(both) / ours:.1f}", f"{len(both) / theirs:.1f}", *page_rates, f"{theirs / ours:.1f}")
    out.add_row(
        kind, str(len(both)), str(pages or ""), *rates, str(sum(t.is_slower for t in both)), str(only_ours), str(only_theirs)
    )


def slower(timed: Sequence[Timed]) -> list[str]:
    """The documents on which markitdown was noticeably faster, the worst first."""
    worst = sorted((t for t in timed if t.is_slower), key=lambda t: (t.theirs or 0) - (t.ours or 0))
    return [f"{t.path.name}: {t.ours:.2f} s, markitdown {t.theirs:.2f} s, {t.pages} pages" for t in worst]


def long_pdf(pages: int, lines: int = 40) -> bytes:
    """A PDF with this many pages of text, each with its number and so many lines."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for page in range(1, pages + 1):
        written = [f"Page {page} of the register of berths, section {page // 20 + 1}."]
        written += [
            f"Berth {page * 40 + n} was let on day {n} for {(page * 37 + n * 11) % 900 + 100} crowns." for n in range(lines)
        ]
        drawn = "BT /F1 10 Tf 14 TL 60 780 Td " + " ".join(f"({line}) Tj T*" for line in written) + " ET"
        kids.append(f"{len(objects) + 1} 0 R")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> "
            f"/Contents {len(objects) + 2} 0 R >>".encode()
        )
        objects.append(f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream".encode())
    objects[1] = f"<< /Type /Pages /Count {pages} /Kids [{' '.join(kids)}] >>".encode()
    out, offsets = bytearray(b"%PDF-1.4\n"), []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    table_at = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{offset:010} 00000 n \n".encode() for offset in offsets)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{table_at}\n%%EOF\n".encode()
    return bytes(out)


def long_pdf_speed(pages: int, python: Path) -> list[Timed]:
    """A generated PDF, for machines without the corpus and for a length that no document of it has."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{pages} pages.pdf"
        path.write_bytes(long_pdf(pages))
        return measure([path], python, [*warm_up_documents()], lambda _: None)
