"""Conversations on the disk: kept, found again, renamed, and deleted so that nothing of them is left."""

import json
import sqlite3
import zlib
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from app.conversations import store as store_module
from app.conversations.rows import AttachedFile
from app.conversations.saved import pack, unpack
from app.conversations.store import ConversationStore
from app.conversations.titles import title_of
from app.messages.answer import MAX_HISTORY, Answer, Question
from app.messages.base import new_correlation_id, utc_now
from app.messages.trace import TraceEvent
from app.messages.validation import SentenceReport, ValidationReport
from index.document import Span
from index.errors import IndexDamaged, UserFixable

CANARY = "quokkaford4711"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "conversations.sqlite"


@pytest.fixture
def store(path: Path):
    made = ConversationStore(path)
    made.warm_up()
    yield made
    made.close()


def asked(text="What is paid for hotels?", conversation=None):
    return Question(correlation_id=new_correlation_id(), text=text, conversation=conversation or uuid4())


def answered(question, text="Up to 120 euros.", status="answered"):
    sentence = SentenceReport(span=Span(start=0, end=len(text)), text=text, verdict="supported", score=1.0)
    report = ValidationReport(correlation_id=question.correlation_id, verdict="supported", sentences=(sentence,))
    trace = (TraceEvent(correlation_id=question.correlation_id, step="answer", status="done", elapsed_ms=1.0),)
    return Answer(correlation_id=question.correlation_id, status=status, text=text, report=report, trace=trace)


def test_a_file_without_its_tables_is_damaged_not_a_bug(path):
    made = ConversationStore(path)
    made.warm_up()
    made.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE attachments")
        db.execute("DROP TABLE signs")
        db.execute("DROP TABLE turns")
        db.execute("DROP TABLE conversations")
    again = ConversationStore(path)
    with pytest.raises(IndexDamaged):
        again.warm_up()
    again.close()


def tell(store, text, answer, conversation=None):
    """A question with its answer; gives the conversation."""
    question = asked(text, conversation)
    store.begin(question)
    store.finish(question, answered(question, answer))
    return question.conversation


def bytes_of(path: Path) -> bytes:
    """Of the database with its write-ahead log and whatever lies beside it."""
    return b"".join(p.read_bytes() for p in sorted(path.parent.iterdir()) if p.is_file())


def test_a_conversation_comes_back_whole_with_report_and_trace(store, path):
    question = asked()
    store.begin(question)
    answer = answered(question)
    store.finish(question, answer)
    store.close()
    again = ConversationStore(path)
    again.warm_up()
    kept = again.get(question.conversation)
    assert (kept.title, kept.turns[0].question, kept.turns[0].answer) == (question.text, question, answer)
    assert kept.turns[0].answer.trace == answer.trace
    again.close()


def test_an_answer_that_was_never_finished_keeps_its_words_and_is_marked(store):
    question = asked()
    store.begin(question)
    store.save_text(question.correlation_id, "Up to 120")
    (turn,) = store.get(question.conversation).turns
    assert (turn.text, turn.unfinished, turn.answer) == ("Up to 120", True, None)
    assert store.rows()[0].unfinished


def test_a_question_without_a_conversation_is_not_kept(store):
    store.begin(Question(correlation_id=new_correlation_id(), text="What?"))
    assert store.rows() == []


def test_the_same_question_twice_is_kept_once(store):
    question = asked()
    store.begin(question)
    store.begin(question)
    assert store.rows()[0].questions == 1


def test_the_latest_stands_first(store):
    old, new = tell(store, "First?", "One."), tell(store, "Second?", "Two.")
    assert [row.id for row in store.rows()] == [new, old]
    tell(store, "Third?", "Three.", old)
    assert [row.id for row in store.rows()] == [old, new]


@pytest.mark.parametrize(
    ("searched", "found"),
    [
        ("hotel", True), ("HOTEL zürich", True), ("otel", True), ("酒店", True), ("120", True), ("at", True), ("50 %", False), ("hotel dog", False),
        ('"', False), ("NOT OR", False), ("ho*", False), ("tel_", False), ("renamed", True),
    ],
)  # fmt: skip
def test_search_finds_parts_of_words_in_any_language_and_knows_no_syntax(store, searched, found):
    conversation = tell(store, "What is paid for hotels at night?", "In Zürich 120 euros. 酒店 費用")
    store.rename(conversation, "Renamed by hand")
    tell(store, "Something else?", "No.")
    assert [row.id for row in store.rows(searched)] == ([conversation] if found else [])


