"""What a person does while an import runs: pause, take out, delete; the import goes on with what is left, or ends."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from index import errors
from index.ingest.importer import ImportLimits


@pytest.fixture
def small_groups(library):
    library.limits = ImportLimits(group_wait_s=0.01, group_passages=4, batch_size=2, text_passages=8)
    return library


def at_embedding(library, number, act):
    """Calls ``act`` when vectors are made for the ``number``-th time."""
    plain, calls = library.embedder.embed_passages, []

    def embed(texts):
        calls.append(texts)
        if len(calls) == number:
            act()
        return plain(texts)

    library.embedder.embed_passages = embed


def test_a_folder_is_removed_while_its_vectors_are_made(small_groups, tmp_path):
    library = small_groups
    other = tmp_path / "other"
    other.mkdir()
    (other / "stays.txt").write_text("stays zebra")
    for i in range(20):
        library.write(f"f{i:02}.txt", f"goes{i} zebra")
    upkeep = library.importer().upkeep

    def remove():
        sources = library.ledger.sources(library.collection.id)
        upkeep.remove_source(next(s.id for s in sources if s.path == str(library.documents)))

    at_embedding(library, 3, remove)
    library.run(library.documents, other)
    assert [row.path for row in library.ledger.files(library.collection.id)] == [str(other / "stays.txt")]
    assert library.found_by_word("zebra") == library.found_by_vector("zebra") == ["stays zebra"]
    assert library.reader.count(library.collection.id) == 1


def test_files_and_a_part_of_an_archive_are_taken_out_while_vectors_are_made(small_groups):
    library = small_groups
    library.write("large.txt", "\f".join(f"large{i} zebra" for i in range(20)))
    library.write("goes.txt", "goes zebra")
    library.write("stays.txt", "stays zebra")
    library.container("a.zip", ("in.txt", "inside zebra"), ("out.txt", "outside zebra"))
    upkeep = library.importer().upkeep

    def take_out():
        rows = library.rows()
        upkeep.remove_file(rows["large.txt"].id)
        upkeep.exclude_file(rows["goes.txt"].id)
        upkeep.exclude_file(rows["a.zip/out.txt"].id)

    at_embedding(library, 2, take_out)
    library.run()
    assert sorted(library.found_by_word("zebra")) == sorted(library.found_by_vector("zebra")) == ["inside zebra", "stays zebra"]
    assert library.reader.count(library.collection.id) == 2
    assert "large.txt" not in library.rows()


def test_a_collection_is_deleted_while_a_large_file_gets_its_vectors(small_groups):
    library = small_groups
    library.write("large.txt", "\f".join(f"large{i} zebra" for i in range(40)))
    upkeep = library.importer().upkeep
    at_embedding(library, 4, lambda: upkeep.delete_collection(library.collection.id))
    with pytest.raises(errors.UserFixable, match="does not exist"):
        library.run()
    assert library.ledger.collections() == []
    assert library.writer.tables() == set()


def test_a_paused_import_rests_goes_on_and_can_be_cancelled_while_it_rests(small_groups):
    library = small_groups
    for i in range(12):
        library.write(f"f{i:02}.txt", f"word{i}")
    resting, go_on, cancelled = threading.Event(), threading.Event(), threading.Event()

    def pause():
        if library.embedder.batches and not go_on.is_set():
            resting.set()
            while not (go_on.wait(0.01) or cancelled.is_set()):
                pass

    importer = library.importer(pause=pause)
    with ThreadPoolExecutor(1) as thread:
        run = thread.submit(importer.run, library.collection.id, [library.documents], lambda _: None, cancelled.is_set)
        assert resting.wait(20)
        made = len(library.embedder.batches)
        time.sleep(0.1)
        assert len(library.embedder.batches) == made
        assert len(library.found_by_word("word3")) == 1
        go_on.set()
        assert run.result(20).indexed == 12
        library.embedder.batches.clear()
        library.write("f00.txt", "changed")
        library.write("f01.txt", "\f".join(f"more{i}" for i in range(9)))
        resting.clear()
        go_on.clear()
        run = thread.submit(importer.run, library.collection.id, [library.documents], lambda _: None, cancelled.is_set)
        assert resting.wait(20)
        cancelled.set()
        assert run.result(20).cancelled
    library.run()
    assert {row.stage for row in library.rows().values()} == {"complete"}


def test_the_library_is_tidied_up_beside_a_running_import(small_groups):
    library = small_groups
    library.write("large.txt", "\f".join(f"large{i} zebra" for i in range(20)))
    library.write("small.txt", "small zebra")
    upkeep = library.importer().upkeep
    for number in (1, 3, 5):
        at_embedding(library, number, upkeep.recover_library)
    library.run()
    assert library.files() == {"large.txt": "indexed", "small.txt": "indexed"}
    assert len(library.found_by_vector("zebra")) == library.reader.count(library.collection.id) == 21
    assert len(library.embedder.embedded) == 21
