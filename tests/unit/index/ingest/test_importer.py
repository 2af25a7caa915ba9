"""What a person sees of an import: every file is accounted for, and what is found is what lies on the disk now."""

import os
import unicodedata

import pytest

from index import errors
from index.ingest import reading


def balanced(library) -> bool:
    s = library.ledger.summary(library.collection.id)
    return s.found == s.queued + s.indexed + s.skipped + s.failed


def test_every_file_ends_as_indexed_skipped_or_failed_with_its_reason(library):
    library.write("good.txt", "The fee is 80 euros zebra")
    library.write("locked.txt", "PASSWORD")
    library.write("odd.xyz", "UNSUPPORTED")
    library.write("~$good.docx", "owner")
    library.write("empty.txt", "")
    library.write("blank.txt", "   ")
    library.write("node_modules/x.txt", "no")
    library.write(".git/config", "no")
    summary = library.run()
    reasons = {os.path.basename(f.path): (f.status, f.reason_code) for f in library.ledger.files(library.collection.id)}
    assert reasons == {
        "good.txt": ("indexed", None),
        "locked.txt": ("failed", "password_needed"),
        "odd.xyz": ("skipped", "unsupported"),
        "~$good.docx": ("skipped", "temporary"),
        "empty.txt": ("skipped", "empty"),
        "blank.txt": ("skipped", "no_text"),
        "node_modules": ("skipped", "system"),
        ".git": ("skipped", "hidden"),
    }
    assert (summary.found, summary.indexed, summary.skipped, summary.failed, summary.queued) == (8, 1, 6, 1, 0)
    assert balanced(library)
    failed = library.ledger.file_by_path(library.collection.id, str(library.documents / "locked.txt"))
    assert "password" in failed.next_step


def test_one_bad_file_of_a_hundred_costs_only_itself(library):
    for i in range(99):
        library.write(f"f{i:02}.txt", f"text number{i}")
    library.write("bug.txt", "BUG")
    summary = library.run()
    assert (summary.indexed, summary.failed) == (99, 1)
    bad = library.ledger.files(library.collection.id, status="failed")
    assert [os.path.basename(f.path) for f in bad] == ["bug.txt"]
    assert bad[0].reason_code == "defect"


def test_an_unchanged_folder_is_not_read_again(library):
    library.write("a.txt", "alpha")
    library.write("bad.txt", "PASSWORD")
    library.run()
    version = library.ledger.collection(library.collection.id).index_version
    summary = library.run()
    assert library.parsed == []
    assert (summary.found, summary.unchanged, summary.failed, summary.indexed) == (2, 1, 1, 0)
    assert library.ledger.collection(library.collection.id).index_version == version


def test_a_touched_file_with_the_same_bytes_is_not_embedded_again(library):
    path = library.write("a.txt", "alpha")
    library.run()
    os.utime(path, ns=(1, 1))
    assert library.run().unchanged == 1
    assert library.parsed == []
    library.run()
    assert library.files() == {"a.txt": "indexed"}


def test_a_changed_file_is_replaced_and_its_old_words_are_found_nowhere(library):
    library.write("a.txt", "oldword here")
    library.run()
    version = library.ledger.collection(library.collection.id).index_version
    library.write("a.txt", "newword here")
    assert library.run().indexed == 1
    assert library.found_by_word("oldword") == library.found_by_vector("oldword") == []
    assert library.found_by_word("newword") == library.found_by_vector("newword") == ["newword here"]
    assert library.reader.count(library.collection.id) == 1
    assert library.ledger.collection(library.collection.id).index_version > version


def test_a_vanished_file_disappears_from_the_answers(library):
    library.write("a.txt", "alpha stays")
    gone = library.write("b.txt", "beta goes")
    library.run()
    gone.unlink()
    assert library.run().removed == 1
    assert library.files() == {"a.txt": "indexed"}
    assert library.found_by_word("beta") == library.found_by_vector("beta") == []
    assert library.reader.count(library.collection.id) == 1


@pytest.fixture
def damaged(library):
    """A collection of which the store can read nothing any more."""
    library.write("a.txt", "alpha text")
    library.run()
    library.writer.close()
    (folder,) = (library.writer._connection.folder).glob("*.lance")
    for file in (folder / "_versions").iterdir():
        file.write_bytes(b"not a manifest")
    return library


def test_a_damaged_index_is_told_with_what_mends_it(damaged):
    with pytest.raises(errors.IndexDamaged) as caught:
        damaged.run()
    assert "Import its folders again" in caught.value.next_step


def test_a_damaged_index_is_made_anew_by_the_next_import_that_a_person_asks_for(damaged):
    damaged.write("b.txt", "beta text")
    assert damaged.run(rebuild_damaged=True).indexed == 2
    assert (damaged.found_by_word("alpha"), damaged.found_by_word("beta")) == (["alpha text"], ["beta text"])


def test_an_index_that_may_not_be_opened_at_the_moment_is_left_as_it_is(damaged, monkeypatch):
    def refuse(collection_id):
        raise errors.IndexDamaged("The index cannot be read.") from OSError(13, "Permission denied")

    monkeypatch.setattr(damaged.writer, "stored", refuse)
    with pytest.raises(errors.IndexDamaged):
        damaged.run(rebuild_damaged=True)
    assert damaged.rows()["a.txt"].revision is not None


