"""The ledger: names, sources, counts that balance, migrations that never lose anything."""

import pkgutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from index import errors, migrations
from index.ingest import database
from index.ingest.database import migrate
from index.ingest.file_stamp import FileStamp
from index.ingest.ledger import Ledger
from index.ingest.rows import FoundFile


@pytest.fixture
def ledger(tmp_path):
    made = Ledger(tmp_path / "library.sqlite")
    made.warm_up()
    yield made
    made.close()


def make(ledger, name="Office", **fields):
    return ledger.create_collection(name, embedder_id="e", dimension=4, chunker_version="c1", **fields)


def found(path: str, size: int = 5, mtime_ns: int = 1, **fields) -> FoundFile:
    return FoundFile(path=path, size=size, mtime_ns=mtime_ns, **fields)


def test_a_name_is_taken_whatever_its_case_and_normal_form(ledger):
    make(ledger, "Überblick")
    with pytest.raises(errors.UserFixable, match="already"):
        make(ledger, " U\u0308BERBLICK ")


def test_a_collection_is_found_by_name_and_by_alias(ledger):
    office = make(ledger, "Office", aliases=("Haus",))
    make(ledger, "House")
    assert ledger.collection_by_name("HAUS") == office
    assert ledger.collection_by_name("office") == office
    assert ledger.collection_by_name("nothing") is None


def test_an_alias_stands_for_one_collection_only(ledger):
    make(ledger, "Office", aliases=("Haus",))
    house = make(ledger, "House")
    for taken in ("office", " HAUS "):
        with pytest.raises(errors.UserFixable, match="already stands for Office"):
            ledger.set_aliases(house.id, ["Home", taken])
    assert ledger.collection(house.id).aliases == ()
    ledger.set_aliases(house.id, [" Home ", "home", "", "Villa  Nord"])
    assert ledger.collection(house.id).aliases == ("home", "Villa Nord")


def test_one_collection_at_most_is_the_default_one(ledger):
    office, house = make(ledger, "Office"), make(ledger, "House")
    for chosen in (office.id, house.id, None):
        ledger.set_default(chosen)
        assert [c.id for c in ledger.collections() if c.is_default] == ([chosen] if chosen else [])


def test_a_collection_needs_a_name(ledger):
    with pytest.raises(errors.UserFixable):
        make(ledger, "  ")


def test_found_is_always_the_sum_of_what_became_of_the_files(ledger):
    c = make(ledger)
    source = ledger.add_source(c.id, "/d", "folder")
    ledger.record_found(
        c.id, source.id, [found(f"/d/{i}") for i in range(5)] + [found("/d/x", reason_code="hidden")], chunker_version="c1"
    )
    first = ledger.files(c.id)[0]
    ledger.mark_refused(first.id, "failed", errors.PasswordNeeded("needs a password"), FileStamp(5, 1))
    s = ledger.summary(c.id)
    assert (s.found, s.queued, s.indexed, s.skipped, s.failed) == (6, 4, 0, 1, 1)
    assert s.reasons == {"hidden": 1, "password_needed": 1}
    assert ledger.file(first.id).next_step == errors.PasswordNeeded.next_step


def test_two_names_that_differ_only_in_normal_form_are_two_files(ledger):
    c = make(ledger)
    source = ledger.add_source(c.id, "/d", "folder")
    nfc, nfd = "/d/\u00fc.txt", "/d/u\u0308.txt"
    ledger.record_found(c.id, source.id, [found(nfc), found(nfd)], chunker_version="c1")
    assert ledger.file_by_path(c.id, nfd).path == nfd
    assert ledger.file_by_path(c.id, nfc).path == nfc
    ledger.remove_files(c.id, [ledger.file_by_path(c.id, nfd).id])
    assert ledger.file_by_path(c.id, nfd).path == nfc


def test_adding_a_source_twice_is_one_source(ledger):
    c = make(ledger)
    assert ledger.add_source(c.id, "/d", "folder") == ledger.add_source(c.id, "/d", "folder")


def test_deleting_a_collection_leaves_nothing_of_it_in_the_file(ledger, tmp_path):
    c = make(ledger)
    source = ledger.add_source(c.id, "/qzxfolder", "folder")
    ledger.record_found(c.id, source.id, [found("/qzxfolder/qzxname.txt")], chunker_version="c1")
    ledger.delete_collection(c.id)
    ledger.forget_traces()
    assert ledger.collections() == []
    assert ledger.files(c.id) == []
    holders = [p.name for p in tmp_path.iterdir() if b"qzxname" in p.read_bytes()]
    assert holders == []


def test_what_is_written_for_a_collection_that_was_deleted_meanwhile_is_refused_in_plain_words(ledger):
    c = make(ledger)
    source = ledger.add_source(c.id, "/d", "folder")
    ledger.delete_collection(c.id)
    with pytest.raises(errors.UserFixable, match="deleted"):
        ledger.record_found(c.id, source.id, [found("/d/a.txt")], chunker_version="c1")
    with pytest.raises(errors.UserFixable, match="deleted"):
        ledger.add_source(c.id, "/d", "folder")


