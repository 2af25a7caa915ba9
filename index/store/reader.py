"""Reads passages by vector and by full text, on a connection of its own, so that writing never blocks a question."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from lancedb.query import BooleanQuery, FullTextQuery, MatchQuery, Occur
from lancedb.table import Table

from index import errors
from index.store.connection import Connection, classified
from index.store.schema import READ_COLUMNS, Candidate, checked_id, to_candidate, vectors_of

_T = TypeVar("_T")
_PREFIX = re.compile(r"[\w§@.+/:-]{2,64}")


@dataclass(frozen=True)
class Sample:
    """Evenly spread rows of a collection. ``vectors`` has shape (m, dimension), m ≤ n, of those rows that have one already,
    ``terms`` one string of terms for each of the n rows, ``languages`` the language of its document (None when unknown)."""

    rows: int
    vectors: npt.NDArray[np.float32]
    terms: tuple[str, ...]
    languages: tuple[str | None, ...]


class PassageReader:
    """Light constructor; ``close`` frees. Thread-safe as far as lancedb's tables are (one reading thread is the rule)."""

    def __init__(self, folder: Path) -> None:
        self._connection = Connection(folder, fresh=True)

    def close(self) -> None:
        self._connection.close()

    def nearest(
        self,
        collection_id: str,
        vector: npt.NDArray[np.float32],
        limit: int,
        *,
        where: str | None = None,
        timeout_s: float | None = None,
    ) -> list[Candidate]:
        """By cosine, best first; exact (no approximate index); passages without a vector yet are left out. ``where`` comes from ``schema.where`` only.

        Raises IndexBusy when ``timeout_s`` passes, IndexDamaged when the table cannot be read.
        """

        def run(table: Table) -> list[Candidate]:
            query = table.search(vector.astype(np.float16), vector_column_name="vector").distance_type("dot").limit(limit)
            query = query.where(where, prefilter=True) if where else query
            # With the vectors: how near the found passages are to each other counts too.
            data = _arrow(query.select([*READ_COLUMNS, "_distance", "vector"]), timeout_s)
            rows = data.drop_columns(["vector"]).to_pylist()
            found = zip(rows, vectors_of(data["vector"]), strict=True)
            return [to_candidate(row, 1.0 - float(row["_distance"]), vector) for row, vector in found]

        return self._read(collection_id, run) or []

    def matching(
        self,
        collection_id: str,
        terms: Sequence[str],
        limit: int,
        *,
        where: str | None = None,
        timeout_s: float | None = None,
        vectors: bool = True,
        needed: Sequence[Collection[str]] = (),
    ) -> list[Candidate]:
        """By BM25 over terms made by ``index.store.analysis``, best first, with the ``vectors`` that are there; only passages with a
        term of each of ``needed``. Raises as ``nearest``."""
        text = " ".join(terms)
        if not text:
            return []
        asked: FullTextQuery = MatchQuery(text, "terms")
        if needed:
            words = [MatchQuery(" ".join(sorted(word)), "terms") for word in needed]
            asked = BooleanQuery([(Occur.MUST, word) for word in words])

        def run(table: Table) -> list[Candidate]:
            query = table.search(asked, query_type="fts").limit(limit)
            query = query.where(where, prefilter=True) if where else query
            if not vectors:
                data = _arrow(query.select([*READ_COLUMNS, "_score"]), timeout_s)
                return [to_candidate(row, float(row["_score"])) for row in data.to_pylist()]
            # With the vectors, for the cosine of what only full text finds: fifty rows are quickly taken, a look-up is a scan.
            data = _arrow(query.select([*READ_COLUMNS, "_score", "vector"]), timeout_s)
            rows = data.drop_columns(["vector"]).to_pylist()
            found = zip(rows, vectors_of(data["vector"]), strict=True)
            return [to_candidate(row, float(row["_score"]), vector) for row, vector in found]

        return self._read(collection_id, run) or []

    def beginning_with(
        self, collection_id: str, prefix: str, limit: int, *, where: str | None = None, timeout_s: float | None = None
    ) -> list[Candidate]:
        """Passages with a term that begins with ``prefix``, in no order, score 0: a scan, for words that are too rare for a sample.
        A prefix with anything but letters, digits and the signs of part numbers and addresses finds nothing. Raises as ``nearest``.
        """
        if not _PREFIX.fullmatch(prefix):
            return []
        escaped = prefix.replace("_", r"\_")
        condition = rf"(terms LIKE '{escaped}%' ESCAPE '\' OR terms LIKE '% {escaped}%' ESCAPE '\')"

        def run(table: Table) -> list[Candidate]:
            query = table.search().where(f"{condition} AND {where}" if where else condition).limit(limit)
            data = _arrow(query.select(READ_COLUMNS), timeout_s)
            return [to_candidate(row, 0.0) for row in data.to_pylist()]

        return self._read(collection_id, run) or []

    def passages(self, collection_id: str, file_id: str, revision: str) -> list[Candidate]:
        """All passages of one reading of a file in their order, score 0."""
        condition = f"file_id = '{checked_id(file_id)}' AND revision = '{checked_id(revision)}'"

        def run(table: Table) -> list[Candidate]:
            data = table.search().where(condition).select(READ_COLUMNS).limit(None).to_arrow()
            return sorted((to_candidate(row, 0.0) for row in data.to_pylist()), key=lambda c: c.chunk_index)

        return self._read(collection_id, run) or []

    def sample(self, collection_id: str, size: int) -> Sample | None:
        """Up to ``size`` rows at even distances, None for an empty collection."""

        def run(table: Table) -> Sample | None:
            rows = table.count_rows()
            if rows == 0:
                return None
            offsets = np.unique(np.linspace(0, rows - 1, num=min(size, rows)).astype(int)).tolist()
            data = table.take_offsets(offsets).select(["terms", "language", "vector"]).to_arrow()
            vectors = [vector for vector in vectors_of(data["vector"]) if vector is not None]
            matrix = np.asarray(vectors, dtype=np.float32).reshape(len(vectors), data["vector"].type.list_size)
            return Sample(rows, matrix, tuple(data["terms"].to_pylist()), tuple(data["language"].to_pylist()))

        return self._read(collection_id, run)

    def count(self, collection_id: str) -> int:
        """Rows, leftovers included."""
        return self._read(collection_id, lambda table: int(table.count_rows())) or 0

    def _read(self, collection_id: str, run: Callable[[Table], _T]) -> _T | None:
        """Once more on a newly opened table when a read fails: its version may have been cleaned away, or the table was
        dropped and made anew under us."""
        table = self._connection.table(collection_id)
        if table is None:
            return None
        try:
            with classified():
                return run(table)
        except errors.IndexDamaged:
            self._connection.forget(collection_id)
            table = self._connection.table(collection_id)
            if table is None:
                return None
            with classified():
                return run(table)


def _arrow(query: object, timeout_s: float | None) -> pa.Table:
    return query.to_arrow(timeout=None if timeout_s is None else timedelta(seconds=timeout_s))  # type: ignore[attr-defined]
