"""No room left on the disk: the import says so, nothing is lost or doubled, and with room again it goes on where it stopped."""

import contextlib
import errno
import os
import random
import subprocess
import sys

import pytest

from index import disk, errors
from index.ingest.database import Database, connect
from index.ingest.ledger import Ledger
from index.store.connection import classified

WORDS = 60


@pytest.fixture
def small_disk(tmp_path):
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("mounting a small file system needs root on Linux")
    place = tmp_path / "home"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1500k", "none", str(place)], capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"mounting a small file system is not allowed here: {mounted.stderr.strip()}")

    def grow():
        subprocess.run(["mount", "-o", "remount,size=200m", str(place)], check=True)

    yield grow
    subprocess.run(["umount", "-l", str(place)], check=True)


def write_documents(library, files):
    noise = random.Random(1)
    for number in range(files):
        pages = [f"word{number} page{page} " + "".join(noise.choices("abcdefgh ", k=800)) for page in range(6)]
        library.write(f"{number}.txt", "\f".join(pages))


def test_on_a_small_disk_the_import_stops_with_its_reason_and_goes_on_when_there_is_room(small_disk, library):
    write_documents(library, WORDS)
    with pytest.raises(errors.DiskFull) as stopped:
        library.run()
    assert "disk space" in stopped.value.next_step
    with pytest.raises(errors.DiskFull):
        library.run()
    small_disk()
    summary = library.run()
    assert summary.indexed + summary.unchanged == WORDS
    assert set(library.files().values()) == {"indexed"}
    for number in range(WORDS):
        assert len(library.found_by_word(f"word{number}")) == 6, number


def test_a_full_disk_in_the_middle_of_any_write_loses_and_doubles_nothing(library):
    """Injected at each write in turn, so that it runs on every machine."""
    write_documents(library, 4)
    calls = {"count": 0, "fail_at": 0}

    def checkpoint(_):
        calls["count"] += 1
        if calls["count"] == calls["fail_at"]:
            raise errors.DiskFull("There is no room left for the index.")

    library.writer._checkpoint = checkpoint
    failures = 0
    for at in range(1, 40):
        calls.update(count=0, fail_at=at)
        try:
            library.run()
        except errors.DiskFull:
            failures += 1
            continue
        break
    calls["fail_at"] = 0
    library.run()
    assert failures >= 1
    for number in range(4):
        assert len(library.found_by_word(f"word{number}")) == 6


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, "No space left on device"),
        RuntimeError(
            "lance error: LanceError(IO): Generic LocalFileSystem error: No space left on device (os error 28), commit.rs"
        ),
        RuntimeError("lance error: LanceError(IO): There is not enough space on the disk. (os error 112)"),
        OSError("IO error: Disk quota exceeded (os error 122)"),
    ],
)
def test_what_the_store_says_of_a_full_disk_is_understood(error):
    with pytest.raises(errors.DiskFull), classified():
        raise error


def test_other_trouble_of_the_store_is_no_full_disk():
    with pytest.raises(errors.IndexDamaged), classified():
        raise RuntimeError("lance error: file is not a lance file (os error 280)")


def test_a_transaction_that_a_full_disk_broke_off_leaves_the_ledger_usable(tmp_path):
    database = Database(tmp_path / "l.sqlite")
    database.warm_up()
    connection = database.connection()
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages + 8}")
    insert = "INSERT INTO collections (id, name, name_key, embedder_id, dimension, chunker_version, created) VALUES (?, ?, ?, 'e', 1, 'c', 'd')"

    def fill():
        for number in range(100):
            with database.write() as db:
                db.execute(insert, (str(number), "n" * 4000, str(number)))

    with pytest.raises(errors.DiskFull):
        fill()
    connection.execute(f"PRAGMA max_page_count = {pages + 10_000}")
    with database.write() as db:
        db.execute(insert, ("after", "n", "after"))
    with database.read() as db:
        assert db.execute("SELECT count(*) FROM collections WHERE id = 'after'").fetchone()[0] == 1
    database.close()
    with connect(tmp_path / "l.sqlite") as again:
        assert again.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    again.close()


def test_free_room_is_asked_of_the_nearest_folder_that_exists(tmp_path):
    assert disk.free_bytes(tmp_path / "not" / "yet") > 0
    assert not disk.is_full(tmp_path / "not" / "yet")


def test_a_table_whose_making_a_full_disk_stopped_is_made_by_the_next_import(library):
    write_documents(library, 2)
    half = library.home / "ix" / f"{library.collection.id}.lance"
    (half / "_versions").mkdir(parents=True)
    (half / "data").mkdir()
    (half / "data" / "half.lance").write_bytes(b"half")
    assert library.run().indexed == 2
    assert len(library.found_by_word("word1")) == 6


@pytest.fixture
def filled(small_disk, library, monkeypatch):
    """A library of thirty files on a disk that somebody else has filled to the last byte; call it to fill it again."""
    small_disk()
    monkeypatch.setattr("index.ingest.reserve._PLENTY", 1)
    library.ledger.set_reserve_aside()
    write_documents(library, 30)
    library.run()
    path = library.home / "of somebody else"

    def fill():
        with path.open("ab", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"x" * 4096)

    subprocess.run(["mount", "-o", "remount,size=40m", str(library.home)], check=True)
    fill()
    assert disk.is_full(library.home)
    return fill


def reopened(library):
    """As another program finds it: `dossier status`, `dossier delete`."""
    library.ledger.close()
    library.ledger = Ledger(library.home / "library.sqlite")
    library.ledger.warm_up()
    return library


@pytest.mark.parametrize("has_reserve", [True, False])
def test_what_there_is_can_be_looked_at_on_a_full_disk(filled, library, has_reserve):
    if not has_reserve:
        library.ledger.use_reserve()
        filled()
    library.ledger.close()
    library.ledger = Ledger(library.home / "library.sqlite")
    if not has_reserve:
        library.ledger._reserve._path.unlink(missing_ok=True)
    library.ledger.warm_up()
    assert library.ledger.summary(library.collection.id).indexed == 30
    assert len(library.rows()) == 30


def test_on_a_full_disk_files_and_collections_can_be_taken_out_and_the_room_comes_back(filled, library):
    reopened(library)
    upkeep = library.importer().upkeep
    upkeep.exclude_files([library.rows()["0.txt"].id])
    assert library.found_by_word("word0") == []
    assert len(library.found_by_word("word1")) == 6
    filled()
    before = disk.free_bytes(library.home)
    upkeep.delete_collection(library.collection.id)
    assert library.ledger.collections() == []
    assert disk.free_bytes(library.home) > before
    assert not list((library.home / "ix").glob("*.lance"))


def test_a_collection_is_deleted_on_a_full_disk_without_any_room_set_aside(filled, library):
    library.ledger.use_reserve()
    filled()
    library.importer().upkeep.delete_collection(library.collection.id)
    assert library.ledger.collections() == []


def test_after_a_removal_on_a_full_disk_nothing_is_found_of_it_and_an_import_goes_on_when_there_is_room(filled, library):
    upkeep = library.importer().upkeep
    upkeep.remove_file(library.rows()["0.txt"].id)
    assert library.found_by_word("word0") == []
    (library.home / "of somebody else").unlink()
    summary = library.run()
    assert (summary.failed, summary.found) == (0, 30)
    assert len(library.found_by_word("word0")) == 6
