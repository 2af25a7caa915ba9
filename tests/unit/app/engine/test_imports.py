"""Imports one after the other: a person's first, and none given up for a full disk or a drive that is away."""

import dataclasses
import threading
import time
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

from app.engine import import_queue
from app.engine.engine import Engine, EngineParts
from app.engine.import_queue import ImportQueue, ImportRequest, RebuildOrder
from app.engine.model_thread import ModelThread
from app.engine.owner import OwnerThread
from index import errors
from index.ingest.progress import ImportProgress, ImportSummary
from models.runtimes.fake import FakeRuntime

SUMMARY = ImportSummary(
    collection_id="c", found=1, indexed=1, unchanged=0, moved=0, removed=0, skipped=0, failed=0, queued=0, pages=1, passages=1,
    elapsed_s=0.1, cancelled=False,
)  # fmt: skip
MOMENT = ImportProgress(10, 4, 4, 0, 0, 4, 4, "/docs/x.pdf", 1.0, 9.0)


@pytest.fixture(autouse=True)
def hurry(monkeypatch):
    monkeypatch.setattr(import_queue, "LOOK_AGAIN_S", 0.05)
    monkeypatch.setattr(import_queue, "GIVE_WAY_POLL_S", 0.02)


class Machine:
    """What the test decides: room on the disk, whether the drive is there, how long imports take."""

    def __init__(self):
        self.free = 0
        self.full = False
        self.away = False
        self.broken = None
        self.broken_at_end = None
        self.ran = []
        self.by_person = []
        self.go = threading.Event()
        self.go.set()
        self.closed_on = None

    def run(self, collection, paths, progress, cancelled, *, by_person):
        self.ran.append(collection)
        self.by_person.append(by_person)
        progress(MOMENT)
        if self.broken is not None:
            raise self.broken
        if self.full:
            raise errors.DiskFull("There is no room left for the index.")
        if self.away:
            raise errors.SourceAway("/docs is not there at the moment.", is_back=lambda: not self.away)
        while not self.go.wait(0.01) and not cancelled():
            pass
        if self.broken_at_end is not None:
            raise self.broken_at_end
        return dataclasses.replace(SUMMARY, cancelled=cancelled())

    def rebuild(self, collection_id, model_id, progress, cancelled):
        return self.run(f"{collection_id} with {model_id}", (), progress, cancelled, by_person=False)

    def close(self):
        self.closed_on = threading.current_thread().name


@pytest.fixture
def machine():
    return Machine()


@pytest.fixture
def imports(machine):
    queue = ImportQueue(OwnerThread("ingest"), lambda pause: machine, lambda: False, lambda: machine.free)
    made = []

    def submit(collection, *, by_watch=False, paths=(Path("/docs"),), rebuild=None):
        told = []
        request = ImportRequest(collection, paths, told.append, by_watch=by_watch, rebuild=rebuild)
        request.told = told
        made.append(request)
        queue.submit(request)
        return request

    submit.queue = queue
    yield submit
    for request in made:
        request.job.cancel()
    assert queue.finish(5)
    assert all(request.job.future.done() for request in made)


def until(condition, seconds=10.0):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


def waits_for(request):
    return request.told[-1].waiting_for if request.told else None


def test_a_full_disk_makes_the_import_rest_say_so_and_go_on_when_there_is_room(imports, machine):
    machine.full, machine.free = True, 1000
    request = imports("a")
    assert until(lambda: waits_for(request) == "disk space")
    resting = request.told[-1]
    assert (resting.done, resting.found, resting.remaining_s) == (4, 10, None)
    time.sleep(0.3)
    assert machine.ran == ["a"]  # no room yet: it does not even try
    machine.full, machine.free = False, 100 << 20
    assert request.job.result(10) == SUMMARY
    assert machine.ran == ["a", "a"]
    assert waits_for(request) is None


def test_a_full_quota_that_the_system_does_not_show_is_tried_again_after_a_while(imports, machine, monkeypatch):
    monkeypatch.setattr(import_queue, "TRY_ANYWAY_S", 0.2)
    machine.full = True
    request = imports("a")
    assert until(lambda: len(machine.ran) >= 2)
    machine.full = False
    assert request.job.result(10) == SUMMARY


def test_a_drive_that_went_away_is_waited_for(imports, machine):
    machine.away = True
    request = imports("a")
    assert until(lambda: waits_for(request) == "the drive")
    time.sleep(0.2)
    assert machine.ran == ["a"]
    machine.away = False
    assert request.job.result(10) == SUMMARY


def test_others_have_their_turn_while_one_waits_for_its_drive(imports, machine):
    machine.away = True
    away = imports("usb")
    assert until(lambda: waits_for(away) == "the drive")
    is_back = away.trouble.is_back
    away.trouble.is_back = lambda: False
    machine.away = False
    assert imports("desk").job.result(10) == SUMMARY
    assert not away.job.future.done()
    away.trouble.is_back = is_back
    assert away.job.result(10) == SUMMARY
    assert machine.ran == ["usb", "desk", "usb"]


def test_an_import_that_rests_can_be_cancelled_and_says_why_it_is_not_complete(imports, machine):
    machine.full = True
    request = imports("a")
    assert until(lambda: waits_for(request) == "disk space")
    request.job.cancel()
    with pytest.raises(errors.DiskFull):
        request.job.result(10)


def test_a_watched_folder_does_not_wait_for_its_drive_the_next_sweep_sees_it(imports, machine):
    machine.away = True
    request = imports("a", by_watch=True)
    with pytest.raises(errors.SourceAway):
        request.job.result(10)


