"""The conversations of this person in one SQLite file. One thread writes; every call is one transaction."""

from __future__ import annotations

import sqlite3
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

from app.conversations import migrations, words
from app.conversations.rows import AttachedFile, ConversationRow, SentenceSign, Sign, StoredConversation, StoredTurn
from app.conversations.saved import pack, unpack
from app.conversations.titles import clean_title, title_of
from app.messages.answer import MAX_HISTORY, Answer, HistoryMessage, Question
from app.messages.base import utc_now
from index.errors import UserFixable
from index.ingest.database import Database

MAX_NOTE = 500
LEFT_ASIDE = timedelta(minutes=1)
"""A conversation that is set aside can be brought back for some seconds; after this a killed program must have left it."""
LISTED = 500


class ConversationStore:
    """Light constructor; ``warm_up`` opens or makes the file, ``close`` closes it. Raises index.errors (DiskFull, IndexBusy,
    IndexDamaged)."""

    def __init__(self, path: Path, *, keep: bool = True, keep_days: int | None = None) -> None:
        """``keep`` False: all stays in memory until ``close``. ``keep_days``: older conversations are deleted when it opens."""
        self._db = Database(path, migrations, "history", in_memory=not keep)
        self._keep_days = keep_days

    def warm_up(self) -> None:
        """What a killed program had set aside is deleted now, and what is older than the settings keep."""
        self._db.warm_up()
        with self._db.read() as db:
            gone = db.execute("SELECT id, changed, set_aside FROM conversations").fetchall()
        aside = (utc_now() - LEFT_ASIDE).isoformat()
        oldest = (utc_now() - timedelta(days=self._keep_days)).isoformat() if self._keep_days is not None else ""
        self.delete(*(UUID(r["id"]) for r in gone if r["changed"] < oldest or (r["set_aside"] or aside) < aside))

    def close(self) -> None:
        self._db.close()

    # ---- what happens to a question

    def begin(self, question: Question) -> None:
        """Keep the question, in its conversation, which is made and named after it when it is new. Nothing for one without a
        conversation; the same question again changes nothing."""
        if question.conversation is None:
            return
        now = utc_now().isoformat()
        with self._db.write() as db:
            number = _number(db, question.conversation)
            if number is None:
                title = title_of(question.text)
                number = db.execute(
                    "INSERT INTO conversations (id, title, created, changed) VALUES (?, ?, ?, ?)",
                    (str(question.conversation), title, now, now),
                ).lastrowid
                assert number is not None
                words.put(db, words.TITLES, number, title)
            bare = question.model_copy(update={"history": ()})
            made = db.execute(
                "INSERT OR IGNORE INTO turns (id, conversation, asked, question) VALUES (?, ?, ?, ?)",
                (str(question.correlation_id), number, now, pack(bare)),
            )
            if made.rowcount and made.lastrowid is not None:
                words.put(db, words.TURNS, made.lastrowid, question.text)
                db.execute("UPDATE conversations SET changed = ? WHERE number = ?", (now, number))

    def save_text(self, turn: UUID, text: str) -> None:
        """What is written so far of an answer that is not finished."""
        with self._db.write() as db:
            db.execute("UPDATE turns SET text = ? WHERE id = ? AND answered IS NULL", (text, str(turn)))

    def finish(self, question: Question, answer: Answer) -> None:
        """The whole answer, with its report and its trace. Nothing when the conversation was deleted meanwhile."""
        now = utc_now().isoformat()
        with self._db.write() as db:
            row = db.execute("SELECT number, conversation FROM turns WHERE id = ?", (str(question.correlation_id),)).fetchone()
            if row is None:
                return
            db.execute(
                "UPDATE turns SET text = ?, answered = ?, answer = ? WHERE number = ?",
                (answer.text, now, pack(answer), row["number"]),
            )
            words.put(db, words.TURNS, row["number"], f"{question.text}\n{answer.text}")
            db.execute("UPDATE conversations SET changed = ? WHERE number = ?", (now, row["conversation"]))

    def history(self, conversation: UUID, before: UUID) -> tuple[HistoryMessage, ...]:
        """Earlier questions and answers, the oldest first, at most 16 messages; without those that ended in an error or not at all."""
        with self._db.read() as db:
            rows = db.execute(
                "SELECT question, answer FROM turns WHERE conversation = ? AND answer IS NOT NULL"
                " AND number < coalesce((SELECT number FROM turns WHERE id = ?), 9e18) ORDER BY number DESC LIMIT ?",
                (_number(db, conversation), str(before), MAX_HISTORY),
            ).fetchall()
        messages: list[HistoryMessage] = []
        for row in reversed(rows):
            question, answer = unpack(Question, row["question"]), unpack(Answer, row["answer"])
            if question is not None and answer is not None and answer.status != "error":
                messages.append(HistoryMessage(role="user", text=question.text))
                messages.append(HistoryMessage(role="assistant", text=answer.text))
        return tuple(messages[-MAX_HISTORY:])

    # ---- reading

    def rows(self, searched: str = "", limit: int = LISTED) -> list[ConversationRow]:
        """The latest first; with ``searched`` those in which all of its words stand."""
        with self._db.read() as db:
            rows = db.execute(
                "SELECT c.*, count(t.number) AS questions, count(t.number) - count(t.answered) AS open, max(t.number) AS last"
                " FROM conversations c LEFT JOIN turns t ON t.conversation = c.number WHERE c.set_aside IS NULL"
                " GROUP BY c.number ORDER BY c.changed DESC, c.number DESC"
            ).fetchall()
            if searched.strip():
                found = words.conversations_with(db, searched)
                rows = [row for row in rows if row["number"] in found]
            return [_row(db, row, searched) for row in rows[:limit]]

    def get(self, conversation: UUID, last: int | None = None) -> StoredConversation:
        """With all its turns, or the ``last`` ones. Raises UserFixable when there is none of that id."""
        with self._db.read() as db:
            number = _number(db, conversation)
            row = db.execute("SELECT * FROM conversations WHERE number = ? AND set_aside IS NULL", (number,)).fetchone()
            if row is None:
                raise _unknown()
            turns = db.execute(
                "SELECT * FROM turns WHERE conversation = ? ORDER BY number DESC LIMIT ?",
                (number, -1 if last is None else last),
            ).fetchall()
            count = db.execute("SELECT count(*) FROM turns WHERE conversation = ?", (number,)).fetchone()[0]
            kept = [turn for turn in (_turn(db, turn) for turn in reversed(turns)) if turn is not None]
            attached = db.execute("SELECT * FROM attachments WHERE conversation = ? ORDER BY rowid", (number,)).fetchall()
            return StoredConversation(
                id=conversation,
                title=row["title"],
                created=datetime.fromisoformat(row["created"]),
                changed=datetime.fromisoformat(row["changed"]),
                turns=tuple(kept),
                attachments=tuple(
                    AttachedFile(id=a["id"], path=a["path"], size=a["size"], mtime_ns=a["mtime_ns"]) for a in attached
                ),
                earlier=count - len(turns),
            )

    def find(self, start: str) -> UUID:
        """The conversation whose id begins with these characters. Raises UserFixable when none or several do."""
        with self._db.read() as db:
            rows = db.execute("SELECT id FROM conversations WHERE set_aside IS NULL").fetchall()
        wanted = start.strip().casefold()
        found = [row["id"] for row in rows if row["id"].startswith(wanted)] if wanted else []
        if len(found) > 1:
            raise UserFixable(f"Several conversations begin with “{start}”.", next_step="Give more characters of its id.")
        if not found:
            raise _unknown()
        return UUID(found[0])

    # ---- what a person changes

    def rename(self, conversation: UUID, title: str) -> None:
        """Raises UserFixable for an empty name or an unknown conversation."""
        cleaned = clean_title(title)
        if not cleaned:
            raise UserFixable("A conversation needs a name.", next_step="Type at least one letter.")
        with self._db.write() as db:
            number = _known(db, conversation)
            db.execute("UPDATE conversations SET title = ? WHERE number = ?", (cleaned, number))
            words.put(db, words.TITLES, number, cleaned)

    def set_aside(self, conversation: UUID, aside: bool = True) -> None:
        """Take it out of every list, to be deleted soon; or bring it back."""
        with self._db.write() as db:
            now = utc_now().isoformat() if aside else None
            db.execute("UPDATE conversations SET set_aside = ? WHERE id = ?", (now, str(conversation)))

    def delete(self, *conversations: UUID) -> None:
        """For good: nothing of them is left in the file, in its search index or in its write-ahead log."""
        if not conversations:
            return
        with self._db.write() as db:
            for number in (n for c in conversations if (n := _number(db, c)) is not None):
                db.execute(
                    f"DELETE FROM {words.TURNS} WHERE rowid IN (SELECT number FROM turns WHERE conversation = ?)", (number,)
                )
                db.execute(f"DELETE FROM {words.TITLES} WHERE rowid = ?", (number,))
                db.execute("DELETE FROM conversations WHERE number = ?", (number,))
            words.merge(db)
        self._db.forget_traces()

    def sign(self, turn: UUID, sentence: int, sign: Sign | None, note: str = "") -> None:
        """A person signs a sentence off or disputes it; None takes that back. Raises UserFixable when there is no such sentence."""
        with self._db.write() as db:
            row = db.execute("SELECT number, answer FROM turns WHERE id = ?", (str(turn),)).fetchone()
            answer = unpack(Answer, row["answer"]) if row is not None and row["answer"] is not None else None
            if answer is None or answer.report is None or not 0 <= sentence < len(answer.report.sentences):
                raise UserFixable("There is no such sentence.", next_step="`dossier conversations show` numbers them.")
            db.execute("DELETE FROM signs WHERE turn = ? AND sentence = ?", (row["number"], sentence))
            if sign is not None:
                db.execute(
                    "INSERT INTO signs (turn, sentence, sign, note, at) VALUES (?, ?, ?, ?, ?)",
                    (row["number"], sentence, sign, clean_title(note, MAX_NOTE), utc_now().isoformat()),
                )

    def attach(self, conversation: UUID, file: AttachedFile) -> None:
        """Remember the file with a conversation that has a question; nothing before."""
        with self._db.write() as db:
            number = _number(db, conversation)
            if number is not None:
                db.execute(
                    "INSERT OR REPLACE INTO attachments (id, conversation, path, size, mtime_ns) VALUES (?, ?, ?, ?, ?)",
                    (file.id, number, file.path, file.size, file.mtime_ns),
                )

    def detach(self, attachment: str) -> None:
        with self._db.write() as db:
            db.execute("DELETE FROM attachments WHERE id = ?", (attachment,))


