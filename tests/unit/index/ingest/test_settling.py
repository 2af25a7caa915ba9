"""When a change counts as finished: half-copied files and bursts are waited for, but nothing waits for ever."""

import pytest

from index.ingest.settling import Settling, WatchRoot

ROOT = WatchRoot("s1", "c", "/docs", "folder")
OTHER = WatchRoot("s2", "c", "/other", "folder")


class World:
    """Sizes of files at a time that the test sets."""

    def __init__(self):
        self.now = 100.0
        self.sizes = {}
        self.settling = Settling(lambda: self.now, lambda path: self.sizes.get(path))
        self.told = []

    def write(self, path, size, root=ROOT):
        self.sizes[path] = (size, int(self.now))
        self.settling.note(root, path)

    def wait(self, seconds):
        for _ in range(round(seconds / 0.5)):
            self.now += 0.5
            self.told += [(self.now, root.key) for root in self.settling.due()]


@pytest.fixture
def world():
    return World()


def test_an_edit_is_told_once_when_it_has_rested_two_seconds(world):
    world.write("/docs/a.txt", 1)
    world.wait(1.5)
    assert world.told == []
    world.wait(30)
    assert world.told == [(102.0, "s1")]


def test_a_file_that_is_being_copied_is_waited_for(world):
    for size in range(1, 31):
        world.write("/docs/big.pdf", size)
        world.wait(1)
    assert world.told == []
    world.wait(3)
    assert [key for _, key in world.told] == ["s1"]


def test_a_copy_that_makes_no_events_is_seen_by_its_size(world):
    """Network drives and some copying programs tell of the beginning only."""
    world.write("/docs/big.pdf", 1)
    for size in range(2, 12):
        world.sizes["/docs/big.pdf"] = (size, size)
        world.wait(1)
    assert world.told == []
    world.wait(3)
    assert len(world.told) == 1


def test_a_thousand_files_of_an_unpacked_archive_are_one_change(world):
    for number in range(1000):
        world.write(f"/docs/{number}.txt", 1)
        if number % 100 == 0:
            world.wait(0.5)
    world.wait(60)
    assert len(world.told) == 1


def test_one_file_that_is_written_all_the_time_does_not_hold_up_the_others_for_a_minute(world):
    world.write("/docs/edited.txt", 1)
    began = world.now
    for size in range(80):
        world.write("/docs/download.part.pdf", size)
        world.wait(0.5)
    assert world.told
    assert world.told[0][0] - began <= 30


def test_a_log_that_never_rests_is_taken_after_ten_minutes(world):
    for size in range(1300):
        world.write("/docs/app.log", size)
        world.wait(0.5)
    assert len(world.told) == 1


def test_two_imports_of_one_folder_lie_apart_and_folders_do_not_wait_for_each_other(world):
    world.write("/docs/a.txt", 1)
    world.wait(2)
    world.write("/docs/b.txt", 1)
    world.write("/other/c.txt", 1, OTHER)
    world.wait(30)
    assert [key for _, key in world.told] == ["s1", "s2", "s1"]
    first, other, second = (when for when, _ in world.told)
    assert second - first >= 10
    assert other - first <= 3


def test_a_file_that_vanishes_is_a_change_too(world):
    world.settling.note(ROOT, "/docs/gone.txt")
    world.wait(3)
    assert len(world.told) == 1


def test_what_is_no_longer_watched_is_forgotten(world):
    world.write("/docs/a.txt", 1)
    world.settling.forget(ROOT)
    world.wait(30)
    assert world.told == []


def test_more_files_than_are_looked_at_one_by_one_still_wait_until_it_is_quiet(world):
    for number in range(2500):
        world.write(f"/docs/{number}.txt", 1)
    world.wait(1)
    world.settling.note(ROOT, "/docs/one-more.txt")
    world.wait(1.5)
    assert world.told == []
    world.wait(2)
    assert len(world.told) == 1
