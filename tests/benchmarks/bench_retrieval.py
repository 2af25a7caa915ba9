"""Retrieval quality: ours beside full text alone, vectors alone, and the usual stack.

    make bench-retrieval [BENCH_ARGS="--sets en,de,zh,cranfield,office,german,FOLDER"]

A set is a folder with corpus.jsonl (id or _id, text, title), queries.jsonl (id, text) and qrels.tsv (question, passage, grade), named by its
path or by its name below ../shared/corpus/ir; or one of office, german, samples: documents through the real parsers and chunker.
Columns: bm25s; vectors alone of two embedders; langchain's splitter (1000 characters, 200 overlap) with vectors of the same embedder as
ours; ours. All but the usual stack see the same passages with the same context. Measures by ir-measures. Vectors and readings are kept
in a temporary folder; the first run takes minutes longer. Prints Markdown; nothing is asserted.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parent)]

import numpy as np  # noqa: E402
from _documents import DocumentQuestion, Readings, evidence_run, files, qrels, questions, sources  # noqa: E402
from _retrieval import CACHE, Baselines, Bench, CachedEmbedder, embedder, load, nearest, own_titles, set_folder, timed  # noqa: E402

from index.chunking.chunker import ChunkLimits, chunk_document  # noqa: E402
from index.document import ParsedDocument  # noqa: E402
from index.embedding import embedded_text  # noqa: E402

DOCUMENTS = ("office", "german", "samples")
DEPTH = 100
Runs = dict[str, dict[str, list[str]]]


def passage_runs(
    name: str, models: list[CachedEmbedder], bench: Bench, baselines: Baselines, titles: str, language: str | None
) -> tuple[Runs, dict[str, dict[str, int]], list[float]]:
    """Runs of every column over a set of passages, its judgements, and the milliseconds of each search of ours."""
    data = load(set_folder(name), Path(name).name, language)
    ids, asked = list(data.passages), list(data.queries)
    shown = titles == "always" or (titles == "own" and own_titles(data))
    context = {i: data.titles[i].replace("_", " ") if shown and data.titles[i] != data.passages[i] else "" for i in ids}
    texts = [embedded_text(context[i], data.passages[i]) for i in ids]
    wordings = [data.queries[q] for q in asked]
    by_words = baselines.bm25(texts, wordings, data.language, DEPTH)
    runs: Runs = {"full text (bm25s)": {q: [ids[i] for i in row] for q, row in zip(asked, by_words, strict=True)}}
    for model in models:
        queries = np.stack([model.embed_query(text) for text in wordings])
        by_meaning = nearest(queries, model.embed_passages(texts), ids)
        runs[f"vectors ({model.embedder_id})"] = dict(zip(asked, by_meaning, strict=True))
    pieces = [(i, part) for i, parts in zip(ids, baselines.split(texts), strict=True) for part in parts]
    queries = np.stack([models[0].embed_query(text) for text in wordings])
    usual = nearest(queries, models[0].embed_passages([part for _, part in pieces]), [i for i, _ in pieces])
    runs["usual stack"] = dict(zip(asked, usual, strict=True))
    collection = bench.index(data.name, data.passages, data.language, context)
    times, ours = [], {}
    for query in asked:
        result, ms = timed(bench.searcher.search, data.queries[query], [collection], limit=DEPTH)
        times.append(ms)
        # A folded hit stands for all passages with the same words.
        ours[query] = [passage for hit in result.hits for passage in bench.passage_ids(hit)]
    runs["ours"] = ours
    return runs, data.relevant, times


def document_runs(
    name: str, models: list[CachedEmbedder], bench: Bench, baselines: Baselines
) -> tuple[Runs, dict[str, dict[str, int]], list[float], dict[str, float]]:
    """As ``passage_runs``, over pieces of evidence; with each column's share of right pages."""
    model = models[0]
    readings = Readings().read(files(name))
    limits = ChunkLimits(max_tokens=model.max_tokens)
    asked = [q for q in questions(name) if q.answerable and q.evidence]
    chunks = [(str(p), c) for p, d in readings.items() for c in chunk_document(d, p.name, model.count_tokens, limits)]
    texts = [embedded_text(c.context, c.content) for _, c in chunks]
    wordings = [q.text for q in asked]
    keys = [str(i) for i in range(len(chunks))]
    found: dict[str, list[list[tuple[str, str, int | None]]]] = {}

    def shown(rows: list[list[str]]) -> list[list[tuple[str, str, int | None]]]:
        return [[(chunks[int(i)][0], chunks[int(i)][1].content, page(chunks[int(i)][1].place)) for i in row] for row in rows]

    language = "de" if name == "german" else "en"
    found["full text (bm25s)"] = shown([[str(i) for i in row] for row in baselines.bm25(texts, wordings, language, DEPTH)])
    for other in models:
        queries = np.stack([other.embed_query(text) for text in wordings])
        found[f"vectors ({other.embedder_id})"] = shown(nearest(queries, other.embed_passages(texts), keys))
    parts = [(str(p), number, text) for p, d in readings.items() for number, text in by_page(d)]
    split = baselines.split([text for *_, text in parts])
    pieces = [(path, text, number) for (path, number, _), rows in zip(parts, split, strict=True) for text in rows]
    queries = np.stack([model.embed_query(text) for text in wordings])
    usual = nearest(queries, model.embed_passages([t for _, t, _ in pieces]), [str(i) for i in range(len(pieces))])
    found["usual stack"] = [[pieces[int(i)] for i in row] for row in usual]
    by_path = {str(p): d for p, d in readings.items()}
    collection = bench.import_documents(
        name, sources(name), lambda path: by_path[str(path)], lambda d, n: chunk_document(d, n, model.count_tokens, limits)
    )
    times, ours = [], []
    for question in asked:
        result, ms = timed(bench.searcher.search, question.text, [collection], limit=DEPTH)
        times.append(ms)
        ours.append([(h.source_path, h.content, page(h.place)) for h in result.hits])
    found["ours"] = ours
    runs = {
        column: {q.id: evidence_run(q, [(p, c) for p, c, _ in row]) for q, row in zip(asked, rows, strict=True)}
        for column, rows in found.items()
    }
    pages = {column: page_accuracy(asked, rows) for column, rows in found.items()}
    return runs, qrels(asked), times, pages


