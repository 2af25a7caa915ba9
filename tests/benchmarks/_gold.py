"""The gold answers of question sets with the real passages that hold their evidence: parsed and chunked as the program does it."""

from __future__ import annotations

import json
import sys
from functools import lru_cache
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[1] / "corpus")]

from evidence import holds  # noqa: E402

from app.messages.retrieval import Passage  # noqa: E402
from app.pipeline.passages import named_context  # noqa: E402
from index.chunking.chunker import ChunkLimits, chunk_document  # noqa: E402
from index.parsers.registry import parse  # noqa: E402

_AROUND = 2
"""Further passages of the same document on each side of one that holds evidence, as rivals."""


@lru_cache(maxsize=64)
def passages_of(path: Path) -> tuple[Passage, ...]:
    """All passages of a file; tokens are counted as four characters each, which is near what the embedder's tokenizer gives."""
    document = parse(path)
    chunks = chunk_document(document, path.name, lambda texts: [len(t) // 4 + 1 for t in texts], ChunkLimits())
    return tuple(
        Passage(
            doc_id=path.name, chunk_id=f"{path.name}#{c.chunk_index}", collection_id="bench", content=c.content,
            context=named_context(str(path), c.context), relevance_score=0.9, source=str(path), title=document.title,
            source_type=document.kind, chunk_index=c.chunk_index, place=c.place, start=c.start, end=c.end,
        )
        for c in chunks
        if len(c.content.encode()) < 5000
    )  # fmt: skip


def gold(questions: Path, documents: Path) -> list[tuple[dict[str, object], tuple[Passage, ...]]]:
    """(question, passages with its evidence and their neighbours) for each answerable question whose evidence was found."""
    found = []
    for line in questions.read_text("utf-8").splitlines():
        question = json.loads(line)
        if not question["evidence"] or question["kind"] == "unanswerable":
            continue
        chosen: dict[str, Passage] = {}
        for piece in question["evidence"]:
            name = Path(piece["file"])
            path = next((p for p in documents.rglob(name.name) if p.parts[-len(name.parts) :] == name.parts), None)
            if path is None:
                continue
            given = passages_of(path)
            wanted = {i for text in piece["contains"] for i, p in enumerate(given) if holds(f"{p.context} {p.content}", text)}
            for i in sorted({n for w in sorted(wanted)[:3] for n in range(max(0, w - _AROUND), w + _AROUND + 1)}):
                if i < len(given):
                    chosen[given[i].chunk_id] = given[i]
        if chosen:
            found.append((question, tuple(chosen.values())))
    return found
