"""Time of the validator for an answer of 2000 characters over eight passages, by words and with the embedder's vectors.

    python tests/benchmarks/bench_validator_time.py [--models DIR] [--corpus DIR] [--runs 10]

The answer is put together of generated sentences with figures, so that every rule has something to do. Printed: median and 95th
percentile of the wall clock and of the processor's time; the budget is 800 ms on two cores. Then, over every ninth WiCE claim (about 1000
words of evidence each), the time of a claim when its vectors must be made and when they are there; the goal for the latter is 50 ms.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parent)]

from bench_validator import Case, check, load, passage, wice_cases  # noqa: E402

_THINGS = ("sauna", "gym", "library", "workshop", "greenhouse", "garage", "theatre", "kitchen", "archive", "studio")


def texts(number: int) -> list[str]:
    """Sentences about one house; the houses differ in their figures."""
    return [
        f"In house {number} the {thing} costs {5 + 3 * i + number} euros a month, is open from {6 + i % 4}:00 to {16 + i % 5}:00, and must be booked "
        f"at least {2 + i} days ahead; up to {10 + 7 * i + number} people may use it, except on {1 + i} March 203{number}."
        for i, thing in enumerate(_THINGS)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--corpus", type=Path, default=HERE.parents[3] / "shared" / "corpus")
    options = parser.parse_args()
    given = tuple(passage(" ".join(texts(n)), n, f"House {n}", f"House {n}.md") for n in range(8))
    ways = {"words": None} | ({"vectors": load(options.models, hurry=True)} if options.models else {})
    for name, embed in ways.items():
        wall, processor = [], []
        for run in range(options.runs + 1):
            # Another answer in each run, so that nothing is known from the one before; the first one loads month names and stemmers.
            answer = " ".join(texts(run % 8)[::-1])[:2000].replace("costs", f"costs in run {run}")
            case = Case("t", "en", f"What does the sauna of house {run % 8} cost?", answer, given)
            began, used = time.perf_counter(), time.process_time()
            report = check(case, answer[:2000], embed)
            wall.append((time.perf_counter() - began) * 1000)
            processor.append((time.process_time() - used) * 1000)
        ordered = sorted(wall[1:])
        print(
            f"{name:8} {len(report.sentences)} sentences: {statistics.median(ordered):.0f} ms median, {ordered[int(len(ordered) * 0.95)]:.0f} ms p95 "
            f"(processor {statistics.median(processor[1:]):.0f} ms)"
        )
    if options.models and (options.corpus / "ir" / "wice_claims_dev.jsonl").is_file():
        claims(options.models, options.corpus)


def claims(models: Path, corpus: Path) -> None:
    embed = load(models)
    cases = [case for case, _ in wice_cases(corpus)][::9]
    for way in ("vectors made", "vectors there"):
        began, used = time.perf_counter(), time.process_time()
        for case in cases:
            check(case, case.answer, embed)
        wall, processor = time.perf_counter() - began, time.process_time() - used
        print(f"WiCE, {way:13} {1000 * wall / len(cases):.0f} ms a claim (processor {1000 * processor / len(cases):.0f} ms)")


if __name__ == "__main__":
    main()
