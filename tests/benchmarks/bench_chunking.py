"""Ways of cutting documents, compared by how soon the evidence is seen and how much text it takes.

    make bench-chunking [BENCH_ARGS="--sets german,samples,office"]

All are searched by the same hybrid search. ``fixed`` is langchain's splitter over the bare text, cut wherever 800 characters are
reached; ``headings`` the program's chunker (borders at headings, pages, sentences; title, headings and table headers as context);
``sentences + parent`` searches pieces of about two sentences and gives the passage around the best of them. "R@1200" is the share of
the evidence within the first 1200 tokens, which is about what a prompt takes; the other measures count passages. Prints Markdown.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parent)]

from _documents import Readings, evidence_run, files, qrels, questions, sources  # noqa: E402
from _retrieval import CACHE, Baselines, Bench, CachedEmbedder, embedder  # noqa: E402

from index.chunking.chunker import ChunkLimits, chunk_document  # noqa: E402
from index.chunking.sentences import split_sentences  # noqa: E402
from index.document import Chunk, ParsedDocument, Place  # noqa: E402

PROMPT_TOKENS = 1200
CHILD_TOKENS = 50
Cutter = Callable[[ParsedDocument, str], list[Chunk]]


def by_headings(model: CachedEmbedder, target: int, context: int = 60) -> Cutter:
    limits = ChunkLimits(target_tokens=target, max_tokens=model.max_tokens, max_context_tokens=context)
    return lambda document, name: chunk_document(document, name, model.count_tokens, limits)


def fixed(model: CachedEmbedder, baselines: Baselines, texts: list[str]) -> Cutter:
    split = dict(zip(texts, baselines.split(texts, size=800, overlap=0), strict=True))

    def cut(document: ParsedDocument, _: str) -> list[Chunk]:
        parts = [part for part in split[document.text] if part.strip()]
        counts = model.count_tokens(parts) if parts else []
        chunks, at = [], 0
        for index, (part, count) in enumerate(zip(parts, counts, strict=True)):
            at = max(document.text.find(part, at), at)
            chunks.append(
                Chunk(
                    chunk_index=index, content=part, context="", start=at, end=at + len(part), place=Place(), token_count=count
                )
            )  # fmt: skip
        return chunks

    return cut


def overlapping(cut: Cutter) -> Cutter:
    """The same passages, each beginning with the last sentence of the one before it where both are parts of one section."""

    def longer(document: ParsedDocument, name: str) -> list[Chunk]:
        chunks = cut(document, name)
        made = chunks[:1]
        for before, chunk in itertools.pairwise(chunks):
            same = before.context == chunk.context and before.place.page == chunk.place.page
            last = split_sentences(before.content, document.language)[-1:] if same else []
            start = before.start + last[0].start if last else chunk.start
            longer_by = (chunk.start - start) // 4  # tokens, roughly
            content = document.text[start : chunk.end]
            made.append(
                chunk.model_copy(update={"start": start, "content": content, "token_count": chunk.token_count + longer_by})
            )
        return made

    return longer


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--models", type=Path, required=True)
    arguments.add_argument("--baselines", type=Path, required=True, help="the interpreter of .venv-bench")
    arguments.add_argument("--sets", default="german,samples,office")
    arguments.add_argument("--ways", help="only those with one of these words in their names, parted by ;")
    arguments.add_argument("--cache", type=Path, default=CACHE)
    options = arguments.parse_args()
    model, baselines = embedder(options.models, "multilingual-e5-small", options.cache), Baselines(options.baselines)
    print(
        "| set | chunks | passages | tokens | S@1 | R@5 | R@10 | R@1200 | nDCG@10 | MRR |\n|---|---|---|---|---|---|---|---|---|---|"
    )
    for name in options.sets.split(","):
        readings = {str(p): d for p, d in Readings().read(files(name)).items()}
        parents = by_headings(model, 200)
        ways: dict[str, tuple[Cutter, Cutter | None]] = {
            "fixed 800 characters": (fixed(model, baselines, [d.text for d in readings.values()]), None),
            "headings, 200 tokens": (parents, None),
            "headings, 200, no context": (by_headings(model, 200, 0), None),
            "headings, 120 tokens": (by_headings(model, 120), None),
            "headings, 320 tokens": (by_headings(model, 320), None),
            "headings, 200, overlap of a sentence": (overlapping(parents), None),
            "sentences + parent": (by_headings(model, CHILD_TOKENS), parents),
        }
        for way, (cut, parent) in ways.items():
            if options.ways and not any(part in way for part in options.ways.split(";")):
                continue
            with tempfile.TemporaryDirectory() as home:
                compare(name, way, Bench(Path(home), model), readings, cut, parent, baselines)
            model.save()


def compare(
    name: str,
    way: str,
    bench: Bench,
    readings: dict[str, ParsedDocument],
    cut: Cutter,
    parent: Cutter | None,
    baselines: Baselines,
) -> None:
    """Prints one row."""
    collection = bench.import_documents(name, sources(name), lambda path: readings[str(path)], cut)
    around = {path: parent(d, Path(path).name) for path, d in readings.items()} if parent else {}
    sizes = {(p, c.content): c.token_count for p, d in readings.items() for c in (around.get(p) or cut(d, Path(p).name))}
    asked = [q for q in questions(name) if q.answerable and q.evidence]
    run, seen, total = {}, 0, 0
    for question in asked:
        ranked: dict[tuple[str, str], None] = {}
        for hit in bench.searcher.search(question.text, [collection], limit=100).hits:
            content = hit.content
            if parent:
                content = next((c.content for c in around[hit.source_path] if c.start <= hit.start < c.end), content)
            ranked[hit.source_path, content] = None
        run[question.id] = evidence_run(question, list(ranked))
        budget, shown = PROMPT_TOKENS, []
        for passage in ranked:
            budget -= sizes.get(passage, 0)
            if budget < 0:
                break
            shown.append(passage)
        total += len(question.evidence)
        seen += sum(any(e.held_by(*passage) for passage in shown) for e in question.evidence)
    bench.close()
    m = baselines.measure(qrels(asked), {way: run})[way]
    cells = " | ".join(f"{m[k]:.3f}" for k in ("Success@1", "R@5", "R@10"))
    tokens = sum(sizes.values()) / max(1, len(sizes))
    print(
        f"| {name} | {way} | {len(sizes)} | {tokens:.0f} | {cells} | {seen / total:.3f} | {m['nDCG@10']:.3f} | {m['RR']:.3f} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
