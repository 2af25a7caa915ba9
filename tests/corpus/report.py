"""The table and the figures of a corpus run."""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from grader import Given, Grade, Question, Shown, language_of
from rich.console import Console
from rich.table import Table
from rich.text import Text


@dataclass(frozen=True)
class Row:
    """One question, what the program said, how it was graded, and the seconds from asking to the checked answer."""

    question: Question
    given: Given
    grade: Grade
    seconds: float


@dataclass(frozen=True)
class Figures:
    """Counts over a run; a pair is (n, of)."""

    right: tuple[int, int]
    wrong_and_unmarked: tuple[int, int]
    passage_present: tuple[int, int]
    present_by_place_only: int
    refused_unanswerable: tuple[int, int]
    refused_answerable: tuple[int, int]
    unvalidated: int
    in_language_of_question: tuple[int, int]
    by_kind: dict[str, tuple[int, int]]
    p50_s: float
    p95_s: float


def figures(rows: Sequence[Row]) -> Figures:
    """Count a run."""
    answerable = [r for r in rows if r.question.answerable]
    unanswerable = [r for r in rows if not r.question.answerable]
    answered = [r for r in rows if r.given.status == "answered"]
    kinds = sorted({r.question.kind for r in rows})
    return Figures(
        right=(sum(r.grade.right for r in rows), len(rows)),
        wrong_and_unmarked=(sum(r.grade.unmarked for r in rows), len(rows)),
        passage_present=(sum(r.grade.presence != "" for r in answerable), len(answerable)),
        present_by_place_only=sum(r.grade.presence == "place" for r in answerable),
        refused_unanswerable=(sum(r.grade.refused for r in unanswerable), len(unanswerable)),
        refused_answerable=(sum(r.grade.refused for r in answerable), len(answerable)),
        unvalidated=sum(r.given.unvalidated for r in rows),
        in_language_of_question=(sum(language_of(r.given.text) == r.question.language for r in answered), len(answered)),
        by_kind={
            k: (sum(r.grade.right for r in rows if r.question.kind == k), sum(r.question.kind == k for r in rows))
            for k in kinds
        },
        p50_s=percentile([r.seconds for r in rows], 50),
        p95_s=percentile([r.seconds for r in rows], 95),
    )


def percentile(values: Sequence[float], percent: int) -> float:
    """Nearest rank; 0.0 for no values."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)] if ordered else 0.0


def print_run(console: Console, name: str, rows: Sequence[Row]) -> None:
    """The table of one set and its figures."""
    table = Table("Id", "Question", "Answer", "Verdict", "Cited", "Passage", "Grade", "s", title=name, show_lines=True)
    for row in rows:
        verdict = row.given.status if row.given.status != "answered" else row.given.verdict or "no report"
        table.add_row(
            row.question.id,
            Text(_short(row.question.question, 90)),
            Text(_short(row.given.text, 160)),
            Text(verdict),
            Text("\n".join(dict.fromkeys(cited(c) for c in row.given.citations[:3]))),
            row.grade.presence or ("" if not row.question.answerable else "no"),
            Text("right") if row.grade.right else Text(("UNMARKED " if row.grade.unmarked else "") + f"wrong: {row.grade.why}"),
            f"{row.seconds:.1f}",
        )
    console.print(table)
    print_figures(console, name, figures(rows))


def print_figures(console: Console, name: str, found: Figures) -> None:
    lines = [
        ("right", _of(found.right)),
        ("wrong and unmarked", _of(found.wrong_and_unmarked)),
        ("passage among the first four", f"{_of(found.passage_present)} ({found.present_by_place_only} by place only)"),
        ("unanswerable refused", _of(found.refused_unanswerable)),
        ("answerable refused", _of(found.refused_answerable)),
        ("unvalidated by time-out", str(found.unvalidated)),
        ("answered in the question's language", _of(found.in_language_of_question)),
        ("right by kind", ", ".join(f"{kind} {_of(pair)}" for kind, pair in found.by_kind.items())),
        ("seconds p50 / p95", f"{found.p50_s:.1f} / {found.p95_s:.1f}"),
        ("machine", machine()),
    ]
    console.print(Text(name, style="bold"))
    for label, value in lines:
        console.print(Text(f"  {label:<36} {value}"))


def as_json(row: Row) -> dict[str, Any]:
    """One row for ``--json``."""
    return {
        "id": row.question.id,
        "kind": row.question.kind,
        "question": row.question.question,
        "expected": row.question.answer,
        "answer": row.given.text,
        "status": row.given.status,
        "verdict": row.given.verdict,
        "cited": [{"where": cited(c), "quote": c.text} for c in row.given.citations],
        "shown": [cited(p) for p in row.given.passages[:4]],
        "seconds": round(row.seconds, 2),
        **asdict(row.grade),
    }


def cited(shown: Shown) -> str:
    """File name and place in a few words."""
    place = shown.place
    where = next((f"{label} {place[key]}" for key, label in (("page", "p."), ("slide", "slide")) if place.get(key)), "")
    if place.get("sheet"):
        where = " ".join(filter(None, (place["sheet"], place.get("cells") or "")))
    if not where and place.get("heading_path"):
        where = place["heading_path"][-1]
    return f"{Path(shown.source).name}{', ' if where else ''}{where}"


def machine() -> str:
    """Cores that this process may use and their name."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    name = platform.processor()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        lines = cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines()
        name = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), name)
    return f"{cores} cores, {name or platform.machine()}"


def _of(pair: tuple[int, int]) -> str:
    return f"{pair[0]}/{pair[1]}"


def _short(text: str, limit: int) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"
