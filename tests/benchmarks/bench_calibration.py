"""Fits and checks the calibrated relevance (index/search/calibration.py).

    python tests/benchmarks/bench_calibration.py --models DIR [--questions 300] [--documents] [--fit]

Material: XQuAD in three languages. Each language's paragraphs are parted into two collections, so that every article has
paragraphs in both: a question asked in the half that holds its paragraph is answerable, in the other half it is a near miss
(same article, no answer). Questions of one language are also asked over the paragraphs of another. Half of all questions are
answerable, so the fitted probability is for that mix. ``--documents`` checks the coefficients on the office and German documents
with the real parsers and chunker ; questions of one set asked in the other are the foreign ones.
Without ``--fit`` the coefficients in the code are judged. Prints Markdown; nothing is asserted.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parent)]

import numpy as np  # noqa: E402
from _documents import Readings, files, questions, sources  # noqa: E402
from _retrieval import CACHE, Bench, embedder, load, set_folder  # noqa: E402

from index.chunking.chunker import ChunkLimits, chunk_document  # noqa: E402
from index.search import calibration  # noqa: E402
from index.search.features import Features  # noqa: E402

PAIRS = [("en", "en"), ("de", "de"), ("zh", "zh"), ("de", "en"), ("zh", "en"), ("en", "de"), ("en", "zh"), ("de", "zh")]
TOP = 12
RIDGE = 1.0
DOCUMENT_WEIGHT = 4.0


@dataclass
class Asked:
    """A question put to a collection: features and label of its passages, in fused order."""

    setting: str
    answerable: bool
    passages: list[tuple[Features, bool]]


class Recorder:
    """Stands for the relevance: keeps the features and leaves the order by fusion as it is."""

    def __init__(self) -> None:
        self.seen: list[Features] = []

    def __call__(self, passages: Sequence[Features]) -> list[float]:
        self.seen = list(passages)
        return [1.0 / (2.0 + place) for place in range(len(passages))]


def half(passage: str) -> int:
    return int(passage.split("p")[-1]) % 2


def collect_xquad(bench: Bench, recorder: Recorder, questions: int) -> list[Asked]:
    sets = {name: load(set_folder(name), name) for name in ("en", "de", "zh")}
    halves = {
        (name, side): bench.index(f"{name}{side}", {k: v for k, v in data.passages.items() if half(k) == side}, name)
        for name, data in sets.items()
        for side in (0, 1)
    }
    chosen = random.Random(1)
    asked: list[Asked] = []
    for language, documents in PAIRS:
        data = sets[language]
        for query in chosen.sample(sorted(data.queries), questions if language == documents else questions // 2):
            gold = set(data.relevant[query])
            home = half(next(iter(gold)))
            for side in (home, 1 - home):
                recorder.seen.clear()
                hits = bench.searcher.search(data.queries[query], [halves[documents, side]], limit=1000).hits
                passages = [(f, bench.passage_id(h) in gold) for f, h in zip(recorder.seen, hits, strict=True)]
                asked.append(Asked(f"{language} in {documents}", side == home, passages[:TOP]))
    return asked


def collect_documents(home: Path, model, recorder: Recorder) -> list[Asked]:
    """Office and German documents, read by the real parsers; a passage answers when it holds the evidence word for word."""
    bench = Bench(home, model, score=recorder)
    limits = ChunkLimits(max_tokens=model.max_tokens)
    collections = {}
    for name in ("office", "german"):
        readings = {str(path): document for path, document in Readings().read(files(name)).items()}
        collections[name] = bench.import_documents(
            name, sources(name), lambda path, known=readings: known[str(path)],
            lambda document, file_name: chunk_document(document, file_name, model.count_tokens, limits),
        )  # fmt: skip
    asked: list[Asked] = []
    for name in collections:
        for question in questions(name):
            for other, collection in collections.items():
                recorder.seen.clear()
                hits = bench.searcher.search(question.text, [collection], limit=1000).hits
                here = other == name and question.answerable
                passages = [
                    (f, here and any(e.held_by(h.source_path, h.content) for e in question.evidence))
                    for f, h in zip(recorder.seen, hits, strict=True)
                ]
                setting = f"{name}" if here else f"{name}, unanswerable" if other == name else f"{name} in {other}"
                asked.append(Asked(setting, here, passages[:TOP]))
    bench.close()
    return asked


def reworded(asked: list[Asked]) -> list[Asked]:
    """XQuAD's questions were written with the paragraph in view and share its words; people's questions do not. For half of the
    questions a random part of the shared words is taken away."""
    chance = random.Random(2)
    changed = []
    for a in asked:
        kept = chance.uniform(0.2, 1.0) if chance.random() < 0.5 else 1.0
        changed.append(replace(a, passages=[(replace(f, coverage=f.coverage * kept), label) for f, label in a.passages]))
    return changed


def fit(asked: list[Asked], documents: list[Asked], rounds: int = 40) -> np.ndarray:
    """Ridge logistic regression by Newton's method over all passages; a document question counts ``DOCUMENT_WEIGHT`` times."""
    parts = [(reworded(asked), 1.0), (documents, DOCUMENT_WEIGHT)]
    x = np.array([calibration.inputs(f) for part, _ in parts for a in part for f, _ in a.passages])
    y = np.array([label for part, _ in parts for a in part for _, label in a.passages], dtype=float)
    w = np.array([weight for part, weight in parts for a in part for _ in a.passages])
    penalty = RIDGE * np.eye(x.shape[1])
    penalty[0, 0] = 1e-6
    b = np.zeros(x.shape[1])
    for _ in range(rounds):
        p = 1 / (1 + np.exp(-x @ b))
        hessian = (x * (w * p * (1 - p) + 1e-9)[:, None]).T @ x + penalty
        b = b + np.linalg.solve(hessian, x.T @ (w * (y - p)) - penalty @ b)
    return b


