"""Another embedding model: the old one answers until every passage has its new vector, then all change at one moment."""

import hashlib
import sqlite3
from contextlib import closing

import numpy as np
import pytest

from index import errors
from index.ingest.importer import ImportLimits
from index.ingest.ledger import Ledger
from index.ingest.rebuild import Rebuild
from index.search.searcher import Searcher


class Letters:
    """A model of another width that knows letters; what it embeds is counted, ``before`` is called before each batch."""

    embedder_id = "letters"
    dimension = 40
    max_tokens = 128

    def __init__(self, before=lambda: None):
        self.before = before
        self.embedded = []

    def count_tokens(self, texts):
        return [len(t.split()) + 2 for t in texts]

    def embed_passages(self, texts):
        self.before()
        self.embedded += texts
        return np.stack([self.embed_query(t) for t in texts])

    def embed_query(self, text):
        vector = np.full(self.dimension, 0.01, dtype=np.float32)
        for word in text.lower().split():
            vector[int(hashlib.sha1(word.encode()).hexdigest(), 16) % self.dimension] += 1
        return vector / np.linalg.norm(vector)


class Narrow(Letters):
    embedder_id = "narrow"
    dimension = 8
    max_tokens = 12


def collection_of(library):
    return library.ledger.collection(library.collection.id)


def rebuild(library, embedder, cancelled=lambda: False, told=None, **limits):
    made = Rebuild(
        library.ledger, library.writer, library.executor, library.collection.id, embedder, (told if told is not None else []).append,
        cancelled, limits=ImportLimits(**{"batch_size": 2, "group_passages": 4, **limits}),
    )  # fmt: skip
    return made.run()


def searcher(library, *embedders):
    known = {e.embedder_id: e for e in embedders}
    return Searcher(library.ledger, library.reader, library.embedder, others=known.__getitem__)


def found(library, question, *embedders):
    hits = searcher(library, *embedders).search(question, [library.collection.id], "semantic", limit=50).hits
    return [hit.content for hit in hits]


def tables(library):
    return library.writer.tables()


@pytest.fixture
def filled(library):
    for name in ("alpha", "beta", "gamma", "delta", "epsilon"):
        library.write(f"{name}.txt", f"{name} one\f{name} two\f{name} three")
    library.run()
    return library


@pytest.mark.parametrize("model", [Letters, Narrow])
def test_every_passage_gets_its_vector_of_the_new_model_and_is_found_by_it(filled, model):
    words = [c.content for c in filled.reader.nearest(filled.collection.id, filled.embedder.embed_query("beta"), 50)]
    parsed = list(filled.parsed)
    embedder = model()
    summary = rebuild(filled, embedder)
    assert (summary.found, summary.indexed, summary.queued, summary.rebuilt) == (5, 5, 0, model.embedder_id)
    collection = collection_of(filled)
    assert (collection.embedder_id, collection.dimension, collection.rebuild) == (model.embedder_id, model.dimension, None)
    assert sorted(found(filled, "beta", embedder)) == sorted(words)
    assert found(filled, "beta two", embedder)[0] == "beta two"
    assert filled.parsed == parsed
    assert tables(filled) == {collection.table} != {filled.collection.id}


def test_the_old_model_answers_in_every_moment_until_the_new_one_does(filled):
    answers = []
    embedder = Letters(lambda: answers.append(found(filled, "gamma two", embedder)[0]))
    version = collection_of(filled).index_version
    rebuild(filled, embedder)
    assert answers
    assert set(answers) == {"gamma two"}
    assert collection_of(filled).index_version > version


def test_two_collections_of_different_models_are_searched_together(filled, tmp_path):
    rebuild(filled, embedder := Letters())
    other = filled.ledger.create_collection("Other", embedder_id="words-16", dimension=16, chunker_version="c1")
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "z.txt").write_text("beta two of the other collection")
    filled.importer().run(other.id, [tmp_path / "more"], lambda _: None, lambda: False)
    hits = searcher(filled, embedder).search("beta two", [filled.collection.id, other.id], limit=30).hits
    assert {hit.collection_id for hit in hits[:4]} == {filled.collection.id, other.id}


def test_a_search_that_began_before_the_swap_is_repeated_in_the_new_table(filled):
    embedder = Letters()
    search = searcher(filled, embedder)
    plain = filled.reader.nearest

    def late(*arguments, **options):
        filled.reader.nearest = plain
        rebuild(filled, embedder)
        return plain(*arguments, **options)

    filled.reader.nearest = late
    assert search.search("delta one", [filled.collection.id]).hits[0].content == "delta one"


