import pytest

from app.pipeline.planner import MAX_SUB_QUERIES, plan_queries


def test_one_question_stays_one():
    assert plan_queries("What is the fee for a guest card?", "en") == ("What is the fee for a guest card?",)


@pytest.mark.parametrize(
    ("question", "language", "parts"),
    [
        ("What is the fee and when is it due?", "en", ["What is the fee", "when is it due"]),
        ("Wie hoch ist die Gebühr und wann ist sie fällig?", "de", ["Wie hoch ist die Gebühr", "wann ist sie fällig"]),
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