def test_a_persons_import_comes_before_those_of_watched_folders(imports, machine):
    machine.go.clear()
    running = imports("person 1")
    assert until(lambda: machine.ran)
    watched, person = imports("watch", by_watch=True), imports("person 2")
    machine.go.set()
    for request in (running, watched, person):
        request.job.result(10)
    assert machine.ran == ["person 1", "person 2", "watch"]


def test_a_running_import_of_a_watched_folder_makes_room_and_goes_on_afterwards(imports, machine):
    machine.go.clear()
    watched = imports("watch", by_watch=True)
    assert until(lambda: machine.ran)
    person = imports("person")
    assert until(lambda: machine.ran == ["watch", "person"])
    machine.go.set()
    assert person.job.result(10) == SUMMARY
    assert watched.job.result(10) == SUMMARY
    assert machine.ran == ["watch", "person", "watch"]


def test_what_a_person_stopped_is_not_taken_up_behind_their_back(imports, machine):
    machine.go.clear()
    request = imports("a")
    assert until(lambda: machine.ran)
    request.job.cancel()
    assert request.job.result(10).cancelled
    assert imports.queue.stopped_by_person("a")
    assert not imports.queue.stopped_by_person("b")
    machine.go.set()
    imports("a").job.result(10)
    assert not imports.queue.stopped_by_person("a")


def test_an_import_that_is_stopped_before_its_turn_never_begins_and_ends_as_cancelled(imports, machine):
    machine.go.clear()
    imports("a")
    waiting = imports("b")
    imports.queue.cancel(lambda request: request.collection == "b")
    machine.go.set()
    with pytest.raises(CancelledError):
        waiting.job.result(10)
    assert machine.ran == ["a"]
    assert imports.queue.stopped_by_person("b")


def test_an_import_whose_collection_is_being_deleted_ends_without_an_error(imports, machine):
    machine.go.clear()
    request = imports("a")
    assert until(lambda: machine.ran)
    machine.broken_at_end = errors.UserFixable("This collection does not exist any more.")
    imports.queue.cancel(lambda request: request.collection == "a")
    with pytest.raises(CancelledError):
        request.job.result(10)


def test_only_what_a_person_names_makes_a_collection_or_a_damaged_index_anew(imports, machine):
    imports("a").job.result(10)
    imports("a", by_watch=True).job.result(10)
    imports("a", paths=()).job.result(10)
    assert machine.by_person == [True, False, False]


def test_other_errors_end_the_import_and_the_next_one_runs(imports, machine):
    machine.broken = errors.IndexDamaged("broken")
    with pytest.raises(errors.IndexDamaged):
        imports("a").job.result(10)
    machine.broken = None
    assert imports("b").job.result(10) == SUMMARY


def test_closing_ends_a_resting_import_and_frees_what_it_used_on_its_thread(machine):
    queue = ImportQueue(OwnerThread("ingest"), lambda pause: machine, lambda: False, lambda: machine.free)
    machine.full = True
    told = []
    job = queue.submit(ImportRequest("a", (Path("/docs"),), told.append))
    assert until(lambda: told and told[-1].waiting_for == "disk space")
    assert queue.finish(5)
    assert job.future.cancelled()
    assert machine.closed_on == "ingest"
    with pytest.raises(RuntimeError):
        queue.submit(ImportRequest("b", (Path("/docs"),), told.append))


class NoSearch:
    def close(self, timeout_s):
        return True


def test_the_engine_counts_before_an_import_and_a_count_can_be_stopped():
    started = threading.Event()

    def count(paths, collection, cancelled, progress):
        progress("part")
        started.set()
        while not cancelled():
            time.sleep(0.01)
        return (paths, collection)

    model = ModelThread(lambda role: FakeRuntime(), OwnerThread("m"))
    engine = Engine(EngineParts(None, model, NoSearch(), OwnerThread("w"), lambda pause: None, count=count))
    told = []
    job = engine.preview([Path("/docs")], told.append, collection="Office")
    assert started.wait(5)
    job.cancel()
    assert job.result(5) == ((Path("/docs"),), "Office")
    assert told == ["part"]
    assert engine.close()
    assert not [t for t in threading.enumerate() if t.name in ("preview", "ingest", "pipeline", "m", "w")]


def test_a_rebuild_makes_room_for_imports_and_goes_on_after_them(imports, machine):
    machine.go.clear()
    rebuild = imports("", paths=(), rebuild=RebuildOrder("a", "small"))
    assert until(lambda: machine.ran == ["a with small"])
    watched = imports("b", by_watch=True)
    assert until(lambda: machine.ran == ["a with small", "b"])
    person = imports("c")
    assert until(lambda: machine.ran[2:] == ["c"])
    machine.go.set()
    assert [r.job.result(10) for r in (person, watched, rebuild)] == [SUMMARY] * 3
    assert machine.ran == ["a with small", "b", "c", "b", "a with small"]


def test_what_waits_can_be_paused_alone(imports, machine):
    machine.go.clear()
    rebuild = imports("", paths=(), rebuild=RebuildOrder("a", "small"))
    other = imports("B")
    imports.queue.pause(lambda request: request.rebuild is not None, True)
    assert (rebuild.job.paused(), other.job.paused()) == (True, False)
    imports.queue.pause(lambda request: request.rebuild is not None, False)
    assert not rebuild.job.paused()
    machine.go.set()


def test_a_rebuild_that_finds_the_disk_full_waits_as_an_import_does(imports, machine):
    machine.full, machine.free = True, 1000
    rebuild = imports("", paths=(), rebuild=RebuildOrder("a", "small"))
    assert until(lambda: waits_for(rebuild) == "disk space")
    machine.full, machine.free = False, 100 << 20
    assert rebuild.job.result(10) == SUMMARY
