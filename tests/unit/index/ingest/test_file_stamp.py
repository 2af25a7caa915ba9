"""An edit is noticed although size and modification time are as before, without reading every file each time."""

import os
import sys

import pytest

from index.ingest import file_stamp, reading
from index.ingest.file_stamp import LOOK_AGAIN, FileStamp, stamp_of
from index.ingest.preview import preview
from index.ingest.sweep import changed_paths

needs_change_time = pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps no time of the last change")


def edit_unseen(path, text):
    """As an unpacker or a synchroniser does it: the size is the same, and the time is set back."""
    before = path.stat()
    path.write_text(text)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)


def settled_change_time(path):
    """Until the clock of the file system has gone on."""
    marker = path.with_suffix(".clock")
    while True:
        marker.write_text("x")
        if marker.stat().st_ctime_ns > path.stat().st_ctime_ns:
            marker.unlink()
            return


@needs_change_time
def test_an_edit_of_the_same_size_and_time_is_read(library):
    path = library.write("a.txt", "fee 12 zebra")
    library.run()
    settled_change_time(path)
    edit_unseen(path, "fee 14 zebra")
    (source,) = library.ledger.sources(library.collection.id)
    assert changed_paths(library.ledger, source, (), lambda: False) == [str(path)]
    known = library.ledger.settled_stamps(library.collection.id)
    assert preview([library.documents], known=known).files == 1
    library.run()
    assert library.found_by_word("zebra") == ["fee 14 zebra"]


@needs_change_time
def test_another_mode_or_a_hard_link_is_no_edit_and_is_looked_at_once(library, monkeypatch):
    path = library.write("a.txt", "alpha zebra")
    library.run()
    settled_change_time(path)
    path.chmod(0o600)
    looked = []
    fingerprint = reading.fingerprint
    monkeypatch.setattr(reading, "fingerprint", lambda *a: looked.append(a[0]) or fingerprint(*a))
    library.run()
    library.run()
    assert (looked, library.parsed) == ([str(path)], [])
    assert len(library.embedder.embedded) == 1


def test_an_edit_in_the_moment_in_which_the_file_was_read_is_noticed_by_the_next_import(library, monkeypatch):
    monkeypatch.setattr(file_stamp, "MOMENT_NS", 10**12)
    monkeypatch.setattr(file_stamp, "_is_on_network", lambda device, path: True)  # sizes and modification times only
    path = library.write("a.txt", "fee 12 zebra")
    library.run()
    edit_unseen(path, "fee 14 zebra")
    assert preview([library.documents], known=library.ledger.settled_stamps(library.collection.id)).unchanged == 1
    monkeypatch.setattr(file_stamp, "MOMENT_NS", 0)
    library.run()
    assert library.found_by_word("zebra") == ["fee 14 zebra"]
    (row,) = library.rows().values()
    assert row.changed_ns != LOOK_AGAIN


def test_a_library_of_an_earlier_version_is_not_read_anew_and_learns_the_time(library):
    path = library.write("a.txt", "alpha")
    library.run()
    with library.ledger._db.write() as db:
        db.execute("UPDATE files SET changed_ns = 0")
    library.run()
    assert library.parsed == []
    (row,) = library.rows().values()
    assert row.stamp == stamp_of(str(path), path.stat())


@pytest.mark.parametrize(
    ("kept", "now", "holds"),
    [
        ((5, 7, 9), (5, 7, 9), True),
        ((5, 7, 9), (5, 7, 8), False),
        ((5, 7, 9), (6, 7, 9), False),
        ((5, 7, 9), (5, 8, 9), False),
        ((5, 7, 0), (5, 7, 9), True),
        ((5, 7, 9), (5, 7, 0), True),
        ((5, 7, LOOK_AGAIN), (5, 7, 9), False),
    ],
)
def test_a_stamp_holds_while_all_that_is_known_is_the_same(kept, now, holds):
    assert FileStamp(*kept).holds(FileStamp(*now)) is holds
