"""Watching real folders: edits are noticed, our own reading is not, and when the system will not watch, sweeping does."""

import ctypes
import errno
import os
import threading
import time

import pytest

from index.ingest import settling, watch
from index.ingest.settling import WatchRoot
from index.ingest.watch import FolderWatch
from index.ingest.watch_events import FolderEvents


@pytest.fixture(autouse=True)
def hurry(monkeypatch):
    """The same steps with shorter waits."""
    monkeypatch.setattr(settling, "SETTLE_S", 0.2)
    monkeypatch.setattr(settling, "APART_S", 0.2)
    monkeypatch.setattr(watch, "TICK_S", 0.05)


class Watch:
    def __init__(self, folder, kind=None, **options):
        self.root = WatchRoot("s", "c", str(folder), kind or ("folder" if folder.is_dir() else "file"))
        self.changed, self.notices, self.looks = [], [], 0
        self.differing = []
        options = {"sweep_s": 3600.0, "first_sweep_s": 3600.0, "by_sweep_only": lambda _: False} | options
        self.watch = FolderWatch(self.changed.append, self.look, lambda text, root: self.notices.append(text), **options)
        self.watch.start()
        self.watch.set_roots([self.root])

    def look(self, root, cancelled):
        self.looks += 1
        return self.differing

    def until(self, condition, seconds=20.0):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return True
            time.sleep(0.02)
        return False

    def ready(self):
        """Until the system really watches the folder."""
        assert self.until(lambda: self.watch._events.is_alive(self.root))


@pytest.fixture
def start(tmp_path):
    before = set(threading.enumerate())
    made = []

    def begin(folder, **options):
        made.append(Watch(folder, **options))
        return made[-1]

    yield begin
    for one in made:
        assert one.watch.stop(10)
    left = [t for t in set(threading.enumerate()) - before if t.is_alive()]
    assert left == []


@pytest.fixture
def docs(tmp_path):
    (tmp_path / "docs" / "sub").mkdir(parents=True)
    (tmp_path / "docs" / "a.txt").write_text("alpha")
    (tmp_path / "docs" / "sub" / "b.txt").write_text("beta")
    return tmp_path / "docs"


def edit_in_place(docs):
    with open(docs / "sub" / "b.txt", "r+") as file:
        file.write("BETA")


def save_by_renaming(docs):
    (docs / ".b.tmp").write_text("new")
    os.replace(docs / ".b.tmp", docs / "a.txt")


def new_folder(docs):
    (docs / "new" / "deep").mkdir(parents=True)
    (docs / "new" / "deep" / "c.txt").write_text("gamma")


@pytest.mark.parametrize(
    "change",
    [
        edit_in_place,
        save_by_renaming,
        new_folder,
        lambda docs: (docs / "a.txt").unlink(),
        lambda docs: (docs / "a.txt").rename(docs / "renamed.txt"),
        lambda docs: (docs / "über 合同.txt").write_text("x"),
    ],
    ids=["edit in place", "saved by renaming", "new folder", "deleted", "renamed", "name in another script"],
)
def test_a_change_on_a_local_disk_is_noticed(start, docs, change):
    watching = start(docs)
    watching.ready()
    change(docs)
    assert watching.until(lambda: watching.changed)
    assert watching.changed[0] == watching.root


def test_reading_listing_and_our_own_data_are_no_changes(start, docs):
    home = docs / "dossier"
    home.mkdir()
    watching = start(docs, excluded=(home,))
    watching.ready()
    for _ in range(5):
        assert (docs / "a.txt").read_text() == "alpha"
        os.listdir(docs / "sub")
        (home / "library.sqlite").write_text(str(time.time()))
        (docs / "~$a.docx").write_text("owner")
        (docs / ".git").mkdir(exist_ok=True)
        (docs / ".git" / "index.lock").write_text(str(time.time()))
        time.sleep(0.2)
    assert watching.changed == []


def test_an_unpacked_archive_is_one_change(start, docs, monkeypatch):
    monkeypatch.setattr(settling, "SETTLE_S", 1.0)
    watching = start(docs)
    watching.ready()
    for number in range(1000):
        (docs / f"{number}.txt").write_text("x")
    assert watching.until(lambda: watching.changed)
    time.sleep(2.0)
    assert len(watching.changed) == 1


def test_a_single_file_is_watched_without_its_neighbours(start, docs):
    watching = start(docs / "a.txt")
    watching.ready()
    (docs / "neighbour.txt").write_text("x")
    time.sleep(0.6)
    assert watching.changed == []
    save_by_renaming(docs)
    assert watching.until(lambda: watching.changed)


