"""Words that stand nowhere in the documents: slips, other endings and compounds still find what is meant."""

from __future__ import annotations

import pytest

from index.search.spelling import as_meant, near_words, parts_of
from index.store.analysis import QueryTerm

VOCABULARY = {
    "reisekost": 5,
    "dienstreis": 3,
    "kost": 9,
    "tagegeld": 2,
    "indemn": 1,
    "erstatt": 4,
    "miet": 2,
    "mitt": 1,
    "2024": 3,
}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("reisekots", "reisekost"),
        ("dienstries", "dienstreis"),
        ("tagegled", "tagegeld"),
        ("tagegelt", "tagegeld"),
        ("ersttatt", "erstatt"),
        ("indemnit", "indemn"),
    ],
)
def test_a_slip_or_another_ending_finds_the_word_that_is_there(typed, meant):
    assert near_words([typed], VOCABULARY) == {meant}


@pytest.mark.parametrize("typed", ["mett", "2025", "kosmetik", "a4711", "zzzzzz"])
def test_short_words_numbers_and_strange_words_are_left_alone(typed):
    assert near_words([typed], VOCABULARY) == frozenset()


def test_a_word_finds_the_longer_ones_that_begin_with_it():
    assert near_words(["dienst"], VOCABULARY) == {"dienstreis"}


def test_a_compound_is_looked_for_in_its_parts():
    assert parts_of("dienstreisekost", {"dienstreis", "kost"}) == ("dienstreis", "kost")
    assert parts_of("erstattungsantrag", {"erstattung", "antrag"}) == ("erstattung", "antrag")
    assert parts_of("dienstreisekost", {"dienst", "reise"}) == ()


def test_known_words_stay_as_they_are():
    terms = tuple(QueryTerm(word, frozenset([word])) for word in ("reisekost", "tagegled", "kost"))
    meant = as_meant(terms, {"reisekost", "kost"}, VOCABULARY)
    assert [term.variants for term in meant] == [{"reisekost"}, {"tagegled", "tagegeld"}, {"kost"}]


def test_a_question_in_another_language_is_left_alone():
    terms = tuple(QueryTerm(word, frozenset([word])) for word in ("mittel", "reisekots", "kost"))
    assert as_meant(terms, {"kost"}, VOCABULARY) == terms


def test_a_part_number_without_its_signs_is_looked_for_in_its_pieces():
    terms = tuple(QueryTerm(word, frozenset([word])) for word in ("kost", "hx4471"))
    meant = as_meant(terms, {"kost"}, {**VOCABULARY, "hx": 1, "4471": 1})
    assert [term.surface for term in meant] == ["kost", "hx", "4471"]
    assert [term.surface for term in as_meant(terms[1:], {"x"}, {"hx": 1, "4471": 1})] == ["hx", "4471"]
    assert as_meant(terms, {"kost"}, VOCABULARY) == terms
