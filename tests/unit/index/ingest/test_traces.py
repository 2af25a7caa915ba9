"""What is deleted is gone: from both ways of searching and, readable or compressed, from every file of the data folder."""

import sqlite3
from contextlib import closing

import pytest

from index.ingest.database import Database, connect

SECRET = "zyxwvutsrqunique"


def blobs(library) -> dict[str, bytes]:
    """The beginning of each kept text as it lies in the file, by the file's name (texts are compressed: grep would miss them)."""
    with closing(sqlite3.connect(library.home / "library.sqlite")) as db:
        rows = db.execute("SELECT path, text FROM texts JOIN files ON id = file_id")
        return {path.removeprefix(str(library.documents) + "/"): text[:60] for path, text in rows}


def holders(library, *needles: bytes) -> list[str]:
    inside = [p for p in library.home.rglob("*") if p.is_file() and library.documents not in p.parents]
    return [p.name for p in inside if any(needle in p.read_bytes() for needle in needles)]


def text(word: str) -> str:
    """Long enough that its compressed form is its own."""
    return f"the word {word} here " + " ".join(f"and number {i * 7919 % 1009}" for i in range(60))


def test_the_words_of_an_edited_file_are_gone(library):
    library.write("letter.txt", text(SECRET))
    library.write("other.txt", "other text")
    library.run()
    old = blobs(library)["letter.txt"]
    library.write("letter.txt", "quite another letter")
    library.run()
    assert library.found_by_word(SECRET) == library.found_by_vector(SECRET) == []
    assert library.found_by_word("another") == ["quite another letter"]
    assert holders(library, SECRET.encode(), old) == []


def test_the_words_of_a_document_inside_another_go_with_it(library):
    path = library.container("mail.mbox", ("one.eml", [text(SECRET), [["attached.txt", text(SECRET + "too")]]]))
    library.write("other.txt", "other text")
    library.run()
    old = blobs(library)
    path.unlink()
    library.run()
    assert library.found_by_word(SECRET) == library.found_by_word(SECRET + "too") == []
    assert holders(library, SECRET.encode(), old["mail.mbox/one.eml"], old["mail.mbox/one.eml/attached.txt"]) == []


def test_the_words_of_two_files_with_the_same_content_go_with_the_second(library):
    first, second = library.write("a.txt", text(SECRET)), library.write("b.txt", text(SECRET))
    library.write("other.txt", "other text")
    library.run()
    old = blobs(library)
    first.unlink()
    library.run()
    assert len(library.found_by_word(SECRET)) == 1
    second.unlink()
    library.run()
    assert library.found_by_word(SECRET) == library.found_by_vector(SECRET) == []
    assert holders(library, SECRET.encode(), *old.values()) in ([], ["library.sqlite"])
    assert holders(library, SECRET.encode(), *(b for name, b in old.items() if name != "other.txt")) == []


def test_a_backup_from_before_a_migration_goes_with_the_first_deletion(library):
    path = library.write("letter.txt", text(SECRET))
    library.write("other.txt", "other text")
    library.run()
    backup = library.home / "library.sqlite.v1.bak"
    backup.write_bytes(SECRET.encode())
    path.unlink()
    library.run()
    assert not backup.exists()


@pytest.mark.parametrize("older", [False, True], ids=["ours", "made by an older program"])
def test_the_library_gives_its_free_pages_back(tmp_path, older):
    path = tmp_path / "library.sqlite"
    database = Database(path)
    database.warm_up()
    if older:
        with closing(connect(path)) as db:
            db.execute("PRAGMA auto_vacuum = 0")
            db.execute("VACUUM")
    empty = path.stat().st_size
    with database.write() as db:
        db.execute("CREATE TABLE heap (data BLOB)")
        db.executemany("INSERT INTO heap VALUES (zeroblob(20000))", [()] * 100)
    with database.write() as db:
        db.execute("DROP TABLE heap")
    database.forget_traces()
    assert path.stat().st_size < empty + 50_000
    database.close()
