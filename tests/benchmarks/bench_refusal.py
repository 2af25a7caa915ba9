"""Refusal by rules alone: questions that the documents do not answer, and those that they do, asked of the program without a language model.

    python tests/benchmarks/bench_refusal.py --models DIR [--home DIR] [--show]

Near misses ask for something that the same documents come close to; foreign questions for something quite different (20 and 25,
``refusal_questions.jsonl``, and the unanswerable ones of the sets). The program finds passages, judges by rule whether they answer
(``app.rules.extractive.answerability``) and, having no model, shows them or says that nothing was found. What the validator refuses of a
model's answer afterwards is not counted here. Prints a table; asserts nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve()
PROJECT = HERE.parents[2]
sys.path[:0] = [str(PROJECT), str(HERE.parent)]

EMBEDDER = "multilingual-e5-small"


def questions(corpus: Path) -> dict[tuple[str, str], list[str]]:
    """(kind, set) → questions; near misses of the sets that are marked as unanswerable count with ours."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in _rows(HERE.with_name("refusal_questions.jsonl")):
        found[row["kind"], row["set"]].append(row["question"])
    sets = {
        "samples": PROJECT / "tests" / "corpus" / "samples-questions.jsonl",
        "office": corpus / "office" / "questions.jsonl",
    }
    for name, file in sets.items():
        for row in _rows(file) if file.is_file() else ():
            found["near_miss" if row["kind"] == "unanswerable" else "answerable", name].append(row["question"])
    return found


def _rows(file: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, default=HERE.parents[3] / "shared" / "corpus")
    parser.add_argument("--home", type=Path, help="data folder to use and keep (default: a new one that is thrown away)")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="refusal-") as folder:
        only = Path(folder) / "models"
        only.mkdir()
        (only / EMBEDDER).symlink_to((options.models / EMBEDDER).absolute(), target_is_directory=True)
        policy = Path(folder) / "policy.json"
        policy.write_text(json.dumps({"models_dir": str(only)}), encoding="utf-8")
        os.environ["DOSSIER_POLICY"] = str(policy)
        run(options.home or Path(folder) / "home", options.corpus, options.show)


def run(home: Path, corpus: Path, show: bool) -> None:
    from app.environment import prepare_environment

    home.mkdir(parents=True, exist_ok=True)
    prepare_environment(home)
    from bench_validator import interval

    from app.bootstrap import Program
    from app.messages.answer import Question
    from app.messages.base import new_correlation_id
    from app.messages.retrieval import RetrievalFilters

    folders = {
        "samples": [PROJECT / "resources" / "samples"],
        "office": sorted(p for p in corpus.glob("office/*") if p.is_dir()),
    }
    program = Program.open(home, accept_notice=True)
    try:
        if not program.consent.accepted():
            program.consent.accept("flag")
        engine = program.engine()
        refused: dict[str, list[bool]] = defaultdict(list)
        asked = questions(corpus)
        for name, paths in folders.items():
            if not paths:
                print(f"skipped: {name} is not there")
                continue
            engine.import_paths(name, paths, lambda progress: None).result()
            filters = RetrievalFilters(collections=(program.collection(name).id,))
            for (kind, where), texts in asked.items():
                for text in texts if where == name else ():
                    message = Question(correlation_id=new_correlation_id(), text=text, filters=filters, depth="quick")
                    answer = engine.ask(message, lambda event: None).result()
                    told = answer.status == "not_found"
                    refused[kind].append(told)
                    if show and told == (kind == "answerable"):
                        print(f"{kind} {answer.status}: {text}\n    {answer.text[:200]!r}")
        for kind, told in sorted(refused.items()):
            print(f"{kind:12} refused {interval(sum(told), len(told))}")
    finally:
        program.close()


if __name__ == "__main__":
    main()