def test_a_hit_shows_the_words_around_it(store):
    tell(store, "Long?", f"{'Nothing here. ' * 30}The quokka eats leaves. {'More follows. ' * 30}")
    (row,) = store.rows("quokka")
    assert "The quokka eats leaves." in row.excerpt
    assert row.excerpt.startswith("… ")
    assert len(row.excerpt) < 140


def test_renaming_changes_the_title_alone_and_refuses_an_empty_one(store):
    conversation = tell(store, "What?", "This.")
    store.rename(conversation, "  Travel\nrules ")
    assert store.get(conversation).title == "Travel rules"
    with pytest.raises(UserFixable, match="needs a name"):
        store.rename(conversation, " \n ")
    with pytest.raises(UserFixable, match="no such conversation"):
        store.rename(uuid4(), "x")


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("What is paid?", "What is paid?"),
        ("  two\n lines ", "two lines"),
        ("word " * 40, "word word word word word word word word word word word word …"),
        ("x" * 200, "x" * 60 + " …"),
    ],
)
def test_the_title_is_the_first_question_in_one_short_line(question, title):
    assert title_of(question) == title


def test_deleting_leaves_nothing_in_the_bytes_of_any_file(store, path):
    kept = tell(store, "What stays?", "This stays.")
    # Long enough for pages of their own, and rewritten, as a streamed answer is.
    question = asked(f"What is {CANARY}?")
    store.begin(question)
    for words in range(1, 40):
        store.save_text(question.correlation_id, f"{CANARY} and more. " * words)
    store.finish(question, answered(question, f"{CANARY} is a place. " * 80))
    store.rename(question.conversation, f"About {CANARY}")
    store.sign(question.correlation_id, 0, "disputed", f"{CANARY} is no place")
    store.attach(question.conversation, AttachedFile(id="a", path=f"/docs/{CANARY}.pdf", size=1, mtime_ns=1))
    assert CANARY.encode() in bytes_of(path)
    store.delete(question.conversation)
    # The trigrams of the index are three letters each: the string's rarest would show a segment that was left.
    assert CANARY.encode() not in bytes_of(path)
    assert b"okkafo" not in bytes_of(path)
    assert [row.id for row in store.rows()] == [kept]
    assert store.rows("quokkaford") == []
    with closing(sqlite3.connect(path)) as db:
        for table in ("signs", "attachments"):
            assert db.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
        terms = "CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', 'turn_words', 'row')"
        db.execute(terms)
        assert db.execute("SELECT count(*) FROM terms WHERE term IN ('quo', 'okk', '471')").fetchone() == (0,)


def test_what_is_set_aside_is_out_of_sight_and_can_be_brought_back(store):
    conversation = tell(store, "What?", "This.")
    store.set_aside(conversation)
    assert store.rows() == store.rows("This") == []
    with pytest.raises(UserFixable):
        store.get(conversation)
    store.set_aside(conversation, aside=False)
    assert store.get(conversation).turns[0].text == "This."


def test_what_a_killed_program_had_set_aside_is_deleted_at_the_next_start(store, path, monkeypatch):
    tell(store, "What stays?", "This.")
    store.set_aside(tell(store, f"What is {CANARY}?", "This."))
    store.close()
    monkeypatch.setattr(store_module, "utc_now", lambda: utc_now() + timedelta(minutes=2))
    again = ConversationStore(path)
    again.warm_up()
    assert [row.title for row in again.rows()] == ["What stays?"]
    assert CANARY.encode() not in bytes_of(path)
    again.close()


def test_a_conversation_that_was_set_aside_this_moment_by_another_window_is_left_alone(store, path):
    conversation = tell(store, "What?", "This.")
    store.set_aside(conversation)
    other = ConversationStore(path)
    other.warm_up()
    other.close()
    store.set_aside(conversation, aside=False)
    assert store.rows()[0].id == conversation


def test_conversations_older_than_the_settings_keep_are_deleted(store, path, monkeypatch):
    tell(store, f"What is {CANARY}?", "This.")
    store.close()
    for days, left in ((29, 1), (31, 0)):
        monkeypatch.setattr(store_module, "utc_now", lambda days=days: utc_now() + timedelta(days=days))
        again = ConversationStore(path, keep_days=30)
        again.warm_up()
        assert len(again.rows()) == left
        again.close()
    assert CANARY.encode() not in bytes_of(path)


