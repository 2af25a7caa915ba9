"""The table of passages: one for each collection, rows as written and as read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from index.document import Place

TERMS_INDEX = "terms_idx"
_ID = re.compile(r"[0-9a-f]{32}")
_KIND = re.compile(r"[a-z0-9_+.-]{1,32}")


@dataclass(frozen=True)
class PassageRow:
    """A passage to be stored. ``vector`` has L2 norm 1 and is kept in 16 bits; None while only full text can find the passage.
    ``revision`` names one reading of one file."""

    file_id: str
    revision: str
    content_hash: str
    chunk_index: int
    kind: str
    content: str
    context: str
    terms: str
    language: str | None
    start: int
    end: int
    place: Place
    modified: datetime | None
    vector: npt.NDArray[np.float32] | None

    @property
    def chunk_id(self) -> str:
        return f"{self.file_id}-{self.content_hash[:12]}-{self.chunk_index}"


@dataclass(frozen=True)
class Candidate:
    """A passage found by one of the two ways. ``score`` is the cosine or BM25; ``terms`` are those of the full text in no
    particular order, ``vector`` is there when full text found it and the passage has one already."""

    chunk_id: str
    file_id: str
    revision: str
    chunk_index: int
    kind: str
    content: str
    context: str
    terms: str
    language: str | None
    start: int
    end: int
    place: Place
    score: float
    vector: npt.NDArray[np.float32] | None = field(default=None, compare=False, repr=False)


STORAGE_VERSION = "2.2"
"""Lance's file format: the first whose blocks of compressed text may be larger than 32 KB (2.0, the library's default here, spends
40 bytes a row on each small column, 2.1 has blocks of 16 KB at most)."""

_PACKED = {
    "lance-encoding:compression": "zstd",
    "lance-encoding:compression-level": "9",
    "lance-encoding:structural-encoding": "miniblock",
    "lance-encoding:minichunk-size": "131072",
}
"""For columns of text. On handbooks and notes a passage's text takes 0.30 of its bytes (0.41 in blocks of 4 KB, as long as it is
without compression); level 19 gains 0.02 more for six times the time. Fifty scattered rows are read in 6 ms instead of 3."""


def schema(dimension: int) -> pa.Schema:
    """16-bit vectors: on XQuAD (e5, three languages) recall@1 and @10 were the same as with 32 bits, at half the bytes."""
    return pa.schema(
        [
            pa.field("chunk_id", pa.string(), nullable=False, metadata=_PACKED),
            pa.field("file_id", pa.string(), nullable=False),
            pa.field("revision", pa.string(), nullable=False),
            pa.field("content_hash", pa.string(), nullable=False),
            pa.field("chunk_index", pa.int32(), nullable=False),
            pa.field("kind", pa.string(), nullable=False),
            pa.field("content", pa.string(), nullable=False, metadata=_PACKED),
            pa.field("context", pa.string(), nullable=False, metadata=_PACKED),
            pa.field("terms", pa.string(), nullable=False, metadata=_PACKED),
            pa.field("language", pa.string()),
            pa.field("start", pa.int32(), nullable=False),
            pa.field("end", pa.int32(), nullable=False),
            pa.field("place", pa.string(), nullable=False, metadata=_PACKED),
            pa.field("page", pa.int32()),
            pa.field("modified", pa.timestamp("us", tz="UTC")),
            pa.field("vector", pa.list_(pa.float16(), dimension)),
        ]
    )


READ_COLUMNS = [
    "language",
    "chunk_id",
    "file_id",
    "revision",
    "chunk_index",
    "kind",
    "content",
    "context",
    "terms",
    "start",
    "end",
    "place",
]


ROW_COLUMNS = [*READ_COLUMNS, "content_hash", "modified"]


def to_table(rows: Sequence[PassageRow], dimension: int) -> pa.Table:
    """All rows as one Arrow table; raises ValueError when a vector has another dimension."""
    vectors = np.zeros((len(rows), dimension), dtype=np.float16)
    for position, row in enumerate(rows):
        if row.vector is not None:
            if row.vector.shape != (dimension,):
                raise ValueError(f"a vector of shape {row.vector.shape} does not fit a collection of dimension {dimension}")
            vectors[position] = row.vector
    without = pa.array([row.vector is None for row in rows])
    names = (
        "chunk_id",
        "file_id",
        "revision",
        "content_hash",
        "chunk_index",
        "kind",
        "content",
        "context",
        "language",
        "start",
        "end",
        "modified",
    )
    columns: dict[str, object] = {name: [getattr(row, name) for row in rows] for name in names}
    # Their order means nothing to full text (no positions), and sorted they compress by a tenth more.
    columns["terms"] = [" ".join(sorted(row.terms.split(" "))) for row in rows]
    columns["place"] = [row.place.model_dump_json(exclude_defaults=True) for row in rows]
    columns["page"] = [row.place.page for row in rows]
    columns["vector"] = pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), dimension, mask=without)
    target = schema(dimension)
    return pa.table({name: columns[name] for name in target.names}, schema=target)


def to_candidate(values: dict[str, object], score: float, vector: npt.NDArray[np.float32] | None = None) -> Candidate:
    fields = {name: values[name] for name in READ_COLUMNS if name != "place"}
    return Candidate(place=Place.model_validate_json(str(values["place"])), score=score, vector=vector, **fields)  # type: ignore[arg-type]


def to_row(values: dict[str, object], vector: npt.NDArray[np.float32] | None) -> PassageRow:
    """A stored row as it can be stored again under another revision."""
    fields = {name: values[name] for name in ROW_COLUMNS if name not in ("place", "chunk_id")}
    return PassageRow(place=Place.model_validate_json(str(values["place"])), vector=vector, **fields)  # type: ignore[arg-type]


def vectors_of(column: pa.ChunkedArray) -> list[npt.NDArray[np.float32] | None]:
    """The vectors of a column in order, None where a passage has none yet."""
    array = column.combine_chunks()
    if not len(array):
        return []
    present = array.is_valid().to_numpy(zero_copy_only=False)
    # ``flatten`` leaves the missing ones out.
    flat = np.asarray(array.flatten().to_numpy(zero_copy_only=False), dtype=np.float32)
    matrix = iter(flat.reshape(int(present.sum()), array.type.list_size))
    return [next(matrix) if there else None for there in present]


def is_id(value: str) -> bool:
    """Whether it can be an id of the ledger (32 hex digits)."""
    return _ID.fullmatch(value) is not None


def checked_id(value: str) -> str:
    """Ids are ours (32 hex digits); anything else must never reach a filter, which is SQL. Raises ValueError."""
    if not is_id(value):
        raise ValueError("not an id of the ledger")
    return value


def where(
    *,
    kinds: Sequence[str] = (),
    file_ids: Sequence[str] = (),
    modified_from: datetime | None = None,
    modified_to: datetime | None = None,
    languages: Sequence[str] = (),
) -> str | None:
    """A filter from ids, kinds, languages and times alone. Raises ValueError for values that cannot be one of these."""
    parts: list[str] = []
    if kinds:
        if not all(_KIND.fullmatch(kind) for kind in kinds):
            raise ValueError("not a kind of document")
        parts.append(f"kind IN ({', '.join(repr(k) for k in kinds)})")
    if languages:
        if not all(_KIND.fullmatch(language) for language in languages):
            raise ValueError("not a language")
        parts.append(f"language IN ({', '.join(repr(code) for code in languages)})")
    if file_ids:
        parts.append("file_id IN ({})".format(", ".join(repr(checked_id(i)) for i in file_ids)))
    for operator, moment in ((">=", modified_from), ("<=", modified_to)):
        if moment is not None:
            if moment.tzinfo is None:
                raise ValueError("a time without a zone")
            parts.append(f"modified {operator} timestamp '{moment.isoformat()}'")
    return " AND ".join(parts) or None