def page(place) -> int | None:
    return place.page or place.slide


def by_page(document: ParsedDocument) -> list[tuple[int | None, str]]:
    """What a loader of the usual stack gives: a PDF page by page, everything else in one piece."""
    if not document.pages:
        return [(None, document.text)]
    return [(p.number, document.text[p.start : p.end]) for p in document.pages]


def page_accuracy(asked: list[DocumentQuestion], rows: list[list[tuple[str, str, int | None]]]) -> float:
    """Of the pieces of evidence with a known page, the share whose first passage among ten names that page."""
    right = total = 0
    for question, row in zip(asked, rows, strict=True):
        for evidence in question.evidence:
            if evidence.page is not None:
                total += 1
                first = next((number for path, content, number in row[:10] if evidence.held_by(path, content)), None)
                right += first == evidence.page
    return right / total if total else float("nan")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--models", type=Path, required=True)
    arguments.add_argument("--sets", default="en,de,zh,cranfield,office,german")
    arguments.add_argument("--baselines", type=Path, required=True, help="the interpreter of .venv-bench")
    arguments.add_argument(
        "--titles", choices=("own", "always", "never"), default="own",
        help="titles of a set as context of its passages, in every column: own (the default) where each passage has one of its own",
    )  # fmt: skip
    arguments.add_argument("--language", help="of the sets, where neither their name nor their words tell")
    arguments.add_argument("--cache", type=Path, default=CACHE, help="folder that keeps vectors between runs")
    options = arguments.parse_args()
    baselines = Baselines(options.baselines)
    models = [embedder(options.models, name, options.cache) for name in ("multilingual-e5-small", "all-minilm-l6-v2")]
    print(
        "| set | column | S@1 | R@5 | R@10 | R@100 | nDCG@10 | MRR | page | ms p50 | ms p95 |\n|---|---|---|---|---|---|---|---|---|---|---|"
    )
    with tempfile.TemporaryDirectory() as home:
        bench = Bench(Path(home), models[0])
        for name in options.sets.split(","):
            pages: dict[str, float] = {}
            if name in DOCUMENTS:
                runs, judged, times, pages = document_runs(name, models, bench, baselines)
            else:
                runs, judged, times = passage_runs(name, models, bench, baselines, options.titles, options.language)
            for model in models:
                model.save()
            report(Path(name).name, baselines.measure(judged, runs), pages, times)
        bench.close()


def report(name: str, measured: dict[str, dict[str, float]], pages: dict[str, float], times: list[float]) -> None:
    for column, values in measured.items():
        cells = " | ".join(f"{values[m]:.3f}" for m in ("Success@1", "R@5", "R@10", "R@100", "nDCG@10", "RR"))
        right = f"{pages[column]:.2f}" if column in pages else "–"
        speed = f"{np.percentile(times, 50):.0f} | {np.percentile(times, 95):.0f}" if column == "ours" else "– | –"
        print(f"| {name} | {column} | {cells} | {right} | {speed} |", flush=True)
    worse = [f"{m} ({c})" for c, values in measured.items() for m in values if values[m] > measured["ours"][m] + 5e-4]
    print(f"<!-- {name}: above ours: {', '.join(worse) or 'nothing'} -->", flush=True)


if __name__ == "__main__":
    main()
