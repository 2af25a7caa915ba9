"""Hybrid search: vectors and full text, fused by rank, joined with the ledger, each hit with a calibrated relevance."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date

import numpy as np
import numpy.typing as npt

from index import errors
from index.chunking.language import guess_language
from index.embedding import PassageEmbedder, embedded_text
from index.ingest.ledger import Ledger
from index.ingest.rows import Collection, FileRow
from index.reranking import PassageReranker
from index.search.background import Background, Backgrounds, pooled_idf, typical
from index.search.calibration import first_guess, relevance
from index.search.features import Features, brevity, consensus, coverage, saturation
from index.search.found import Found, is_current, overtaken, to_hit, where_of
from index.search.fusion import reciprocal_rank_fusion, text_weight
from index.search.hit import AT_ONCE_MS, Hit, SearchFilters, SearchResult, Strategy
from index.search.narrowing import Narrowing
from index.search.relations import fold_threads, prefer_newest, prefer_time
from index.search.reranked import reranked
from index.search.search_box import typed
from index.search.sections import prefer_sections
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
_TIME_TO_RERANK_S = 0.6


class Searcher:
    """One reading thread. Light constructor; the caller owns and closes what it gives."""

    def __init__(
        self,
        ledger: Ledger,
        reader: PassageReader,
        embedder: PassageEmbedder,
        *,
        score: Callable[[Features], float] = relevance,
        clock: Callable[[], float] = time.monotonic,
        today: Callable[[], date] = date.today,
        reranker: PassageReranker | None = None,
    ) -> None:
        """``score`` gives the relevance of a passage, 0 to 1; the benchmark that fits it puts a recorder here. ``today`` is what
        "last week" counts from. A ``reranker`` that is given reads the best passages of a search by both ways, where the time allows."""
        self._ledger = ledger
        self._reader = reader
        self._embedder = embedder
        self._backgrounds = Backgrounds(reader)
        self._score = score
        self._clock = clock
        self._today = today
        self._reranker = reranker
        self._narrowing = Narrowing(ledger)

    def search(
        self,
        query: str,
        collection_ids: Sequence[str],
        strategy: Strategy = "hybrid",
        filters: SearchFilters | None = None,
        limit: int = 10,
        deadline_ms: float | None = None,
        fold_mails: bool = False,
    ) -> SearchResult:
        """Up to ``limit`` distinct passages, the most relevant first. Any text is a valid ``query``; one without words or
        characters that can be searched for finds nothing.

        People, times and kinds of documents that the query names narrow the search; when that leaves nothing, all documents are
        searched and a warning says so. Older versions of a document stand behind the newest. ``fold_mails`` gives one hit for each
        exchange of mails, for lists that a person reads.

        Raises IndexBusy when the deadline passes before anything was found, IndexDamaged when a collection cannot be read,
        UserFixable when a collection does not exist or was built with another embedder (vectors needed).
        """
        started = self._clock()
        until = None if deadline_ms is None else started + deadline_ms / 1000
        collections = [self._ledger.collection(i) for i in dict.fromkeys(collection_ids)]
        narrowed = self._narrowing.narrow(query, collections, filters or SearchFilters(), self._today())
        run, hits = self._run(_Search(self, query, collections, strategy, narrowed.filters, until))
        if not hits and narrowed.by_question and query.strip():
            run, hits = self._run(_Search(self, query, collections, strategy, narrowed.given, until))
            if hits:
                run.warnings.append(
                    "Nothing fits the time, the kind or the person that the question names; all documents were searched."
                )
        if unread := self._ledger.unread([c.id for c in collections]):
            run.warnings.append(f"Files that are not read yet and were not searched: {unread}.")
        if self._reranker is not None and strategy == "hybrid" and self._may_rerank(self._reranker, query, collections, until):
            hits = tuple(reranked(query, hits, self._reranker))
        files = {item.file.id: item.file for item in run.found.values()}
        listed = prefer_sections(prefer_newest(prefer_time(hits, files, narrowed.preferred), files, query), query)
        return SearchResult(
            hits=self._with_copies((fold_threads(listed, files) if fold_mails else listed)[:limit]),
            total_candidates=len(run.found),
            index_version=sum(c.index_version for c in collections),
            elapsed_ms=(self._clock() - started) * 1000,
            warnings=tuple(run.warnings),
        )

    @staticmethod
    def _run(run: _Search) -> tuple[_Search, tuple[Hit, ...]]:
        """Once more where an import replaced a file's passages between the look at the index and the one at the ledger: the old ones
        do not count any more, and the new ones were not there yet."""
        hits = run.hits()
        if run.overtaken:
            again = run.anew()
            with suppress(errors.IndexBusy):
                return again, again.hits()
        return run, hits

    def as_you_type(
        self,
        text: str,
        collection_ids: Sequence[str],
        filters: SearchFilters | None = None,
        limit: int = 8,
        deadline_ms: float | None = AT_ONCE_MS,
    ) -> SearchResult:
        """Passages for what stands in the search box so far, those with all words first: the last word may be unfinished, what stands
        in quotation marks must stand so in the passage. Exchanges of mails are folded. Full text alone; relevance is 0, as nothing
        is said about answers. Raises IndexBusy after ``deadline_ms``, IndexDamaged, UserFixable as ``search``.
        """
        started = self._clock()
        collections = [self._ledger.collection(i) for i in dict.fromkeys(collection_ids)]
        known = [(c.id, self._backgrounds.get(c.id, c.index_version)) for c in collections]
        given = self._narrowing.narrow("", collections, filters or SearchFilters(), self._today()).given

        def look() -> tuple[list[tuple[str, Candidate]], dict[str, FileRow]]:
            found = typed(
                text, [c.id for c in collections], self._ledger, self._reader, [b for _, b in known if b is not None],
                where=where_of(given), timeout_s=None if deadline_ms is None else deadline_ms / 1000,
            )  # fmt: skip
            return found, self._ledger.files_by_id({c.file_id for _, c in found})

        found, files = look()
        if overtaken([c for _, c in found], files):
            found, files = look()
        hits = [
            to_hit(Found(c, collection_id, file, bm25=c.score), 0.0)
            for collection_id, c in found
            if (file := files.get(c.file_id)) is not None and is_current(c, file)
        ]
        return SearchResult(
            hits=self._with_copies(fold_threads(hits, files)[:limit]),
            total_candidates=len(found),
            index_version=sum(c.index_version for c in collections),
            elapsed_ms=(self._clock() - started) * 1000,
        )

    def _may_rerank(
        self, reranker: PassageReranker, query: str, collections: Sequence[Collection], until: float | None
    ) -> bool:
        """Whether there is time for it, and question and documents are in languages that the reranker knows; where a question is too
        short to tell, the documents decide."""
        if until is not None and until - self._clock() < _TIME_TO_RERANK_S:
            return False
        if reranker.languages is None:
            return True
        documents = self._ledger.languages([c.id for c in collections], limit=1)
        return set(documents) | ({guess_language(query)} - {None}) <= reranker.languages

    def _with_copies(self, hits: Sequence[Hit]) -> tuple[Hit, ...]:
        """Each names the copies of its file too, beside the files in which the same words stand."""
        named: list[Hit] = []
        for hit in hits:
            paths = dict.fromkeys((*self._ledger.paths_of(hit.file_id), *hit.also_in))
            named.append(hit.model_copy(update={"also_in": tuple(path for path in paths if path != hit.source_path)}))
        return tuple(named)


class _Search:
    """State of one search."""

    def __init__(
        self,
        owner: Searcher,
        query: str,
        collections: Sequence[Collection],
        strategy: Strategy,
        filters: SearchFilters,
        until: float | None,
    ) -> None:
        self._o = owner
        self._given = (owner, query, collections, strategy, filters, until)
        self._query = query
        self._collections = collections
        self._strategy = strategy
        self._until = until
        # Passages are stored once: asked for in a copy, they are found in its original.
        originals = owner._ledger.originals(filters.file_ids)
        self._where = where_of(filters.model_copy(update={"file_ids": originals or filters.file_ids}))
        self.found: dict[tuple[str, str], Found] = {}
        self.warnings: list[str] = []
        self.overtaken = False
        """An import replaced passages while they were looked for"""
        self._vector: npt.NDArray[np.float32] | None = None
        self._backgrounds: dict[str, Background] = {}
        self._terms: tuple[QueryTerm, ...] = ()
        self._idf: dict[QueryTerm, float] = {}
        self._foreign_kept: dict[tuple[int, str | None], float] = {}

    def anew(self) -> _Search:
        return _Search(*self._given)

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
        self._score()
        self._agree()
        vector_ranks = self._rank([key for key in by_vector if key in self.found], lambda f: f.cosine or 0.0)
        text_ranks = self._rank([key for key in by_text if key in self.found], lambda f: f.bm25 or 0.0)
        weight = 1.0 if self._strategy == "keyword" else text_weight([self.found[key].coverage for key in text_ranks])
        for key, score in reciprocal_rank_fusion([(1.0, vector_ranks), (weight, text_ranks)]).items():
            self.found[key].fused = score
        kept = self._fold(sorted(self.found, key=lambda key: -self.found[key].fused))
        made = self._to_hits(kept, vector_ranks, text_ranks)
        return tuple(sorted(made, key=lambda hit: (-hit.relevance, -hit.fused)))

    # --- the two ways

    def _prepare(self) -> None:
        o = self._o
        for collection in self._collections:
            background = o._backgrounds.get(collection.id, collection.index_version)
            if background is not None:
                self._backgrounds[collection.id] = background
        languages = o._ledger.languages([c.id for c in self._collections])
        self._look_for(query_terms(self._query, languages))

    def _look_for(self, terms: Sequence[QueryTerm]) -> None:
        self._idf = {term: pooled_idf(term, list(self._backgrounds.values())) for term in terms}
        self._terms = tuple(sorted(terms, key=lambda term: -self._idf[term])[:_MAX_TERMS])

    def _by_vector(self) -> list[tuple[str, str]]:
        if self._strategy == "keyword":
            return []
        embedder = self._o._embedder
        for collection in self._collections:
            if (collection.embedder_id, collection.dimension) != (embedder.embedder_id, embedder.dimension):
                raise errors.UserFixable(
                    f"The collection “{collection.name}” was built with another embedding model.",
                    next_step="Choose that model again, or rebuild the collection with the present one.",
                )
        vector = self._vector = embedder.embed_query(self._query)
        keys: list[tuple[str, str]] = []
        for collection in self._collections:
            found = self._o._reader.nearest(
                collection.id, vector, CANDIDATES, where=self._where, timeout_s=self._left()
            )  # fmt: skip
            for item in self._current(collection.id, found):
                item.cosine = item.candidate.score
                keys.append(self._keep(item))
        return keys

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
            found = self._o._reader.matching(collection.id, terms, CANDIDATES, where=self._where, timeout_s=self._left())
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
        left = self._until - self._o._clock()
        if left <= 0:
            raise errors.IndexBusy("The search took longer than its limit.")
        return left

    def _current(self, collection_id: str, candidates: Sequence[Candidate]) -> list[Found]:
        """Those that the ledger stands for: rows of a replaced, removed or half-written reading are not shown. Of a large file whose
        vectors are being made both readings count: they are the same passages."""
        files = self._o._ledger.files_by_id({c.file_id for c in candidates})
        self.overtaken = self.overtaken or overtaken(candidates, files)
        return [
            Found(candidate, collection_id, file)
            for candidate in candidates
            if (file := files.get(candidate.file_id)) is not None and is_current(candidate, file)
        ]

    def _keep(self, item: Found) -> tuple[str, str]:
        key = (item.collection_id, item.candidate.chunk_id)
        known = self.found.setdefault(key, item)
        if known is not item:
            known.cosine = item.cosine if known.cosine is None else known.cosine
            # A second search by words, with what was meant by some of them, gives the greater figure.
            known.bm25 = max((score for score in (known.bm25, item.bm25) if score is not None), default=None)
        return key

    # --- scores

    def _complete_cosines(self) -> None:
        """The cosine of passages that only full text found, also of the best that have no vector yet."""
        if self._vector is None:
            return
        for item in self.found.values():
            if item.cosine is None and item.candidate.vector is not None:
                item.cosine = float(item.candidate.vector @ self._vector)
        bare = sorted((item for item in self.found.values() if item.cosine is None), key=lambda item: -(item.bm25 or 0.0))
        if not bare or (self._until is not None and self._until - self._o._clock() < _TIME_TO_EMBED_S):
            return
        bare = bare[:EMBEDDED_NOW]
        texts = [embedded_text(item.candidate.context, item.candidate.content) for item in bare]
        for item, vector in zip(bare, self._o._embedder.embed_passages(texts), strict=True):
            item.cosine = float(vector @ self._vector)

    def _score(self) -> None:
        embedder_id = self._o._embedder.embedder_id
        norms = {
            collection_id: background.cosine_norm(self._vector, embedder_id)
            for collection_id, background in self._backgrounds.items()
            if self._vector is not None
        }
        for item in self.found.values():
            item.coverage = coverage(self._terms, self._idf, item.candidate.terms)
            background = self._backgrounds.get(item.collection_id)
            if background is not None:
                item.saturation = saturation(self._terms, self._idf, item.candidate.terms, background.average_terms)
                item.foreign = self._foreign(background, item.candidate.language)
            if item.cosine is not None:
                mean, std = norms.get(item.collection_id, typical(embedder_id))
                item.cosine_z = (item.cosine - mean) / std

    def _agree(self) -> None:
        """How near each found passage is to the best of them."""
        items = [item for item in self.found.values() if item.candidate.vector is not None and item.cosine is not None]
        if not items:
            return
        vectors = np.stack([item.candidate.vector for item in items if item.candidate.vector is not None])
        guessed = [first_guess(item.cosine_z, item.coverage, item.saturation, item.foreign) for item in items]
        for item, value in zip(items, consensus(vectors, np.array(guessed)), strict=True):
            item.consensus = float(value)

    def _foreign(self, background: Background, language: str | None) -> float:
        key = (id(background), language)
        if key not in self._foreign_kept:
            self._foreign_kept[key] = background.foreign(self._terms, language)
        return self._foreign_kept[key]

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
        made: list[Hit] = []
        for key in keys:
            item, c = self.found[key], self.found[key].candidate
            features = Features(
                cosine_z=item.cosine_z,
                coverage=item.coverage,
                foreign=item.foreign,
                brevity=brevity(c.content),
                rank_vector=vector_ranks.get(key),
                rank_text=text_ranks.get(key),
                has_vector=self._vector is not None,
                saturation=item.saturation,
                consensus=item.consensus,
            )
            made.append(to_hit(item, self._o._score(features)))
        return made
