import pytest

from app.rules.difference import stated_difference, stated_sum
from app.rules.extractive import parallel_pair

from .conftest import make_passage


@pytest.mark.parametrize(
    ("question", "first", "second", "language", "formula"),
    [
        ("By how many days do the terms differ?", "The old term is 14 days.", "The new term is 30 days.", "en", "30 days − 14 days = 16 days"),
        ("Is the tram or the bus dearer, and by how much?", "The tram costs $4.50.", "The bus costs $3.", "en", "$4.50 − $3 = $1.5"),
        ("Wie unterscheiden sich die Fristen?", "Für Mieter: drei Monate.", "Für Vermieter: 9 Monate.", "de", "9 Monate − drei Monate = 6 Monate"),
        (
            "By how many hours do A and B differ?", "A: 2 percent or 40 hours.", "B: 3 percent or 60 hours.", "en",
            "60 hours − 40 hours = 20 hours",
        ),
    ],
)  # fmt: skip
def test_the_difference_is_calculated_in_the_documents_own_spelling(question, first, second, language, formula):
    assert stated_difference(question, first, second, language) == formula


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        ("What does the tram cost?", "The tram costs $4.", "The bus costs $3."),
        ("How do A and B differ?", "A: 2 percent or 40 hours.", "B: 3 percent or 60 hours."),
        ("How do A and B differ?", "A takes 2 to 4 days.", "B takes 9 days."),
        ("How do A and B differ?", "A takes 2 days, then 5 days.", "B takes 9 days."),
        ("How do A and B differ?", "A takes 9 days.", "B takes 9 days."),
        ("How do A and B differ?", "A takes 9 days.", "B costs 9 euros."),
        ("How do A and B differ?", "A is blue.", "B is red."),
    ],
)
def test_where_it_is_not_plain_which_figures_are_meant_nothing_is_calculated(question, first, second):
    assert stated_difference(question, first, second, "en") is None


def test_the_calculated_line_is_shown_as_computed_and_supported(check):
    passage = "The old term is 14 days. The new term is 30 days."
    answer = "The old term is 14 days.\nThe new term is 30 days.\n30 days − 14 days = 16 days"
    result = check(answer, passage, question="By how many days do the old and the new term differ?")
    assert result.verdict == "supported"
    assert "computed: 30 − 14 = 16" in result.findings("computed", "pass")[0].message


def test_a_wrong_calculation_is_refuted(check):
    passage = "The old term is 14 days. The new term is 30 days."
    result = check("30 days − 14 days = 17 days", passage, question="By how many days do the terms differ?")
    assert result.verdict != "supported"


def test_the_two_sides_come_from_one_document_or_say_the_same_thing():
    question = "Does the tram or the bus cost more?"
    one = (make_passage("The tram costs $4 a day. The bus costs $3 a day."),)
    assert len(parallel_pair(question, one, None, "en")) == 2
    versions = (
        make_passage("A ticket for the tram costs $4 a day.", 0),
        make_passage("A ticket for the bus costs $3 a day.", 1),
    )
    assert len(parallel_pair(question, versions, None, "en")) == 2
    strangers = (
        make_passage("The tram costs nothing on the day of the opening festival in June.", 0),
        make_passage("Drivers of a bus must hold a licence of class D and cost centre cards.", 1),
    )
    assert parallel_pair(question, strangers, None, "en") == []


@pytest.mark.parametrize(
    ("question", "first", "second", "formula"),
    [
        ("What do the tram and the bus cost together?", "The tram costs $4.", "The bus costs $3.", "$4 + $3 = $7"),
        ("What did A and B cost together?", "Item: A | Price (EUR): 5200", "Item: B | Price (EUR): 830", "5200 + 830 = 6030"),
        ("What do the tram and the bus cost?", "The tram costs $4.", "The bus costs $3.", None),
        ("What do the tram and the bus cost together?", "The tram costs $4.", "The bus runs 3 hours.", None),
        ("How many guests came in total?", "40 guests came.", "30 guests came.", None),
    ],
)
def test_the_sum_of_two_things_is_calculated_where_it_is_asked_for(question, first, second, formula):
    assert stated_sum(question, first, second, "en") == formula
