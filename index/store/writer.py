"""The sole writer of passages. All calls come from one thread."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path

import pyarrow as pa
from lancedb.index import FTS
from lancedb.table import Table

from index.store.connection import Connection, classified
from index.store.schema import (
    ROW_COLUMNS,
    STORAGE_VERSION,
    TERMS_INDEX,
    PassageRow,
    checked_id,
    is_id,
    schema,
    to_row,
    to_table,
    vectors_of,
)

KEEP_VERSIONS = timedelta(0)
"""Age from which a replaced version is removed: at once. A query that runs at that moment is repeated by the reader; versions kept for it
would double the index, as every ``optimize`` writes all small pieces anew."""

ROWS_PER_ADD = 4000
MERGE_AFTER_ADDS = 200
"""Each addition is a piece of its own, and each version lists all pieces: the lists of n additions take n² bytes, 2 MB at n = 200. An import of many small files reaches this before ``tidy_every_rows``."""
_IDS_PER_DELETE = 200
_UNFINISHED = ".tmp*"
"""Lance's name for a file until it is whole; its own clean-up passes over them."""


def no_checkpoint(_: str) -> None:
    """Stands where a test may want to stop the program."""


class PassageWriter:
    """Adds, deletes and tidies up. Light constructor; ``close`` frees. ``checkpoint`` is called around every write (tests)."""

    def __init__(self, folder: Path, *, checkpoint: Callable[[str], None] = no_checkpoint) -> None:
        self._connection = Connection(folder, fresh=False)
        self._checkpoint = checkpoint
        self._adds: dict[str, int] = {}

    def close(self) -> None:
        self._connection.close()

    def add(self, collection_id: str, rows: Sequence[PassageRow], dimension: int) -> None:
        """Append rows. They are found only once the ledger knows their revision. Raises DiskFull, IndexDamaged,
        and ValueError when an id or a vector cannot be right (nothing is written then)."""
        if not rows:
            return
        name = checked_id(collection_id)
        parts = [to_table(rows[start : start + ROWS_PER_ADD], dimension) for start in range(0, len(rows), ROWS_PER_ADD)]
        with classified():
            table = self._connection.table(name)
            if table is None:
                table = self._connection.database().create_table(
                    name, schema=schema(dimension), storage_options={"new_table_data_storage_version": STORAGE_VERSION}
                )
                self._connection.remember(name, table)
            elif not table.schema.field("vector").nullable:
                # Made when every passage had its vector at once.
                table.alter_columns({"path": "vector", "nullable": True})
            for part in parts:
                self._checkpoint("store.add.before")
                table.add(part)
                self._checkpoint("store.add.after")
            self._ensure_index(table)
        self._adds[name] = self._adds.get(name, 0) + len(parts)
        if self._adds[name] >= MERGE_AFTER_ADDS:
            self.optimize(name)

    def tables(self) -> set[str]:
        """Ids of the collections that have a table."""
        folder = self._connection.folder
        return {path.stem for path in folder.glob("*.lance") if is_id(path.stem)} if folder.exists() else set()

    def count(self, collection_id: str, key: tuple[str, str] | None = None) -> int:
        """Rows of the collection, or of one (file id, revision) pair."""
        condition = None if key is None else f"file_id = '{checked_id(key[0])}' AND revision = '{checked_id(key[1])}'"
        table = self._connection.table(collection_id)
        if table is None:
            return 0
        with classified():
            return int(table.count_rows(condition))

    def stored(self, collection_id: str) -> dict[tuple[str, str], int]:
        """(file id, revision) to number of rows."""
        table = self._connection.table(collection_id)
        if table is None:
            return {}
        with classified():
            data: pa.Table = table.search().select(["file_id", "revision"]).limit(None).to_arrow()
        counts = data.group_by(["file_id", "revision"]).aggregate([([], "count_all")]).to_pylist()
        return {(row["file_id"], row["revision"]): int(row["count_all"]) for row in counts}

    def rows(
        self, collection_id: str, keys: Sequence[tuple[str, str]], *, first: int = 0, limit: int | None = None
    ) -> list[PassageRow]:
        """The rows of these (file id, revision) pairs as they were written, by file and ``chunk_index``; of each file those from
        ``first`` on, at most ``limit`` of them. A scan of the id columns: ask for many files at once."""
        table = self._connection.table(collection_id)
        if table is None or not keys:
            return []
        span = f" AND chunk_index >= {first:d}" if first else ""
        span += f" AND chunk_index < {first + limit:d}" if limit is not None else ""
        found: list[PassageRow] = []
        for start in range(0, len(keys), _IDS_PER_DELETE):
            part = keys[start : start + _IDS_PER_DELETE]
            wanted = " OR ".join(f"(file_id = '{checked_id(f)}' AND revision = '{checked_id(r)}')" for f, r in part)
            with classified():
                data: pa.Table = (
                    table.search().where(f"({wanted}){span}").select([*ROW_COLUMNS, "vector"]).limit(None).to_arrow()
                )
            values = data.drop_columns(["vector"]).to_pylist()
            found += [to_row(v, vector) for v, vector in zip(values, vectors_of(data["vector"]), strict=True)]
        return sorted(found, key=lambda row: (row.file_id, row.chunk_index))

    def delete_other_revisions(self, collection_id: str, current: Mapping[str, str]) -> None:
        """For each file of ``current`` delete all rows but those of its revision."""
        self._delete(
            collection_id,
            [f"(file_id = '{checked_id(f)}' AND revision != '{checked_id(r)}')" for f, r in current.items()],
        )

    def delete_revisions(self, collection_id: str, keys: Iterable[tuple[str, str]]) -> None:
        """Delete the rows of these (file id, revision) pairs."""
        self._delete(collection_id, [f"(file_id = '{checked_id(f)}' AND revision = '{checked_id(r)}')" for f, r in keys])

    def delete_files(self, collection_id: str, file_ids: Sequence[str]) -> None:
        """Delete all rows of these files."""
        self._delete(collection_id, [f"(file_id = '{checked_id(f)}')" for f in file_ids])

    def drop(self, collection_id: str) -> None:
        """The whole table, also when it cannot be opened any more."""
        self._connection.forget(collection_id)
        self._checkpoint("store.drop.before")
        shutil.rmtree(self._connection.path(collection_id), ignore_errors=True)
        self._marker(collection_id).unlink(missing_ok=True)
        self._checkpoint("store.drop.after")

    def optimize(self, collection_id: str, *, keep: timedelta = KEEP_VERSIONS) -> None:
        """Merge small pieces, bring new rows into the full-text index, remove versions older than ``keep``.

        With ``keep`` zero nothing of deleted rows is left on the disk: after deletions the full-text index is built anew, as merging
        would keep their words (1 s for 50 000 passages), and what a kill left half written goes too. A query running at that moment is
        repeated by the reader. Takes seconds on large collections; runs on the writer's thread.
        """
        table = self._connection.table(collection_id)
        if table is None:
            return
        with classified(), warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=r"optimize\(cleanup_older_than=0\)")
            marker = self._marker(collection_id)
            if marker.exists() and table.count_rows() == 0:
                self.drop(collection_id)
                return
            erasing = marker.exists() and not keep
            if marker.exists():
                self._build_index(table)
            else:
                self._ensure_index(table)
            self._checkpoint("store.optimize.before")
            table.optimize(cleanup_older_than=keep)
            # The pieces that the first pass replaced belong to the version before; only now are they old. No version knows what a kill
            # left half written: to be removed as well it needs ``delete_unverified``, safe for a sole writer (against traps.md, 12).
            table.optimize(cleanup_older_than=keep, delete_unverified=erasing)
            if erasing:
                for unfinished in self._connection.path(collection_id).rglob(_UNFINISHED):
                    unfinished.unlink(missing_ok=True)
            if not keep:
                marker.unlink(missing_ok=True)
            self._adds.pop(collection_id, None)
            self._checkpoint("store.optimize.after")

    def erase_traces(self, collection_id: str) -> None:
        """After a deletion that must leave nothing, also when it was made by an older program that set no mark."""
        if self._connection.table(collection_id) is not None:
            self._mark(collection_id)
            self.optimize(collection_id)

    def has_traces(self, collection_id: str) -> bool:
        """Whether rows were deleted, by this run of the program or an earlier one, and not yet removed from the disk."""
        return self._marker(collection_id).exists()

    def unindexed_rows(self, collection_id: str) -> int:
        """Rows that full text finds by scanning, until the next ``optimize``."""
        table = self._connection.table(collection_id)
        if table is None:
            return 0
        with classified():
            stats = table.index_stats(TERMS_INDEX)
            return table.count_rows() if stats is None else int(stats.num_unindexed_rows)

    def _ensure_index(self, table: Table) -> None:
        """Made after the first rows: an index created on an empty table has found nothing in some versions (traps.md, 13)."""
        if table.index_stats(TERMS_INDEX) is None and table.count_rows() > 0:
            self._build_index(table)

    def _build_index(self, table: Table) -> None:
        self._checkpoint("store.index.before")
        config = FTS(
            base_tokenizer="whitespace", lower_case=False, stem=False, remove_stop_words=False, ascii_folding=False,
            max_token_length=None, with_position=False,
        )  # fmt: skip
        table.create_index("terms", config=config, name=TERMS_INDEX, replace=True)
        self._checkpoint("store.index.after")

    def _delete(self, collection_id: str, conditions: Sequence[str]) -> None:
        table = self._connection.table(collection_id)
        if table is None or not conditions:
            return
        with classified():
            self._mark(collection_id)
            for start in range(0, len(conditions), _IDS_PER_DELETE):
                self._checkpoint("store.delete.before")
                table.delete(" OR ".join(conditions[start : start + _IDS_PER_DELETE]))
                self._checkpoint("store.delete.after")

    def _marker(self, collection_id: str) -> Path:
        """An empty file beside the table while deleted words may be on the disk; a killed program leaves it to the next run."""
        return self._connection.folder / f"{checked_id(collection_id)}.traces"

    def _mark(self, collection_id: str) -> None:
        self._marker(collection_id).touch()
