"""Killing the process anywhere in an import loses nothing, doubles nothing and repeats only what was unfinished."""

import importlib.util
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

CHILD = Path(__file__).with_name("kill_child.py")
_spec = importlib.util.spec_from_file_location("kill_child", CHILD)
kill_child = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(kill_child)

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="SIGKILL exists on POSIX only")]

FILES = 14


def word(number: int, generation: str) -> str:
    return f"unique{generation}{number:03d}zq"


def write(folder: Path, number: int, generation: str) -> None:
    path = folder / f"file{number:03d}.txt"
    path.write_text(f"{word(number, generation)} first part\n\nsecond part of {word(number, generation)}b", encoding="utf-8")
    os.utime(path, ns=(0, (1 if generation == "old" else 2) * 10**18 + number))


@pytest.fixture
def place(tmp_path):
    documents = tmp_path / "documents"
    documents.mkdir()
    for number in range(FILES):
        write(documents, number, "old")
    home = tmp_path / "home"
    home.mkdir()
    return home, documents


def in_a_process(home, documents, checkpoint="-", count=0, kill_after=None):
    """Runs the child until it dies; returns whether it was killed."""
    child = subprocess.Popen(
        [sys.executable, str(CHILD), str(home), str(documents), checkpoint, str(count)], stdout=subprocess.PIPE, text=True
    )
    with child:
        if kill_after is not None:
            assert child.stdout.readline() == "ready\n"
            time.sleep(kill_after)
            child.kill()
        child.wait(120)
    return child.returncode == -signal.SIGKILL


def go_on_and_check(home, documents, expected: dict[int, str]):
    """Start again, recover, import again; then every expected word is found exactly once in either way, and no other."""
    log = home / "embedded.log"
    before = Counter(log.read_text(encoding="utf-8").splitlines()) if log.exists() else Counter()
    log.write_text("", encoding="utf-8")
    parts = kill_child.Parts(home)
    try:
        parts.importer.upkeep.recover_library()
        finished = {
            Path(f.path).name
            for f in parts.ledger.files(parts.collection.id, status="indexed")
            if f.complete and parts.ledger.document(f.id).text == Path(f.path).read_text(encoding="utf-8")
        }
        parts.run(documents)
        summary = parts.ledger.summary(parts.collection.id)
        assert (summary.found, summary.indexed) == (len(expected), len(expected))
        assert parts.reader.count(parts.collection.id) == 2 * len(expected)
        repeated = Counter(log.read_text(encoding="utf-8").splitlines())
        for number, generation in expected.items():
            if f"file{number:03d}.txt" in finished:
                assert f"{word(number, generation)} first part" not in repeated
        twice = [text for text in repeated if text in before]
        assert len(twice) <= kill_child.GROUP + 2, "more than the unfinished group was embedded again"
        for number in range(FILES):
            for generation in sorted(set(expected.values())):
                wanted = 1 if expected.get(number) == generation else 0
                for suffix in ("", "b"):
                    text = word(number, generation) + suffix
                    for strategy in ("semantic", "keyword"):
                        hits = parts.searcher.search(text, [parts.collection.id], strategy, limit=100).hits
                        assert sum(text in h.content.split() for h in hits) == wanted, (text, strategy)
        assert parts.writer.unindexed_rows(parts.collection.id) == 0
    finally:
        parts.close()


FIRST_IMPORT = [
    ("parse.before", 1),
    ("parse.before", 9),
    ("store.add.before", 1),
    ("store.add.after", 1),
    ("store.index.before", 1),
    ("store.index.after", 1),
    ("ledger.indexed.before", 2),
    ("ledger.indexed.after", 2),
    ("store.add.after", 4),
    ("store.optimize.before", 1),
    ("store.optimize.after", 2),
]


@pytest.mark.parametrize(("checkpoint", "count"), FIRST_IMPORT)
def test_killed_during_the_first_import(place, checkpoint, count):
    home, documents = place
    assert in_a_process(home, documents, checkpoint, count)
    go_on_and_check(home, documents, dict.fromkeys(range(FILES), "old"))


SECOND_IMPORT = [
    ("store.add.after", 1),
    ("ledger.indexed.before", 1),
    ("ledger.indexed.after", 1),
    ("store.delete.before", 1),
    ("store.delete.after", 1),
    ("store.optimize.before", 1),
]


@pytest.mark.parametrize(("checkpoint", "count"), SECOND_IMPORT)
def test_killed_while_changed_files_are_replaced(place, checkpoint, count):
    home, documents = place
    parts = kill_child.Parts(home)
    parts.run(documents)
    parts.close()
    expected = dict.fromkeys(range(FILES), "old")
    for number in range(0, FILES, 2):
        write(documents, number, "new")
        expected[number] = "new"
    for number in (1, 3):  # gone
        (documents / f"file{number:03d}.txt").unlink()
        del expected[number]
    (home / "embedded.log").write_text("", encoding="utf-8")
    assert in_a_process(home, documents, checkpoint, count)
    go_on_and_check(home, documents, expected)


@pytest.mark.parametrize("seed", range(4))
def test_killed_at_a_random_moment(place, seed):
    home, documents = place
    in_a_process(home, documents, kill_after=random.Random(seed).uniform(0.02, 1.2))
    go_on_and_check(home, documents, dict.fromkeys(range(FILES), "old"))


def test_killed_again_and_again_it_still_completes(place):
    home, documents = place
    for checkpoint, count in (
        ("parse.before", 3),
        ("store.add.after", 1),
        ("ledger.indexed.before", 1),
        ("store.index.after", 1),
    ):
        in_a_process(home, documents, checkpoint, count)
    parts = kill_child.Parts(home)
    try:
        parts.importer.upkeep.recover_library()
        parts.run(documents)
        assert parts.ledger.summary(parts.collection.id).indexed == FILES
    finally:
        parts.close()


def test_a_file_that_kills_the_program_twice_is_set_aside_and_the_rest_is_imported(place):
    home, documents = place
    poison = documents / "poison.txt"
    poison.write_text("uniquepoison", encoding="utf-8")
    os.utime(poison, ns=(0, 3 * 10**18))
    # The newest file is read first; a suspect is read last, alone, when all others are in the index.
    assert in_a_process(home, documents, "parse.before", 1)
    assert in_a_process(home, documents, "parse.before", FILES + 1)
    parts = kill_child.Parts(home)
    try:
        summary = parts.run(documents)
        assert (summary.indexed + summary.unchanged, summary.failed) == (FILES, 1)
        (failed,) = parts.ledger.files(parts.collection.id, status="failed")
        assert (Path(failed.path).name, failed.reason_code) == ("poison.txt", "quarantined")
    finally:
        parts.close()
