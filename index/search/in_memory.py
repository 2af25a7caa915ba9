"""Search in one document that is in memory alone: the same words, vectors and relevance as in the index, and nothing on the disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from index.chunking.language import guess_language
from index.document import Chunk, ParsedDocument
from index.embedding import PassageEmbedder, embedded_text
from index.search.background import SAMPLE_SIZE, Background
from index.search.calibration import first_guess, relevances
from index.search.features import Features, Words, brevity, consensus, matched
from index.search.hit import Hit
from index.store.analysis import QueryTerm, document_terms, query_terms
from index.store.reader import Sample

EMBEDDED_NOW = 8
"""As in ``index.search.one_search``, for the same reason"""
Vector = npt.NDArray[np.float32]


@dataclass
class _Row:
    file_id: str
    source: str
    document: ParsedDocument
    chunk: Chunk
    terms: str
    vector: Vector | None = field(default=None, repr=False)

    @property
    def text(self) -> str:
        return embedded_text(self.chunk.context, self.chunk.content)


class InMemory:
    """Passages of a document, and of those inside it. ``collection_id`` names them in hits. Used by one thread at a time."""

    def __init__(self, collection_id: str, embedder_id: str) -> None:
        self._collection_id, self._embedder_id = collection_id, embedder_id
        self._rows: list[_Row] = []
        self._background: Background | None = None

    def add(self, file_id: str, source: str, document: ParsedDocument, chunks: Sequence[Chunk]) -> None:
        for chunk in chunks:
            terms = document_terms(embedded_text(chunk.context, chunk.content), document.language)
            self._rows.append(_Row(file_id, source, document, chunk, terms))
        self._background = None

    def __len__(self) -> int:
        """Passages"""
        return len(self._rows)

    @property
    def tokens(self) -> int:
        return sum(row.chunk.token_count for row in self._rows)

    def tokens_of(self, hit: Hit) -> int:
        """Of a hit of this document."""
        return next(r.chunk.token_count for r in self._rows if (r.file_id, r.chunk.start) == (hit.file_id, hit.start))

    def embed_some(self, embedder: PassageEmbedder, count: int) -> bool:
        """Make the vectors of the next ``count`` passages. False when all have one."""
        self._embed(embedder, [row for row in self._rows if row.vector is None][:count])
        return any(row.vector is None for row in self._rows)

    def search(self, query: str, embedder: PassageEmbedder | None, limit: int) -> list[Hit]:
        """The ``limit`` most relevant passages for the question; without an embedder by words alone. The best by words get their vectors
        now, others that have none yet count as ordinarily near."""
        if not self._rows:
            return []
        vector = embedder.embed_query(query) if embedder is not None else None
        languages = sorted({row.document.language for row in self._rows if row.document.language})
        terms = query_terms(query, languages)
        if embedder is not None:
            self._embed_best(embedder, terms)
        background = self._ordinary()
        words = [(term.variants, background.idf(term)) for term in terms]
        mean, std = background.cosine_norm(vector, self._embedder_id) if vector is not None else (0.0, 1.0)
        asked_in = guess_language(query)
        found = [
            self._features(row, words, vector, background, mean, std, _foreign(asked_in, row.document.language))
            for row in self._rows
        ]
        near = self._consensus(found)
        features = [replace(f, consensus=value) for (_, f), value in zip(found, near, strict=True)]
        hits = [self._hit(row, value) for (row, _), value in zip(found, relevances(features), strict=True)]
        return sorted(hits, key=lambda hit: -hit.relevance)[:limit]

    def _embed_best(self, embedder: PassageEmbedder, terms: Sequence[QueryTerm]) -> None:
        background = self._ordinary()
        words = [(term.variants, background.idf(term)) for term in terms]
        bare = [row for row in self._rows if row.vector is None]
        bare.sort(key=lambda row: -matched(words, row.terms, background.average_terms)[1])
        self._embed(embedder, bare[:EMBEDDED_NOW])

    def _embed(self, embedder: PassageEmbedder, rows: Sequence[_Row]) -> None:
        if rows:
            for row, vector in zip(rows, embedder.embed_passages([row.text for row in rows]), strict=True):
                row.vector = vector
            self._background = None

    def _ordinary(self) -> Background:
        if self._background is None:
            step = max(1, len(self._rows) // SAMPLE_SIZE)
            sampled = self._rows[::step]
            vectors = [row.vector for row in sampled if row.vector is not None]
            stacked = np.stack(vectors) if vectors else np.empty((0, 0), dtype=np.float32)
            sample = Sample(
                len(self._rows), stacked, tuple(row.terms for row in sampled), tuple(row.document.language for row in sampled)
            )
            self._background = Background.of(sample)
        return self._background

    def _features(
        self,
        row: _Row,
        words: Words,
        vector: Vector | None,
        background: Background,
        mean: float,
        std: float,
        foreign: float,
    ) -> tuple[_Row, Features]:
        cosine = float(row.vector @ vector) if row.vector is not None and vector is not None else None
        coverage, saturation = matched(words, row.terms, background.average_terms)
        made = Features(
            cosine_z=(cosine - mean) / std if cosine is not None else 0.0,
            coverage=coverage,
            foreign=foreign,
            brevity=brevity(row.chunk.content),
            rank_vector=None,
            rank_text=None,
            has_vector=vector is not None,
            saturation=saturation,
            question_words=len(words),
        )
        return row, made

    @staticmethod
    def _consensus(found: Sequence[tuple[_Row, Features]]) -> list[float]:
        have = [(row, f) for row, f in found if row.vector is not None and f.has_vector]
        if not have:
            return [0.0] * len(found)
        guessed = np.array([first_guess(f.cosine_z, f.coverage, f.saturation, f.foreign) for _, f in have])
        values = consensus(np.stack([row.vector for row, _ in have if row.vector is not None]), guessed)
        of_row = {id(row): float(value) for (row, _), value in zip(have, values, strict=True)}
        return [of_row.get(id(row), 0.0) for row, _ in found]

    def _hit(self, row: _Row, relevance: float) -> Hit:
        chunk, document = row.chunk, row.document
        return Hit(
            chunk_id=f"{row.file_id}#{chunk.chunk_index}", file_id=row.file_id, collection_id=self._collection_id,
            source_path=row.source, title=document.title, kind=document.kind, chunk_index=chunk.chunk_index, content=chunk.content,
            context=chunk.context, start=chunk.start, end=chunk.end, place=chunk.place, cosine=None, bm25=None, fused=0.0,
            relevance=relevance,
        )  # fmt: skip


def _foreign(question: str | None, document: str | None) -> float:
    """1 when both languages are known and differ. One document has too few words for telling by them, as ``Background.foreign`` does:
    half of any question's words stand nowhere in a letter."""
    return float(question is not None and document is not None and question != document)
