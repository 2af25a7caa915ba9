"""Fits the weights of ``app.rules.verdict.score`` on the WiCE development claims and says what they are worth in cross-validation.

    python tests/benchmarks/fit_support.py --models DIR [--corpus DIR] [--words]

``--words`` fits for a program without token vectors, and for sentences that are judged by their words alone. Ten folds, five shuffles;
ridge logistic regression; the threshold of each fold is the best one of its training part. Prints weights, area under the curve, F1.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parent)]

import bench_validator as bench  # noqa: E402

import app.rules.check as checking  # noqa: E402
from app.messages.validation import Finding  # noqa: E402
from app.rules import verdict  # noqa: E402
from app.rules.claim import Claim  # noqa: E402

Array = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
RIDGE, FOLDS, SHUFFLES = 1.0, 10, 5
NAMES = ("log credit", "names missing", "figures amiss", "nearness")


@dataclass(frozen=True)
class Claims:
    """One row a claim (its weakest sentence): ``x`` figures without the leading 1, ``y`` supported, ``decided`` ruled out by a rule."""

    x: Array
    y: Flags
    decided: Flags
    milliseconds: float


def read_claims(corpus: Path, models: Path | None) -> Claims:
    seen: list[tuple[float, ...]] = []

    def recorded(claim: Claim, findings: Sequence[Finding]) -> float:
        seen.append(verdict.figures(claim.support, findings) if claim.sources else ())
        return verdict.score(claim, findings)

    checking.score = recorded
    embed = bench.load(models)
    rows, labels, decided, elapsed = [], [], [], []
    width = 4 if embed else 3
    for case, label in bench.wice_cases(corpus):
        seen.clear()
        began = time.perf_counter()
        report = bench.check(case, case.answer, embed)
        elapsed.append(time.perf_counter() - began)
        whole = [row[1:] for row in seen if len(row) == width + 1]
        rows.append(min(whole, default=(math.nan,) * width))
        labels.append(label == "supported")
        decided.append(any(verdict.decided(s.findings) for s in report.sentences) or not whole)
    checking.score = verdict.score
    return Claims(np.array(rows), np.array(labels), np.array(decided), 1000 * float(np.mean(elapsed)))


def fit(x: Array, y: Flags) -> Array:
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


def f1(told: Flags, y: Flags) -> float:
    return float(2 * (told & y).sum() / max(1, told.sum() + y.sum()))


def cross_validate(claims: Claims) -> None:
    """Prints area and F1 of the score, and F1 of the verdict (score above the threshold and no rule against it)."""
    y = claims.y
    areas, by_fold, scored, verdicts, thresholds = [], [], [], [], []
    for seed in range(SHUFFLES):
        fold = _folds(y, seed)
        p, told, shown = np.zeros(len(y)), np.zeros(len(y), dtype=bool), np.zeros(len(y), dtype=bool)
        for number in range(FOLDS):
            train, test = fold != number, fold == number
            w = fit(claims.x[train], y[train])
            p[test], known = predict(w, claims.x[test]), predict(w, claims.x[train])
            told[test] = p[test] >= best_threshold(known, y[train], np.zeros(train.sum(), dtype=bool))
            thresholds.append(best_threshold(known, y[train], claims.decided[train]))
            shown[test] = (p[test] >= thresholds[-1]) & ~claims.decided[test]
            by_fold.append(bench.auc(p[test].tolist(), y[test].tolist()))
        areas.append(bench.auc(p.tolist(), y.tolist()))
        scored.append(f1(told, y))
        verdicts.append((f1(shown, y), (shown & y).sum() / shown.sum(), (shown & y).sum() / y.sum()))
    print(
        f"area {np.mean(areas):.3f} (shuffles ± {np.std(areas):.3f}, folds ± {np.std(by_fold):.3f}), F1 of the score {np.mean(scored):.3f}"
    )
    value, precision, recall = np.mean(verdicts, axis=0)
    print(
        f"verdict: F1 {value:.3f} (± {np.std([v for v, _, _ in verdicts]):.3f}), precision {precision:.2f}, recall {recall:.2f}, "
        f"threshold {np.median(thresholds):.2f} ({np.quantile(thresholds, 0.1):.2f} to {np.quantile(thresholds, 0.9):.2f})"
    )


def _folds(y: Flags, seed: int) -> npt.NDArray[np.int64]:
    """Number of each row's fold, as many supported ones in each."""
    rng = np.random.default_rng(seed)
    fold = np.zeros(len(y), dtype=np.int64)
    for label in (False, True):
        places = np.flatnonzero(y == label)
        fold[rng.permutation(places)] = np.arange(len(places)) % FOLDS
    return fold


def best_threshold(known: Array, y: Flags, decided: Flags) -> float:
    """Half-way between the two scores between which F1 is best."""
    steps = np.unique(known)
    at = int(np.argmax([f1((known >= t) & ~decided, y) for t in steps]))
    return float(steps[at] if at == 0 else (steps[at - 1] + steps[at]) / 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--corpus", type=Path, default=HERE.parents[3] / "shared" / "corpus")
    parser.add_argument("--words", action="store_true")
    args = parser.parse_args()
    claims = read_claims(args.corpus, None if args.words else args.models)
    known = ~np.isnan(claims.x).any(axis=1)
    kept = Claims(claims.x[known], claims.y[known], claims.decided[known], claims.milliseconds)
    print(
        f"{len(kept.y)} claims of {len(known)} have all figures, {kept.y.sum()} supported; {kept.milliseconds:.0f} ms a claim"
    )
    w = fit(kept.x, kept.y)
    print("weights: " + ", ".join(f"{n} {v:.2f}" for n, v in zip(("intercept", *NAMES), w, strict=False)))
    for n, column in zip(NAMES, kept.x.T, strict=False):
        area = bench.auc(column.tolist(), kept.y.tolist())
        print(f"  {n:16} alone: area {max(area, 1 - area):.3f}")
    cross_validate(kept)


if __name__ == "__main__":
    main()
