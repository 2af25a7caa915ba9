"""What is asked is kept while it is answered, and a follow-up knows what came before."""

from concurrent.futures import Future
from pathlib import Path
from uuid import uuid4

import pytest

from app.conversations.store import ConversationStore
from app.engine.conversations import SAVE_S, Conversations, WithHistory
from app.messages.answer import Answer, Question
from app.messages.base import new_correlation_id
from app.messages.events import AnswerWithdrawn, TokensArrived
from index.errors import DiskFull


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def kept(tmp_path: Path, clock: Clock):
    made = Conversations(lambda: ConversationStore(tmp_path / "c.sqlite"), clock)
    yield made
    assert made.close(5.0)


def asked(text="What?", conversation=None):
    return Question(correlation_id=new_correlation_id(), text=text, conversation=conversation or uuid4())


def done(answer):
    future = Future()
    future.set_result(answer)
    return future


def test_a_killed_program_leaves_what_was_written_until_then(kept, clock):
    question, heard = asked(), []
    listen = kept.begin(question, heard.append)
    for word in ("One ", "two ", "three "):
        clock.now += SAVE_S
        listen(TokensArrived(correlation_id=question.correlation_id, text=word))
    listen(TokensArrived(correlation_id=question.correlation_id, text="four"))
    stored = kept.do(lambda store: store.get(question.conversation)).result(5)
    assert (stored.turns[0].text, stored.turns[0].unfinished) == ("One two three ", True)
    assert [event.text for event in heard] == ["One ", "two ", "three ", "four"]


def test_withdrawn_text_is_not_kept(kept, clock):
    question = asked()
    listen = kept.begin(question, lambda event: None)
    listen(TokensArrived(correlation_id=question.correlation_id, text="Wrong."))
    clock.now += SAVE_S
    listen(AnswerWithdrawn(correlation_id=question.correlation_id))
    assert kept.do(lambda store: store.get(question.conversation)).result(5).turns[0].text == ""


def test_an_answer_is_kept_when_its_question_ends(kept):
    question = asked()
    kept.begin(question, lambda event: None)
    kept.end(question, done(Answer(correlation_id=question.correlation_id, status="answered", text="This.")))
    assert kept.do(lambda store: store.get(question.conversation)).result(5).turns[0].answer.text == "This."


def test_a_question_that_failed_or_was_given_up_stays_unfinished(kept):
    failed, stopped = asked(), asked()
    for question in (failed, stopped):
        kept.begin(question, lambda event: None)
    broken: Future[Answer] = Future()
    broken.set_exception(ZeroDivisionError())
    cancelled: Future[Answer] = Future()
    cancelled.cancel()
    kept.end(failed, broken)
    kept.end(stopped, cancelled)
    assert all(row.unfinished for row in kept.do(lambda store: store.rows()).result(5))


def test_a_follow_up_brings_the_stored_history_along(kept):
    heard = []

    class Router:
        def admit(self, question):
            return None

        def answer(self, question, listen, cancelled):
            heard.append(question)
            return Answer(correlation_id=question.correlation_id, status="answered", text="This.")

    router, conversation = WithHistory(Router(), kept), uuid4()
    for text in ("What is paid for hotels?", "And abroad?"):
        question = asked(text, conversation)
        answer = router.answer(question, kept.begin(question, lambda event: None), lambda: False)
        kept.end(question, done(answer))
    assert heard[0].history == ()
    assert [(m.role, m.text) for m in heard[1].history] == [("user", "What is paid for hotels?"), ("assistant", "This.")]


def test_a_full_disk_costs_the_history_its_entry_and_never_the_answer(clock):
    class Full(ConversationStore):
        def begin(self, question):
            raise DiskFull("There is no room left for the history.")

    kept, told = Conversations(lambda: Full(Path(), keep=False), clock), []
    kept.tell_trouble = told.append
    listen = kept.begin(asked(), lambda event: None)
    assert kept.wait(5.0)
    assert [error.code for error in told] == ["disk_full"]
    listen(TokensArrived(correlation_id=new_correlation_id(), text="x"))
    assert kept.close(5.0)


def test_closing_writes_what_waits(tmp_path):
    kept, question = Conversations(lambda: ConversationStore(tmp_path / "c.sqlite")), asked()
    kept.begin(question, lambda event: None)
    kept.end(question, done(Answer(correlation_id=question.correlation_id, status="answered", text="This.")))
    assert kept.close(5.0)
    store = ConversationStore(tmp_path / "c.sqlite")
    store.warm_up()
    assert store.rows()[0].excerpt == "This."
    store.close()
