"""Collections as the subjects of questions: their aliases, and the one that a question goes to when it names none."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence

from index import errors
from index.ingest.database import Database

MAX_NAME = 100
MAX_ALIASES = 20


def name_key(name: str) -> str:
    """Names are the same when they differ only in case, normal form or outer spaces."""
    return unicodedata.normalize("NFC", name.strip()).casefold()


class Subjects:
    """Thread-safe: each thread has its own connection."""

    _db: Database

    def set_aliases(self, collection_id: str, aliases: Sequence[str]) -> None:
        """Replace the aliases; empty ones and repetitions are left out.

        Raises UserFixable for one that is too long or belongs to another collection, as its name or its alias.
        """
        wanted = {name_key(alias): " ".join(alias.split()) for alias in aliases if name_key(alias)}
        if len(wanted) > MAX_ALIASES:
            raise errors.UserFixable(
                f"A collection has at most {MAX_ALIASES} other names.", next_step="Leave some of them out."
            )
        for alias in wanted.values():
            if len(alias) > MAX_NAME or not alias.isprintable():
                raise errors.UserFixable(
                    f"Another name is one line of at most {MAX_NAME} characters.", next_step="Choose a shorter one."
                )
        with self._db.write() as db:
            for row in db.execute("SELECT name, aliases FROM collections WHERE id != ?", (collection_id,)):
                taken = next((a for n in (row["name"], *json.loads(row["aliases"])) if (a := wanted.get(name_key(n)))), None)
                if taken is not None:
                    raise errors.UserFixable(f"“{taken}” already stands for {row['name']}.", next_step="Choose another name.")
            db.execute("UPDATE collections SET aliases = ? WHERE id = ?", (json.dumps(list(wanted.values())), collection_id))

    def set_default(self, collection_id: str | None) -> None:
        """Questions that name no collection go to this one; None: to none by themselves."""
        with self._db.write() as db:
            db.execute("UPDATE collections SET is_default = (id = coalesce(?, ''))", (collection_id,))
