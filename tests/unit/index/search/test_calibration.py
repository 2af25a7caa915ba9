"""The relevance is a probability that rises with what speaks for a passage and falls with what speaks against it."""

from dataclasses import replace

import numpy as np
import pytest

from index.search import calibration
from index.search.background import Background, letters_of
from index.search.features import Features, brevity, matched
from index.store.analysis import document_terms, query_terms
from index.store.reader import Sample

ORDINARY = Features(cosine_z=3.0, coverage=0.4, foreign=0.0, brevity=0.0, rank_vector=1, rank_text=1, has_vector=True)


def background(texts, language="en", vectors=None) -> Background:
    size = len(texts)
    vectors = np.eye(size, 8, dtype=np.float32) if vectors is None else vectors
    return Background.of(Sample(size, vectors, tuple(document_terms(t, language) for t in texts), (language,) * size))


@pytest.mark.parametrize("z", [-50.0, 0.0, 3.0, 50.0])
@pytest.mark.parametrize("share", [0.0, 1.0])
def test_it_is_a_probability(z, share):
    assert 0 <= calibration.relevance(replace(ORDINARY, cosine_z=z, coverage=share)) <= 1


def test_nearness_and_shared_words_raise_it_and_brevity_lowers_it():
    base = calibration.relevance(ORDINARY)
    assert calibration.relevance(replace(ORDINARY, cosine_z=4.0)) > base
    assert calibration.relevance(replace(ORDINARY, coverage=0.8)) > base
    assert calibration.relevance(replace(ORDINARY, brevity=0.9)) < base


def test_the_best_passage_has_the_highest_probability_and_none_is_lost():
    near = replace(ORDINARY, cosine_z=6.0, coverage=0.2, question_words=10)
    worded = replace(ORDINARY, cosine_z=3.0, coverage=0.9, saturation=0.4, question_words=10)
    assert calibration.relevance(worded) > calibration.relevance(near)
    assert calibration.order(near) > calibration.order(worded)
    given = calibration.relevances([worded, near])
    assert given[1] > given[0]
    assert sorted(given) == sorted([calibration.relevance(near), calibration.relevance(worded)])


def test_what_other_passages_say_counts_less_for_a_short_question():
    def gain(words):
        asked = replace(ORDINARY, question_words=words)
        return calibration.order(replace(asked, consensus=3.0)) - calibration.order(asked)

    assert gain(2) < gain(8) < gain(16) == gain(40)


def test_missing_words_do_not_count_against_a_passage_in_another_language():
    here = replace(ORDINARY, coverage=0.0)
    assert calibration.relevance(replace(here, foreign=1.0)) > calibration.relevance(here)


def test_a_question_in_a_language_that_the_collection_does_not_have_is_foreign():
    known = background(["The annual leave of an employee is thirty days", "How many days of notice are there in the contract"])
    english = query_terms("How many days of leave are there", ("en",))
    german = query_terms("Wie viele Urlaubstage gibt es", ("en",))
    assert known.foreign(english, "en") == 0.0
    assert known.foreign(german, "en") == 1.0


def test_a_question_in_other_letters_is_foreign_although_the_documents_know_its_names():
    known = background(["Настройте подключение VPN в приложении Settings", "Откройте Files и выберите папку"], "ru")
    assert known.foreign(query_terms("Set up a VPN connection in Settings", ("ru",)), "ru") == 1.0
    assert known.foreign(query_terms("VPN Settings", ("ru",)), "ru") == 0.0
    assert known.foreign(query_terms("подключение VPN", ("ru",)), "ru") == 0.0


def test_japanese_in_kana_and_in_characters_has_the_same_letters():
    assert letters_of("これはテストです") == letters_of("漢字文書") == "CJK"
    assert letters_of("12 §") is None


def test_what_every_question_has_in_common_is_no_part_of_what_is_ordinary():
    rng = np.random.default_rng(5)
    vectors = rng.standard_normal((200, 8)).astype(np.float32)
    common, own = rng.standard_normal((2, 8)).astype(np.float32)
    collection = background(["x"] * 200, vectors=vectors)
    assert collection.cosine_norm(own + common, "e", common) == pytest.approx(collection.cosine_norm(own, "e"), abs=0.06)


def test_words_of_a_short_question_count_less_beside_vectors_and_wholly_without():
    def gain(words, has_vector):
        asked = replace(ORDINARY, coverage=0.0, question_words=words, has_vector=has_vector)
        return calibration.order(replace(asked, coverage=0.8)) - calibration.order(asked)

    assert gain(3, True) < gain(12, True) == pytest.approx(gain(40, True))
    assert gain(3, False) == pytest.approx(gain(12, True))


def test_what_any_question_has_in_common_changes_the_order_and_no_probability():
    about = replace(ORDINARY, foreign=1.0, matter_z=5.0)
    like_a_question = replace(ORDINARY, foreign=1.0, cosine_z=3.5, matter_z=2.0)
    assert calibration.order(about) > calibration.order(like_a_question)
    assert calibration.relevance(about) == calibration.relevance(replace(about, matter_z=None))


def test_rare_words_count_more_than_common_ones():
    collection = background([f"the fee number{i}" for i in range(20)] + ["the zebra"])
    terms = query_terms("the zebra", ("en",))
    words = [(term.variants, collection.idf(term)) for term in terms]
    zebra, fee, both = (matched(words, document_terms(text, "en"), 2)[0] for text in ("a zebra", "the fee", "the zebra"))
    assert zebra > fee > 0
    assert both == pytest.approx(1.0)


def test_a_few_answering_passages_hardly_move_what_is_ordinary():
    rng = np.random.default_rng(3)
    vectors = 0.2 * rng.standard_normal((200, 8)).astype(np.float32)
    query = np.zeros(8, dtype=np.float32)
    query[0] = 1.0
    plain = background(["x"] * 200, vectors=vectors.copy()).cosine_norm(query, "e")
    vectors[:5, 0] = 0.99
    answered = background(["x"] * 200, vectors=vectors).cosine_norm(query, "e")
    assert answered == pytest.approx(plain, abs=0.02)


def test_in_a_tiny_collection_the_figures_of_the_model_stand_in():
    one = background(["x"], vectors=np.ones((1, 8), dtype=np.float32))
    query = np.full(8, 8**-0.5, dtype=np.float32)
    mean, std = one.cosine_norm(query, "multilingual-e5-small")
    assert mean < 0.9
    assert std > 0.02


def test_a_heading_is_brief_and_a_paragraph_is_not():
    assert brevity("Questions?") > 0.9
    assert brevity("word " * 60) == 0.0
    assert brevity("整" * 60) == 0.0
