"""Work beside the GUI thread, and what is said when it fails."""

from __future__ import annotations

import threading

import pytest
from pytestqt.qtbot import QtBot

from app.privacy.consent import ConsentRequired
from app.workers.background import Background
from app.workers.failures import Failure, classify
from app.workers.shutdown import Shutdown
from index.errors import FileLocked, IndexDamaged, ParserCrashed
from models.errors import ModelMissing, RuntimeFailed


def test_work_runs_on_its_thread_and_the_result_comes_back(qtbot: QtBot) -> None:
    background = Background("test")
    results: list[str] = []
    background.run(lambda: threading.current_thread().name, results.append)
    qtbot.waitUntil(lambda: results == ["test"])
    assert background.close(5.0)


def test_an_exception_becomes_a_failure(qtbot: QtBot) -> None:
    background = Background("test")
    failures: list[Failure] = []

    def fail() -> None:
        raise IndexDamaged("The index is damaged.")

    background.run(fail, failed=failures.append)
    qtbot.waitUntil(lambda: len(failures) == 1)
    assert failures[0].family == "user_fixable"
    assert background.close(5.0)


def test_after_the_end_work_is_refused_quietly(qtbot: QtBot) -> None:
    background = Background("test")
    assert background.close(5.0)
    assert background.run(lambda: 1) is None


@pytest.mark.parametrize(
    ("error", "family"),
    [
        (ModelMissing("There is no model."), "user_fixable"),
        (FileLocked("It is open elsewhere."), "retryable"),
        (RuntimeFailed("The library failed."), "defect"),
        (ParserCrashed("The parser died."), "defect"),
        (ConsentRequired(), "user_fixable"),
        (PermissionError(13, "Permission denied"), "user_fixable"),
        (KeyError("secret"), "defect"),
    ],
)
def test_every_error_belongs_to_a_family_and_has_a_sentence(error: Exception, family: str) -> None:
    failure = classify(error)
    assert failure.family == family
    assert failure.message
    assert "secret" not in failure.message


def test_stages_run_once_in_order_whatever_one_of_them_does() -> None:
    done: list[str] = []

    def fail() -> None:
        done.append("second")
        raise RuntimeError("late")

    shutdown = Shutdown()
    shutdown.add("first", lambda: done.append("first"))
    shutdown.add("second", fail)
    shutdown.add("third", lambda: done.append("third"))
    shutdown.run()
    shutdown.run()
    assert done == ["first", "second", "third"]
