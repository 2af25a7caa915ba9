"""What the program does with changes in watched folders."""

import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.engine.import_queue import ImportRequest, RebuildOrder
from app.engine.jobs import Job
from app.engine.library_changes import LibraryChanges
from app.engine.watching import Watching, WatchNotice
from app.settings.schema import WatchSettings
from index.errors import IndexBusy, UserFixable
from index.ingest.progress import ImportSummary
from index.ingest.rows import Collection, FileRow, Rebuild, Source

NOW = datetime(2026, 11, 30, tzinfo=UTC)
SUMMARY = ImportSummary(
    collection_id="c", found=1, indexed=1, unchanged=0, moved=0, removed=0, skipped=0, failed=0, queued=0, pages=1, passages=1,
    elapsed_s=0.1, cancelled=False,
)  # fmt: skip


def source(key, watch=True):
    return Source(id=key, collection_id="c", path=f"/docs/{key}", kind="folder", added=NOW, watch=watch)


class Ledger:
    def __init__(self, *sources):
        self.all = list(sources)
        self.name = "Office"
        self.rebuild = None

    def collections(self):
        return [
            Collection(
                id="c", name=self.name, aliases=("Bureau",), embedder_id="e", dimension=1, chunker_version="1", index_version=0,
                created=NOW, rebuild=self.rebuild,
            )
        ]  # fmt: skip

    def collection_by_name(self, name):
        return self.collections()[0] if name in (self.name, "Bureau") else None

    def sources(self, collection_id):
        return self.all

    def collection(self, collection_id):
        return self.collections()[0]

    def file(self, file_id):
        if file_id != "f":
            return None
        return FileRow(id="f", collection_id="c", source_id="a", path="/docs/a/x.pdf", size=1, mtime_ns=1, status="failed")

    def change_collection(self, collection_id, *, name):
        self.name = name

    def set_watch(self, source_id, watch):
        self.all = [s.model_copy(update={"watch": watch}) if s.id == source_id else s for s in self.all]


class FakeWatch:
    """Changes happen when the test says so."""

    def __init__(self, changed, look, notice):
        self.changed, self.look, self.notice = changed, look, notice
        self.roots, self.started, self.stopped = [], False, False

    def start(self):
        self.started = True

    def set_roots(self, roots):
        self.roots = list(roots)

    def stop(self, timeout_s):
        self.stopped = True
        return True


class World:
    def __init__(self, *sources, enabled=True):
        self.ledger = Ledger(*sources)
        self.watches, self.submitted, self.events = [], [], []
        self.wanted = True

        def make(changed, look, notice):
            self.watches.append(FakeWatch(changed, look, notice))
            return self.watches[-1]

        settings = WatchSettings(enabled=enabled)
        self.watching = Watching(self.ledger, settings, lambda source, cancelled: [source.path + "/x"], make)
        self.watching.start(self.submit, self.events.append)

    def submit(self, collection, paths, progress):
        if not self.wanted:
            return None
        job = Job()
        self.submitted.append((collection, paths, job))
        return job

    @property
    def watch(self):
        return self.watches[0]


def test_folders_that_are_switched_on_are_watched_and_the_others_are_not():
    world = World(source("a"), source("b", watch=False))
    assert [root.key for root in world.watch.roots] == ["a"]
    world.ledger.set_watch("b", True)
    world.watching.refresh()
    assert [root.key for root in world.watch.roots] == ["a", "b"]


def test_a_change_becomes_one_import_of_its_folder_into_its_collection():
    world = World(source("a"))
    world.watch.changed(world.watch.roots[0])
    ((collection, paths, job),) = world.submitted
    assert (collection, paths) == ("Office", (Path("/docs/a"),))
    job.future.set_result(SUMMARY)
    assert world.events == [SUMMARY]


def test_what_changes_during_an_import_is_imported_after_it_once():
    world = World(source("a"))
    for _ in range(5):
        world.watch.changed(world.watch.roots[0])
    assert len(world.submitted) == 1
    assert world.watch.look(world.watch.roots[0], lambda: False) == ()
    world.submitted[0][2].future.set_result(SUMMARY)
    assert len(world.submitted) == 2
    world.submitted[1][2].future.set_result(SUMMARY)
    assert len(world.submitted) == 2


def test_what_a_person_stopped_is_not_imported_again():
    world = World(source("a"))
    world.wanted = False
    world.watch.changed(world.watch.roots[0])
    world.wanted = True
    world.watch.changed(world.watch.roots[0])
    assert len(world.submitted) == 1