def test_nothing_is_forgotten_when_the_drive_is_away(library):
    library.write("a.txt", "alpha")
    library.run()
    away = library.documents.rename(library.documents.with_name("away"))
    summary = library.run()
    assert summary.missing == (str(library.documents),)
    assert library.found_by_word("alpha") == ["alpha"]
    away.rename(library.documents)


def test_a_renamed_file_that_is_taken_out_while_its_bytes_are_compared_is_read_under_its_new_name(library, monkeypatch):
    path = library.write("a.txt", "alpha text")
    library.run()
    row, read = library.rows()["a.txt"], reading.fingerprint
    path.rename(library.documents / "renamed.txt")

    def compare(path, cancelled):
        monkeypatch.setattr(reading, "fingerprint", read)
        library.importer().upkeep.remove_file(row.id)
        return read(path, cancelled)

    monkeypatch.setattr(reading, "fingerprint", compare)
    library.run()
    assert library.files() == {"renamed.txt": "indexed"}
    assert library.found_by_word("alpha") == ["alpha text"]


def test_a_renamed_file_keeps_its_passages_without_embedding(library):
    path = library.write("a.txt", "alpha text")
    library.run()
    embedded = len(library.embedder.embedded)
    path.rename(library.documents / "renamed.txt")
    summary = library.run()
    assert (summary.moved, summary.indexed, summary.removed) == (1, 0, 0)
    assert library.files() == {"renamed.txt": "indexed"}
    assert len(library.embedder.embedded) == embedded
    assert library.found_by_word("alpha") == ["alpha text"]


def test_the_same_bytes_in_two_files_are_stored_once_and_cited_from_both(library):
    one, two = library.write("one/a.txt", "shared sentence"), library.write("two/a.txt", "shared sentence")
    assert library.run().indexed == 2
    assert library.found_by_word("sentence") == ["shared sentence"]
    rows = library.rows()
    (original,) = {row.duplicate_of for row in rows.values()} - {None}
    assert library.ledger.paths_of(original)[0] == library.ledger.file(original).path
    assert set(library.ledger.paths_of(original)) == {str(one), str(two)}
    assert {row.stage for row in rows.values()} == {"complete"}


def test_a_locked_file_is_tried_once_more_at_the_end_of_the_run(library):
    path = library.write("a.txt", "LOCKED")
    library.write("b.txt", "beta")
    plain = library.parse

    def parse(p, options):
        unlocked = p == path and library.parsed.count("a.txt") == 2
        return plain(library.documents / "b.txt" if unlocked else p, options)

    library.parse = parse
    assert library.run().indexed == 2
    assert library.parsed.count("a.txt") == 2


def test_a_locked_file_that_stays_locked_is_listed_and_tried_at_the_next_import(library):
    path = library.write("a.txt", "LOCKED")
    assert library.run().failed == 1
    assert library.ledger.files(library.collection.id)[0].reason_code == "locked"
    assert library.run().failed == 1
    assert library.parsed == ["a.txt", "a.txt"]
    library.write(path.name, "free now")
    assert library.run().indexed == 1


def test_a_crashing_file_is_not_tried_again_until_a_person_asks(library):
    library.write("a.txt", "CRASH")
    library.run()
    library.run()
    assert library.parsed == []
    library.run(retry_failed=True)
    assert library.parsed == ["a.txt"]


@pytest.mark.parametrize("after", [0, 1, 5, 20, 60])
def test_a_cancelled_import_leaves_a_sound_state_that_the_next_one_completes(library, after):
    for i in range(40):
        library.write(f"f{i:02}.txt", f"word{i}")
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > after

    first = library.run(cancelled=cancelled)
    assert first.cancelled
    assert balanced(library)
    again = library.run()
    assert not again.cancelled
    assert library.ledger.summary(library.collection.id).indexed == 40
    assert library.reader.count(library.collection.id) == 40
    assert len(set(library.embedder.embedded)) == 40


def test_another_embedder_is_a_clear_sentence(library):
    library.write("a.txt", "alpha")
    library.run()
    library.embedder.embedder_id = "other"
    with pytest.raises(errors.UserFixable, match="another embedding model"):
        library.run()


def test_after_a_reset_every_file_is_read_anew(library):
    library.write("a.txt", "alpha")
    library.run()
    library.importer().upkeep.reset_collection(library.collection.id)
    assert library.found_by_word("alpha") == []
    assert library.run().indexed == 1
    assert library.found_by_word("alpha") == ["alpha"]


def test_a_new_chunker_cuts_unchanged_files_anew_without_doubling(library):
    library.write("a.txt", "alpha")
    library.run()
    library.chunker_version = "c2"
    assert library.run().indexed == 1
    assert library.reader.count(library.collection.id) == 1


