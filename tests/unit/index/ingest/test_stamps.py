"""What the ledger knew of a file last, against what lies on the disk now."""

import os

import pytest

from index import errors
from index.ingest.preview import preview
from index.ingest.sweep import changed_paths


def test_files_of_an_earlier_import_are_counted_as_unchanged(library):
    library.write("a.txt", "alpha")
    library.write("b.txt", "beta")
    library.run()
    library.write("b.txt", "beta changed")
    library.write("c.txt", "gamma")
    known = library.ledger.settled_stamps(library.collection.id)
    result = preview([library.documents], known=known)
    assert (result.unchanged, result.files, result.found) == (1, 2, 3)


def differing(library):
    (source,) = library.ledger.sources(library.collection.id)
    paths = changed_paths(library.ledger, source, (), lambda: False)
    return {os.path.relpath(path, library.documents) for path in paths}


def test_after_an_import_a_sweep_finds_nothing_to_do(library):
    library.write("a.txt", "alpha")
    library.write("sub/blank.txt", "   ")
    library.write("secret.txt", "PASSWORD")
    library.write("odd.xyz", "UNSUPPORTED")
    library.write("bug.txt", "BUG")
    library.write("empty.txt", "")
    library.write(".git/config", "x")
    library.run()
    assert differing(library) == set()
    library.run()
    assert differing(library) == set()


def test_a_sweep_names_new_changed_and_vanished_files_and_no_noise(library):
    for name in ("a.txt", "b.txt", "c.txt"):
        library.write(name, name)
    library.run()
    library.write("b.txt", "changed")
    (library.documents / "c.txt").unlink()
    library.write("new.txt", "new")
    library.write("~$new.docx", "owner")
    library.write(".git/index", "x")
    assert differing(library) == {"b.txt", "c.txt", "new.txt"}
    library.run()
    assert differing(library) == set()


def test_a_file_that_was_emptied_or_hidden_differs_only_when_it_was_indexed(library):
    library.write("a.txt", "alpha")
    library.run()
    (library.documents / "a.txt").write_text("")
    assert differing(library) == {"a.txt"}
    library.run()
    assert differing(library) == set()


def test_a_locked_file_is_worth_another_try(library):
    library.write("a.txt", "LOCKED")
    library.run()
    assert differing(library) == {"a.txt"}


def test_what_a_stopped_import_left_is_named(library):
    for number in range(5):
        library.write(f"{number}.txt", f"text {number}")
    library.run(cancelled=lambda: bool(library.parsed))
    assert differing(library)


def test_a_sweep_of_a_folder_whose_drive_is_away_concludes_nothing(library):
    library.write("a.txt", "alpha")
    library.run()
    away = library.documents.rename(library.documents.with_name("away"))
    (source,) = library.ledger.sources(library.collection.id)
    assert changed_paths(library.ledger, source, (), lambda: False) == []
    away.rename(library.documents)


def test_an_empty_mount_point_that_stayed_behind_is_no_emptied_folder(library, monkeypatch):
    """A drive that is pulled may leave its mount point as an empty folder: nothing is forgotten."""
    library.write("a.txt", "alpha zebra")
    monkeypatch.setattr("index.ingest.drives.os.path.ismount", lambda path: str(path) in (str(library.documents), "/"))
    library.run()
    away = library.documents.rename(library.documents.with_name("away"))
    library.documents.mkdir()
    monkeypatch.setattr("index.ingest.drives.os.path.ismount", lambda path: str(path) == "/")
    summary = library.run()
    assert summary.missing == (str(library.documents),)
    assert library.found_by_word("zebra") == ["alpha zebra"]
    assert differing(library) == set()
    library.documents.rmdir()
    away.rename(library.documents)
    assert library.run().missing == ()


def test_a_folder_that_was_emptied_is_emptied(library):
    path = library.write("a.txt", "alpha zebra")
    library.run()
    path.unlink()
    assert library.run().removed == 1
    assert library.found_by_word("zebra") == []


def test_a_drive_that_goes_away_during_an_import_stops_it_and_nothing_is_listed_as_failed(library):
    for number in range(12):
        library.write(f"{number}.txt", f"word{number} zebra")
    away = library.documents.with_name("away")
    parse = library.parse

    def pull(path, *options):
        if library.documents.exists() and len(library.parsed) >= 5:
            library.documents.rename(away)
        return parse(path, *options)

    library.parse = pull
    with pytest.raises(errors.SourceAway) as stopped:
        library.run()
    assert str(library.documents) in stopped.value.message
    assert not stopped.value.is_back()
    assert "failed" not in set(library.files().values())
    away.rename(library.documents)
    assert stopped.value.is_back()
    library.parse = parse
    library.run()
    assert set(library.files().values()) == {"indexed"}
    for number in range(12):
        assert library.found_by_word(f"word{number}") == [f"word{number} zebra"]


def test_watching_is_on_until_it_is_switched_off(library):
    library.write("a.txt", "alpha")
    library.run()
    (source,) = library.ledger.sources(library.collection.id)
    assert source.watch
    library.ledger.set_watch(source.id, False)
    library.run()
    (source,) = library.ledger.sources(library.collection.id)
    assert not source.watch