def test_typing_finds_words_before_and_after(filled):
    search = searcher(filled, embedder := Letters())
    before = {h.content for h in search.as_you_type("gam", [filled.collection.id], deadline_ms=None).hits}
    rebuild(filled, embedder)
    assert {h.content for h in search.as_you_type("gam", [filled.collection.id], deadline_ms=None).hits} == before != set()


def test_a_cancelled_rebuild_keeps_what_it_has_and_goes_on_from_there(filled):
    embedder = Letters()
    assert rebuild(filled, embedder, cancelled=lambda: len(embedder.embedded) >= 4).cancelled
    assert collection_of(filled).rebuild.passages == 3
    assert found(filled, "beta one")[0] == "beta one"
    told = []
    summary = rebuild(filled, embedder, told=told)
    assert not summary.cancelled
    assert len(set(embedder.embedded)) == 15
    assert len(embedder.embedded) <= 19
    assert told[0].indexed >= 1
    assert all(p.rebuilding == "letters" for p in told)
    assert told[-1].done == told[-1].found == 5


def test_given_up_it_leaves_nothing_and_the_old_model_goes_on(filled):
    embedder = Letters()
    rebuild(filled, embedder, cancelled=lambda: len(embedder.embedded) >= 4)
    filled.importer().upkeep.give_up_rebuild(filled.collection.id)
    assert tables(filled) == {filled.collection.id}
    assert collection_of(filled).rebuild is None
    assert found(filled, "beta one")[0] == "beta one"


def test_one_that_only_waits_is_kept_in_the_ledger_and_done_as_if_begun_now(filled):
    upkeep = filled.importer().upkeep
    upkeep.queue_rebuild(filled.collection.id, "letters")
    waiting = collection_of(filled).rebuild
    upkeep.queue_rebuild(filled.collection.id, "letters")
    assert (waiting.embedder_id, waiting.passages, collection_of(filled).rebuild) == ("letters", 0, waiting)
    assert found(filled, "beta one")[0] == "beta one"
    upkeep.exclude_file(next(f.id for f in filled.ledger.files(filled.collection.id) if f.path.endswith("beta.txt")))
    filled.write("zeta.txt", "zeta one")
    filled.run()
    upkeep.recover_library()
    embedder = Letters()
    assert rebuild(filled, embedder).rebuilt == "letters"
    assert tables(filled) == {collection_of(filled).table}
    assert collection_of(filled).dimension == embedder.dimension
    assert found(filled, "zeta one", embedder)[0] == "zeta one"


def test_waiting_for_another_model_drops_what_was_begun_and_giving_up_leaves_nothing(filled):
    embedder, upkeep = Letters(), filled.importer().upkeep
    rebuild(filled, embedder, cancelled=lambda: len(embedder.embedded) >= 4)
    upkeep.queue_rebuild(filled.collection.id, "narrow")
    assert collection_of(filled).rebuild.embedder_id == "narrow"
    assert tables(filled) == {filled.collection.id}
    upkeep.give_up_rebuild(filled.collection.id)
    assert collection_of(filled).rebuild is None


def test_given_up_while_it_runs_it_ends(filled):
    upkeep = filled.importer().upkeep
    embedder = Letters(lambda: upkeep.give_up_rebuild(filled.collection.id))
    assert rebuild(filled, embedder).cancelled
    assert tables(filled) == {filled.collection.id}


def test_choosing_the_present_model_gives_up_what_was_begun(filled):
    embedder = Letters()
    rebuild(filled, embedder, cancelled=lambda: len(embedder.embedded) >= 4)
    assert not rebuild(filled, filled.embedder).cancelled
    assert tables(filled) == {filled.collection.id}


def test_a_third_model_begins_anew(filled):
    embedder = Letters()
    rebuild(filled, embedder, cancelled=lambda: len(embedder.embedded) >= 4)
    rebuild(filled, narrow := Narrow())
    assert len(tables(filled)) == 1
    assert found(filled, "gamma three", narrow)[0] == "gamma three"


def test_going_back_afterwards_is_another_rebuild(filled):
    rebuild(filled, Letters())
    rebuild(filled, filled.embedder)
    assert collection_of(filled).dimension == 16
    assert found(filled, "gamma three")[0] == "gamma three"


