"""Conversations, their questions and answers, what a person signed off, attached files, and the words to search them by."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    """
    CREATE TABLE conversations (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        created TEXT NOT NULL,
        changed TEXT NOT NULL,
        set_aside TEXT
    ) STRICT
    """,
    # `text` is what was streamed so far, then the answer's; no `answer`: it is being written, or the program ended meanwhile.
    """
    CREATE TABLE turns (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        conversation INTEGER NOT NULL REFERENCES conversations(number) ON DELETE CASCADE,
        asked TEXT NOT NULL,
        question BLOB NOT NULL,
        text TEXT NOT NULL DEFAULT '',
        answered TEXT,
        answer BLOB
    ) STRICT
    """,
    "CREATE INDEX turns_by_conversation ON turns(conversation, number)",
    """
    CREATE TABLE signs (
        turn INTEGER NOT NULL REFERENCES turns(number) ON DELETE CASCADE,
        sentence INTEGER NOT NULL,
        sign TEXT NOT NULL CHECK (sign IN ('signed_off', 'disputed')),
        note TEXT NOT NULL DEFAULT '',
        at TEXT NOT NULL,
        PRIMARY KEY (turn, sentence)
    ) STRICT
    """,
    """
    CREATE TABLE attachments (
        id TEXT PRIMARY KEY,
        conversation INTEGER NOT NULL REFERENCES conversations(number) ON DELETE CASCADE,
        path TEXT NOT NULL,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL
    ) STRICT
    """,
    # Three characters in a row are a word here: parts of words are found, and languages without spaces.
    "CREATE VIRTUAL TABLE turn_words USING fts5(text, tokenize = 'trigram')",
    "CREATE VIRTUAL TABLE title_words USING fts5(text, tokenize = 'trigram')",
)


def apply(connection: sqlite3.Connection) -> None:
    """Runs inside the transaction that also sets ``user_version``."""
    for statement in STATEMENTS:
        connection.execute(statement)
