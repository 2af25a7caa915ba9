"""Retrieval quality: full text alone, vectors alone, fusion by rank, and ours (order of relevance).

    python tests/benchmarks/bench_retrieval.py --models DIR --sets en,de,zh,cranfield

``DIR`` holds the set-up models. Sets are folders with corpus.jsonl, queries.jsonl and qrels.tsv: names of ../shared/corpus/ir
or paths. Prints a Markdown table; nothing is asserted.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parent)]

import numpy as np  # noqa: E402
from _retrieval import DATA, Bench, CachedEmbedder, load, metrics, passage_id, timed  # noqa: E402

from models.embedders.fastembed import EncoderSpec, FastEmbedEncoder  # noqa: E402

EMBEDDERS = {
    "multilingual-e5-small": {"dimension": 384, "max_tokens": 512, "query_prefix": "query: ", "passage_prefix": "passage: "},
    "all-minilm-l6-v2": {"dimension": 384, "max_tokens": 256},
}


def set_folder(name: str) -> Path:
    for folder in (DATA / "ir" / "xquad" / name, DATA / "ir" / name, Path(name)):
        if (folder / "corpus.jsonl").exists():
            return folder
    raise SystemExit(f"no set named {name}")


def embedder(models: Path, name: str, cache: Path | None = None) -> CachedEmbedder:
    inner = FastEmbedEncoder(EncoderSpec(models / name, name, threads=2, **EMBEDDERS[name]))
    inner.warm_up()
    return CachedEmbedder(inner, cache)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--models", type=Path, required=True)
    arguments.add_argument("--embedder", default="multilingual-e5-small", choices=sorted(EMBEDDERS))
    arguments.add_argument("--sets", default="en,de,zh,cranfield")
    arguments.add_argument("--titles", action="store_true", help="titles of the set as context of each passage")
    arguments.add_argument("--cache", type=Path, help="file that keeps vectors between runs")
    options = arguments.parse_args()
    model = embedder(options.models, options.embedder, options.cache)
    columns = ("full text", "vectors", "fused", "ours")
    print(f"| set ({options.embedder}) | column | R@1 | R@5 | R@10 | nDCG@10 | MRR@10 | ms p50 | ms p95 |")
    print("|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as home:
        bench = Bench(Path(home), model)
        for name in options.sets.split(","):
            data = load(set_folder(name), Path(name).name)
            collection = bench.index(data.name, data.passages, data.language, data.titles if options.titles else None)
            ranked: dict[str, dict[str, list[str]]] = {column: {} for column in columns}
            times: dict[str, list[float]] = {column: [] for column in columns}
            for query, text in data.queries.items():
                for column, strategy in (("full text", "keyword"), ("vectors", "semantic"), ("ours", "hybrid")):
                    # All candidates, so that the order by fusion alone can be shown beside ours.
                    result, ms = timed(bench.searcher.search, text, [collection], strategy, limit=100)
                    times[column].append(ms)
                    by_way = {"full text": "bm25", "vectors": "cosine"}.get(column)
                    hits = result.hits if by_way is None else sorted(result.hits, key=lambda h, w=by_way: -(getattr(h, w) or 0))
                    ranked[column][query] = [passage_id(h) for h in hits[:10]]
                    if column == "ours":
                        ranked["fused"][query] = [passage_id(h) for h in sorted(hits, key=lambda h: -h.fused)[:10]]
            for column in columns:
                m = metrics(ranked[column], data.relevant)
                ms = times[column] or times["ours"]
                cells = " | ".join(f"{v:.3f}" for v in m.values())
                print(
                    f"| {name} | {column} | {cells} | {np.percentile(ms, 50):.0f} | {np.percentile(ms, 95):.0f} |", flush=True
                )
        bench.close()
    model.save()


if __name__ == "__main__":
    main()
