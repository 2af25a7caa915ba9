"""What a person took out stays out, under whatever name it is found again, until they ask for it."""

import os

import pytest


def take_out(library, *names):
    ids = [library.rows()[name].id for name in names]
    library.importer().upkeep.exclude_files(ids)


def is_balanced(summary):
    parts = (summary.indexed, summary.unchanged, summary.moved, summary.skipped, summary.failed, summary.queued)
    return all(part >= 0 for part in parts) and summary.found == sum(parts)


@pytest.mark.parametrize("text", ["alpha zebra", "PASSWORD alpha zebra"])
def test_a_file_stays_out_when_its_folder_or_itself_is_renamed(library, text):
    library.write("old/secret.txt", text)
    library.write("old/other.txt", "beta")
    library.run()
    take_out(library, "old/secret.txt")
    (library.documents / "old").rename(library.documents / "new")
    assert is_balanced(library.run())
    assert library.rows()["new/secret.txt"].reason_code == "excluded"
    assert library.rows()["new/other.txt"].status == "indexed"
    (library.documents / "new" / "secret.txt").rename(library.documents / "letter.txt")
    assert is_balanced(library.run())
    assert library.rows()["letter.txt"].reason_code == "excluded"
    assert library.found_by_word("zebra") == []
    assert library.parsed == []


def test_it_stays_out_when_the_imported_folder_itself_is_renamed_and_imported_again(library):
    library.write("secret.txt", "alpha zebra")
    library.write("other.txt", "beta")
    library.run()
    take_out(library, "secret.txt")
    renamed = library.documents.rename(library.documents.with_name("renamed"))
    library.run(renamed)
    rows = {row.path: row for row in library.ledger.files(library.collection.id)}
    assert rows[str(renamed / "secret.txt")].reason_code == "excluded"
    assert rows[str(renamed / "other.txt")].status == "indexed"
    assert library.found_by_word("zebra") == []


def test_a_copy_that_was_not_taken_out_is_still_found_after_both_are_renamed(library):
    library.write("old/a.txt", "alpha zebra")
    library.write("old/b.txt", "alpha zebra")
    library.run()
    take_out(library, "old/a.txt")
    (library.documents / "old").rename(library.documents / "new")
    library.run()
    assert library.rows()["new/a.txt"].reason_code == "excluded"
    assert library.rows()["new/b.txt"].status == "indexed"
    assert library.found_by_word("zebra") == ["alpha zebra"]


def test_a_new_copy_of_what_was_taken_out_is_a_document_of_its_own(library):
    library.write("a.txt", "alpha zebra")
    library.run()
    take_out(library, "a.txt")
    library.write("copy.txt", "alpha zebra")
    library.run()
    assert library.rows()["copy.txt"].status == "indexed"
    assert library.rows()["a.txt"].reason_code == "excluded"


def test_it_comes_back_on_request_under_its_new_name(library):
    path = library.write("a.txt", "alpha zebra")
    library.run()
    take_out(library, "a.txt")
    os.rename(path, library.documents / "b.txt")
    library.run()
    library.importer().upkeep.retry(library.collection.id, [library.rows()["b.txt"].id])
    library.run()
    assert library.found_by_word("zebra") == ["alpha zebra"]


def test_nothing_that_was_read_of_it_is_kept_in_its_row(library):
    library.write("secret.txt", "alpha zebra")
    library.run()
    with library.ledger._db.write() as db:
        db.execute(
            "UPDATE files SET title = 'the zebra', author = 'Zoe', recipients = 'zoe@example.org', warnings = '[\"zebra\"]'"
        )
    take_out(library, "secret.txt")
    with library.ledger._db.write() as db:
        row = tuple(db.execute("SELECT title, language, author, recipients, warnings FROM files").fetchone())
    assert row == (None, None, None, None, "[]")
