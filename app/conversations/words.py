"""Full-text search over titles, questions and answers: parts of words in any language, all words of the search in one conversation.

SQLite's trigram index finds three characters and more; shorter words are looked for in the stored text.
"""

from __future__ import annotations

import sqlite3

TURNS, TITLES = "turn_words", "title_words"
INDEXED = 3
"""Shortest word that the trigram index can find."""
EXCERPT = 120


def put(connection: sqlite3.Connection, table: str, number: int, text: str) -> None:
    """``table`` is TURNS or TITLES, ``number`` that of the row which the text belongs to."""
    connection.execute(f"DELETE FROM {table} WHERE rowid = ?", (number,))
    connection.execute(f"INSERT INTO {table} (rowid, text) VALUES (?, ?)", (number, text))


def conversations_with(connection: sqlite3.Connection, searched: str) -> set[int]:
    """Numbers of the conversations in which every word of the search stands."""
    found: set[int] | None = None
    for word in searched.split():
        turns, titles = _rows(connection, TURNS, word), _rows(connection, TITLES, word)
        marks = ",".join("?" * len(turns))
        rows = connection.execute(f"SELECT DISTINCT conversation FROM turns WHERE number IN ({marks})", turns)
        these = {int(row[0]) for row in rows} | set(titles)
        found = these if found is None else found & these
    return found or set()


def _rows(connection: sqlite3.Connection, table: str, word: str) -> list[int]:
    if len(word) >= INDEXED:
        phrase = '"' + word.replace('"', '""') + '"'
        rows = connection.execute(f"SELECT rowid FROM {table} WHERE {table} MATCH ?", (phrase,))
    else:
        pattern = "%" + word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
        rows = connection.execute(f"SELECT rowid FROM {table} WHERE text LIKE ? ESCAPE '\\'", (pattern,))
    return [int(row[0]) for row in rows]


def merge(connection: sqlite3.Connection) -> None:
    """One segment each, in which nothing of deleted rows is left."""
    for table in (TURNS, TITLES):
        connection.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")


def excerpt(text: str, searched: str) -> str:
    """Some words around the first of the searched ones; the beginning where none of them stands here."""
    words = " ".join(text.split())
    folded = words.casefold()
    at = min((i for i in (folded.find(w.casefold()) for w in searched.split()) if i >= 0), default=-1)
    start = max(0, at - EXCERPT // 3)
    if start:
        start = words.rfind(" ", 0, start) + 1
    cut = words[start : start + EXCERPT]
    return f"{'… ' if start else ''}{cut}{' …' if start + EXCERPT < len(words) else ''}"