def test_an_import_that_fails_is_told_and_the_next_change_is_tried():
    world = World(source("a"))
    world.watch.changed(world.watch.roots[0])
    world.submitted[0][2].future.set_exception(IndexBusy("Another Dossier is writing to this data folder."))
    (notice,) = world.events
    assert isinstance(notice, WatchNotice)
    assert "Another Dossier" in notice.message
    assert notice.path == "/docs/a"
    world.watch.changed(world.watch.roots[0])
    assert len(world.submitted) == 2


def test_after_the_end_nothing_is_imported_any_more():
    world = World(source("a"))
    root = world.watch.roots[0]
    assert world.watching.stop(1)
    assert world.watch.stopped
    world.watch.changed(root)
    world.watching.refresh()
    assert world.submitted == []
    assert world.watching.stop(1)


def test_switched_off_in_the_settings_nothing_is_watched():
    assert World(source("a"), enabled=False).watches == []


def test_it_is_started_once():
    world = World(source("a"))
    world.watching.start(world.submit, world.events.append)
    assert len(world.watches) == 1


class Upkeep:
    def __init__(self):
        self.done = []

    def __getattr__(self, name):
        return lambda *arguments: self.done.append((name, *arguments))


ASKED = {
    "its import": ImportRequest("Office", (), print),
    "one by its other name": ImportRequest("Bureau", (), print),
    "another's": ImportRequest("Garden", (), print),
    "its rebuild": ImportRequest("", (), print, rebuild=RebuildOrder("c", "m")),
    "another's rebuild": ImportRequest("", (), print, rebuild=RebuildOrder("d", "m")),
}
ITS_IMPORTS = ("stop", "its import", "one by its other name")


@pytest.fixture
def changes():
    ledger, upkeep = Ledger(source("a")), Upkeep()
    made = LibraryChanges(ledger, lambda: upkeep)
    made.upkeep, made.ledger = upkeep, ledger
    made.connect(
        lambda name: upkeep.done.append(("import", name)),
        lambda concerned: upkeep.done.append(("stop", *(name for name, asked in ASKED.items() if concerned(asked)))),
        lambda: upkeep.done.append(("sources changed",)),
        lambda collection: upkeep.done.append(("rebuild", collection.id)),
    )
    yield made
    assert made.finish(5)
    assert made.passwords == {}
    assert not [t for t in threading.enumerate() if t.name == "library"]


def test_another_try_queues_the_files_and_imports_what_is_undone(changes):
    changes.retry("c", ["f"]).result(5)
    assert changes.upkeep.done == [("retry", "c", ("f",)), ("import", "Office")]


def test_a_password_is_kept_in_memory_and_the_file_is_read_with_it(changes):
    changes.give_password("f", "secret").result(5)
    assert changes.passwords == {"/docs/a/x.pdf": "secret"}
    assert changes.upkeep.done[-1] == ("import", "Office")
    with pytest.raises(UserFixable):
        changes.give_password("gone", "secret").result(5)


def test_a_collection_is_deleted_after_its_imports_were_stopped(changes):
    changes.delete_collection("c").result(5)
    assert changes.upkeep.done == [(*ITS_IMPORTS, "its rebuild"), ("delete_collection", "c"), ("sources changed",)]


def test_a_renamed_collection_is_watched_under_its_new_name(changes):
    changes.rename_collection("c", "Archive").result(5)
    assert changes.upkeep.done == [ITS_IMPORTS, ("sources changed",)]
    assert changes.ledger.name == "Archive"


def test_taking_out_and_switching_reach_ledger_index_and_watch(changes):
    changes.forget("c", ["f", "g"]).result(5)
    changes.remove_source("a").result(5)
    changes.watch("a", False).result(5)
    assert changes.upkeep.done == [
        ("exclude_file", "f"), ("exclude_file", "g"), ("remove_source", "a"), ("sources changed",), ("sources changed",),
    ]  # fmt: skip
    assert not changes.ledger.all[0].watch


def test_a_rebuild_that_is_given_up_is_stopped_and_its_table_goes(changes):
    changes.give_up_rebuild("c").result(5)
    assert changes.upkeep.done == [("stop", "its rebuild"), ("give_up_rebuild", "c")]


def test_a_rebuild_is_written_down_before_it_has_its_turn(changes):
    changes.begin_rebuild("c", "m").result(5)
    assert changes.upkeep.done == [("stop", "its rebuild"), ("queue_rebuild", "c", "m"), ("rebuild", "c")]


def test_only_a_rebuild_that_was_begun_goes_on_at_the_next_start(changes):
    changes.go_on_rebuilding().result(5)
    assert changes.upkeep.done == []
    changes.ledger.rebuild = Rebuild(table="t", embedder_id="m", dimension=1)
    changes.go_on_rebuilding().result(5)
    assert changes.upkeep.done == [("rebuild", "c")]