def test_two_programs_that_start_over_a_new_folder_at_once_both_open_it(tmp_path, monkeypatch):
    path, first_start = tmp_path / "library.sqlite", database.shrink_by_itself

    def the_other_is_faster(connection):
        monkeypatch.setattr(database, "shrink_by_itself", first_start)
        migrate(path)
        first_start(connection)

    monkeypatch.setattr(database, "shrink_by_itself", the_other_is_faster)
    ledger = Ledger(path)
    ledger.warm_up()
    assert make(ledger).name == "Office"
    ledger.close()


def test_each_thread_reads_and_writes_with_its_own_connection(ledger):
    c = make(ledger)
    source = ledger.add_source(c.id, "/d", "folder")

    def work(number: int) -> None:
        for i in range(20):
            ledger.record_found(c.id, source.id, [found(f"/d/{number}-{i}")], chunker_version="c1")
            ledger.summary(c.id)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert ledger.summary(c.id).found == 80


def test_a_file_of_a_newer_program_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "library.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 999")
    before = path.read_bytes()
    with pytest.raises(errors.IndexDamaged, match="newer version") as caught:
        Ledger(path).warm_up()
    assert "Install the newer version" in caught.value.next_step
    assert path.read_bytes()[:100][60:64] == before[60:64]


def test_a_file_that_is_no_library_is_named(tmp_path):
    path = tmp_path / "library.sqlite"
    path.write_bytes(b"this is not a database at all, just some bytes " * 50)
    with pytest.raises(errors.IndexDamaged) as caught:
        Ledger(path).warm_up()
    assert f"move library.sqlite out of {tmp_path}" in caught.value.next_step


def test_a_library_that_may_not_be_written_is_not_called_damaged(ledger, tmp_path):
    ledger._db.connection().execute("PRAGMA query_only = ON")
    with pytest.raises(errors.NoPermission) as caught:
        make(ledger)
    assert str(tmp_path) in caught.value.next_step


def test_a_migration_makes_a_backup_first_and_a_failing_one_changes_nothing(tmp_path, monkeypatch):
    path = tmp_path / "library.sqlite"
    ledger = Ledger(path)
    ledger.warm_up()
    make(ledger)
    ledger.close()
    package = tmp_path / "later"
    package.mkdir()
    with closing(sqlite3.connect(path)) as db:
        version = db.execute("PRAGMA user_version").fetchone()[0]
    (package / "v001_ledger.py").write_text("def apply(db): raise AssertionError\n")
    (package / f"v{version + 1:03d}_more.py").write_text(
        "def apply(db):\n    db.execute('CREATE TABLE more (x)')\n    raise ValueError('half way')\n"
    )
    from index import migrations

    monkeypatch.setattr(migrations, "__path__", [str(package)])
    with pytest.raises(ValueError, match="half way"):
        migrate(path)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (version,)
        assert db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'more'").fetchone() == (0,)
    with closing(sqlite3.connect(path.with_name(f"library.sqlite.v{version}.bak"))) as db:
        assert db.execute("SELECT name FROM collections").fetchall() == [("Office",)]


def test_version_rises_with_every_change_of_what_can_be_found(ledger):
    c = make(ledger)
    source = ledger.add_source(c.id, "/d", "folder")
    ledger.record_found(c.id, source.id, [found("/d/a")], chunker_version="c1")
    version = ledger.collection(c.id).index_version
    ledger.remove_files(c.id, [ledger.files(c.id)[0].id])
    assert ledger.collection(c.id).index_version == version + 1


def test_a_library_of_the_first_version_keeps_its_files_and_they_are_complete(tmp_path, monkeypatch):
    from index import migrations

    path = tmp_path / "library.sqlite"
    first = tmp_path / "first"
    first.mkdir()
    source = Path(migrations.__path__[0]) / "v001_ledger.py"
    (first / source.name).write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "__path__", [str(first)])
        migrate(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(
            "INSERT INTO collections (id, name, name_key, embedder_id, dimension, chunker_version, created) "
            "VALUES ('c', 'C', 'c', 'e', 4, 'c1', '2026-01-01T00:00:00+00:00')"
        )
        db.execute("INSERT INTO sources VALUES ('s', 'c', '/d', 'folder', '2026-01-01T00:00:00+00:00')")
        for name, status, revision in (("a", "indexed", "r"), ("b", "queued", None), ("x", "failed", None)):
            db.execute(
                "INSERT INTO files (id, collection_id, source_id, path, path_key, size, mtime_ns, status, revision) "
                "VALUES (?, 'c', 's', ?, ?, 1, 1, ?, ?)",
                (name, f"/d/{name}", f"/d/{name}", status, revision),
            )
        db.commit()
    ledger = Ledger(path)
    ledger.warm_up()
    try:
        assert {f.id: f.stage for f in ledger.files("c")} == {"a": "complete", "b": "waiting", "x": "refused"}
        assert [item[0] for item in ledger.to_read("c")] == ["b"]
        assert ledger.to_embed("c", 10) == []
    finally:
        ledger.close()


def test_each_number_of_a_migration_is_given_once():
    """Two with one number would both run on a new file, and one of them never on a file that had the other."""
    names = [module.name for module in pkgutil.iter_modules(migrations.__path__)]
    assert len({name[:4] for name in names}) == len(names)
