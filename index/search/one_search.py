"""One search by both ways: candidates of vectors and full text, joined with the ledger, fused by rank, each with a relevance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from index import errors
from index.embedding import PassageEmbedder, embedded_text
from index.ingest.ledger import Ledger
from index.ingest.rows import Collection
from index.search.asking import AnyQuestion
from index.search.background import Background, Backgrounds, pooled_idf
from index.search.features import Features, brevity
from index.search.found import Found, current, moved, overtaken, to_hit, where_of
from index.search.fusion import reciprocal_rank_fusion, text_weight
from index.search.hit import Hit, SearchFilters, Strategy
from index.search.scoring import Asked, score
from index.search.spelling import as_meant
from index.store.analysis import QueryTerm, query_terms
from index.store.reader import PassageReader
from index.store.schema import Candidate

CANDIDATES = 100
"""From each way and collection: what is not among them cannot be found, and recall@100 is one of the measures. Neither 50 nor 200
was compared with it."""

_MAX_TERMS = 96
"""Words of a question that full text looks for, the rarest first; more cost time and find nothing new."""

EMBEDDED_NOW = 8
"""Passages without a vector yet (text is searchable before its vectors are there) that are embedded while a person waits, the
best by full text first: some 0.2 s on two cores. The rest counts as ordinarily near, which is what is known of it."""

_TIME_TO_EMBED_S = 0.4


@dataclass(frozen=True)
class Means:
    """What a search reads; ``relevances`` gives those of a question's passages, 0 to 1. ``embedder_of``: the model with which a
    collection's vectors were made."""

    ledger: Ledger
    reader: PassageReader
    embedder_of: Callable[[Collection], PassageEmbedder]
    backgrounds: Backgrounds
    relevances: Callable[[Sequence[Features]], Sequence[float]]
    clock: Callable[[], float]
    any_question: AnyQuestion


