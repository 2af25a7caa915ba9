"""The two sides of a comparison or sum, found by the program with small made-up documents."""

import pytest

from app.pipeline.planner import compared_sides
from app.rules.cells import figures_of
from app.rules.sides import side_pair

from .conftest import make_passage

OLD = "A trainee gets a book allowance of €40 a year. Claims are handed in within 60 days."
NEW = "A trainee gets a book allowance of €55 a year. It replaces the rules of 2021. Claims are handed in within 45 days."
ROWS = (
    "Item: Kiln K 2 | Bought: 2019-04-01 | Price (EUR): 5200\n"
    "Item: Potter's wheel | Bought: 2020-02-11 | Price (EUR): 830\n"
    "Item: Glaze booth | Bought: 2018-07-30 | Price (EUR): 1900"
)


def found(question, *passages, language="en"):
    return [c.quote for c in side_pair(question, compared_sides(question, language), passages, None, language)]


def test_two_versions_are_told_apart_by_the_year_in_their_names():
    passages = (make_passage(OLD, 1, context="Rules 2021.docx"), make_passage(NEW, 2, context="Rules 2024.pdf"))
    assert found("How did the book allowance of a trainee change from 2021 to 2024?", *passages) == [
        "A trainee gets a book allowance of €40 a year.",
        "A trainee gets a book allowance of €55 a year.",
    ]


def test_the_name_of_the_document_counts_below_a_heading_too():
    passages = (
        make_passage("Books\n\n" + OLD, 1, source="/home/a/Rules 2021.docx"),
        make_passage("Books\n\n" + NEW, 2, source="/home/a/Rules 2024.pdf"),
    )
    assert found("How did the book allowance of a trainee change from 2021 to 2024?", *passages) == [
        "A trainee gets a book allowance of €40 a year.",
        "A trainee gets a book allowance of €55 a year.",
    ]


def test_rows_of_a_table_are_told_apart_by_their_words():
    assert [
        q.split(" | ")[0] for q in found("What did the kiln and the potter's wheel cost together?", make_passage(ROWS))
    ] == [
        "Item: Kiln K 2",
        "Item: Potter's wheel",
    ]


def test_a_side_without_words_of_its_own_is_the_sentence_without_those_of_the_other():
    text = "A locker on the ground floor costs 12 euros.\n\nA locker costs 7 euros."
    question = "How much dearer is a locker on the ground floor than a locker?"
    assert found(question, make_passage(text)) == [
        "A locker on the ground floor costs 12 euros.",
        "A locker costs 7 euros.",
    ]


def test_a_lead_in_says_whose_the_lines_below_it_are():
    text = "To book the hall:\n\n- Write at least 14 days before.\n\nTo book the kitchen:\n\n- Write at least 3 days before."
    question = "How many days earlier must one write to book the hall than to book the kitchen?"
    assert found(question, make_passage(text)) == ["- Write at least 14 days before.", "- Write at least 3 days before."]


def test_a_sentence_that_names_both_in_passing_is_no_side():
    text = (
        "Grade 5: up to 90 hours of leave. Grade 4: up to 50 hours of leave. "
        "Grade 3: up to 9 hours of leave for a share of work that was rated grade 4 or grade 5."
    )
    assert found("Is the leave longer for grade 5 or for grade 4, and by how many hours?", make_passage(text)) == [
        "Grade 5: up to 90 hours of leave.",
        "Grade 4: up to 50 hours of leave.",
    ]


def test_one_sentence_that_speaks_of_both_is_enough():
    text = "For the breakfast 20 percent are kept back, for the lunch 40 percent. Guests pay by card within 9 days."
    assert found("Is more kept back for the breakfast or for the lunch?", make_passage(text)) == [
        "For the breakfast 20 percent are kept back, for the lunch 40 percent."
    ]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Is a day ticket dearer than a week ticket?", "A day ticket costs 4 euros. A day ticket costs 5 euros. A week ticket costs 20 euros."),
        ("Is a day ticket dearer than a week ticket?", "A day ticket costs 4 euros. The museum opens at 10:00."),
        ("Is a boat dearer than a bicycle?", "A day ticket costs 4 euros. A week ticket costs 20 euros."),
    ],
)  # fmt: skip
def test_where_it_is_not_plain_nothing_is_said(question, text):
    assert found(question, make_passage(text)) == []


def test_a_figure_of_a_row_has_the_unit_of_its_column():
    row = ROWS.split("\n")[0]
    assert [(q.kind, q.unit) for q in figures_of(row, "en") if q.text == "5200"] == [("money", "EUR")]
    assert [(q.kind, q.unit) for q in figures_of("Kiln: 5200", "en")] == [("number", None)]
