"""A cross-encoder that is not there, or not whole, is said so before it is used."""

import pytest

from models.catalogue import load_catalogue
from models.errors import ModelDamaged, ModelMissing, RuntimeFailed
from models.rerankers.factory import installed_reranker
from models.rerankers.fake import FakeReranker
from models.rerankers.fastembed import FILES, CrossEncoder
from models.store import ModelStore


def test_missing_files_are_named(tmp_path):
    (tmp_path / "model.onnx").touch()
    with pytest.raises(ModelMissing, match=r"tokenizer\.json"):
        CrossEncoder(tmp_path, "ce").warm_up()


def test_files_that_are_no_model_are_refused(tmp_path):
    for name in FILES:
        (tmp_path / name).write_text("{}")
    with pytest.raises(ModelDamaged):
        CrossEncoder(tmp_path, "ce").warm_up()


def test_it_is_not_used_before_it_is_loaded(tmp_path):
    with pytest.raises(RuntimeFailed):
        CrossEncoder(tmp_path, "ce").scores("q", ["p"])


def test_without_an_installed_one_there_is_none(tmp_path):
    assert installed_reranker(ModelStore(tmp_path, load_catalogue()), threads=1) is None


def test_the_fake_prefers_shared_words():
    assert FakeReranker().scores("a b", ["b a c", "a", "x"]) == [2.0, 1.0, 0.0]
