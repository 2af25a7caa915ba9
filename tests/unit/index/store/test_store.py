"""Passages in and out of the store, full text beside vectors, and nothing left of what was deleted."""

import uuid
import warnings
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from index import errors
from index.document import Place
from index.store.analysis import document_terms, query_terms
from index.store.reader import PassageReader
from index.store.schema import PassageRow, where
from index.store.writer import PassageWriter

DIMENSION = 8
COLLECTION = uuid.uuid4().hex


def row(text: str, *, direction: int = 0, index: int = 0, language: str = "en", kind: str = "md", **fields) -> PassageRow:
    vector = np.zeros(DIMENSION, dtype=np.float32)
    vector[direction] = 1.0
    values = {"file_id": uuid.uuid4().hex, "revision": uuid.uuid4().hex, "content_hash": "a" * 64, "modified": None} | fields
    return PassageRow(
        chunk_index=index, kind=kind, content=text, context="", terms=document_terms(text, language), language=language,
        start=0, end=len(text), place=Place(kind="page", page=3, heading_path=("A", "B")), vector=vector, **values,
    )  # fmt: skip


@pytest.fixture
def store(tmp_path):
    writer, reader = PassageWriter(tmp_path / "ix"), PassageReader(tmp_path / "ix")
    yield writer, reader
    reader.close()
    writer.close()


def by_text(reader, question: str, languages=("en", "de", "zh")):
    return [
        c.content for c in reader.matching(COLLECTION, [v for t in query_terms(question, languages) for v in t.variants], 10)
    ]


def test_a_collection_without_passages_finds_nothing(store):
    _, reader = store
    assert reader.nearest(COLLECTION, np.ones(DIMENSION, np.float32), 5) == []
    assert reader.matching(COLLECTION, ["x"], 5) == []
    assert reader.sample(COLLECTION, 5) is None
    assert reader.count(COLLECTION) == 0


def test_european_and_chinese_words_are_found_in_one_table(store):
    writer, reader = store
    writer.add(
        COLLECTION,
        [row("Die Überstunden", language="de"), row("整个组织的员工", language="zh"), row("Part AB-1234/5")],
        DIMENSION,
    )
    assert by_text(reader, "Überstunde") == ["Die Überstunden"]
    assert by_text(reader, "组织") == ["整个组织的员工"]
    assert by_text(reader, "ab-1234/5") == ["Part AB-1234/5"]
    assert by_text(reader, "'); DROP TABLE x; --") == []


def test_rows_added_after_the_index_was_made_are_found_before_and_after_tidying(store):
    writer, reader = store
    writer.add(COLLECTION, [row("first zebra")], DIMENSION)
    writer.add(COLLECTION, [row("second zebra")], DIMENSION)
    assert writer.unindexed_rows(COLLECTION) == 1
    assert sorted(by_text(reader, "zebra")) == ["first zebra", "second zebra"]
    writer.optimize(COLLECTION)
    assert writer.unindexed_rows(COLLECTION) == 0
    assert sorted(by_text(reader, "zebra")) == ["first zebra", "second zebra"]


def test_the_nearest_come_first_with_their_cosine_and_place(store):
    writer, reader = store
    writer.add(COLLECTION, [row("north", direction=0), row("east", direction=1)], DIMENSION)
    query = np.array([0.6, 0.8, 0, 0, 0, 0, 0, 0], dtype=np.float32)
    first, second = reader.nearest(COLLECTION, query, 5)
    assert (first.content, second.content) == ("east", "north")
    assert first.score == pytest.approx(0.8, abs=0.002)
    assert first.place == Place(kind="page", page=3, heading_path=("A", "B"))


def test_a_deleted_file_is_found_by_neither_way_and_leaves_no_trace(store, tmp_path):
    writer, reader = store
    secret = row("qzxsecretword here", direction=2)
    writer.add(COLLECTION, [secret, row("kept text")], DIMENSION)
    writer.add(COLLECTION, [row("more text")], DIMENSION)
    writer.delete_files(COLLECTION, [secret.file_id])
    writer.erase_traces(COLLECTION)
    assert by_text(reader, "qzxsecretword") == []
    assert all(c.content != secret.content for c in reader.nearest(COLLECTION, secret.vector, 10))
    assert not [p for p in (tmp_path / "ix").rglob("*") if p.is_file() and b"qzxsecretword" in p.read_bytes()]


