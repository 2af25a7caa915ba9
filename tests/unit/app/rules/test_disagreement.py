"""Passages that contradict each other on what was asked, and those that only look alike."""

from __future__ import annotations

import pytest


def told(result):
    return [f.message for f in result.findings("disagreement", "doubt")]


@pytest.mark.parametrize(
    ("question", "answer", "other", "figure", "language"),
    [
        ("What does a locker cost?", "A locker costs 5 euros a year.", "A locker costs 7 euros a year.", "7 euros", "en"),
        ("How long may a bicycle be kept?", "A bicycle may be kept for 30 days.", "A bicycle may be kept for two weeks.", "two weeks", "en"),
        ("When do entries close?", "Entries for the fair close on 2 June.", "Entries for the fair close on 9 June.", "9 June", "en"),
        ("Was kostet ein Schließfach?", "Ein Schließfach kostet 5 Euro im Jahr.", "Ein Schließfach kostet 7 Euro im Jahr.", "7 Euro", "de"),
        ("停车位的费用是多少？", "停车位的费用是30元。", "停车位的费用是50元。", "50元", "zh"),
        ("停车位的费用是多少？", "停车位的费用是30元。", "停车位的费用为50元。", "50元", "zh"),
    ],
)  # fmt: skip
def test_another_figure_for_the_same_matter_is_named_with_its_place(check, question, answer, other, figure, language):
    result = check(answer, ("Rules 2031", answer), ("Rules 2034", other), question=question, language=language)
    assert result.only.verdict == "partly_supported"
    assert told(result) == [f"Another passage says {figure} of this: policy.pdf, p. 4 (2034)."]


@pytest.mark.parametrize(
    ("question", "answer", "contexts", "other"),
    [
        ("What does a locker cost?", "A locker costs 5 euros a year.", ("A", "B"), "A shower costs 7 euros a year."),
        ("What does a locker cost?", "A locker costs 5 euros a year.", ("A", "B"), "A locker costs 5 euros a year."),
        ("What does a locker cost in Harbour House?", "A locker costs 5 euros.", ("Harbour House", "Mill House"), "A locker costs 7 euros."),
        ("What did a locker cost in 2031?", "A locker costs 5 euros.", ("Rules 2031", "Rules 2034"), "A locker costs 7 euros."),
        ("How much leave has level 4?", "Level 4: 44 hours of leave.", ("A", "B"), "Level 5: 80 hours of leave."),
        ("What does a locker cost?", "Locker | 5 euros", ("A", "B"), "Shower | 7 euros"),
        ("How long does it take?", "Repairs take at least 5 days.", ("A", "B"), "Repairs take at most 9 days."),
        ("How long does it take?", "Repairs take 7 days.", ("A", "B"), "Repairs take 6 to 8 days."),
        ("How long does it take?", "Repairs take 30 days.", ("A", "B"), "Repairs take one month."),
        ("停车位的费用是多少？", "停车位的费用是30元。", ("A", "B"), "会议室的费用是50元。"),
        ("How did the price of a locker change?", "A locker costs 5 euros a year.", ("A", "B"), "A locker costs 7 euros a year."),
    ],
)  # fmt: skip
def test_other_items_labels_years_sections_and_limits_are_no_disagreement(check, question, answer, contexts, other):
    passages = ((contexts[0], answer), (contexts[1], other))
    assert told(check(answer, *passages, question=question)) == []


def test_an_answer_that_names_both_figures_keeps_nothing_back(check):
    answer = "A locker costs 5 euros a year. By the newer rules a locker costs 7 euros a year."
    result = check(answer, ("Rules 2031", "A locker costs 5 euros a year."), ("Rules 2034", "A locker costs 7 euros a year."),
                   question="What does a locker cost?")  # fmt: skip
    assert told(result) == []


def test_items_of_one_passage_are_no_disagreement(check):
    text = "A locker costs 5 euros a year. A large locker costs 7 euros a year."
    assert told(check("A locker costs 5 euros a year.", text, question="What does a locker cost?")) == []
