"""Measures the validator: WiCE claims and tokens, planted errors, near misses. Prints tables; asserts nothing.

    python tests/benchmarks/bench_validator.py [--models DIR] [--corpus DIR] [--show FAMILY]

Without ``--models`` (a folder that holds multilingual-e5-small) the validator runs on words alone.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parent)]
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

from planted import FAMILIES, plant  # noqa: E402

from app.messages.base import new_correlation_id  # noqa: E402
from app.messages.retrieval import Passage  # noqa: E402
from app.messages.validation import GenerationMetadata, ValidationReport, ValidationRequest  # noqa: E402
from app.rules import alignment, similarity  # noqa: E402
from app.rules.check import validate  # noqa: E402
from app.rules.extractive import answerability  # noqa: E402
from app.rules.proper_names import find_names  # noqa: E402
from app.rules.quantities import read_quantities  # noqa: E402
from models.embedders.base import TokenVectors  # noqa: E402
from models.embedders.fastembed import EncoderSpec, FastEmbedEncoder  # noqa: E402

_META = GenerationMetadata(
    model="none", temperature=0, prompt_tokens=0, completion_tokens=0, time_to_first_token_ms=0, tokens_per_second=0
)


@dataclass(frozen=True)
class Case:
    name: str
    language: str
    question: str
    answer: str
    passages: tuple[Passage, ...]

    @property
    def text(self) -> str:
        return "\n".join(p.content for p in self.passages)


def passage(text: str, number: int, context: str = "", source: str = "document.md") -> Passage:
    content = text.encode()[:5000].decode(errors="ignore")
    return Passage(
        doc_id=f"d{number}", chunk_id=f"c{number}", collection_id="bench", content=content, context=context, relevance_score=0.9,
        source=source, source_type="md", chunk_index=number, start=0, end=len(content),
    )  # fmt: skip


def pieces(lines: Sequence[str], context: str) -> tuple[Passage, ...]:
    """Evidence sentences packed into passages of at most 4,500 bytes."""
    packed: list[list[str]] = [[]]
    for line in lines:
        if sum(len(x.encode()) + 1 for x in packed[-1]) + len(line.encode()) > 4500 and packed[-1]:
            packed.append([])
        packed[-1].append(line[:4000])
    return tuple(passage("\n\n".join(p), i, context) for i, p in enumerate(packed) if any(x.strip() for x in p))


def check(case: Case, answer: str, embed: Embedding | None) -> ValidationReport:
    request = ValidationRequest(
        correlation_id=new_correlation_id(), question=case.question, response_text=answer[:2000], passages=case.passages,
        source_documents=tuple(p.doc_id for p in case.passages), generation_metadata=_META,
    )  # fmt: skip
    return validate(request, embed, case.language, lambda: False, embed.tokens if embed else None)


def gold_cases(corpus: Path) -> list[Case]:
    cases = []
    for folder, language in (("office", "en"), ("german", "de")):
        for q in _lines(corpus / folder / "questions.jsonl"):
            if q["evidence"] and q["kind"] != "unanswerable":
                given = tuple(
                    passage("\n\n".join(e["contains"]), i, e["where"] or "", e["file"]) for i, e in enumerate(q["evidence"])
                )
                cases.append(Case(q["id"], language, q["question"], q["answer"], given))
    return cases


def xquad_cases(corpus: Path, count: int, seed: int = 7) -> list[Case]:
    """Short answers with their paragraph among three others of the set."""
    cases = []
    for language in ("en", "de", "zh"):
        folder = corpus / "ir" / "xquad" / language
        texts = {d["id"]: d for d in _lines(folder / "corpus.jsonl")}
        right = dict(line.split("\t")[:2] for line in (folder / "qrels.tsv").read_text("utf-8").splitlines()[1:])
        rng = random.Random(seed)
        for q in rng.sample(_lines(folder / "queries.jsonl"), count):
            ids = [right[q["id"]], *rng.sample(sorted(texts.keys() - {right[q["id"]]}), 3)]
            given = tuple(passage(texts[i]["text"], n, texts[i].get("title", "")) for n, i in enumerate(ids))
            cases.append(Case(q["id"], language, q["text"], q["answers"][0], given))
    return cases


def wice_cases(corpus: Path) -> list[tuple[Case, str]]:
    return [
        (Case(r["id"], "en", "", r["claim"], pieces(r["evidence"], "")), r["label"])
        for r in _lines(corpus / "ir" / "wice_claims_dev.jsonl")
        if any(x.strip() for x in r["evidence"])
    ]


def _lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def interval(hits: int, n: int) -> str:
    """Share with its 95 % Wilson interval."""
    if not n:
        return "-"
    p, z = hits / n, 1.96
    mid, half = (p + z * z / (2 * n)) / (1 + z * z / n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return f"{p:6.1%} [{max(0, mid - half):.1%}, {min(1, mid + half):.1%}] of {n}"


def auc(scores: Sequence[float], labels: Sequence[bool]) -> float:
    good, bad = [s for s, y in zip(scores, labels, strict=True) if y], [s for s, y in zip(scores, labels, strict=True) if not y]
    return sum((g > b) + 0.5 * (g == b) for g in good for b in bad) / max(1, len(good) * len(bad))


def planted(name: str, cases: list[Case], embed: Embedding | None, show: str | None) -> None:
    rng = random.Random(11)
    unchanged: Counter[str] = Counter()
    passed: dict[str, list[bool]] = defaultdict(list)
    for case in cases:
        report = check(case, case.answer, embed)
        unchanged[report.verdict] += 1
        if show == "unchanged" and report.verdict != "supported":
            _print(case, case.answer, report)
        for family in FAMILIES:
            changed = plant(case.answer, case.language, family, case.text, rng)
            if changed is None:
                continue
            report = check(case, changed, embed)
            passed[family].append(report.verdict == "supported")
            if show == family and report.verdict == "supported":
                _print(case, changed, report)
    n = len(cases)
    print(
        f"\n{name}: unchanged supported {interval(unchanged['supported'], n)}, unsupported {interval(unchanged['unsupported'], n)}"
    )
    for family in FAMILIES:
        print(f"  {family:18} passing as supported {interval(sum(passed[family]), len(passed[family]))}")


def _print(case: Case, answer: str, report: ValidationReport) -> None:
    print(f"\n[{case.name}] {case.question}\n  {answer}\n  gold: {case.answer} -> {report.verdict}")
    for sentence in report.sentences:
        for finding in sentence.findings:
            if finding.outcome in ("doubt", "fail"):
                print(f"    {finding.rule} {finding.outcome}: {finding.message}")
        for citation in sentence.citations[:3]:
            print(f"    « {citation.quote[:160]!r}")


def wice(corpus: Path, embed: Embedding | None) -> None:
    rows = []
    began = time.perf_counter()
    for case, label in wice_cases(corpus):
        report = check(case, case.answer, embed)
        claims = [s for s in report.sentences if s.verdict != "no_claim"]
        rows.append((min((s.score for s in claims), default=0.0), label == "supported", report.verdict))
    elapsed = (time.perf_counter() - began) / len(rows) * 1000
    labels = [y for _, y, _ in rows]
    told = [v == "supported" for _, _, v in rows]
    hit = sum(t and y for t, y in zip(told, labels, strict=True))
    precision, recall = hit / max(1, sum(told)), hit / max(1, sum(labels))
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    print(
        f"\nWiCE claims ({len(rows)}): verdict F1 {f1:.3f} (P {precision:.2f}, R {recall:.2f}), AUC {auc([s for s, _, _ in rows], labels):.3f}, {elapsed:.0f} ms a claim"
    )
    print(f"  F1 of the score at a threshold chosen on the other half: {_cross_f1([s for s, _, _ in rows], labels):.3f}")


def _cross_f1(scores: list[float], labels: list[bool]) -> float:
    def f1(at: float, rows: list[int]) -> float:
        tp = sum(scores[i] >= at and labels[i] for i in rows)
        return 2 * tp / max(1, sum(scores[i] >= at for i in rows) + sum(labels[i] for i in rows))

    halves = [list(range(0, len(scores), 2)), list(range(1, len(scores), 2))]
    values = []
    for train, test in (halves, halves[::-1]):
        best = max({scores[i] for i in train}, key=lambda at: f1(at, train))
        values.append(f1(best, test))
    return sum(values) / 2


def wice_tokens(corpus: Path, embed: Embedding | None) -> None:
    """Marked words against the words that people marked as not supported; apart for numbers, dates and names."""
    counts = {"all": Counter[str](), "figures, dates, names": Counter[str]()}
    for row in _lines(corpus / "ir" / "wice_nonsupported_tokens_dev.jsonl"):
        given = pieces(row["evidence"], "")
        if not given:
            continue
        report = check(Case("t", "en", "", row["claim"], given), row["claim"], embed)
        found = [
            f for s in report.sentences for f in s.findings
            if f.span and f.outcome in ("doubt", "fail") and f.rule not in ("citation", "semantic")
        ]  # fmt: skip
        sure = [q for q in read_quantities(row["claim"], "en") if not q.weak] + [
            n for n in find_names(row["claim"], "en") if n.sure
        ]
        at = 0
        for token, bad in zip(row["claim_tokens"], row["non_supported"], strict=True):
            start = row["claim"].find(token, at)
            if start < 0:
                continue
            at = start + len(token)
            met = {f.rule for f in found if f.span and f.span.start < at and start < f.span.end}
            counts["all"][_cell(bool(met), bad)] += 1
            if any(part.start < at and start < part.end for part in sure):
                counts["figures, dates, names"][_cell(bool(met & {"numbers", "dates", "names", "computed"}), bad)] += 1
    for name, cell in counts.items():
        tp, fp, fn = cell["hit"], cell["false alarm"], cell["missed"]
        print(
            f"WiCE tokens, {name}: precision {tp / max(1, tp + fp):.2f}, recall {tp / max(1, tp + fn):.2f}, F1 {2 * tp / max(1, 2 * tp + fp + fn):.3f} of {cell.total()}"
        )


def _cell(marked: bool, bad: bool) -> str:
    return ("hit" if bad else "false alarm") if marked else ("missed" if bad else "right")


def refusal(corpus: Path, embed: Embedding | None, count: int) -> None:
    """Answerability of xquad questions with and without their paragraph."""
    scores, labels = [], []
    for case in xquad_cases(corpus, count, seed=23):
        for given, answerable in ((case.passages, True), (case.passages[1:], False)):
            scores.append(answerability(case.question, given, embed, case.language))
            labels.append(answerable)
    at = sorted(s for s, y in zip(scores, labels, strict=True) if y)[len(scores) // 20]
    kept = sum(s >= at for s, y in zip(scores, labels, strict=True) if not y)
    print(
        f"\nanswerability on xquad ({len(scores)}): AUC {auc(scores, labels):.3f}; at 90 % kept (≥ {at:.2f}) foreign kept {interval(kept, len(scores) // 2)}"
    )


class Embedding:
    """Vectors of texts and of their tokens, each text embedded once."""

    def __init__(self, embedder: FastEmbedEncoder) -> None:
        self._embedder = embedder
        self._texts: dict[str, np.ndarray] = {}
        self._tokens: dict[str, TokenVectors] = {}

    def __call__(self, texts: Sequence[str], *, asking: bool = False) -> np.ndarray:
        if asking:
            return np.stack([self._embedder.embed_query(t) for t in texts])
        new = [t for t in dict.fromkeys(texts) if t not in self._texts]
        if new:
            self._texts.update(zip(new, self._embedder.embed_passages(new), strict=True))
        return np.stack([self._texts[t] for t in texts])

    def tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        new = [t for t in dict.fromkeys(texts) if t not in self._tokens]
        if new:
            self._tokens.update(zip(new, self._embedder.embed_tokens(new), strict=True))
        return [self._tokens[t] for t in texts]


def load(models: Path | None, *, hurry: bool = False) -> Embedding | None:
    """Without ``hurry`` embedding takes the time that it needs, so that the figures do not depend on the machine's load."""
    if models is None:
        return None
    if not hurry:
        similarity.BUDGET_S = alignment.BUDGET_S = math.inf
    name = "multilingual-e5-small"
    embedder = FastEmbedEncoder(EncoderSpec(models / name, name, 384, 512, "query: ", "passage: ", threads=2))
    embedder.warm_up()
    return Embedding(embedder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--corpus", type=Path, default=HERE.parents[3] / "shared" / "corpus")
    parser.add_argument("--show", choices=("unchanged", *FAMILIES))
    parser.add_argument("--count", type=int, default=100, help="xquad questions a language")
    parser.add_argument("--only", default="gold,xquad,wiceplanted,wice,tokens,refusal")
    args = parser.parse_args()
    embed = load(args.models)
    parts = args.only.split(",")
    if "gold" in parts:
        planted("office and german gold answers, evidence strings", gold_cases(args.corpus), embed, args.show)
    if "xquad" in parts:
        for language in ("en", "de", "zh"):
            cases = [c for c in xquad_cases(args.corpus, args.count) if c.language == language]
            planted(f"xquad {language}", cases, embed, args.show)
    if "wiceplanted" in parts:
        planted("WiCE supported claims", [c for c, y in wice_cases(args.corpus) if y == "supported"][:200], embed, args.show)
    if "wice" in parts:
        wice(args.corpus, embed)
    if "tokens" in parts:
        wice_tokens(args.corpus, embed)
    if "refusal" in parts:
        refusal(args.corpus, embed, args.count)


if __name__ == "__main__":
    main()
