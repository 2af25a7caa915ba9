"""Questions and imports between window and engine."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.messages.answer import Answer, Question
from app.messages.events import AnswerWithdrawn, TokensArrived
from app.workers.fakes import scenes
from app.workers.fakes.engine import FakeEngine, Listener, ProgressListener
from app.workers.imports import ImportWorker
from app.workers.model_loading import ModelLoading
from app.workers.questions import QuestionWorker
from index.ingest.progress import ImportProgress, ImportSummary
from models.errors import ModelMissing

SUMMARY = ImportSummary("c", 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1.0, cancelled=False)


class Play:
    """The engine's two scripts, to be replaced by a test."""

    def __init__(self) -> None:
        self.release = threading.Event()

    def answer(self, question: Question, listen: Listener, cancelled: Callable[[], bool]) -> Answer:
        for part in ("Hotel ", "costs ", "more."):
            listen(TokensArrived(correlation_id=question.correlation_id, text=part))
        listen(AnswerWithdrawn(correlation_id=question.correlation_id))
        return scenes.not_found(question)

    def run(
        self, collection: str, paths: Sequence[Path], progress: ProgressListener, cancelled: Callable[[], bool]
    ) -> ImportSummary:
        for done in range(50):
            progress(ImportProgress(50, done, done, 0, 0, 0, 0, None, 1.0, None))
        while not self.release.wait(0.01) and not cancelled():
            pass
        return SUMMARY


@pytest.fixture
def play() -> Play:
    return Play()


@pytest.fixture
def engine(play: Play) -> Iterator[FakeEngine]:
    made = FakeEngine(lambda *a: play.answer(*a), lambda *a: play.run(*a))
    yield made
    assert made.close()


def test_text_comes_in_one_piece_before_what_follows_it(qtbot: QtBot, engine: FakeEngine) -> None:
    worker = QuestionWorker()
    heard: list[str] = []
    worker.text_arrived.connect(heard.append)
    worker.withdrawn.connect(lambda: heard.append("withdrawn"))
    with qtbot.waitSignal(worker.answered) as answered:
        worker.ask(engine, scenes.ask())
    assert heard[-1] == "withdrawn"
    assert "".join(heard[:-1]) == "Hotel costs more."
    assert answered.args[0].status == "not_found"
    assert not worker.running


def test_events_of_an_earlier_question_are_dropped(qtbot: QtBot, engine: FakeEngine) -> None:
    worker = QuestionWorker()
    heard: list[str] = []
    worker.text_arrived.connect(heard.append)
    worker.ask(engine, scenes.ask())
    second = scenes.ask()
    with qtbot.waitSignal(worker.answered) as answered:
        worker.ask(engine, second)
    assert answered.args[0].correlation_id == second.correlation_id
    assert "".join(heard) == "Hotel costs more."


def test_a_question_that_the_engine_refuses_ends_as_a_failure(qtbot: QtBot, engine: FakeEngine, play: Play) -> None:
    def fail(question: Question, listen: Listener, cancelled: Callable[[], bool]) -> Answer:
        raise ModelMissing("There is no model.")

    play.answer = fail  # type: ignore[method-assign]
    worker = QuestionWorker()
    with qtbot.waitSignal(worker.failed) as failed:
        worker.ask(engine, scenes.ask())
    assert failed.args[0].message == "There is no model."


def test_imports_wait_for_each_other_and_only_the_newest_progress_is_told(qtbot: QtBot, engine: FakeEngine, play: Play) -> None:
    worker = ImportWorker()
    told: list[ImportProgress] = []
    started: list[str] = []
    worker.progressed.connect(told.append)
    worker.started.connect(lambda request: started.append(request.collection))
    worker.start(engine, "First", [Path("/a")])
    worker.start(engine, "Second", [Path("/b")])
    qtbot.waitUntil(lambda: bool(told))
    assert started == ["First"]
    assert worker.waiting == 1
    assert len(told) < 50
    assert told[-1].done == 49
    play.release.set()
    with qtbot.waitSignal(worker.idle):
        pass
    assert started == ["First", "Second"]


def test_cancelling_an_import_forgets_those_that_wait(qtbot: QtBot, engine: FakeEngine) -> None:
    worker = ImportWorker()
    started: list[str] = []
    worker.started.connect(lambda request: started.append(request.collection))
    worker.start(engine, "First", [Path("/a")])
    worker.start(engine, "Second", [Path("/b")])
    with qtbot.waitSignal(worker.idle):
        worker.cancel()
    assert started == ["First"]


def test_ready_is_told_when_all_models_are_loaded(qtbot: QtBot, engine: FakeEngine) -> None:
    loading = ModelLoading()
    with qtbot.waitSignal(loading.ready):
        loading.start(engine)


def test_a_model_that_does_not_load_is_told(qtbot: QtBot, engine: FakeEngine) -> None:
    engine.preload_error = ModelMissing("There is no model.")
    loading = ModelLoading()
    with qtbot.assertNotEmitted(loading.ready, wait=100), qtbot.waitSignal(loading.failed) as failed:
        loading.start(engine)
    assert failed.args[0].family == "user_fixable"
