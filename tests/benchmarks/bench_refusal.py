"""Refusal: questions that the documents do not answer, and those that they do, asked of the whole program.

    python tests/benchmarks/bench_refusal.py --models DIR [--words DIR] [--home DIR] [--sets office german samples] [--part first|second] [--show]

Near misses ask for something that the same documents come close to; foreign questions for something quite different
(``refusal_questions.jsonl``, and the unanswerable ones of the sets). Without ``--words`` the program has no language model: what it
refuses, it refuses by rule before a model is asked (``app.rules.extractive.answerability``). With ``--words`` the real model answers, in
documents-only mode; what it writes is kept in that folder, so that a change of rules is run again in seconds. A question counts as
refused when "not found" is shown without a citation. Prints a table; asserts nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()
PROJECT = HERE.parents[2]
sys.path[:0] = [str(PROJECT), str(PROJECT / "tests" / "corpus"), str(HERE.parent)]

from _kept_words import keep_words, without_time_limits  # noqa: E402
from adapter import CorpusEngine, open_engine  # noqa: E402
from bench_validator import interval  # noqa: E402
from check_corpus import find_set  # noqa: E402
from grader import Given, Grade, Question, grade, load_questions  # noqa: E402

EMBEDDER = "multilingual-e5-small"
SETS = ("samples", "office", "german")
KINDS = ("foreign", "near_miss", "answerable")


@dataclass(frozen=True)
class Asked:
    """``kind``: one of ``KINDS``. ``part``: "first" or "second". ``gold``: of a question of the sets; ours have none."""

    id: str
    kind: str
    part: str
    text: str
    gold: Question | None = None


def questions(name: str) -> Iterator[Asked]:
    """Those of a set: its own, of which the unanswerable ones are near misses, and ours."""
    found = find_set(name)
    for question in load_questions(found.questions) if found else ():
        yield Asked(question.id, "answerable" if question.answerable else "near_miss", "first", question.question, question)
    for line in HERE.with_name("refusal_questions.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["set"] == name:
            yield Asked(row["id"], row["kind"], row["part"], row["question"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--words", type=Path, help="ask the real model, and keep in this folder what it writes")
    parser.add_argument("--home", type=Path, help="data folder to use and keep (default: a new one that is thrown away)")
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS)
    parser.add_argument(
        "--part", choices=("first", "second"), help="thresholds were chosen on the first part, the second reports"
    )
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--only", nargs="+", metavar="ID")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write all answers to this file")
    parser.add_argument("--show", action="store_true", help="print what was answered and should not be, or the other way round")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="refusal-") as folder:
        home = options.home or Path(folder) / "home"
        home.mkdir(parents=True, exist_ok=True)
        without_time_limits(home)
        models: Path = options.models
        if options.words:
            keep_words(options.words)
        else:
            models = Path(folder) / "models"
            models.mkdir()
            (models / EMBEDDER).symlink_to((options.models / EMBEDDER).absolute(), target_is_directory=True)
        run(open_engine(home, models, loaded=options.words is not None), options)


def run(engine: CorpusEngine, options: argparse.Namespace) -> None:
    rows: list[dict[str, Any]] = []
    try:
        for name in options.sets:
            documents = find_set(name)
            if documents is None:
                print(f"skipped: {name} is not there")
                continue
            engine.import_paths(documents.documents, name)
            for asked in questions(name):
                wanted = options.part in (None, asked.part) and asked.kind in options.kinds
                if not wanted or (options.only and asked.id not in options.only):
                    continue
                rows.append(_row(engine, name, asked))
                if options.show and rows[-1]["refused"] == (asked.kind == "answerable"):
                    _show(rows[-1])
    finally:
        engine.close()
        if options.json:
            options.json.write_text(json.dumps(rows, ensure_ascii=False, indent=1), encoding="utf-8")
    _print_table(rows)


def _row(engine: CorpusEngine, name: str, asked: Asked) -> dict[str, Any]:
    began = time.perf_counter()
    answer = engine.ask(asked.text, name, "quick")
    given = Given.from_answer(answer)
    found: Grade | None = grade(asked.gold, given) if asked.gold else None
    return {
        "set": name, "id": asked.id, "kind": asked.kind, "part": asked.part, "question": asked.text, "status": given.status, "verdict": given.verdict,
        "refused": given.status == "not_found" and not given.citations,
        "right": found.right if found else None, "unmarked": found.unmarked if found else None,
        "seconds": round(time.perf_counter() - began, 1), "gold": asked.gold.answer if asked.gold else None, "answer": answer,
    }  # fmt: skip


def _show(row: dict[str, Any]) -> None:
    print(f"{row['set']} {row['id']} {row['kind']} {row['status']} {row['verdict']} {row['seconds']} s: {row['question']}")
    if row["gold"]:
        print(f"    gold: {row['gold']}")
    print(f"    {row['answer']['text'][:300]!r}", flush=True)
    for sentence in (row["answer"]["report"] or {}).get("sentences", ()):
        doubts = [f["message"] for f in sentence["findings"] if f["outcome"] in ("doubt", "fail")]
        cited = [c["quote"][:160] for c in sentence["citations"]]
        print(f"      {sentence['verdict']} {sentence['score']:.2f} doubts {doubts} cites {cited}", flush=True)


def _print_table(rows: list[dict[str, Any]]) -> None:
    for kind in KINDS:
        for name in (*SETS, ""):
            own = [r for r in rows if r["kind"] == kind and name in ("", r["set"])]
            if own:
                shown = sum(not r["refused"] and r["verdict"] == "supported" for r in own)
                line = f"{kind:10} {name or 'all':8} refused {interval(sum(r['refused'] for r in own), len(own))}, shown as supported {shown}"
                graded = [r for r in own if r["right"] is not None]
                if kind == "answerable" and graded:
                    unmarked = sum(r["unmarked"] for r in graded)
                    line += f", right {sum(r['right'] for r in graded)} of {len(graded)}, wrong and unmarked {unmarked}"
                print(line)


if __name__ == "__main__":
    main()