def test_only_the_other_revisions_of_a_file_are_deleted(store):
    writer, reader = store
    old = row("old words")
    new = replace(old, revision=uuid.uuid4().hex, content="new words", terms="new words")
    other = row("other file")
    writer.add(COLLECTION, [old, other], DIMENSION)
    writer.add(COLLECTION, [new], DIMENSION)
    assert writer.stored(COLLECTION)[(old.file_id, old.revision)] == 1
    writer.delete_other_revisions(COLLECTION, {new.file_id: new.revision})
    assert set(writer.stored(COLLECTION)) == {(new.file_id, new.revision), (other.file_id, other.revision)}


def test_old_versions_do_not_pile_up(store, tmp_path):
    writer, _ = store
    for i in range(30):
        writer.add(COLLECTION, [row(f"text {i}")], DIMENSION)
    writer.optimize(COLLECTION, keep=timedelta(0))
    assert len(list((tmp_path / "ix").rglob("data/*.lance"))) == 1
    assert len(list((tmp_path / "ix").rglob("_versions/*.manifest"))) <= 2


def test_a_reader_goes_on_when_its_version_is_cleaned_away_or_the_table_is_made_anew(store):
    writer, reader = store
    writer.add(COLLECTION, [row("first")], DIMENSION)
    assert by_text(reader, "first") == ["first"]
    writer.add(COLLECTION, [row("second")], DIMENSION)
    writer.erase_traces(COLLECTION)
    assert by_text(reader, "second") == ["second"]
    writer.drop(COLLECTION)
    assert by_text(reader, "first") == []
    writer.add(COLLECTION, [row("third")], DIMENSION)
    assert by_text(reader, "third") == ["third"]


def test_filters_are_ids_kinds_and_times(store):
    writer, reader = store
    rows = [
        row("one", kind="pdf", modified=datetime(2024, 1, 1, tzinfo=UTC)),
        row("two", kind="md", modified=datetime(2025, 1, 1, tzinfo=UTC)),
    ]
    writer.add(COLLECTION, rows, DIMENSION)

    def contents(**filters):
        found = reader.nearest(COLLECTION, rows[0].vector, 5, where=where(**filters))
        return sorted(c.content for c in found)

    assert contents(kinds=("pdf",)) == ["one"]
    assert contents(file_ids=(rows[1].file_id,)) == ["two"]
    assert contents(modified_from=datetime(2024, 6, 1, tzinfo=UTC)) == ["two"]
    assert contents(modified_to=datetime(2024, 6, 1, tzinfo=UTC)) == ["one"]
    assert contents() == ["one", "two"]


@pytest.mark.parametrize(
    "filters",
    [{"kinds": ("pdf' OR 1=1 --",)}, {"file_ids": ("x' OR '1'='1",)}, {"modified_from": datetime(2024, 1, 1)}],  # noqa: DTZ001
)
def test_nothing_else_reaches_a_filter(filters):
    with pytest.raises(ValueError):
        where(**filters)


def test_a_damaged_table_is_named_and_can_be_dropped(store, tmp_path):
    writer, reader = store
    writer.add(COLLECTION, [row("text")], DIMENSION)
    writer.close()
    for file in (tmp_path / "ix" / f"{COLLECTION}.lance").rglob("*"):
        if file.is_file():
            file.write_bytes(b"garbage")
    fresh = PassageReader(tmp_path / "ix")
    with pytest.raises(errors.IndexDamaged) as caught:
        fresh.matching(COLLECTION, ["text"], 5)
    assert "untouched" in caught.value.next_step
    fresh.close()
    writer.drop(COLLECTION)
    writer.add(COLLECTION, [row("again")], DIMENSION)
    assert by_text(reader, "again") == ["again"]


def test_vectors_of_another_dimension_are_refused_before_anything_is_written(store):
    writer, reader = store
    with pytest.raises(ValueError):
        writer.add(COLLECTION, [replace(row("x"), vector=np.ones(3, np.float32))], DIMENSION)
    assert reader.count(COLLECTION) == 0


def test_sixteen_bits_keep_the_order_of_thirty_two(store):
    writer, reader = store
    rng = np.random.default_rng(7)
    base = rng.standard_normal(64)
    # Near to each other, as the vectors of one subject are: the order is decided in the third digit.
    vectors = np.stack([base + 0.5 * rng.standard_normal(64) for _ in range(200)]).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    writer.add(COLLECTION, [replace(row(f"t{i}"), vector=v) for i, v in enumerate(vectors)], 64)
    agree = 0
    for query in vectors[:20]:
        exact = {f"t{i}" for i in np.argsort(-(vectors @ query))[:10]}
        agree += len(exact & {c.content for c in reader.nearest(COLLECTION, query, 10)})
    assert agree >= 196


def test_our_calls_provoke_no_warning(store):
    writer, _ = store
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        writer.add(COLLECTION, [row("x")], DIMENSION)
        writer.optimize(COLLECTION, keep=timedelta(0))