def test_what_is_deleted_meanwhile_does_not_come_back(filled):
    upkeep = filled.importer().upkeep
    doomed = filled.rows()["gamma.txt"].id
    embedder = Letters()
    embedder.before = lambda: len(embedder.embedded) == 8 and upkeep.exclude_file(doomed)
    rebuild(filled, embedder)
    assert not [text for text in found(filled, "gamma two", embedder) if "gamma" in text]
    assert filled.reader.count(collection_of(filled).table) == 12


def test_what_is_deleted_after_its_vectors_were_made_is_gone_from_both_tables(filled):
    embedder = Letters()
    rebuild(filled, embedder, cancelled=lambda: len(embedder.embedded) >= 12)
    both = collection_of(filled).tables
    gone = filled.rows()["gamma.txt"].id
    filled.importer().upkeep.exclude_file(gone)
    for table in both:
        assert (gone, filled.rows()["beta.txt"].revision) not in filled.writer.stored(table)
        assert gone not in {file_id for file_id, _ in filled.writer.stored(table)}


@pytest.mark.parametrize("made", [4, 15])
def test_deleted_words_are_in_no_file_of_either_table(library, made):
    library.write("secret.txt", "zanzibarquagga one\fzanzibarquagga two")
    for name in ("alpha", "beta", "gamma", "delta", "epsilon"):
        library.write(f"{name}.txt", f"{name} one\f{name} two\f{name} three")
    library.run()
    embedder = Letters()
    rebuild(library, embedder, cancelled=lambda: len(embedder.embedded) >= made)
    library.importer().upkeep.exclude_file(library.rows()["secret.txt"].id)
    bytes_on_disk = b"".join(p.read_bytes() for p in library.home.rglob("*") if p.is_file())
    assert b"zanzibarquagga" not in bytes_on_disk
    rebuild(library, embedder)
    assert library.found_by_word("zanzibarquagga") == []
    assert not [t for t in found(library, "zanzibarquagga", embedder) if "zanzibar" in t]


def test_what_is_imported_changed_and_vanished_meanwhile_counts(filled):
    embedder = Letters()
    rebuild(filled, embedder, cancelled=lambda: len(embedder.embedded) >= 12)
    filled.write("new.txt", "kiwi one")
    filled.write("beta.txt", "beta rewritten")
    (filled.documents / "alpha.txt").unlink()
    filled.run()
    stored = filled.writer.stored(collection_of(filled).rebuild.table)
    assert set(stored) <= set(filled.ledger.expected_passages(filled.collection.id))
    assert found(filled, "kiwi one")[0] == "kiwi one"
    rebuild(filled, embedder)
    contents = found(filled, "beta rewritten", embedder)
    assert contents[0] == "beta rewritten"
    assert "kiwi one" in contents
    assert not [t for t in contents if t.startswith("alpha") or t == "beta one"]


def test_afterwards_imports_go_on_with_the_new_model(filled):
    rebuild(filled, embedder := Letters())
    filled.write("new.txt", "kiwi one")
    filled.embedder = embedder
    assert filled.run().indexed == 1
    assert found(filled, "kiwi one", embedder)[0] == "kiwi one"


def test_files_that_wait_for_their_vectors_get_those_of_the_new_model_at_once(library):
    library.write("a.txt", "alpha one\falpha two")
    calls = []
    library.run(cancelled=lambda: calls.append(1) or library.ledger.summary(library.collection.id).indexed == 1)
    assert library.rows()["a.txt"].needs_vectors
    rebuild(library, embedder := Letters())
    assert library.rows()["a.txt"].complete
    assert found(library, "alpha two", embedder)[0] == "alpha two"


def test_a_passage_that_is_too_long_for_the_new_model_is_embedded_in_pieces(library):
    library.write("long.txt", " ".join(f"word{n}" for n in range(60)) + " ending")
    library.run()
    rebuild(library, narrow := Narrow())
    assert len(narrow.embedded) > 1
    assert max(narrow.count_tokens(narrow.embedded)) <= narrow.max_tokens
    assert any("ending" in text for text in narrow.embedded)
    assert library.reader.count(collection_of(library).table) == 1


def test_a_file_of_many_groups_goes_on_where_it_stopped(library):
    library.write("big.txt", "\f".join(f"page{n} text" for n in range(30)))
    library.run()
    embedder = Letters()
    rebuild(library, embedder, cancelled=lambda: len(embedder.embedded) >= 10)
    rebuild(library, embedder)
    # What was embedded and not written when it stopped is embedded once more: a group at most.
    assert len(set(embedder.embedded)) == 30
    assert len(embedder.embedded) <= 34
    assert found(library, "page17 text", embedder)[0] == "page17 text"


