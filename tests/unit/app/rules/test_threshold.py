"""A figure of the question, repeated by the answer, is measured by the passage's own."""

import pytest

RENT = "The rent is 90 euros a month."


@pytest.mark.parametrize(
    ("answer", "question", "passage", "language"),
    [
        ("Yes, the rent is more than 100 euros a month.", "Is the rent more than 100 euros a month?", RENT, "en"),
        ("Yes, the rent is more than $100.", "Is the rent more than $100?", "The rent is 90 dollars a month.", "en"),
        ("Yes, the rent is at least 100 euros a month.", "Is the rent at least 100 euros?", RENT, "en"),
        ("Yes, the rent is less than 80 euros a month.", "Is the rent less than 80 euros?", RENT, "en"),
        ("Yes, the rent is no more than 80 euros a month.", "Is the rent no more than 80 euros?", RENT, "en"),
        (
            "Ja, die Miete beträgt mehr als 100 Euro.",
            "Beträgt die Miete mehr als 100 Euro?",
            "Die Miete beträgt 90 Euro.",
            "de",
        ),
        (
            "Ja, die Frist ist höchstens 7 Tage lang.",
            "Ist die Frist höchstens 7 Tage lang?",
            "Die Frist ist 14 Tage lang.",
            "de",
        ),
    ],
)
def test_what_the_passages_figure_contradicts_is_refuted(check, answer, question, passage, language):
    result = check(answer, passage, question=question, language=language)
    assert result.findings("threshold", "fail") or result.findings("negation", "fail")
    assert result.verdict != "supported"


@pytest.mark.parametrize(
    ("answer", "question"),
    [
        ("Yes, the rent is more than 80 euros a month.", "Is the rent more than 80 euros a month?"),
        ("The rent is less than 100 euros a month.", "Is the rent less than 100 euros?"),
        ("The rent is 90 euros a month.", "Is the rent more than 100 euros a month?"),
    ],
)
def test_what_it_bears_out_stands(check, answer, question):
    assert check(answer, RENT, question=question).findings("threshold") == []


def test_two_figures_of_the_passage_decide_nothing(check):
    passage = "The rent is 90 euros a month, with a garage 120 euros."
    result = check("The rent is more than 100 euros.", passage, question="Is the rent more than 100 euros?")
    assert result.findings("threshold") == []