def test_without_a_history_everything_works_and_nothing_is_on_the_disk(path):
    store = ConversationStore(path, keep=False)
    store.warm_up()
    conversation = tell(store, f"What is {CANARY}?", "This.")
    assert store.rows("quokka")[0].id == conversation
    store.delete(conversation)
    assert store.rows() == []
    store.close()
    assert list(path.parent.iterdir()) == []


def test_the_history_is_bounded_and_leaves_out_errors_and_unfinished_answers(store):
    conversation = uuid4()
    for number in range(20):
        tell(store, f"Question {number}?", f"Answer {number}.", conversation)
    bad, open_ = asked("Bad?", conversation), asked("Open?", conversation)
    store.begin(bad)
    store.finish(bad, answered(bad, "It failed.", status="error"))
    store.begin(open_)
    store.save_text(open_.correlation_id, "Half")
    now = asked("And now?", conversation)
    store.begin(now)
    history = store.history(conversation, now.correlation_id)
    assert len(history) <= MAX_HISTORY
    assert [m.text for m in history][-2:] == ["Question 19?", "Answer 19."]
    assert {"Bad?", "It failed.", "Open?", "Half", "And now?"}.isdisjoint(m.text for m in history)
    assert [m.role for m in history[:2]] == ["user", "assistant"]


def test_a_question_that_waited_hears_only_of_those_before_it(store):
    conversation = uuid4()
    first, second = asked("First?", conversation), asked("Second?", conversation)
    store.begin(first)
    store.begin(second)
    store.finish(second, answered(second))
    assert store.history(conversation, first.correlation_id) == ()


def test_a_sentence_is_signed_off_disputed_and_left_again(store):
    question = asked()
    store.begin(question)
    store.finish(question, answered(question))
    turn = question.correlation_id
    store.sign(turn, 0, "signed_off")
    store.sign(turn, 0, "disputed", "The limit is 140.")
    (sign,) = store.get(question.conversation).turns[0].signs
    assert (sign.sentence, sign.sign, sign.note) == (0, "disputed", "The limit is 140.")
    store.sign(turn, 0, None)
    assert store.get(question.conversation).turns[0].signs == ()
    for sentence in (-1, 1):
        with pytest.raises(UserFixable, match="no such sentence"):
            store.sign(turn, sentence, "signed_off")


def test_a_long_conversation_is_read_from_its_end(store):
    conversation = uuid4()
    for number in range(30):
        tell(store, f"Question {number}?", "Yes.", conversation)
    part = store.get(conversation, last=5)
    assert ([t.question.text for t in part.turns], part.earlier) == ([f"Question {n}?" for n in range(25, 30)], 25)


def test_an_id_may_be_shortened_while_it_is_unique(store):
    conversation = tell(store, "What?", "This.")
    assert store.find(str(conversation)[:8]) == conversation
    for wrong in ("", "zz", " "):
        with pytest.raises(UserFixable):
            store.find(wrong)


def test_a_deleted_conversation_takes_no_late_answer(store):
    question = asked()
    store.begin(question)
    store.delete(question.conversation)
    store.save_text(question.correlation_id, CANARY)
    store.finish(question, answered(question, CANARY))
    assert store.rows() == []


def test_an_answer_of_an_earlier_program_is_read_with_the_defaults_of_what_it_did_not_know():
    answer = answered(asked())
    old = json.loads(zlib.decompress(pack(answer)))
    old["schema_version"] = old["report"]["schema_version"] = 1
    del old["choices"]
    assert unpack(Answer, zlib.compress(json.dumps(old).encode())) == answer


def test_an_answer_that_cannot_be_read_any_more_leaves_its_text(store, path):
    question = asked()
    store.begin(question)
    store.finish(question, answered(question))
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE turns SET answer = ?", (zlib.compress(b'{"kind": "something else"}'),))
        db.commit()
    (turn,) = store.get(question.conversation).turns
    assert (turn.text, turn.answer, turn.unfinished) == ("Up to 120 euros.", None, False)


def test_a_file_of_a_newer_program_is_refused_with_a_plain_sentence(store, path):
    store.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(IndexDamaged, match="history was written by a newer version"):
        ConversationStore(path).warm_up()