def test_names_keep_their_spelling_in_any_script_and_normal_form(library):
    names = [unicodedata.normalize(f, "Überstunden.txt") for f in ("NFC", "NFD")] + [
        "报告.txt",
        "تقرير.txt",
        "🙂.txt",
        "x" * 200 + ".txt",
    ]
    for i, name in enumerate(names):
        library.write(name, f"word{i}")
    assert library.run().indexed == len(names)
    assert {os.path.basename(f.path) for f in library.ledger.files(library.collection.id)} == set(names)
    assert library.run().unchanged == len(names)


def test_a_name_that_is_no_text_is_listed_and_not_read(library):
    (library.documents / os.fsdecode(b"caf\xe9.txt")).write_text("x")
    library.run()
    (row,) = library.ledger.files(library.collection.id)
    assert (row.status, row.reason_code) == ("skipped", "bad_name")


def test_a_text_with_broken_bytes_is_indexed_with_its_offsets(library):
    library.write("a.txt", "caf\udce9 zebra")
    assert library.run().indexed == 1
    (content,) = library.found_by_word("zebra")
    row = library.ledger.files(library.collection.id)[0]
    document = library.ledger.document(row.id)
    assert document.text == content == "caf\ufffd zebra"


def test_the_kept_text_and_the_pages_stand_in_the_ledger(library):
    library.write("a.txt", "first page\f\fthird page")
    library.run()
    row = library.ledger.files(library.collection.id)[0]
    assert (row.pages, row.pages_without_text, row.passages) == (3, (2,), 2)
    document = library.ledger.document(row.id)
    chunk = library.reader.passages(library.collection.id, row.id, row.revision)[1]
    assert document.text[chunk.start : chunk.end] == chunk.content == "third page"
    assert chunk.place.page == 3


def test_progress_counts_up_to_everything_found(library):
    for i in range(30):
        library.write(f"f{i}.txt", f"word{i}")
    library.write("bad.txt", "PASSWORD")
    library.run()
    assert library.progress[0].scanning
    done = [p.done for p in library.progress if not p.scanning]
    assert done == sorted(done)
    last = library.progress[-1]
    assert (last.found, last.done, last.indexed, last.failed, last.passages) == (31, 31, 30, 1, 30)


def test_texts_are_embedded_in_small_batches_of_like_length(library):
    for i in range(40):
        library.write(f"f{i:02}.txt", " ".join(f"w{i}x{n}" for n in range(1 + i % 7)))
    library.run()
    assert max(library.embedder.batches) <= library.limits.batch_size


def test_removing_a_folder_while_another_holds_the_same_file_keeps_the_file(library):
    inner = library.write("sub/a.txt", "alpha").parent
    library.write("b.txt", "beta")
    library.run()
    library.run(inner)
    outer = next(s for s in library.ledger.sources(library.collection.id) if s.path == str(library.documents))
    library.importer().upkeep.remove_source(outer.id)
    assert library.files() == {"a.txt": "indexed"}
    assert library.found_by_word("alpha") == ["alpha"]
    assert library.found_by_word("beta") == []
    assert library.reader.count(library.collection.id) == 1


def test_a_collection_deleted_during_its_import_does_not_come_back(library):
    for i in range(20):
        library.write(f"f{i}.txt", f"word{i}")
    upkeep = library.importer().upkeep
    plain = library.embedder.embed_passages

    def embed(texts):
        upkeep.delete_collection(library.collection.id)
        return plain(texts)

    library.embedder.embed_passages = embed
    with pytest.raises(errors.UserFixable, match="does not exist"):
        library.run()
    assert library.ledger.collections() == []
    assert library.writer.tables() == set()


def test_a_file_removed_during_its_import_is_not_found(library):
    library.write("a.txt", "alpha")
    plain = library.embedder.embed_passages

    def embed(texts):
        (row,) = library.ledger.files(library.collection.id)
        library.importer().upkeep.remove_file(row.id)
        return plain(texts)

    library.embedder.embed_passages = embed
    library.run()
    assert library.found_by_word("alpha") == []
    assert library.reader.count(library.collection.id) == 0


def test_deleted_words_are_gone_from_the_files_on_the_disk(library):
    secret = "zyxwvutsrqunique"
    library.write("secret.txt", f"the word {secret} here")
    library.write("other.txt", "other text")
    library.run()
    row = library.ledger.file_by_path(library.collection.id, str(library.documents / "secret.txt"))
    assert library.found_by_word(secret)
    (library.documents / "secret.txt").unlink()
    library.importer().upkeep.remove_file(row.id)
    assert library.found_by_word(secret) == library.found_by_vector(secret) == []
    holders = [p for p in library.home.rglob("*") if p.is_file() and secret.encode() in p.read_bytes()]
    assert holders == []


def test_a_file_that_became_empty_is_found_no_more_and_its_copies_are(library):
    library.write("a.txt", "alpha zebra")
    library.container("b.zip", ("x.txt", "beta zebra"))
    library.write("copy.txt", "alpha zebra")
    library.run()
    library.write("a.txt", "")
    library.write("b.zip", "")
    library.run()
    assert library.files() == {"a.txt": "skipped", "b.zip": "skipped", "copy.txt": "indexed"}
    assert library.found_by_word("zebra") == ["alpha zebra"]
    assert library.reader.count(library.collection.id) == 1
