"""Watching, sweeping and importing together, over a real ledger: changes get in, and importing makes no changes to import."""

import threading
import time

import pytest

from index.ingest import settling, watch
from index.ingest.settling import WatchRoot
from index.ingest.sweep import changed_paths
from index.ingest.watch import FolderWatch


@pytest.fixture
def watched(library, monkeypatch):
    monkeypatch.setattr(settling, "SETTLE_S", 0.2)
    monkeypatch.setattr(settling, "APART_S", 0.2)
    monkeypatch.setattr(watch, "TICK_S", 0.05)
    library.write("a.txt", "alpha")
    library.write("sub/b.txt", "beta")
    library.run()
    (source,) = library.ledger.sources(library.collection.id)
    runs = []

    def changed(root):
        runs.append(root)
        library.run()

    made = FolderWatch(
        changed,
        lambda root, cancelled: changed_paths(library.ledger, source, (library.home,), cancelled),
        lambda text, root: None,
        sweep_s=0.3,
        first_sweep_s=0.1,
        excluded=(library.home,),
    )
    made.start()
    made.set_roots([WatchRoot(source.id, source.collection_id, source.path, source.kind)])
    yield runs
    assert made.stop(20)
    assert not [t for t in threading.enumerate() if t.name == "watch"]


def until(condition, seconds=20.0):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def test_an_import_is_no_reason_for_another_one(library, watched):
    library.write("new.txt", "gamma")
    assert until(lambda: watched)
    time.sleep(2.0)  # several sweeps, and whatever events the import itself made
    assert len(watched) == 1
    assert library.found_by_word("gamma") == ["gamma"]


def test_nothing_happens_while_nothing_changes(library, watched):
    time.sleep(1.0)
    assert watched == []


def test_an_edit_in_place_a_deletion_and_a_new_name_get_in_by_themselves(library, watched):
    library.write("a.txt", "delta instead")
    assert until(lambda: library.found_by_word("delta") == ["delta instead"])
    assert library.found_by_word("alpha") == []
    (library.documents / "sub" / "b.txt").unlink()
    assert until(lambda: library.found_by_word("beta") == [])
    (library.documents / "a.txt").rename(library.documents / "renamed.txt")
    assert until(lambda: library.files() == {"renamed.txt": "indexed"})
