"""A figure of the right passage that belongs to something else."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            "Level 4 ratings bring up to 44 hours of time off. Level 3 ratings bring up to 8 hours of time off.",
            "Level 4 ratings bring up to 44 hours of time off.",
            "Level 4 ratings bring up to 8 hours of time off.",
        ),
        (
            "From the harbour, a cab costs about 20 euros or you ride the tram. From the airport, a cab costs about 80 euros or you ride the tram.",
            "From the airport, a cab costs about 80 euros or you ride the tram.",
            "From the airport, a cab costs about 20 euros or you ride the tram.",
        ),
        (
            "The workshop seats 24 people. The greenhouse, which was rebuilt in spring, seats 60 people and has a stage.",
            "The greenhouse, which was rebuilt in spring, seats 60 people.",
            "The greenhouse, which was rebuilt in spring, seats 24 people.",
        ),
        (
            "Room | Fee\nSauna | 9 euros\nGym | 4 euros",
            "The fee of the sauna is 9 euros.",
            "The fee of the sauna is 4 euros.",
        ),
    ],
)  # fmt: skip
def test_a_figure_of_the_same_passage_for_something_else_is_doubted(check, passage, right, wrong):
    assert check(right, passage).findings("binding", "doubt") == []
    assert check(wrong, passage).findings("binding", "doubt")


def test_the_question_tells_whose_figure_a_short_answer_needs(check):
    passage = "Annual passes cost 90 euros for adults. Annual passes cost 30 euros for children under twelve."
    question = "What do annual passes cost for children under twelve?"
    assert check("30 euros.", passage, question=question).findings("binding", "doubt") == []
    assert check("90 euros.", passage, question=question).findings("binding", "doubt")


def test_figures_that_one_sentence_gives_for_two_things_keep_their_order(check):
    passage = "The gym costs 4 euros and the sauna costs 9 euros."
    assert check(passage, passage).verdict == "supported"
