from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from models.catalogue import load_catalogue
from models.embedders.base import Embedder
from models.embedders.batching import batches_by_length
from models.embedders.factory import load_embedder
from models.embedders.fake import FakeEmbedder
from models.embedders.fastembed import FILES, EncoderSpec, FastEmbedEncoder
from models.errors import ModelDamaged, ModelMissing, RuntimeFailed
from models.store import ModelStore


def test_batches_hold_every_text_once_and_none_is_too_wide() -> None:
    lengths = [5, 400, 12, 400, 7, 90, 3, 512, 12]

    batches = list(batches_by_length(lengths, max_texts=3, max_tokens=900))

    assert sorted(i for batch in batches for i in batch) == list(range(len(lengths)))
    assert all(len(b) <= 3 and (len(b) == 1 or max(lengths[i] for i in b) * len(b) <= 900) for b in batches)
    assert [max(lengths[i] for i in b) for b in batches] == sorted((max(lengths[i] for i in b) for b in batches), reverse=True)


def test_a_text_wider_than_the_limit_gets_a_batch_of_its_own() -> None:
    assert list(batches_by_length([10, 9000, 10], max_tokens=100)) == [[1], [0, 2]]


def test_no_texts_give_no_batches() -> None:
    assert list(batches_by_length([])) == []


@pytest.fixture
def fake() -> FakeEmbedder:
    embedder = FakeEmbedder()
    embedder.warm_up()
    return embedder


def test_the_fake_puts_texts_that_share_words_near(fake: FakeEmbedder) -> None:
    query = fake.embed_query("Wie lange ist die Kündigungsfrist?")
    near, far = fake.embed_passages(["Die Kündigung hat eine lange Frist.", "Parking permits cost 30 EUR."])

    assert query @ near > query @ far + 0.2


def test_the_fake_is_the_same_each_time_and_gives_unit_vectors(fake: FakeEmbedder) -> None:
    texts = ["one", "", "日本語の文", "one two three"]
    first, second = fake.embed_passages(texts), FakeEmbedder.embed_passages(fake, texts)

    assert np.array_equal(first, second)
    assert np.allclose(np.linalg.norm(first, axis=1), 1)
    assert fake.embed_passages([]).shape == (0, fake.dimension)


def test_an_embedder_that_is_not_loaded_says_so() -> None:
    with pytest.raises(RuntimeFailed):
        FakeEmbedder().embed_query("x")


def test_an_incomplete_folder_is_missing_and_names_the_files(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"x")

    with pytest.raises(ModelMissing, match=r"tokenizer\.json"):
        FastEmbedEncoder(EncoderSpec(tmp_path, "m", 384, 512)).warm_up()


def test_broken_files_are_damaged_and_not_a_traceback(tmp_path: Path) -> None:
    for name in FILES:
        (tmp_path / name).write_text("{}")

    with pytest.raises(ModelDamaged, match="cannot be loaded"):
        FastEmbedEncoder(EncoderSpec(tmp_path, "m", 384, 512)).warm_up()


def test_an_answer_model_is_no_embedder(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="not an embedding model"):
        load_embedder(ModelStore(tmp_path, load_catalogue()), "smollm2-135m", 1)


@pytest.fixture(scope="module", params=["multilingual-e5-small", "all-minilm-l6-v2"])
def real(request: pytest.FixtureRequest, models_dir: Path) -> Iterator[Embedder]:
    embedder = load_embedder(ModelStore(models_dir, load_catalogue()), request.param, threads=1)
    embedder.warm_up()
    yield embedder
    embedder.close()


@pytest.mark.model
def test_the_right_passage_is_nearest(real: Embedder) -> None:
    query = real.embed_query("What does a parking permit cost?")
    passages = real.embed_passages(
        ["The canteen opens at noon.", "A resident pays 30.70 EUR a year for parking.", "Leave is applied for in writing."]
    )

    assert int(np.argmax(passages @ query)) == 1


@pytest.mark.model
def test_vectors_are_unit_and_in_the_order_of_their_texts(real: Embedder) -> None:
    texts = ["short", "a much longer text about the budget of the town " * 20, "middle sized text about cats", "x"]

    together = real.embed_passages(texts)

    assert together.shape == (4, real.dimension)
    assert together.dtype == np.float32
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    for text, vector in zip(texts, together, strict=True):
        # int8 activations are scaled a batch at a time, so a neighbour changes a vector a little.
        assert real.embed_passages([text])[0] @ vector > 0.98


@pytest.mark.model
def test_every_token_of_a_text_has_its_vector_and_its_place(real: Embedder) -> None:
    texts = ["The guest card costs 12 euros.", "", "Übernachtung: 80 €", "wonderful " * 3000]

    one, none, german, long = real.embed_tokens(texts)

    assert [texts[0][a:b].strip() for a, b in one.offsets] == ["The", "guest", "card", "costs", "12", "euros", "."]
    assert one.vectors.shape == (7, real.dimension)
    assert none.vectors.shape == (0, real.dimension)
    assert "80" in [texts[2][a:b].strip() for a, b in german.offsets]
    assert 0 < len(long.offsets) <= real.max_tokens
    assert len(long.offsets) == len(long.vectors)


@pytest.mark.model
def test_tokens_are_counted_far_beyond_what_the_model_reads(real: Embedder) -> None:
    one, many = real.count_tokens(["wonderful", "wonderful " * 3000])

    assert 3000 <= many <= 3000 * (one + 1)
    assert real.count_tokens([]) == []
    assert real.embed_passages(["wonderful " * 3000]).shape == (1, real.dimension)


@pytest.mark.model
def test_nothing_beyond_the_limit_is_read(real: Embedder) -> None:
    beginning = "wonderful " * real.max_tokens

    first, second = real.embed_passages([beginning + "cats"]), real.embed_passages([beginning + "dogs"])

    assert np.array_equal(first, second)


@pytest.mark.model
def test_e5_finds_across_languages(models_dir: Path) -> None:
    embedder = load_embedder(ModelStore(models_dir, load_catalogue()), "multilingual-e5-small", threads=1)
    embedder.warm_up()
    query = embedder.embed_query("年假有多少天？")
    passages = embedder.embed_passages(["Der Jahresurlaub beträgt 30 Tage.", "Der Zug fährt um acht Uhr ab."])
    embedder.close()

    assert passages[0] @ query > passages[1] @ query


@pytest.mark.model
def test_loading_leaves_no_file_behind(models_dir: Path) -> None:
    folder = models_dir / "all-minilm-l6-v2"
    before = sorted(p.name for p in folder.iterdir())

    embedder = load_embedder(ModelStore(models_dir, load_catalogue()), "all-minilm-l6-v2", threads=1)
    embedder.warm_up()
    embedder.embed_query("x")
    embedder.close()

    assert sorted(p.name for p in folder.iterdir()) == before
