"""What the program asks: passages for a question, what it says of its documents heard, versions and exchanges of mails put together."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date

from index import errors
from index.chunking.language import guess_language
from index.embedding import PassageEmbedder
from index.ingest.ledger import Ledger
from index.ingest.rows import Collection, FileRow
from index.reranking import PassageReranker
from index.search.asking import AnyQuestion
from index.search.background import Backgrounds
from index.search.calibration import relevances
from index.search.features import Features
from index.search.found import current, moved, overtaken, to_hit, where_of
from index.search.hit import AT_ONCE_MS, Hit, SearchFilters, SearchResult, Strategy
from index.search.narrowing import Narrowing
from index.search.one_search import Means, OneSearch
from index.search.relations import fold_threads, prefer_time
from index.search.reranked import reranked
from index.search.search_box import typed
from index.search.sections import prefer_sections
from index.search.versions import prefer_newest
from index.store.reader import PassageReader
from index.store.schema import Candidate

_TIME_TO_RERANK_S = 0.6


class Searcher:
    """One reading thread. Light constructor; the caller owns and closes what it gives."""

    def __init__(
        self,
        ledger: Ledger,
        reader: PassageReader,
        embedder: PassageEmbedder,
        *,
        score: Callable[[Sequence[Features]], Sequence[float]] = relevances,
        clock: Callable[[], float] = time.monotonic,
        today: Callable[[], date] = date.today,
        reranker: PassageReranker | None = None,
        others: Callable[[str], PassageEmbedder] | None = None,
    ) -> None:
        """``others`` gives the model of that id for collections whose vectors are not of ``embedder``. ``score`` gives the relevance of each passage of a question, 0 to 1; the benchmark that fits it puts a recorder here. ``today`` is what
        "last week" counts from. A ``reranker`` that is given reads the best passages of a search by both ways, where the time allows."""
        self._ledger = ledger
        self._reader = reader
        self._embedder = embedder
        self._others = others
        self._backgrounds = Backgrounds(reader)
        self._means = Means(ledger, reader, self._embedder_of, self._backgrounds, score, clock, AnyQuestion())
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
        UserFixable when a collection does not exist or there is no embedder that made its vectors (where those are needed).
        """
        started = self._clock()
        until = None if deadline_ms is None else started + deadline_ms / 1000
        collections = [self._ledger.collection(i) for i in dict.fromkeys(collection_ids)]
        narrowed = self._narrowing.narrow(query, collections, filters or SearchFilters(), self._today())
        run, hits = self._run(OneSearch(self._means, query, collections, strategy, narrowed.filters, until))
        if not hits and narrowed.by_question and query.strip():
            run, hits = self._run(OneSearch(self._means, query, collections, strategy, narrowed.given, until))
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
    def _run(run: OneSearch) -> tuple[OneSearch, tuple[Hit, ...]]:
        """Once more where an import replaced a file's passages between the look at the index and the one at the ledger: the old ones
        do not count any more, and the new ones were not there yet. Also where another table took the place of the one that was searched."""
        try:
            hits = run.hits()
        except errors.IndexDamaged:
            if not run.moved:
                raise
            hits = ()
        if run.overtaken or run.moved:
            again = run.anew()
            with suppress(errors.IndexBusy):
                return again, again.hits()
        return run, hits

    def _embedder_of(self, collection: Collection) -> PassageEmbedder:
        embedder = self._embedder
        if collection.embedder_id != embedder.embedder_id and self._others is not None:
            embedder = self._others(collection.embedder_id)
        if (collection.embedder_id, collection.dimension) != (embedder.embedder_id, embedder.dimension):
            raise errors.UserFixable(
                f"The collection “{collection.name}” was built with another embedding model.",
                next_step="Choose that model again, or rebuild the collection with the present one.",
            )
        return embedder

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
        given = self._narrowing.narrow("", collections, filters or SearchFilters(), self._today()).given

        def look(present: Sequence[Collection]) -> tuple[list[tuple[str, Candidate]], dict[str, FileRow]]:
            known = [self._backgrounds.get(c) for c in present]
            found = typed(
                text, present, self._ledger, self._reader, [b for b in known if b is not None],
                where=where_of(given), timeout_s=None if deadline_ms is None else deadline_ms / 1000,
            )  # fmt: skip
            return found, self._ledger.files_by_id({c.file_id for _, c in found})

        try:
            found, files = look(collections)
            again = overtaken([c for _, c in found], files) or moved(self._ledger, collections)
        except errors.IndexDamaged:
            again = moved(self._ledger, collections)
            if not again:
                raise
        if again:
            found, files = look([self._ledger.collection(c.id) for c in collections])
        items = current(found, files)
        hits = [to_hit(replace(item, bm25=item.candidate.score), 0.0) for item in items]
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
