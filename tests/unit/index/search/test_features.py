"""What a passage says for itself, and what those beside it say for it."""

import numpy as np
import pytest

from index.search.features import consensus, matched
from index.store.analysis import document_terms, query_terms


def words_of(question):
    return [(term.variants, 1.0) for term in query_terms(question, ("en",))]


def coverage(words, terms):
    return matched(words, terms, 15)[0]


def saturation(words, terms, average):
    return matched(words, terms, average)[1]


def test_a_passage_about_a_word_stands_above_one_that_names_it_in_passing():
    words = words_of("wing lift")
    about = document_terms("The lift of a wing: a wing in a slipstream gains lift as the wing turns.", "en")
    passing = document_terms("The lift of a wing was not looked at in this study of heat in a long pipe.", "en")
    assert coverage(words, about) == coverage(words, passing) == 1.0
    assert saturation(words, about, 15) > saturation(words, passing, 15)


def test_length_alone_does_not_raise_it():
    words = words_of("wing")
    short = document_terms("wing test", "en")
    long = document_terms("wing test " + "other words here " * 40, "en")
    assert saturation(words, short, 20) > saturation(words, long, 20)


@pytest.mark.parametrize("text", ["", "wing " * 500, "nothing of it"])
def test_it_stays_between_nothing_and_one(text):
    words = words_of("wing lift")
    assert 0.0 <= saturation(words, document_terms(text, "en"), 10) <= 1.0
    assert matched((), "wing", 10) == (0.0, 0.0)


def test_passages_about_one_matter_support_each_other():
    matter = np.array([1.0, 0.0, 0.0])
    rest = np.eye(3)[[1, 2, 1, 2, 1, 2, 1]]
    vectors = np.vstack([matter, matter, rest]).astype(np.float32)
    first = np.array([5.0, 0.0, *[0.0] * 7])
    support = consensus(vectors, first)
    assert support[1] > 1.0
    assert max(support[2:]) < 0.0


def test_of_a_handful_of_passages_or_of_equal_ones_nothing_is_said():
    assert not consensus(np.eye(4, dtype=np.float32), np.zeros(4)).any()
    assert not consensus(np.ones((20, 3), dtype=np.float32), np.zeros(20)).any()
