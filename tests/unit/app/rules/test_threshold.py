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


LEAVE = "Staff get 20 days of leave after 5 years. The office is closed on Sundays."


@pytest.mark.parametrize(
    ("answer", "question", "passage"),
    [
        ("After 2 years staff get 20 days of leave.", "How many days of leave do staff get after 2 years?", LEAVE),
        (
            "Within 2 weeks 40 hours may be worked.",
            "How many hours may be worked within 2 weeks?",
            "Within 5 weeks 40 hours may be worked on average.",
        ),
    ],
)
def test_a_figure_that_the_passage_gives_under_another_condition_is_doubted(check, answer, question, passage):
    result = check(answer, passage, question=question)
    assert result.marked("threshold", answer)
    assert result.verdict != "supported"


@pytest.mark.parametrize(
    ("answer", "question", "passage"),
    [
        ("After 7 years staff get 20 days of leave.", "How many days after 7 years?", "Staff get 20 days of leave after at least 5 years."),
        ("After 3 years staff get 20 days.", "How many days after 3 years?", "Staff get 20 days of leave after 2 to 5 years."),
        ("It is 7.50 euros for 3 hours.", "How much is it for 3 hours?", "It is 7.50 euros a day."),
        ("Staff get 20 days after 5 years.", "How many days do staff get after 5 years?", LEAVE),
    ],
)  # fmt: skip
def test_a_condition_that_the_passage_covers_or_does_not_name_is_not_doubted(check, answer, question, passage):
    assert not check(answer, passage, question=question).findings("threshold", "doubt", "fail")


def test_a_sentence_of_the_question_itself_claims_nothing(check):
    asked = "My flat has two balconies. How high is the deposit?"
    result = check("My flat has two balconies. The deposit is 90 euros.", "The deposit is 90 euros.", question=asked)
    assert [s.verdict for s in result.report.sentences] == ["no_claim", "supported"]


def test_the_figures_of_a_calculation_need_no_limit(check):
    high, low = "Level 5: up to 80 hours of time off.", "Level 4: up to 44 hours of time off."
    answer = "Level 5 has up to 80 hours of time off, Level 4 up to 44 hours of time off.\n80 hours − 44 hours = 36 hours"
    result = check(answer, high, low, question="By how many hours do the maxima of Level 5 and Level 4 differ?")
    assert not result.findings("comparison", "doubt", "fail")
