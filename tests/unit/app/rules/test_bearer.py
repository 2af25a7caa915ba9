"""What a sentence says of a name is compared in meaning with what the passages say of it and of the others."""

from __future__ import annotations

import numpy as np

PASSAGE = "Ruth Ashby took the chair at the session, while Colin Marsh wrote up the minutes."
MEANINGS = (("chair", "presid"), ("minutes", "protocol"), ("lost",))


def embed(texts):
    """One direction for each meaning that the text speaks of; all texts have a little in common."""
    rows = [[0.1, *(float(any(word in text for word in words)) for words in MEANINGS)] for text in texts]
    vectors = np.array(rows, dtype=np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def test_a_name_that_has_changed_places_is_doubted_in_other_words_too(check):
    result = check("Colin Marsh presided over the whole session.", PASSAGE, embed=embed)
    (finding,) = result.findings("bearer", "doubt")
    assert finding.message == "The passage seems to say this of Ruth Ashby, not of Colin Marsh."
    assert result.verdict != "supported"


def test_a_name_in_its_place_is_not(check):
    assert check("Ruth Ashby presided over the whole session.", PASSAGE, embed=embed).findings("bearer") == []


def test_without_an_embedder_the_rule_says_nothing(check):
    assert check("Colin Marsh presided over the whole session.", PASSAGE).findings("bearer") == []


def test_parties_of_a_contract_count_as_names(check):
    passage = "The landlord presides over the garden. The tenant keeps the protocol of the meters."
    result = check("The tenant presides over the garden.", passage, embed=embed)
    assert result.findings("bearer", "doubt") or result.verdict != "supported"