def test_an_empty_collection_changes_its_model_too(library):
    rebuild(library, embedder := Letters())
    assert collection_of(library).embedder_id == "letters"
    library.write("a.txt", "alpha")
    library.embedder = embedder
    library.run()
    assert found(library, "alpha", embedder) == ["alpha"]


def damage_the_new_table(library):
    embedder = Letters()
    rebuild(library, embedder, cancelled=lambda: len(embedder.embedded) >= 8)
    table = collection_of(library).rebuild.table
    library.writer.close()
    for manifest in (library.home / "ix" / f"{table}.lance" / "_versions").glob("*.manifest"):
        manifest.write_bytes(b"broken")
    return embedder


@pytest.mark.parametrize("way", ["exclude_file", "remove_file"])
def test_a_damaged_new_table_does_not_stop_a_deletion(filled, way):
    embedder = damage_the_new_table(filled)
    getattr(filled.importer().upkeep, way)(filled.rows()["beta.txt"].id)
    assert filled.found_by_word("beta") == []
    assert b"beta" not in b"".join(p.read_bytes() for p in (filled.home / "ix").rglob("*") if p.is_file())
    rebuild(filled, embedder)
    assert len(found(filled, "alpha", embedder)) == 12


def test_a_damaged_new_table_stops_neither_an_import_nor_taking_out_a_folder_nor_deleting_all(filled):
    damage_the_new_table(filled)
    filled.write("zeta.txt", "zeta one")
    assert filled.run().indexed == 1
    damage_the_new_table(filled)
    upkeep = filled.importer().upkeep
    for source in filled.ledger.sources(filled.collection.id):
        upkeep.remove_source(source.id)
    assert filled.found_by_word("alpha") == []
    filled.run()
    damage_the_new_table(filled)
    upkeep.delete_collection(filled.collection.id)
    assert tables(filled) == set()


def test_a_library_from_before_rebuilds_is_searched_and_rebuilt(filled):
    filled.ledger.close()
    with closing(sqlite3.connect(filled.home / "library.sqlite")) as db:
        for column in ("table_id", "next_table", "next_embedder", "next_dimension", "next_passages"):
            db.execute(f"ALTER TABLE collections DROP COLUMN {column}")
        db.execute("PRAGMA user_version = 7")
        db.commit()
    filled.ledger = Ledger(filled.home / "library.sqlite")
    filled.ledger.warm_up()
    assert collection_of(filled).tables == (filled.collection.id,)
    assert found(filled, "beta one")[0] == "beta one"
    assert filled.run().unchanged == 5
    embedder = Letters()
    assert rebuild(filled, embedder).indexed == 5
    assert found(filled, "beta one", embedder)[0] == "beta one"


def test_a_damaged_new_table_is_begun_anew(filled):
    embedder = damage_the_new_table(filled)
    assert found(filled, "beta one")[0] == "beta one"
    rebuild(filled, embedder)
    assert found(filled, "beta one", embedder)[0] == "beta one"


def test_a_full_disk_stops_it_and_the_old_model_goes_on(filled, monkeypatch):
    embedder, add = Letters(), filled.writer.add
    calls = []

    def full(*arguments):
        calls.append(1)
        if len(calls) > 1:
            raise errors.DiskFull("There is no room left for the index.")
        add(*arguments)

    monkeypatch.setattr(filled.writer, "add", full)
    with pytest.raises(errors.DiskFull):
        rebuild(filled, embedder)
    assert found(filled, "beta one")[0] == "beta one"
    monkeypatch.setattr(filled.writer, "add", add)
    rebuild(filled, embedder)
    assert found(filled, "beta one", embedder)[0] == "beta one"


def test_a_deleted_collection_ends_it_and_both_tables_go(filled):
    upkeep = filled.importer().upkeep
    embedder = Letters(lambda: upkeep.delete_collection(filled.collection.id))
    with pytest.raises(errors.UserFixable):
        rebuild(filled, embedder)
    assert tables(filled) == set()


def test_tables_that_nobody_knows_go_at_the_start_and_the_new_one_stays(filled):
    embedder = Letters()
    rebuild(filled, embedder, cancelled=lambda: len(embedder.embedded) >= 8)
    filled.writer.add("f" * 32, filled.writer.rows(filled.collection.id, [*filled.writer.stored(filled.collection.id)][:1]), 16)
    filled.importer().upkeep.recover_library()
    assert tables(filled) == set(collection_of(filled).tables)