def probability(features: Features, b: np.ndarray) -> float:
    return float(1 / (1 + np.exp(-np.dot(calibration.inputs(features), b))))


def log_loss(asked: list[Asked], b: np.ndarray) -> float:
    losses = []
    for a in asked:
        for f, label in a.passages:
            p = min(max(probability(f, b), 1e-9), 1 - 1e-9)
            losses.append(-np.log(p if label else 1 - p))
    return float(np.mean(losses))


def reliability(asked: list[Asked], b: np.ndarray) -> None:
    print("\n| relevance | passages | mean relevance | share that answers |\n|---|---|---|---|")
    pairs = [(probability(f, b), label) for a in asked for f, label in a.passages]
    for low, high in ((0, 0.05), (0.05, 0.2), (0.2, 0.4), (0.4, 0.55), (0.55, 0.65), (0.65, 0.8), (0.8, 0.95), (0.95, 1.01)):
        inside = [(p, label) for p, label in pairs if low <= p < high]
        if inside:
            print(
                f"| {low:.2f}–{min(high, 1):.2f} | {len(inside)} | {np.mean([p for p, _ in inside]):.2f} "
                f"| {np.mean([label for _, label in inside]):.2f} |"
            )


def thresholds(asked: list[Asked], b: np.ndarray) -> None:
    """Per setting: in what share of questions the best passage reaches the threshold."""
    by_setting: dict[tuple[str, bool], list[tuple[float, bool]]] = defaultdict(list)
    for a in asked:
        best = max(((probability(f, b), label) for f, label in a.passages), default=(0.0, False))
        by_setting[a.setting, a.answerable].append(best)
    print(
        "\n| questions | n | best ≥ 0.1 | ≥ 0.2 | ≥ 0.4 | ≥ 0.6 | ≥ 0.8 | best one answers |\n|---|---|---|---|---|---|---|---|"
    )
    for (setting, answerable), best in sorted(by_setting.items(), key=lambda item: (not item[0][1], item[0][0])):
        values = np.array([p for p, _ in best])
        cells = " | ".join(f"{(values >= t).mean():.2f}" for t in (0.1, 0.2, 0.4, 0.6, 0.8))
        kind = "answerable" if answerable else "not answerable"
        print(f"| {setting}, {kind} | {len(best)} | {cells} | {np.mean([label for _, label in best]):.2f} |")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--models", type=Path, required=True)
    arguments.add_argument("--embedder", default="multilingual-e5-small")
    arguments.add_argument("--questions", type=int, default=300, help="for each language; half as many over another language")
    arguments.add_argument("--documents", action="store_true")
    arguments.add_argument("--fit", action="store_true")
    arguments.add_argument("--cache", type=Path, default=CACHE, help="folder that keeps vectors between runs")
    options = arguments.parse_args()
    model = embedder(options.models, options.embedder, options.cache)
    recorder = Recorder()
    b = np.array([weight for _, weight in calibration.COEFFICIENTS])
    with tempfile.TemporaryDirectory() as home:
        bench = Bench(Path(home), model, score=recorder)
        asked = collect_xquad(bench, recorder, options.questions)
        bench.close()
    documents: list[Asked] = []
    if options.documents:
        with tempfile.TemporaryDirectory() as home:
            documents = collect_documents(Path(home), model, recorder)
    if options.fit:
        b = fit(asked, documents)
        print("coefficients:", ", ".join(f"{name} {w:.2f}" for (name, _), w in zip(calibration.COEFFICIENTS, b, strict=True)))
        for name in ("en in en", "de in de", "zh in zh"):
            rest = fit([a for a in asked if a.setting != name], documents)
            held = [a for a in asked if a.setting == name]
            print(f"log loss on {name}, fitted without it: {log_loss(held, rest):.4f} (with it: {log_loss(held, b):.4f})")
        for name in ("office", "german") if documents else ():
            rest = fit(asked, [a for a in documents if not a.setting.startswith(name)])
            held = [a for a in documents if a.setting.startswith(name)]
            print(f"log loss on {name}, fitted without it: {log_loss(held, rest):.4f} (with it: {log_loss(held, b):.4f})")
    for part in (asked, documents):
        if part:
            reliability(part, b)
            thresholds(part, b)
    model.save()


if __name__ == "__main__":
    main()