def test_a_folder_that_is_switched_off_is_silent_and_can_be_switched_on_again(start, docs):
    watching = start(docs)
    watching.ready()
    watching.watch.set_roots([])
    assert watching.until(lambda: not watching.watch._events.is_alive(watching.root))
    edit_in_place(docs)
    time.sleep(0.6)
    assert watching.changed == []
    watching.watch.set_roots([watching.root])
    watching.ready()
    edit_in_place(docs)
    assert watching.until(lambda: watching.changed)


def test_a_sweep_finds_what_no_event_told(start, docs):
    watching = start(docs, sweep_s=0.2, first_sweep_s=0.1)
    watching.ready()
    watching.differing = [str(docs / "a.txt")]
    assert watching.until(lambda: watching.changed)
    assert watching.looks >= 1


def test_network_drives_are_swept_only_and_the_person_is_told(start, docs):
    watching = start(docs, by_sweep_only=lambda _: True, sweep_s=0.2, first_sweep_s=0.1)
    assert watching.until(lambda: watching.looks)
    assert not watching.watch._events.is_alive(watching.root)
    assert len(watching.notices) == 1
    assert "network drive" in watching.notices[0]
    watching.differing = [str(docs / "a.txt")]
    assert watching.until(lambda: watching.changed)


class Refusing:
    """The system has no watches left."""

    def __init__(self, told):
        self.added = 0

    def add(self, root):
        self.added += 1
        raise OSError(errno.ENOSPC, "inotify watch limit reached")

    def check_limit(self):
        raise AssertionError("nothing is watched")

    def remove(self, root):
        pass

    def is_alive(self, root):
        return False

    def stop(self, timeout_s):
        return True


def test_at_the_limit_of_the_system_sweeping_takes_over_with_one_notice(start, docs):
    watching = start(docs, events=Refusing, sweep_s=0.1, first_sweep_s=0.1)
    watching.differing = [str(docs / "a.txt")]
    assert watching.until(lambda: watching.changed and watching.looks >= 3)
    assert len(watching.notices) == 1
    assert "max_user_watches" in watching.notices[0]
    assert watching.watch._events.added == 1


@pytest.mark.skipif(not os.path.exists("/proc/sys/fs/inotify"), reason="inotify is Linux")
def test_a_limit_that_is_met_below_the_folder_is_noticed_too(start, docs, tmp_path, monkeypatch):
    """watchdog passes such subfolders over in silence."""
    from watchdog.observers import inotify_c

    scratch = tmp_path / "scratch"
    scratch.mkdir()
    really, calls = inotify_c.inotify_add_watch, []

    def limited(fd, path, mask):
        calls.append(path)
        if len(calls) > 1:
            ctypes.set_errno(errno.ENOSPC)
            return -1
        return really(fd, path, mask)

    monkeypatch.setattr(inotify_c, "inotify_add_watch", limited)
    watching = start(docs, scratch=scratch)
    assert watching.until(lambda: watching.notices)
    assert "max_user_watches" in watching.notices[0]
    assert os.listdir(scratch) == []


def test_a_folder_that_was_away_is_watched_again_when_it_is_back(start, docs):
    away = docs.rename(docs.with_name("away"))
    watching = start(docs, kind="folder", sweep_s=0.1, first_sweep_s=0.1)
    assert watching.until(lambda: watching.looks > 1)
    assert not watching.watch._events.is_alive(watching.root)
    away.rename(docs)
    watching.ready()
    edit_in_place(docs)
    assert watching.until(lambda: watching.changed)
    assert watching.notices == []


def test_after_a_sleep_of_the_machine_it_looks_at_once(start, docs, monkeypatch):
    offset = [0.0]
    really = time.time
    monkeypatch.setattr("index.ingest.watch.time.time", lambda: really() + offset[0])
    watching = start(docs)
    time.sleep(0.3)
    assert watching.looks == 0
    offset[0] = 3600.0
    assert watching.until(lambda: watching.looks)


def test_stopping_ends_every_thread_also_before_anything_was_watched(docs):
    before = set(threading.enumerate())
    watching = FolderWatch(print, lambda root, cancelled: (), print, sweep_s=60)
    watching.start()
    assert watching.stop(10)
    assert watching.stop(10)
    assert set(threading.enumerate()) <= before


def test_events_that_were_never_begun_can_be_stopped():
    assert FolderEvents(lambda root, path: None).stop(1)
