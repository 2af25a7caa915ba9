"""A word is supported by its like in the passage, as far as their tokens are near; figures never are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from app.messages.retrieval import Passage
from app.rules.alignment import Alignment
from app.rules.evidence import Evidence, content_words
from app.rules.quantities import read_quantities
from app.rules.reading import Reading
from app.rules.support import support
from models.embedders.base import TokenVectors

MEANINGS = {
    "refunded": 1,
    "reimbursed": 1,
    "hotel": 2,
    "lodging": 2,
    "costs": 3,
    "parking": 4,
    "free": 5,
    "twelve": 6,
    "12": 7,
    "14": 7,
}
"""Words of one number mean the same here."""


class Meanings:
    """Each word's vector is its meaning; ``texts`` counts what was embedded."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def __call__(self, texts: Sequence[str]) -> list[TokenVectors]:
        self.texts += texts
        made = []
        for text in texts:
            at, offsets, vectors = 0, [], []
            for word in text.split():
                start = text.index(word, at)
                at = start + len(word)
                offsets.append((start, at))
                meaning = MEANINGS.get(word.strip(".").lower(), 8 + len(word))
                vectors.append(np.eye(40)[meaning])
            made.append(TokenVectors(np.array(offsets, dtype=np.int32), np.array(vectors, dtype=np.float16)))
        return made


def given(*contents: str) -> Evidence:
    passages = tuple(
        Passage(
            doc_id=f"d{n}", chunk_id=f"c{n}", collection_id="c", content=text, relevance_score=0.9, source="/rules.md", source_type="md",
            chunk_index=n, start=0, end=len(text),
        )
        for n, text in enumerate(contents)
    )  # fmt: skip
    return Evidence(passages, "en")


def credits_of(claim: str, evidence: Evidence, embed: Meanings | None) -> dict[str, float]:
    alignment = Alignment(embed, evidence, lambda: False, 60.0)
    alignment.prepare([claim], evidence.sentences)
    words = content_words(claim, "en")
    found = support(words, read_quantities(claim, "en"), (), frozenset(), evidence, alignment.credits(claim, words))
    return {w.text.lower(): round(found.credit(w.stem), 2) for w in words}


def test_a_word_of_the_same_meaning_counts_like_the_word() -> None:
    evidence = given("Lodging costs are refunded. Parking is free.")
    assert credits_of("Hotel costs are reimbursed.", evidence, Meanings()) == {"hotel": 1.0, "costs": 1.0, "reimbursed": 1.0}


def test_without_vectors_only_the_word_itself_counts() -> None:
    evidence = given("Lodging costs are refunded. Parking is free.")
    assert credits_of("Hotel costs are reimbursed.", evidence, None) == {"hotel": 0.0, "costs": 1.0, "reimbursed": 0.0}


def test_a_figure_gets_no_credit_for_a_near_one() -> None:
    evidence = given("Lodging costs are 14 euros.")
    claim = "Lodging costs are 12 euros."
    alignment = Alignment(Meanings(), evidence, lambda: False, 60.0)
    alignment.prepare([claim], evidence.sentences)
    words = [w for w in content_words(claim, "en") if w.key != "euros"]
    found = support(words, read_quantities(claim, "en"), (), frozenset(), evidence, alignment.credits(claim, words))
    assert found.figures_missing == 1.0
    assert found.coverage < 0.75


def test_nothing_is_embedded_once_the_time_is_used_up() -> None:
    evidence = given("Lodging costs are refunded.", "Parking is free.")
    embed = Meanings()
    alignment = Alignment(embed, evidence, lambda: True)
    alignment.prepare(["Hotel costs are reimbursed."], evidence.sentences)
    assert embed.texts == ["Hotel costs are reimbursed."]


def test_a_token_that_begins_at_the_space_before_its_word_belongs_to_the_word() -> None:
    evidence = given("Parking is free. Lodging costs are refunded.")

    def embed(texts: Sequence[str]) -> list[TokenVectors]:
        made = Meanings()(texts)
        return [TokenVectors(t.offsets - np.array([[1, 0]]) * (t.offsets[:, :1] > 0), t.vectors) for t in made]

    alignment = Alignment(embed, evidence, lambda: False, 60.0)
    alignment.prepare(["reimbursed"], evidence.sentences)
    likeness = alignment.credits("reimbursed", content_words("reimbursed", "en"))
    assert likeness[0, 0] == pytest.approx(0.0, abs=0.2)
    assert likeness[0, 1] == 1.0


def test_the_sentences_that_add_most_are_taken_together() -> None:
    evidence = given("Lodging costs are refunded.", "Parking is free.", "Dogs bark.")
    claim = "Hotel costs are reimbursed and parking is free."
    assert set(credits_of(claim, evidence, Meanings()).values()) == {1.0}


def test_a_second_text_over_the_same_passages_embeds_only_itself() -> None:
    evidence = given("Lodging costs are refunded. Parking is free.")
    reading, embed = Reading(evidence), Meanings()
    for claim in ("Hotel costs are reimbursed.", "Hotel parking is free."):
        alignment = Alignment(embed, evidence, lambda: False, 60.0, reading.windows)
        alignment.prepare([claim], evidence.sentences)
        assert alignment.nearness(claim, content_words(claim, "en")) is not None
    assert embed.texts == [
        "Hotel costs are reimbursed.",
        "Lodging costs are refunded. Parking is free.",
        "Hotel parking is free.",
    ]


def test_a_reading_fits_its_own_passages_only() -> None:
    reading = Reading.of(given("Parking is free.").passages, "en")
    assert reading.fits(given("Parking is free.").passages, "en")
    assert not reading.fits(given("Parking is free.").passages, "de")
    assert not reading.fits(given("Parking is free.", "Dogs bark.").passages, "en")
