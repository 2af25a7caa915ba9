import pytest

from app.pipeline.intent import intent_by_rules
from app.pipeline.planner import MAX_SUB_QUERIES, compared_sides, plan_queries, sub_questions


def test_one_question_stays_one():
    assert plan_queries("What is the fee for a guest card?", "en") == ("What is the fee for a guest card?",)


@pytest.mark.parametrize(
    ("question", "language", "parts"),
    [
        ("What is the fee and when is it due?", "en", ["What is the fee", "when is it due"]),
        ("Wie hoch ist die Gebühr und wann ist sie fällig?", "de", ["Wie hoch ist die Gebühr", "wann ist sie fällig"]),
        (
            "How long is a loan, and after how many days is it overdue?",
            "en",
            ["How long is a loan", "after how many days is it overdue"],
        ),
        ("Who signs the form? Where must it be sent?", "en", ["Who signs the form", "Where must it be sent"]),
    ],
)
def test_joined_questions_are_searched_as_a_whole_and_in_parts(question, language, parts):
    assert plan_queries(question, language) == (question, *parts)


def test_a_plain_and_between_nouns_is_no_seam():
    assert len(plan_queries("What do tea and coffee cost?", "en")) == 1


def test_there_are_never_more_than_the_limit():
    question = "Who signs the first form? Who signs the second form? Who signs the third? Who signs the fourth form? Who?"
    assert len(plan_queries(question, "en")) == MAX_SUB_QUERIES


@pytest.mark.parametrize(
    ("question", "language", "sides"),
    [
        (
            "Is the notice period longer for tenants or for landlords?",
            "en",
            ("notice period longer tenants", "notice period longer landlords"),
        ),
        (
            "What is the difference between the fee for a guest card and for a member card?",
            "en",
            ("difference fee guest card", "difference fee member card"),
        ),
        (
            "Wie hat sich die Pauschale von 2023 auf 2025 geändert?",
            "de",
            ("Wie hat sich die Pauschale von 2023 auf geändert?", "Wie hat sich die Pauschale von auf 2025 geändert?"),
        ),
        (
            "Is the boat or the train dearer, and by how much?",
            "en",
            ("boat", "train dearer"),
        ),
        (
            "What did the desk and the chair cost together?",
            "en",
            ("desk", "chair cost together"),
        ),
        (
            "Does the target differ between 6 reports and 4?",
            "en",
            ("Does the target differ between 6 reports and ?", "Does the target differ between reports and 4?"),
        ),
        ("What is the fee for a guest card?", "en", ()),
        ("By how much did it change?", "en", ()),
    ],
)
def test_a_comparison_is_searched_side_by_side(question, language, sides):
    assert compared_sides(question, language) == sides


def test_a_part_that_speaks_of_it_gets_the_subject_of_the_first():
    assert sub_questions("Who signs the guest card and where is it issued?", "en") == (
        "Who signs the guest card?",
        "where is it issued? (signs guest card)",
    )
    assert sub_questions("Who signs the guest card?", "en") == ()


@pytest.mark.parametrize(
    ("question", "language", "kind", "sure"),
    [
        ("What is the fee for a guest card?", "en", "simple_qa", True),
        ("Is a guest card dearer than a member card?", "en", "compare", True),
        ("Was ist der Unterschied zwischen Gastkarte und Mitgliedskarte?", "de", "compare", True),
        ("What is the fee and when is it due?", "en", "multi_hop", True),
        ("How many days longer is the notice for a flat than for a garage?", "en", "compare", True),
        ("Um wie viel länger ist die Frist für Mieter als für Vermieter?", "de", "compare", True),
        ("Does a visa take longer than a permit?", "en", "compare", True),
        ("Does a break take longer than 30 minutes?", "en", "simple_qa", True),
        ("What do the desk and the chair cost together?", "en", "multi_hop", True),
        ("guest card", "en", "ambiguous", True),
        ("Kündigungsfrist?", "de", "ambiguous", True),
        ("我每年有多少天假期？", "zh", "simple_qa", True),
        (
            "How many days of leave does a new employee of the harbour office have left after two weeks of parental leave in May?",
            "en",
            "simple_qa",
            False,
        ),
    ],
)
def test_intent_is_known_by_rules_or_known_to_be_unsure(question, language, kind, sure):
    intent = intent_by_rules(question, language)
    assert (intent.type, intent.sure) == (kind, sure)
    assert intent.requires_decomposition == (kind in ("compare", "multi_hop"))