def test_only_ids_name_tables(store):
    writer, _ = store
    with pytest.raises(ValueError):
        writer.add("../etc", [row("x")], DIMENSION)
    assert Path("../etc.lance").exists() is False


def test_a_passage_without_a_vector_is_found_by_its_words_and_not_by_nearness(store):
    writer, reader = store
    bare, full = row("zebra stripes", index=0), row("zebra hooves", direction=1, index=1)
    writer.add(COLLECTION, [replace(bare, vector=None), full], DIMENSION)
    assert sorted(by_text(reader, "zebra")) == ["zebra hooves", "zebra stripes"]
    found = reader.matching(COLLECTION, ["zebra"], 5)
    assert {c.content: c.vector is None for c in found} == {"zebra stripes": True, "zebra hooves": False}
    assert [c.content for c in reader.nearest(COLLECTION, np.ones(DIMENSION, np.float32), 5)] == ["zebra hooves"]
    sample = reader.sample(COLLECTION, 10)
    assert (sample.rows, len(sample.terms), sample.vectors.shape) == (2, 2, (1, DIMENSION))


def test_a_collection_of_texts_alone_can_be_sampled_and_searched(store):
    writer, reader = store
    writer.add(COLLECTION, [replace(row("zebra"), vector=None)], DIMENSION)
    assert by_text(reader, "zebra") == ["zebra"]
    assert reader.nearest(COLLECTION, np.ones(DIMENSION, np.float32), 5) == []
    assert reader.sample(COLLECTION, 10).vectors.shape == (0, DIMENSION)


def test_rows_come_back_as_they_were_written(store):
    writer, _ = store
    file_id, revision = uuid.uuid4().hex, uuid.uuid4().hex
    written = [
        row(f"text {i}", index=i, file_id=file_id, revision=revision, modified=datetime(2020, 1, 2, tzinfo=UTC))
        for i in range(5)
    ]
    written[3] = replace(written[3], vector=None)
    writer.add(COLLECTION, [*written, row("another file")], DIMENSION)
    read = writer.rows(COLLECTION, [(file_id, revision)])
    # The terms are a bag: their order is not kept.
    assert [replace(r, vector=None) for r in read] == [
        replace(r, vector=None, terms=" ".join(sorted(r.terms.split()))) for r in written
    ]
    assert [None if r.vector is None else r.vector.tolist() for r in read] == [
        None if r.vector is None else r.vector.tolist() for r in written
    ]
    assert [r.chunk_index for r in writer.rows(COLLECTION, [(file_id, revision)], first=1, limit=2)] == [1, 2]


def test_a_table_made_when_every_passage_had_a_vector_takes_texts_alone(store, tmp_path):
    import lancedb
    import pyarrow as pa

    from index.store.schema import schema, to_table

    strict = pa.schema([field.with_nullable(field.nullable and field.name != "vector") for field in schema(DIMENSION)])
    old = lancedb.connect(str(tmp_path / "ix")).create_table(COLLECTION, schema=strict)
    old.add(to_table([row("old zebra")], DIMENSION).cast(strict))
    writer, reader = store
    writer.add(COLLECTION, [replace(row("new zebra"), vector=None)], DIMENSION)
    assert sorted(by_text(reader, "zebra")) == ["new zebra", "old zebra"]


def traces(folder: Path, word: bytes) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and word in path.read_bytes()]


def test_the_words_of_a_replaced_reading_are_gone_after_tidying(store, tmp_path):
    writer, reader = store
    old = row("oldqzword of the first draft", direction=2)
    new = replace(old, revision=uuid.uuid4().hex, content="the final text", terms="final text the")
    writer.add(COLLECTION, [old, row("something else")], DIMENSION)
    writer.optimize(COLLECTION)
    writer.add(COLLECTION, [new], DIMENSION)
    writer.delete_other_revisions(COLLECTION, {new.file_id: new.revision})
    writer.optimize(COLLECTION)
    assert by_text(reader, "oldqzword") == []
    assert by_text(reader, "final") == ["the final text"]
    assert not traces(tmp_path, b"oldqzword")


def test_deleted_words_that_a_killed_program_left_are_removed_by_the_next_one(store, tmp_path):
    writer, _ = store
    secret = row("leftqzword in a letter")
    writer.add(COLLECTION, [secret, row("kept text")], DIMENSION)
    writer.delete_files(COLLECTION, [secret.file_id])
    writer.close()
    after = PassageWriter(tmp_path / "ix")
    assert after.has_traces(COLLECTION)
    after.optimize(COLLECTION)
    assert not after.has_traces(COLLECTION)
    assert not traces(tmp_path, b"leftqzword")
    after.close()


