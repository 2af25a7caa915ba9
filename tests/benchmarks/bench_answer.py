"""Latency of an answer by stage over a set of questions, Quick and Thorough, with what they got right. Printed, never asserted.

`make bench-answer`; with ``--limit 3`` a few minutes, over the whole office set an hour. With ``--words FOLDER`` what the model has written is
kept and a later run reads it there: a change of rules is seen in seconds, but then the times mean nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "corpus")]

from _kept_words import keep_words, without_time_limits  # noqa: E402
from adapter import CorpusEngine, Depth, open_engine  # noqa: E402
from check_corpus import find_set  # noqa: E402
from grader import Given, Grade, Question, grade, load_questions  # noqa: E402

STAGES = (
    "intent_analysis", "query_planning", "retrieving", "reranking", "grounding_check", "prompt", "generating", "validating",
    "sources", "answer", "total",
)  # fmt: skip
DEPTHS: tuple[Depth, ...] = ("quick", "thorough")


@dataclass(frozen=True)
class Asked:
    question: Question
    answer: dict[str, Any]
    grade: Grade

    @property
    def right(self) -> bool:
        return self.grade.right

    @property
    def word(self) -> str:
        """The costly failure stands out: wrong, and shown as wholly supported."""
        return "right" if self.right else "UNMARKED" if self.grade.unmarked else "refused" if self.grade.refused else "wrong"

    @property
    def latency(self) -> dict[str, float]:
        return {**self.answer["metadata"]["latency_ms"], "evidence on screen": self.answer["metadata"]["evidence_ms"] or 0.0}


def ask_all(
    engine: CorpusEngine, questions: Sequence[Question], collection: str, depth: Depth, console: Console, show: bool
) -> list[Asked]:
    asked = []
    for number, question in enumerate(questions, start=1):
        answer = engine.ask(question.question, collection, depth)
        one = Asked(question, answer, grade(question, Given.from_answer(answer)))
        asked.append(one)
        seconds = one.latency.get("total", 0.0) / 1000
        console.print(f"{depth} {number}/{len(questions)} {question.id} {one.word} {seconds:.1f} s", highlight=False)
        if show:
            for words in (question.question, f"(expected: {question.answer})", answer["text"]):
                console.print(f"    {words}", highlight=False, markup=False)
    return asked


def latency_table(runs: dict[Depth, list[Asked]]) -> Table:
    table = Table(title="Milliseconds by stage", title_justify="left")
    table.add_column("stage")
    for depth in runs:
        for column in ("n", "p50", "p95"):
            table.add_column(f"{depth} {column}", justify="right")
    for stage in (*STAGES, "evidence on screen"):
        cells = [stage]
        for asked in runs.values():
            times = [a.latency[stage] for a in asked if stage in a.latency]
            cells += [str(len(times)), *(f"{np.percentile(times, q):.0f}" if times else "–" for q in (50, 95))]
        table.add_row(*cells)
    return table


def quality_table(runs: dict[Depth, list[Asked]]) -> Table:
    table = Table(title="Right by kind of question", title_justify="left")
    table.add_column("kind")
    for depth in runs:
        table.add_column(depth, justify="right")
    kinds: dict[str, dict[Depth, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for depth, asked in runs.items():
        for one in asked:
            kinds[one.question.kind][depth].append(one.right)
            kinds["all"][depth].append(one.right)
    for kind in sorted(kinds, key=lambda k: (k == "all", k)):
        table.add_row(kind, *(f"{sum(kinds[kind][d])}/{len(kinds[kind][d])}" for d in runs))
    return table


SEVERAL = ("compare", "multi_hop")
"""Kinds whose answers need several passages: what Thorough is for"""


def several_table(runs: dict[Depth, list[Asked]]) -> Table:
    """Each question over several passages, Quick beside Thorough: what it got, in how many seconds."""
    table = Table(title="Questions over several passages", title_justify="left")
    table.add_column("question")
    table.add_column("kind")
    for depth in runs:
        table.add_column(depth)
        table.add_column("s", justify="right")
    by_question: dict[str, dict[Depth, Asked]] = defaultdict(dict)
    for depth, asked in runs.items():
        for one in asked:
            if one.question.kind in SEVERAL:
                by_question[one.question.id][depth] = one
    for number, found in by_question.items():
        cells = [number, next(iter(found.values())).question.kind]
        for depth in runs:
            one = found[depth]
            cells += [_outcome(one), f"{one.latency.get('total', 0.0) / 1000:.0f}"]
        table.add_row(*cells)
    return table


def _outcome(asked: Asked) -> str:
    report = asked.answer.get("report") or {}
    shown = report.get("verdict", asked.answer["status"]) if asked.answer["status"] == "answered" else asked.answer["status"]
    return f"{asked.word}, {shown.replace('_', ' ')}"


def several(runs: dict[Depth, list[Asked]]) -> list[str]:
    """Thorough against Quick where it must be better, with what it costs."""
    lines = []
    for depth, asked in runs.items():
        chosen = [a for a in asked if a.question.kind in SEVERAL]
        if chosen:
            seconds = [a.latency.get("total", 0.0) / 1000 for a in chosen]
            lines.append(
                f"{depth}: {sum(a.right for a in chosen)} of {len(chosen)} questions over several passages right, "
                f"{sum(a.grade.unmarked for a in chosen)} wrong and shown as supported, "
                f"{np.percentile(seconds, 50):.0f} s each (p50), {np.percentile(seconds, 95):.0f} s (p95)"
            )
    return lines


def promises(runs: dict[Depth, list[Asked]]) -> list[str]:
    """The contract's two promises about time, beside what was measured."""
    lines = []
    for depth, asked in runs.items():
        evidence = [a.latency["evidence on screen"] for a in asked]
        retrieving = [a.latency.get("retrieving", 0.0) for a in asked]
        lines.append(
            f"{depth}: evidence on screen p95 {np.percentile(evidence, 95):.0f} ms (promised under 3000), "
            f"retrieval p95 {np.percentile(retrieving, 95):.0f} ms (wanted under 300)"
        )
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    out, progress = Console(width=None if sys.stdout.isatty() else 160), Console(stderr=True)
    chosen = find_set(options.set)
    if chosen is None:
        out.print(f"skipped: the set {options.set} is not there")
        return 0
    questions = load_questions(HERE.parent / "corpus" / f"several-{chosen.name}.jsonl" if options.several else chosen.questions)
    if options.kinds:
        questions = [q for q in questions if q.kind in options.kinds.split(",")]
    questions = questions[: options.limit]
    options.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    if options.words:
        without_time_limits(options.home)
        keep_words(options.words)
    if options.passages:
        _keep(options.home, options.passages)
    engine = open_engine(options.home, options.models)
    try:
        engine.import_paths(chosen.documents, chosen.name)
        depths = [d for d in DEPTHS if options.depth in ("both", d)]
        runs = {depth: ask_all(engine, questions, chosen.name, depth, progress, options.show) for depth in depths}
    finally:
        engine.close()
    out.print(latency_table(runs), quality_table(runs), several_table(runs))
    for line in (*several(runs), *promises(runs)):
        out.print(line, highlight=False)
    return 0