class OneSearch:
    """State of one search."""

    def __init__(
        self,
        means: Means,
        query: str,
        collections: Sequence[Collection],
        strategy: Strategy,
        filters: SearchFilters,
        until: float | None,
    ) -> None:
        self._m = means
        self._given = (means, query, collections, strategy, filters, until)
        self._query = query
        self._collections = collections
        self._strategy = strategy
        self._until = until
        # Passages are stored once: asked for in a copy, they are found in its original.
        originals = means.ledger.originals(filters.file_ids)
        self._where = where_of(filters.model_copy(update={"file_ids": originals or filters.file_ids}))
        self.found: dict[tuple[str, str], Found] = {}
        self.warnings: list[str] = []
        self.overtaken = False
        """An import replaced passages while they were looked for"""
        self._asked: dict[str, Asked] = {}
        self._backgrounds: dict[str, Background] = {}
        self._terms: tuple[QueryTerm, ...] = ()
        self._idf: dict[QueryTerm, float] = {}

    def anew(self) -> OneSearch:
        means, query, collections, strategy, filters, until = self._given
        return OneSearch(means, query, [means.ledger.collection(c.id) for c in collections], strategy, filters, until)

    @property
    def moved(self) -> bool:
        """A collection was given the vectors of another model meanwhile: its passages lie in another table."""
        return moved(self._m.ledger, self._collections)

    def hits(self) -> tuple[Hit, ...]:
        """All that was found, the most relevant first."""
        if not self._query.strip() or not self._collections:
            return ()
        self._prepare()
        by_vector = self._by_vector()
        by_text = self._by_text()
        if not self.found:
            return ()
        self._complete_cosines()
        kept = {term: self._idf[term] for term in self._terms}
        score(list(self.found.values()), kept, self._backgrounds, self._asked)
        vector_ranks = self._rank([key for key in by_vector if key in self.found], lambda f: f.cosine or 0.0)
        text_ranks = self._rank([key for key in by_text if key in self.found], lambda f: f.bm25 or 0.0)
        weight = 1.0 if self._strategy == "keyword" else text_weight([self.found[key].coverage for key in text_ranks])
        for key, value in reciprocal_rank_fusion([(1.0, vector_ranks), (weight, text_ranks)]).items():
            self.found[key].fused = value
        folded = self._fold(sorted(self.found, key=lambda key: -self.found[key].fused))
        made = self._to_hits(folded, vector_ranks, text_ranks)
        return tuple(sorted(made, key=lambda hit: (-hit.relevance, -hit.fused)))

    # --- the two ways

    def _prepare(self) -> None:
        m = self._m
        for collection in self._collections:
            background = m.backgrounds.get(collection)
            if background is not None:
                self._backgrounds[collection.id] = background
        languages = m.ledger.languages([c.id for c in self._collections])
        self._look_for(query_terms(self._query, languages))

    def _look_for(self, terms: Sequence[QueryTerm]) -> None:
        self._idf = {term: pooled_idf(term, list(self._backgrounds.values())) for term in terms}
        self._terms = tuple(sorted(terms, key=lambda term: -self._idf[term])[:_MAX_TERMS])

    def _by_vector(self) -> list[tuple[str, str]]:
        if self._strategy == "keyword":
            return []
        by_model: dict[str, Asked] = {}
        for collection in self._collections:
            if collection.embedder_id not in by_model:
                by_model[collection.embedder_id] = self._asked_of(self._m.embedder_of(collection), collection.embedder_id)
            self._asked[collection.id] = by_model[collection.embedder_id]
        keys: list[tuple[str, str]] = []
        for collection in self._collections:
            found = self._m.reader.nearest(
                collection.table, self._asked[collection.id].vector, CANDIDATES, where=self._where, timeout_s=self._left()
            )
            for item in self._current(collection.id, found):
                item.cosine = item.candidate.score
                keys.append(self._keep(item))
        return keys

    def _asked_of(self, embedder: PassageEmbedder, embedder_id: str) -> Asked:
        query, any_question = self._query, self._m.any_question
        return Asked(embedder.embed_query(query), embedder_id, lambda: any_question.like(query, embedder))

    def _by_text(self) -> list[tuple[str, str]]:
        if self._strategy == "semantic":
            return []
        keys: list[tuple[str, str]] = []
        try:
            keys = self._matching()
            known = {word for item in self.found.values() for word in item.candidate.terms.split(" ")}
            meant = as_meant(self._terms, known, self._vocabulary())
            if meant != self._terms:
                self._look_for(meant)
                keys += self._matching()
        except errors.IndexBusy:
            if not self.found:
                raise
            self.warnings.append("The time was not enough for the full-text search; only meaning was compared.")
        return keys

    def _matching(self) -> list[tuple[str, str]]:
        terms = [variant for term in self._terms for variant in sorted(term.variants)]
        keys: list[tuple[str, str]] = []
        for collection in self._collections:
            found = self._m.reader.matching(collection.table, terms, CANDIDATES, where=self._where, timeout_s=self._left())
            for item in self._current(collection.id, found):
                item.bm25 = item.candidate.score
                keys.append(self._keep(item))
        return keys

    def _vocabulary(self) -> Mapping[str, int]:
        """Terms of the collections' samples with the number of passages that have them."""
        backgrounds = list(self._backgrounds.values())
        if len(backgrounds) == 1:
            return backgrounds[0].df
        return sum((Counter(background.df) for background in backgrounds), Counter())

    def _left(self) -> float | None:
        if self._until is None:
            return None
        left = self._until - self._m.clock()
        if left <= 0:
            raise errors.IndexBusy("The search took longer than its limit.")
        return left

    def _current(self, collection_id: str, candidates: Sequence[Candidate]) -> list[Found]:
        files = self._m.ledger.files_by_id({c.file_id for c in candidates})
        self.overtaken = self.overtaken or overtaken(candidates, files)
        return current(((collection_id, candidate) for candidate in candidates), files)

    def _keep(self, item: Found) -> tuple[str, str]:
        key = (item.collection_id, item.candidate.chunk_id)
        known = self.found.setdefault(key, item)
        if known is not item:
            known.cosine = item.cosine if known.cosine is None else known.cosine
            # A second search by words, with what was meant by some of them, gives the greater figure.
            known.bm25 = max((score for score in (known.bm25, item.bm25) if score is not None), default=None)
        return key

    def _complete_cosines(self) -> None:
        """The cosine of passages that only full text found, also of the best that have no vector yet."""
        if not self._asked:
            return
        for item in self.found.values():
            if item.cosine is None and item.candidate.vector is not None:
                item.cosine = float(item.candidate.vector @ self._asked[item.collection_id].vector)
        bare = sorted((item for item in self.found.values() if item.cosine is None), key=lambda item: -(item.bm25 or 0.0))
        if not bare or (self._until is not None and self._until - self._m.clock() < _TIME_TO_EMBED_S):
            return
        for collection in self._collections:
            items = [item for item in bare[:EMBEDDED_NOW] if item.collection_id == collection.id]
            texts = [embedded_text(item.candidate.context, item.candidate.content) for item in items]
            vectors = self._m.embedder_of(collection).embed_passages(texts) if texts else ()
            for item, vector in zip(items, vectors, strict=True):
                item.cosine = float(vector @ self._asked[collection.id].vector)

    def _rank(self, keys: Sequence[tuple[str, str]], score: Callable[[Found], float]) -> dict[tuple[str, str], int]:
        """Ranks from 1 over all collections together."""
        ordered = sorted(dict.fromkeys(keys), key=lambda key: -score(self.found[key]))
        return {key: rank for rank, key in enumerate(ordered, start=1)}

    def _fold(self, keys: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        """The same passage in several files is one hit that names them all."""
        first: dict[tuple[str, str], tuple[str, str]] = {}
        kept: list[tuple[str, str]] = []
        for key in keys:
            item = self.found[key]
            words = (item.collection_id, " ".join(item.candidate.content.split()))
            if words not in first:
                first[words] = key
                kept.append(key)
                continue
            twin = self.found[first[words]]
            if item.file.path != twin.file.path and item.file.path not in twin.also_in:
                twin.also_in.append(item.file.path)
        return kept

    def _to_hits(
        self,
        keys: Sequence[tuple[str, str]],
        vector_ranks: dict[tuple[str, str], int],
        text_ranks: dict[tuple[str, str], int],
    ) -> list[Hit]:
        items = [self.found[key] for key in keys]
        features = [
            Features(
                cosine_z=item.cosine_z,
                coverage=item.coverage,
                foreign=item.foreign,
                brevity=brevity(item.candidate.content),
                rank_vector=vector_ranks.get(key),
                rank_text=text_ranks.get(key),
                has_vector=bool(self._asked),
                saturation=item.saturation,
                consensus=item.consensus,
                question_words=len(self._terms),
                matter_z=item.matter_z,
            )
            for key, item in zip(keys, items, strict=True)
        ]
        return [to_hit(item, value) for item, value in zip(items, self._m.relevances(features), strict=True)]
