"""Killing the process anywhere in an import loses nothing, doubles nothing and repeats at most one batch."""

import importlib.util
import os
import signal
import sys
from pathlib import Path

import pytest

_spec = importlib.util.spec_from_file_location("kill_cases", Path(__file__).with_name("kill_cases.py"))
kill_cases = importlib.util.module_from_spec(_spec)
sys.modules["kill_cases"] = kill_cases
_spec.loader.exec_module(kill_cases)

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="SIGKILL exists on POSIX only")]

POINTS = 20


@pytest.fixture(scope="module")
def stage(tmp_path_factory):
    """The place, and the cases in it: ten at checkpoints spread over a first and a second import, ten at random times."""
    made = kill_cases.Stage(tmp_path_factory.mktemp("kill"))
    return made, kill_cases.cases(made.prepare(), POINTS, seed=1)


@pytest.mark.parametrize("number", range(POINTS))
def test_killed_anywhere_nothing_is_lost_or_doubled_and_at_most_one_batch_repeated(stage, number):
    place, cases = stage
    place.run(cases[number])


def test_the_checkpoints_lie_before_between_and_after_every_kind_of_write(stage):
    place, _ = stage
    reached = set(place.reached["first"]) | set(place.reached["second"])
    assert {
        "parse.before",
        "store.add.before",
        "store.add.after",
        "store.index.before",
        "store.index.after",
        "store.delete.before",
        "store.delete.after",
        "store.optimize.before",
        "store.optimize.after",
        "ledger.indexed.before",
        "ledger.indexed.after",
        "ledger.vectors.before",
        "ledger.vectors.after",
    } <= reached


def test_killed_again_and_again_it_still_completes(tmp_path):
    home, documents = tmp_path / "home", tmp_path / "documents"
    home.mkdir()
    kill_cases.write(documents, "first")
    (home / "embedded.log").write_text("", encoding="utf-8")
    for point in (
        ("parse.before", 3),
        ("store.add.after", 1),
        ("ledger.indexed.before", 1),
        ("store.index.after", 1),
        ("ledger.vectors.before", 2),
        ("ledger.vectors.after", 1),
        ("store.add.after", 3),
    ):
        kill_cases.in_a_process(home, documents, point)
    (home / "embedded.log").write_text("", encoding="utf-8")
    kill_cases.check(home, documents, kill_cases.texts("first"))


def test_a_file_that_kills_the_program_twice_is_set_aside_and_the_rest_is_imported(tmp_path):
    home, documents = tmp_path / "home", tmp_path / "documents"
    home.mkdir()
    kill_cases.write(documents, "first")
    others = len(kill_cases.texts("first"))
    poison = documents / "poison.txt"
    poison.write_text("uniquepoison", encoding="utf-8")
    os.utime(poison, ns=(0, 3 * 10**18))
    # The newest file is read first; a suspect is read last and alone, when all others are in the index. One of them is a copy, which
    # is not parsed.
    assert kill_cases.in_a_process(home, documents, ("parse.before", 1)) == []
    assert kill_cases.in_a_process(home, documents, ("parse.before", others)) == []
    parts = kill_cases.kill_child.Parts(home)
    try:
        summary = parts.run(documents)
        assert (summary.failed, summary.queued) == (1, 0)
        (failed,) = parts.ledger.files(parts.collection.id, status="failed")
        assert (Path(failed.path).name, failed.reason_code) == ("poison.txt", "quarantined")
        assert all(row.complete for row in parts.ledger.files(parts.collection.id) if row.id != failed.id)
    finally:
        parts.close()
