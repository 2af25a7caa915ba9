"""The table of facts in the ledger's file. One thread writes it (``app.engine.facts_thread``); the ledger has migrated it before."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable
from pathlib import Path

from app.facts.fact import Fact, FactStatus, label_key
from index.document import Place
from index.ingest.database import Database

_COLUMNS = (
    "id", "collection_id", "status", "kind", "label", "label_key", "value", "unit", "valid_from", "quote", "digest", "file_id",
    "source", "title", "source_type", "place", "start", "end", "stale", "checked_revision", "created",
)  # fmt: skip


class FactStore:
    """Light constructor; ``close`` closes the connections. All calls may raise index.errors."""

    def __init__(self, path: Path) -> None:
        self._db = Database(path)

    def close(self) -> None:
        self._db.close()

    def facts(self, collection_id: str, *statuses: FactStatus) -> list[Fact]:
        """By label, the oldest first."""
        places = ", ".join("?" * len(statuses))
        with self._db.read() as db:
            rows = db.execute(
                f"SELECT * FROM facts WHERE collection_id = ? AND status IN ({places}) ORDER BY label_key, created",
                (collection_id, *statuses),
            )
            return [_to_fact(row) for row in rows]

    def fact(self, fact_id: str) -> Fact | None:
        with self._db.read() as db:
            row = db.execute("SELECT * FROM facts WHERE id = ?", (fact_id,)).fetchone()
        return _to_fact(row) if row else None

    def put(self, facts: Iterable[Fact]) -> None:
        """Add or replace, by id. The same sentence under the same label is there once: a pinned one takes the place of what was
        suggested or dismissed, anything else gives way to what is there. What a rule copied from a file that was taken out in the
        meantime is dropped. Raises UserFixable when the collection is gone."""
        marks = ", ".join("?" * len(_COLUMNS))
        with self._db.write() as db:
            for fact in facts:
                there = db.execute(
                    "SELECT id, status FROM facts WHERE collection_id = ? AND label_key = ? AND digest = ? AND id != ?",
                    (fact.collection_id, label_key(fact.label), fact.digest, fact.id),
                ).fetchone()
                if fact.status != "pinned" and (there is not None or not _is_in_library(db, fact.file_id)):
                    continue
                if there is not None:
                    db.execute("DELETE FROM facts WHERE id = ?", (there["id"],))
                db.execute(f"INSERT OR REPLACE INTO facts ({', '.join(_COLUMNS)}) VALUES ({marks})", _values(fact))

    def remove(self, fact_ids: Collection[str]) -> None:
        with self._db.write() as db:
            db.executemany("DELETE FROM facts WHERE id = ?", [(fact_id,) for fact_id in fact_ids])

    def to_scan(self, collection_id: str) -> list[tuple[str, str]]:
        """(File id, revision) of files whose present reading was not searched for facts yet, the newest first; copies left out."""
        with self._db.read() as db:
            rows = db.execute(
                "SELECT f.id, f.revision FROM files AS f LEFT JOIN fact_scans AS s ON s.file_id = f.id "
                "WHERE f.collection_id = ? AND f.revision IS NOT NULL AND f.duplicate_of IS NULL AND f.status = 'indexed' "
                "AND f.needs_read = 0 AND (s.revision IS NULL OR s.revision != f.revision) ORDER BY f.mtime_ns DESC",
                (collection_id,),
            )
            return [(row["id"], row["revision"]) for row in rows]

    def scanned(self, file_id: str, revision: str) -> None:
        """A file that is gone meanwhile is no matter."""
        with self._db.write() as db:
            db.execute(
                "INSERT INTO fact_scans (file_id, revision) SELECT id, ? FROM files WHERE id = ? "
                "ON CONFLICT (file_id) DO UPDATE SET revision = excluded.revision",
                (revision, file_id),
            )


def _is_in_library(db: sqlite3.Connection, file_id: str) -> bool:
    return db.execute("SELECT 1 FROM files WHERE id = ? AND status != 'skipped'", (file_id,)).fetchone() is not None


def _values(fact: Fact) -> tuple[object, ...]:
    values = fact.model_dump(mode="json", exclude={"place"})
    values |= {"label_key": label_key(fact.label), "place": fact.place.model_dump_json(exclude_defaults=True)}
    return tuple(values[name] for name in _COLUMNS)


def _to_fact(row: sqlite3.Row) -> Fact:
    values = {name: row[name] for name in _COLUMNS if name not in ("label_key", "place")}
    return Fact.model_validate({**values, "place": Place.model_validate_json(row["place"])})
