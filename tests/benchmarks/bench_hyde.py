"""Whether a hypothetical answer, searched beside the question (HyDE), finds more: evidence among the first 4, 8 and 10 passages. Printed.

`python tests/benchmarks/bench_hyde.py --home FOLDER --set office`: the home must hold the set already (`make check-corpus` leaves one).
Ways: the question alone; with the sub-queries that the rules make (``plan_queries``, ``compared_sides``); with the model's hypothetical
answer as one more query, merged as Thorough merges its sub-queries (round robin by rank, ranked by relevance, the best of each kept);
with the gold answer in its place, which no model can better: what HyDE could gain at most. ``--no-model`` leaves the model out.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "corpus"))

from check_corpus import find_set  # noqa: E402
from evidence import holds, same_file  # noqa: E402
from grader import Question, load_questions  # noqa: E402

from app.assembly import make_runtime  # noqa: E402
from app.bootstrap import Program  # noqa: E402
from app.messages.base import new_correlation_id  # noqa: E402
from app.messages.retrieval import Passage, RetrievalResponse  # noqa: E402
from app.pipeline.merging import merge  # noqa: E402
from app.pipeline.passages import prefer_year, to_passage  # noqa: E402
from app.pipeline.planner import compared_sides, plan_queries  # noqa: E402
from index.search.searcher import Searcher  # noqa: E402
from index.store.reader import PassageReader  # noqa: E402
from models.embedders.factory import load_embedder  # noqa: E402
from models.runtimes.base import ChatMessage, GenerationSettings, Runtime  # noqa: E402

KEPT = (4, 8, 10)
CANDIDATES = 30
HYPOTHETICAL_TOKENS = 60
PROMPTS = {
    "en": "Write one sentence, as it might stand in an office document, that answers this question. Invent the details.\n\nQuestion: {q}",
    "de": "Schreibe einen Satz, wie er in einem amtlichen Dokument stehen könnte, der diese Frage beantwortet. Erfinde die Einzelheiten."
    "\n\nFrage: {q}",
}
WAYS = ("question", "with sub-queries", "with HyDE", "with the gold answer")


def hypothetical(runtime: Runtime, question: Question) -> str:
    prompt = PROMPTS[question.language].format(q=question.question)
    settings = GenerationSettings(max_tokens=HYPOTHETICAL_TOKENS, temperature=0.0, grammar=r"root ::= [^\n]{10,300}")
    return "".join(t.text for t in runtime.generate((ChatMessage("user", prompt),), settings, lambda: False)).strip()


def search(searcher: Searcher, query: str, collection: str) -> RetrievalResponse:
    hits = searcher.search(query[:500], (collection,), "hybrid", limit=CANDIDATES).hits
    documents = prefer_year([to_passage(h) for h in hits], query)[:10]
    return RetrievalResponse(correlation_id=new_correlation_id(), status="success", documents=tuple(documents))


def found(question: Question, passages: Sequence[Passage]) -> tuple[bool, bool]:
    """(a piece of evidence is there, every piece is)."""
    there = [
        any(same_file(p.source, e.file) and any(holds(f"{p.context} {p.content}", w) for w in e.contains) for p in passages)
        for e in question.evidence
    ]
    return any(there), all(there)


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    out, progress = Console(width=120), Console(stderr=True)
    chosen = find_set(options.set)
    if chosen is None:
        out.print(f"skipped: the set {options.set} is not there")
        return 0
    questions = [q for q in load_questions(chosen.questions) if q.answerable and q.evidence]
    questions = [q for q in questions if not options.ids or q.id in options.ids.split(",")]
    counts: dict[tuple[str, int, str], list[tuple[bool, bool]]] = defaultdict(list)
    took = []
    with Program.open(options.home, accept_notice=True) as program:
        collection = program.collection(chosen.name).id
        embedder = load_embedder(program.models, program.settings.embedder, 2)
        embedder.warm_up()
        reader = PassageReader(program.paths.index)
        searcher = Searcher(program.ledger(), reader, embedder)
        runtime = None if options.no_model else make_runtime(program, "answers")
        if runtime is not None:
            runtime.warm_up()
        for question in questions:
            whole = search(searcher, question.question, collection)
            parts = [
                *plan_queries(question.question, question.language)[1:],
                *compared_sides(question.question, question.language),
            ]
            sub = [search(searcher, part, collection) for part in parts]
            gold = search(searcher, question.answer, collection)
            ways = {"question": [whole], "with sub-queries": [whole, *sub], "with the gold answer": [whole, gold]}
            if runtime is not None:
                began = time.monotonic()
                guess = hypothetical(runtime, question)
                took.append(time.monotonic() - began)
                ways["with HyDE"] = [whole, search(searcher, guess, collection)]
            kind = "several" if len(question.evidence) > 1 or question.kind in ("compare", "multi_hop") else "one"
            for way, responses in ways.items():
                for keep in KEPT:
                    counts[(way, keep, kind)].append(found(question, merge(responses, keep).documents))
            seen = " · ".join(f"{way} {counts[(way, KEPT[0], kind)][-1]}" for way in ways)
            progress.print(
                f"{question.id} {kind}, first {KEPT[0]}, (any, every piece): {seen}", highlight=False, soft_wrap=True
            )
        if runtime is not None:
            runtime.close()
        reader.close()
        embedder.close()
    out.print(_table(counts, len(questions)))
    if took:
        out.print(f"a hypothetical answer took {sorted(took)[len(took) // 2]:.1f} s (median), {max(took):.1f} s at most")
    return 0


def _table(counts: dict[tuple[str, int, str], list[tuple[bool, bool]]], total: int) -> Table:
    table = Table(
        title=f"Evidence among the first k passages, {total} questions: any piece / every piece", title_justify="left"
    )
    table.add_column("way")
    kinds = sorted({kind for _, _, kind in counts})
    for keep in KEPT:
        for kind in kinds:
            table.add_column(f"k={keep} {kind}", justify="right")
    for way in (way for way in WAYS if any(counted == way for counted, _, _ in counts)):
        cells = []
        for keep in KEPT:
            for kind in kinds:
                seen = counts[(way, keep, kind)]
                cells.append(f"{sum(a for a, _ in seen)} / {sum(b for _, b in seen)} of {len(seen)}")
        table.add_row(way, *cells)
    return table


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, required=True, help="data folder that holds the set and the models")
    parser.add_argument("--set", choices=("office", "german"), default="office")
    parser.add_argument(
        "--no-model", action="store_true", help="without hypothetical answers: only what they could gain at most"
    )
    parser.add_argument("--ids", help="only these questions, separated by commas")
    return parser


if __name__ == "__main__":
    sys.exit(main())