def _number(db: sqlite3.Connection, conversation: UUID) -> int | None:
    row = db.execute("SELECT number FROM conversations WHERE id = ?", (str(conversation),)).fetchone()
    return int(row["number"]) if row is not None else None


def _known(db: sqlite3.Connection, conversation: UUID) -> int:
    number = _number(db, conversation)
    if number is None:
        raise _unknown()
    return number


def _unknown() -> UserFixable:
    return UserFixable("There is no such conversation.", next_step="`dossier conversations list` shows them with their ids.")


def _row(db: sqlite3.Connection, row: sqlite3.Row, searched: str) -> ConversationRow:
    if searched.strip():
        texts = db.execute(
            f"SELECT w.text FROM turns t JOIN {words.TURNS} w ON w.rowid = t.number WHERE t.conversation = ? ORDER BY t.number",
            (row["number"],),
        ).fetchall()
        first = searched.split()[0].casefold()
        text = next((t["text"] for t in texts if first in t["text"].casefold()), "")
    else:
        last = db.execute("SELECT text FROM turns WHERE number = ?", (row["last"],)).fetchone()
        text = last["text"] if last is not None else ""
    return ConversationRow(
        id=UUID(row["id"]),
        title=row["title"],
        created=datetime.fromisoformat(row["created"]),
        changed=datetime.fromisoformat(row["changed"]),
        questions=row["questions"],
        unfinished=bool(row["open"]),
        excerpt=words.excerpt(text, searched),
    )


def _turn(db: sqlite3.Connection, row: sqlite3.Row) -> StoredTurn | None:
    """None when not even the question can be read."""
    question = unpack(Question, row["question"])
    if question is None:
        return None
    signs = db.execute("SELECT * FROM signs WHERE turn = ? ORDER BY sentence", (row["number"],)).fetchall()
    return StoredTurn(
        question=question,
        asked=datetime.fromisoformat(row["asked"]),
        text=row["text"],
        answered=datetime.fromisoformat(row["answered"]) if row["answered"] else None,
        answer=unpack(Answer, row["answer"]) if row["answer"] is not None else None,
        signs=tuple(
            SentenceSign(sentence=s["sentence"], sign=s["sign"], note=s["note"], at=datetime.fromisoformat(s["at"]))
            for s in signs
        ),
    )
