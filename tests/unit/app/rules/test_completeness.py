import pytest

from app.rules.question import compares


@pytest.mark.parametrize(
    "question",
    [
        "How does the day ticket differ from the monthly one?",
        "Is the tram or the bus dearer?",
        "Which is longer, the notice period for tenants or that for landlords?",
        "By how much was the fee raised?",
        "How did the fee change from 2020 to 2025?",
        "Wie hat sich die Gebühr seit 2020 geändert?",
        "Worin unterscheidet sich die Frist für Mieter von der für Vermieter?",
        "Ist die Tageskarte oder die Monatskarte teurer?",
        "Wie viele Tage sind es jeweils?",
        "Quelle est la différence entre les deux tarifs ?",
    ],
)
def test_a_comparison_is_recognised(question):
    assert compares(question)


@pytest.mark.parametrize(
    "question",
    [
        "What does the day ticket cost?",
        "Who signs the form, the director or the deputy?",
        "Wie hoch ist die Gebühr?",
        "Um wie viel Prozent wird gekürzt?",
        "When does the office close?",
    ],
)
def test_a_plain_question_is_none(question):
    assert not compares(question)


PRICES = "A single ticket costs 3 euros. A day ticket costs 8 euros and a monthly ticket 40 euros."


def test_half_a_comparison_is_doubted_and_its_figure_marked(check):
    answer = "A day ticket is 8 euros dearer."
    question = "Is the day ticket or the single ticket dearer, and by how much?"
    result = check(answer, PRICES, question=question)
    assert result.verdict != "supported"
    assert result.marked("completeness", answer) == ["8 euros"]


def test_both_sides_of_a_comparison_are_whole(check):
    question = "How does the price of a day ticket differ from that of a single ticket?"
    result = check("A day ticket costs 8 euros, a single ticket 3 euros.", PRICES, question=question)
    assert result.findings("completeness") == []


def test_a_right_difference_alone_is_whole(check):
    question = "By how much is the day ticket dearer than the single ticket?"
    result = check("The day ticket is 5 euros dearer than the single ticket.", PRICES, question=question)
    assert result.findings("completeness") == []


def test_figures_of_two_kinds_are_not_two_sides(check):
    passage = "Team leads with 6 people have a target of 40 percent, which is 14 hours. Team leads with 4 people have 60 percent, 22 hours."
    question = "What is the difference between the target of a lead with 6 people and that of one with 4 people?"
    result = check("The target of a lead with 6 people is 40 percent, which is 14 hours.", passage, question=question)
    assert result.findings("completeness", "doubt")


def test_one_figure_is_enough_where_nothing_is_compared(check):
    assert check("A day ticket costs 8 euros.", PRICES, question="What does a day ticket cost?").findings("completeness") == []


def test_german_half_comparison_is_doubted(check):
    passage = "Für Mieter beträgt die Frist drei Monate. Für Vermieter beträgt die Frist neun Monate."
    question = "Wie unterscheidet sich die Frist für Mieter von der für Vermieter?"
    result = check("Für Mieter beträgt die Frist drei Monate.", passage, question=question, language="de")
    assert result.findings("completeness", "doubt")


def test_a_change_has_two_ends_and_each_must_stand_in_a_passage(check):
    question = "How did the price of a day ticket change from 2020 to 2025?"
    old, new = "In 2020 a day ticket costs 6 euros.", "In 2025 a day ticket costs 8 euros."
    right = check("The price of a day ticket rose from 6 to 8 euros.", old, new, question=question)
    wrong = check("The price of a day ticket rose from 5 to 8 euros.", old, new, question=question)
    assert right.findings("numbers", "fail") == []
    assert right.findings("completeness") == []
    assert [f.message for f in wrong.findings("numbers", "fail")] == ["5 is in no passage."]


def test_a_range_that_is_no_change_stays_a_range(check):
    result = check("The desk is open from 3 to 5 days a week.", "The desk is open 3 to 5 days a week.")
    assert result.findings("numbers", "fail", "doubt") == []
