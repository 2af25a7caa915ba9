"""Killed anywhere while a collection gets the vectors of another model, it answers as before, goes on, and repeats one batch at most."""

import importlib.util
import random
import shutil
import signal
import sys
from collections import Counter
from pathlib import Path

import pytest

_spec = importlib.util.spec_from_file_location("kill_cases", Path(__file__).with_name("kill_cases.py"))
kill_cases = importlib.util.module_from_spec(_spec)
sys.modules["kill_cases"] = kill_cases
_spec.loader.exec_module(kill_cases)

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="SIGKILL exists on POSIX only")]

POINTS = ("rebuild.begin.before", "rebuild.begin.after", "store.add.before", "store.add.after", "store.index.after",
          "store.optimize.after", "rebuild.swap.before", "rebuild.swap.after", "store.drop.before", "store.drop.after")  # fmt: skip
CASES = [(name, 1) for name in POINTS] + [("store.add.after", 3), ("store.add.before", 5)]
CASES += [round(random.Random(7).uniform(0.05, 1.0), 3) for _ in range(4)]


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rebuild")
    (folder / "home").mkdir()
    kill_cases.write(folder / "documents", "first")
    kill_cases.in_a_process(folder / "home", folder / "documents")
    return folder


def every_word_is_found_once(parts):
    words = {w for text in kill_cases.texts("first").values() for w in kill_cases._WORD.findall(text)}
    for word in sorted(words)[::4]:
        for strategy in ("semantic", "keyword"):
            hits = parts.searcher.search(word, [parts.collection.id], strategy, limit=100).hits
            assert sum(word in hit.content.split() for hit in hits) == 1, (word, strategy)


@pytest.mark.parametrize("point", CASES, ids=str)
def test_killed_anywhere_it_answers_and_goes_on(imported, tmp_path, point):
    home, documents = tmp_path / "home", imported / "documents"
    shutil.copytree(imported / "home", home)
    log = home / "embedded.log"
    log.write_text("", encoding="utf-8")
    ended = kill_cases.in_a_process(home, documents, point, "rebuild")
    assert isinstance(point, float) or not ended
    before = Counter(log.read_text(encoding="utf-8").splitlines())
    parts = kill_cases.kill_child.Parts(home)
    try:
        every_word_is_found_once(parts)
        parts.importer.upkeep.recover_library()
        log.write_text("", encoding="utf-8")
        summary = parts.rebuild()
        again = Counter(log.read_text(encoding="utf-8").splitlines())
        assert not summary.cancelled
        assert sum(again[line] for line in again if line in before) <= kill_cases.kill_child.GROUP
        now = parts.ledger.collection(parts.collection.id)
        assert (now.embedder_id, now.rebuild) == ("wide", None)
        assert parts.writer.tables() == {now.table}
        assert parts.writer.stored(now.table) == {k: n for k, n in parts.ledger.expected_passages(now.id).items() if n}
        every_word_is_found_once(parts)
    finally:
        parts.close()
