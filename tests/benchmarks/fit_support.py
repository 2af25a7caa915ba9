"""Fits the weights of ``app.rules.verdict.score`` on the WiCE development claims and says what they are worth in cross-validation.

    python tests/benchmarks/fit_support.py --models DIR [--corpus DIR] [--words]

``--words`` fits for a program without token vectors. Ten folds, five shuffles; ridge logistic regression; the threshold of each fold is the
best one of its training part. Prints weights, area under the curve, F1.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parent)]

import bench_validator as bench  # noqa: E402

import app.rules.check as checking  # noqa: E402
from app.rules.support import Support, support  # noqa: E402

Array = npt.NDArray[np.float64]
RIDGE, FOLDS, SHUFFLES = 1.0, 10, 5
NAMES = ("coverage", "names missing", "figures missing")


def features(corpus: Path, models: Path | None) -> tuple[Array, npt.NDArray[np.bool_], float]:
    """One row a claim (the weakest sentence of it), its label, and the mean milliseconds of a check."""
    seen: list[Support] = []

    def recorded(*arguments: object) -> Support:
        seen.append(support(*arguments))  # type: ignore[arg-type]
        return seen[-1]

    checking.support = recorded  # type: ignore[assignment]
    embed = bench.load(models)
    rows, labels, elapsed = [], [], []
    for case, label in bench.wice_cases(corpus):
        seen.clear()
        began = time.perf_counter()
        bench.check(case, case.answer, embed)
        elapsed.append(time.perf_counter() - began)
        worst = min(seen, key=lambda s: s.coverage, default=Support(0.0))
        rows.append((worst.coverage, worst.names_missing, worst.figures_missing))
        labels.append(label == "supported")
    return np.array(rows), np.array(labels), 1000 * float(np.mean(elapsed))


def fit(x: Array, y: npt.NDArray[np.bool_]) -> Array:
    """Intercept and weights; the intercept is not held back. Newton's method."""
    mean, scale = x.mean(axis=0), x.std(axis=0) + 1e-9
    z = np.column_stack([np.ones(len(x)), (x - mean) / scale])
    hold = np.diag([0.0] + [RIDGE] * x.shape[1])
    w = np.zeros(z.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-z @ w))
        step = np.linalg.solve(z.T @ (z * (p * (1 - p))[:, None]) + hold, z.T @ (y - p) - hold @ w)
        w += step
        if np.abs(step).max() < 1e-8:
            break
    weights = w[1:] / scale
    return np.r_[w[0] - weights @ mean, weights]


def predict(w: Array, x: Array) -> Array:
    return 1 / (1 + np.exp(-(w[0] + x @ w[1:])))


def f1(told: npt.NDArray[np.bool_], y: npt.NDArray[np.bool_]) -> float:
    return float(2 * (told & y).sum() / max(1, told.sum() + y.sum()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--corpus", type=Path, default=HERE.parents[3] / "shared" / "corpus")
    parser.add_argument("--words", action="store_true")
    args = parser.parse_args()
    x, y, elapsed = features(args.corpus, None if args.words else args.models)
    areas, scores, thresholds = [], [], []
    for seed in range(SHUFFLES):
        fold = np.random.default_rng(seed).permutation(len(y)) % FOLDS
        p, told = np.zeros(len(y)), np.zeros(len(y), dtype=bool)
        for number in range(FOLDS):
            train, test = fold != number, fold == number
            w = fit(x[train], y[train])
            p[test], known = predict(w, x[test]), predict(w, x[train])
            at = max(np.unique(known), key=lambda t: f1(known >= t, y[train]))
            told[test] = p[test] >= at
            thresholds.append(at)
        areas.append(bench.auc(p.tolist(), y.tolist()))
        scores.append(f1(told, y))
    w = fit(x, y)
    print(f"{len(y)} claims, {y.sum()} supported, {elapsed:.0f} ms a claim with its vectors made anew")
    print("weights: " + ", ".join(f"{n} {v:.2f}" for n, v in zip(("intercept", *NAMES), w, strict=True)))
    for n, column in zip(NAMES, x.T, strict=True):
        area = bench.auc(column.tolist(), y.tolist())
        print(f"  {n:16} alone: area {max(area, 1 - area):.3f}")
    print(f"cross-validated: area {np.mean(areas):.3f}, F1 {np.mean(scores):.3f}, threshold about {np.median(thresholds):.2f}")


if __name__ == "__main__":
    main()