def _keep(home: Path, passages: int) -> None:
    """The data folder's settings say how many passages an answer gets, Quick and Thorough alike."""
    file = home / "settings.json"
    settings = json.loads(file.read_text()) if file.exists() else {"version": 1}
    settings["retrieval"] = {**settings.get("retrieval", {}), "top_k": passages, "thorough_top_k": passages}
    file.write_text(json.dumps(settings))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, required=True, help="data folder for this run (an empty or an earlier one)")
    parser.add_argument("--models", type=Path, help="folder with models that are set up (default: those in --home)")
    parser.add_argument("--set", choices=("office", "german", "samples"), default="office")
    parser.add_argument("--depth", choices=(*DEPTHS, "both"), default="both")
    parser.add_argument("--limit", type=int, help="only the first N questions")
    parser.add_argument("--passages", type=int, choices=range(1, 11), metavar="N", help="that an answer gets (4, 8, 10)")
    parser.add_argument(
        "--several", action="store_true", help="our own questions over several passages of the set (tests/corpus)"
    )
    parser.add_argument("--words", type=Path, help="folder that keeps what the model writes; without limits of time")
    parser.add_argument("--show", action="store_true", help="each question with its answer, on the error stream")
    parser.add_argument("--kinds", help="only questions of these kinds, separated by commas")
    return parser


if __name__ == "__main__":
    sys.exit(main())