def test_words_that_a_killed_program_left_half_written_go_with_the_next_deletion(store, tmp_path):
    writer, reader = store
    secret = row("halfqzword in a letter")
    writer.add(COLLECTION, [secret, row("kept text")], DIMENSION)
    data = tmp_path / "ix" / f"{COLLECTION}.lance" / "data"
    whole = next(data.glob("*.lance"))
    (data / ".tmpAb3xYz").write_bytes(whole.read_bytes())  # killed while it was written
    (data / f"{uuid.uuid4().hex}.lance").write_bytes(whole.read_bytes())  # killed before a version named it
    writer.delete_files(COLLECTION, [secret.file_id])
    writer.optimize(COLLECTION)
    assert not traces(tmp_path, b"halfqzword")
    assert by_text(reader, "kept") == ["kept text"]


def test_of_two_files_with_the_same_words_either_may_go_and_both(store, tmp_path):
    writer, reader = store
    first, second, other = row("twinqzword here"), row("twinqzword here"), row("other words")
    writer.add(COLLECTION, [first, second, other], DIMENSION)
    writer.delete_files(COLLECTION, [first.file_id])
    writer.optimize(COLLECTION)
    assert [c.file_id for c in reader.matching(COLLECTION, ["twinqzword"], 5)] == [second.file_id]
    writer.delete_files(COLLECTION, [second.file_id])
    writer.optimize(COLLECTION)
    assert reader.matching(COLLECTION, ["twinqzword"], 5) == []
    assert not traces(tmp_path, b"twinqzword")


def test_when_the_last_row_is_deleted_nothing_stays(store, tmp_path):
    writer, reader = store
    only = row("lastqzword")
    writer.add(COLLECTION, [only], DIMENSION)
    writer.delete_files(COLLECTION, [only.file_id])
    writer.optimize(COLLECTION)
    assert reader.count(COLLECTION) == 0
    assert [path for path in (tmp_path / "ix").rglob("*") if path.is_file()] == []
    writer.add(COLLECTION, [row("anew")], DIMENSION)
    assert by_text(reader, "anew") == ["anew"]


def notes(count: int) -> list[PassageRow]:
    """Passages of about 600 characters, written in one run of files of twenty; words by Zipf's law."""
    rng = np.random.default_rng(11)
    words = ["".join(rng.choice(list("abcdefghiklmnoprstuvw"), size=rng.integers(2, 11))) for _ in range(4000)]
    weight = 1 / np.arange(3, 4003)
    rows, file_id, revision = [], uuid.uuid4().hex, uuid.uuid4().hex
    for number in range(count):
        if number % 20 == 0:
            file_id, revision = uuid.uuid4().hex, uuid.uuid4().hex
        text = " ".join(rng.choice(words, size=95, p=weight / weight.sum()))
        rows.append(row(text, index=number % 20, file_id=file_id, revision=revision))
    return rows


def test_passages_take_less_room_than_their_text_beside_their_vectors(store, tmp_path):
    writer, _ = store
    rows = notes(1500)
    for start in range(0, len(rows), 50):
        writer.add(COLLECTION, rows[start : start + 50], DIMENSION)
    writer.optimize(COLLECTION)
    size = sum(path.stat().st_size for path in (tmp_path / "ix").rglob("*") if path.is_file())
    text = sum(len(r.content) for r in rows)
    assert size - 2 * DIMENSION * len(rows) < 1.4 * text


def test_many_small_additions_are_merged_before_anyone_asks(store, tmp_path, monkeypatch):
    from index.store import writer as module

    monkeypatch.setattr(module, "MERGE_AFTER_ADDS", 8)
    writer, reader = store
    for number in range(30):
        writer.add(COLLECTION, [row(f"zebra {number}")], DIMENSION)
        assert len(list((tmp_path / "ix").rglob("data/*.lance"))) <= 9
    assert len(by_text(reader, "zebra")) == 10


def test_a_table_of_the_older_file_format_goes_on(store, tmp_path):
    import lancedb
    import pyarrow as pa

    from index.store.schema import schema, to_table

    plain = pa.schema([field.remove_metadata() for field in schema(DIMENSION)])
    old = lancedb.connect(str(tmp_path / "ix")).create_table(
        COLLECTION, schema=plain, storage_options={"new_table_data_storage_version": "2.0"}
    )
    old.add(to_table([row("old zebra")], DIMENSION).cast(plain))
    writer, reader = store
    writer.add(COLLECTION, [row("new zebra")], DIMENSION)
    writer.optimize(COLLECTION)
    assert sorted(by_text(reader, "zebra")) == ["new zebra", "old zebra"]
