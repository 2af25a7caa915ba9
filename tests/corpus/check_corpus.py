"""Import a set of documents, ask its questions of the real program, print what is right and what is wrong without being marked.

    python tests/corpus/check_corpus.py --set office|german|samples|all --home DIR --models DIR

A set is a folder with ``questions.jsonl`` and folders of documents beside it (``--folder`` takes any such). Only those folders are
imported, never the questions. Exit code 0, or 1 when a threshold that was asked for is missed; a missing set is said and skipped.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from adapter import CorpusEngine, Depth, open_engine
from grader import Given, Question, grade, load_questions
from report import Figures, Row, as_json, figures, machine, print_figures, print_run
from rich.console import Console

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
SHARED = PROJECT.parent / "shared" / "corpus"


@dataclass(frozen=True)
class DocumentSet:
    name: str
    questions: Path
    documents: tuple[Path, ...]


def set_in(folder: Path) -> DocumentSet | None:
    """The set in a folder: its questions and the folders beside them. None when there is none."""
    questions = folder / "questions.jsonl"
    documents = tuple(sorted(path for path in folder.glob("*") if path.is_dir())) if questions.is_file() else ()
    return DocumentSet(folder.name, questions, documents) if documents else None


def find_set(name: str) -> DocumentSet | None:
    """One of the known sets by name; None when its folder is missing."""
    if name == "samples":
        return DocumentSet(name, HERE / "samples-questions.jsonl", (PROJECT / "resources" / "samples",))
    return set_in(SHARED / name)


def run(engine: CorpusEngine, questions: Sequence[Question], collection: str, depth: Depth, console: Console) -> list[Row]:
    """Ask all questions, one after the other; a line of progress for each."""
    rows: list[Row] = []
    for number, question in enumerate(questions, start=1):
        began = time.perf_counter()
        given = Given.from_answer(engine.ask(question.question, collection, depth))
        row = Row(question, given, grade(question, given), time.perf_counter() - began)
        rows.append(row)
        word = "right" if row.grade.right else "UNMARKED" if row.grade.unmarked else "wrong"
        console.print(f"{collection} {number}/{len(questions)} {question.id} {word} {row.seconds:.1f} s", highlight=False)
    return rows


def missed(found: Figures, options: argparse.Namespace) -> list[str]:
    """The thresholds that were asked for and not reached, over all sets of this run together."""
    checks = [
        (options.require_right, found.right[0], "right", True),
        (options.require_present, found.passage_present[0], "passage present", True),
        (options.require_unmarked_at_most, found.wrong_and_unmarked[0], "wrong and unmarked", False),
    ]
    return [
        f"{label}: {value}, wanted {'at least' if at_least else 'at most'} {wanted}"
        for wanted, value, label, at_least in checks
        if wanted is not None and (value < wanted if at_least else value > wanted)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    progress, out = Console(stderr=True), Console(width=None if sys.stdout.isatty() else 200)
    names = ("office", "german", "samples") if options.set == "all" else (options.set,)
    wanted = [(options.folder.name, set_in(options.folder))] if options.folder else [(name, find_set(name)) for name in names]
    found = [document_set for _, document_set in wanted if document_set is not None]
    for name, document_set in wanted:
        if document_set is None:
            out.print(f"skipped: the set {name} is not there (a folder with questions.jsonl beside folders of documents)")
    if not found:
        return 0
    engine = open_engine(options.home, options.models)
    results: dict[str, list[Row]] = {}
    try:
        for document_set in found:
            summary = engine.import_paths(document_set.documents, document_set.name)
            out.print(f"{document_set.name} imported: {json.dumps(summary)}", highlight=False)
            questions = load_questions(document_set.questions)[: options.limit]
            results[document_set.name] = run(engine, questions, document_set.name, options.depth, progress)
            print_run(out, document_set.name, results[document_set.name])
            if options.json:
                _write(options.json, results, options.depth)
    finally:
        engine.close()
    together = figures([row for rows in results.values() for row in rows])
    if len(results) > 1:
        print_figures(out, "all sets", together)
    failures = missed(together, options)
    for failure in failures:
        out.print(f"missed: {failure}", style="bold red")
    return 1 if failures else 0


def _write(path: Path, results: dict[str, list[Row]], depth: Depth) -> None:
    sets = {name: {"figures": asdict(figures(rows)), "questions": [as_json(r) for r in rows]} for name, rows in results.items()}
    text = json.dumps({"machine": machine(), "depth": depth, "sets": sets}, ensure_ascii=False, indent=1)
    path.write_text(text, encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=("office", "german", "samples", "all"), default="all")
    parser.add_argument(
        "--folder", type=Path, help="any folder with questions.jsonl and folders of documents, instead of --set"
    )
    parser.add_argument("--home", type=Path, required=True, help="data folder for this run (an empty or an earlier one)")
    parser.add_argument("--models", type=Path, help="folder with models that are set up (default: those in --home)")
    parser.add_argument("--limit", type=int, help="only the first N questions of each set")
    parser.add_argument("--depth", choices=("quick", "thorough"), default="quick")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write all answers and figures to this file")
    parser.add_argument("--require-right", type=int, metavar="N", help="exit code 1 when fewer are right")
    parser.add_argument("--require-present", type=int, metavar="N", help="exit code 1 when the passage is present for fewer")
    parser.add_argument(
        "--require-unmarked-at-most", type=int, metavar="N", help="exit code 1 when more are wrong and unmarked"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
