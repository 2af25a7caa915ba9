"""The engine over fakes: one answer a question, imports that give way, a shutdown that ends everything."""

import threading
import time
from pathlib import Path

import pytest

from app.engine.engine import Engine, EngineParts
from app.engine.model_thread import ModelThread
from app.engine.owner import OwnerThread
from app.messages.answer import Answer, Question
from app.messages.base import new_correlation_id
from index.ingest.progress import ImportSummary
from models.errors import RuntimeFailed
from models.runtimes.base import ChatMessage, GenerationSettings
from models.runtimes.fake import FakeRuntime, Script

SUMMARY = ImportSummary(
    collection_id="c", found=1, indexed=1, unchanged=0, moved=0, removed=0, skipped=0, failed=0, queued=0, pages=1, passages=1,
    elapsed_s=0.1, cancelled=False,
)  # fmt: skip


class SlowRouter:
    """Answers when it is told to, or when it is cancelled."""

    def __init__(self):
        self.go = threading.Event()
        self.asked = 0

    def admit(self, question):
        return None

    def answer(self, question, listen, cancelled):
        self.asked += 1
        while not self.go.wait(0.01) and not cancelled():
            pass
        status = "cancelled" if cancelled() else "answered"
        return Answer(correlation_id=question.correlation_id, status=status, text="x")


class Importing:
    """Works in steps and gives way between them."""

    def __init__(self, pause):
        self.pause = pause
        self.steps = 0
        self.closed_on = None

    def run(self, collection, paths, progress, cancelled, *, by_person):
        while self.steps < 50 and not cancelled():
            self.pause()
            self.steps += 1
            time.sleep(0.01)
        return SUMMARY

    def close(self):
        self.closed_on = threading.current_thread().name


class NoSearch:
    def close(self, timeout_s):
        return True


@pytest.fixture
def setting():
    router, made = SlowRouter(), []

    def open_importing(pause):
        made.append(Importing(pause))
        return made[-1]

    model = ModelThread(lambda role: FakeRuntime(), OwnerThread("m"))
    engine = Engine(EngineParts(router, model, NoSearch(), OwnerThread("w"), open_importing))
    yield engine, router, made
    router.go.set()
    assert engine.close()
    assert not [t for t in threading.enumerate() if t.name in ("pipeline", "ingest", "m", "w")]


def question():
    return Question(correlation_id=new_correlation_id(), text="x")


def test_the_same_question_twice_is_answered_once(setting):
    engine, router, _ = setting
    asked = question()
    first, second = engine.ask(asked, print), engine.ask(asked, print)
    router.go.set()
    assert first.result(5) == second.result(5)
    assert router.asked == 1


def test_an_import_waits_while_a_question_is_answered(setting):
    engine, router, made = setting
    running = engine.ask(question(), print)
    job = engine.import_paths("c", [Path("x")], print)
    time.sleep(0.3)
    assert made[0].steps == 0
    router.go.set()
    running.result(5)
    assert job.result(10) == SUMMARY
    assert made[0].steps == 50


def test_a_waiting_import_can_be_cancelled(setting):
    engine, _, made = setting
    engine.ask(question(), print)
    job = engine.import_paths("c", [Path("x")], print)
    time.sleep(0.2)
    job.cancel()
    assert job.result(5) == SUMMARY
    assert made[0].steps <= 1


def test_a_paused_import_rests_and_goes_on(setting):
    engine, _, made = setting
    job = engine.import_paths("c", [Path("x")], print)
    job.pause(True)
    while not made:
        time.sleep(0.01)
    time.sleep(0.4)
    rested_at = made[0].steps
    time.sleep(0.3)
    assert made[0].steps == rested_at < 50
    job.pause(False)
    assert job.result(10) == SUMMARY
    assert made[0].steps == 50


def test_a_paused_import_can_be_cancelled(setting):
    engine, _, made = setting
    job = engine.import_paths("c", [Path("x")], print)
    job.pause(True)
    while not made:
        time.sleep(0.01)
    job.cancel()
    assert job.result(5) == SUMMARY


def test_closing_cancels_what_runs_and_what_waits_and_closes_each_on_its_thread(setting):
    engine, _, made = setting
    job = engine.import_paths("c", [Path("x")], print)
    while not made:
        time.sleep(0.01)
    running, waiting = engine.ask(question(), print), engine.ask(question(), print)
    time.sleep(0.1)
    assert engine.close()
    assert running.result(1).status == "cancelled"
    assert waiting.future.cancelled() or waiting.result(1).status == "cancelled"
    assert job.future.done()
    assert made[0].closed_on == "ingest"


def test_a_generation_streams_and_its_errors_reach_the_reader():
    runtime = FakeRuntime(scripts=["a b", Script(error=RuntimeFailed("gone"))])
    thread = ModelThread(lambda role: runtime, OwnerThread("m2"))
    model = thread.get("answers")
    messages = [ChatMessage("user", "x")]
    stream = model.start(messages, GenerationSettings())
    texts = []
    while (token := stream.next(5)) is not None:
        texts.append(token.text)
    assert "".join(texts) == "a b"
    failing = model.start(messages, GenerationSettings())
    with pytest.raises(RuntimeFailed):
        failing.next(5)
    assert thread.close(5)
    assert runtime.closed == 1


def test_asking_for_the_fallback_frees_the_first_model():
    made = {}

    def factory(role):
        made[role] = FakeRuntime(model_id=role)
        return made[role]

    thread = ModelThread(factory, OwnerThread("m3"))
    assert thread.get("answers").model_id == "answers"
    assert thread.get("fallback").model_id == "fallback"
    assert made["answers"].closed == 1
    assert thread.close(5)
    assert made["fallback"].closed == 1
