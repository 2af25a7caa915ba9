"""What the model reads of the passages, and how likely they answer at all."""

import numpy as np

from app.rules.extractive import answerability
from app.rules.focus import focus

from .conftest import make_passage

LIBRARY = make_passage(
    "§ 4 Opening hours\n\nThe reading room opens at nine. It closes at 9 pm on weekdays. Bags stay in the lockers.\n\n"
    "Not allowed are:\n- animals\n- open drinks on the tables of the reading room\n\n"
    "The cafe sells soup. The cafe sells cake. The cafe sells tea. The garden is large. The fountain is old. The tower is closed.",
    0,
    "Library › § 4 Opening hours",
)
FEES = make_passage("The late fee for a book is 20 cents a day.", 1, "Library › Fees")


def near(words):
    """Vectors that put what holds one of ``words`` next to every question and all else far from it."""

    def embed(texts, *, asking=False):
        close = [asking or any(word in text for word in words) for text in texts]
        return np.array([[1.0, 0.0] if c else [0.7, 0.714] for c in close], dtype=np.float32)

    return embed


def test_the_model_reads_the_best_sentences_with_their_neighbours_behind_their_numbers():
    found = focus(["When does the reading room close on weekdays?"], [LIBRARY, FEES], None, "en", 1)
    assert found.quotable == ("It closes at 9 pm on weekdays.",)
    assert found.texts == {"c0": "The reading room opens at nine. [1] It closes at 9 pm on weekdays. Bags stay in the lockers."}


def test_an_item_of_a_list_comes_with_the_line_that_leads_in_to_it():
    found = focus(["Are open drinks allowed on the tables?"], [LIBRARY], None, "en", 1)
    assert found.quotable == ("- open drinks on the tables of the reading room",)
    assert "Not allowed are:" in found.texts["c0"]
    assert "[1] - open drinks" in found.texts["c0"]


def test_headings_and_lead_ins_are_read_but_not_quotable():
    found = focus(["What are the opening hours, and what is not allowed?"], [LIBRARY], near(["allowed", "hours"]), "en", 8)
    assert not {"§ 4 Opening hours", "Not allowed are:"} & set(found.quotable)


def test_what_is_left_out_between_two_sentences_is_marked():
    found = focus(["When does the reading room close, and is the tower closed?"], [LIBRARY], None, "en", 2)
    assert "\n…\n" in found.texts["c0"]
    assert "soup" not in found.texts["c0"]


def test_the_same_sentence_in_two_documents_has_one_number():
    found = focus(["What is the late fee for a book?"], [FEES, make_passage(FEES.content, 2, "Old › Fees")], None, "en", 8)
    assert found.quotable == (FEES.content,)
    assert found.texts == {"c1": f"[1] {FEES.content}", "c2": f"[1] {FEES.content}"}


def test_a_sentence_without_a_word_of_the_question_answers_when_it_is_near_in_meaning():
    found = focus(["How much must I pay when I return something too late?"], [LIBRARY, FEES], near(["20 cents"]), "en", 1)
    assert found.quotable == (FEES.content,)


def test_passages_near_in_meaning_answer_and_those_far_from_it_do_not():
    question = "How much must I pay when I return something too late?"
    assert answerability(question, [LIBRARY, FEES], near(["20 cents"]), "en") > 0.5
    assert answerability(question, [LIBRARY, FEES], near(["nothing of it"]), "en") < 0.5


def test_each_part_of_a_question_brings_its_own_sentences():
    parts = ["When does the reading room close on weekdays?", "What is the late fee for a book?"]
    found = focus(parts, [LIBRARY, FEES], None, "en", 2)
    assert found.quotable == ("It closes at 9 pm on weekdays.", FEES.content)


def test_what_comes_nowhere_near_the_best_sentence_is_not_read():
    found = focus(["What is the late fee for a book, in cents a day?"], [LIBRARY, FEES], None, "en", 8)
    assert found.quotable == (FEES.content,)


def test_a_figure_of_the_question_tells_one_row_of_a_table_from_the_next():
    rows = "\n".join(f"Number of reports: {n} | Target: {100 - 10 * n} %" for n in range(7, 0, -1))
    found = focus(["What is the target of somebody with 3 reports?"], [make_passage(rows)], None, "en", 1)
    assert found.quotable == ("Number of reports: 3 | Target: 70 %",)


def test_a_sentence_below_the_heading_that_is_asked_about_answers_though_it_does_not_name_it():
    def embed(texts, *, asking=False):
        near = [1.0 if asking else 0.88 if "Pottery" in t and "fee" in t else 0.81 for t in texts]
        return np.array([[n, np.sqrt(1 - n * n)] for n in near], dtype=np.float32)

    fees = make_passage("The course fee is 480 euros. Classes take place on Mondays.", 0, "Pottery programme › Fees")
    fees = fees.model_copy(update={"relevance_score": 0.02})
    elsewhere = fees.model_copy(update={"context": "Courses"})
    asked = "What is the course fee of the Pottery programme?"
    assert answerability(asked, [fees], embed, "en") >= 0.5
    assert answerability(asked, [elsewhere], embed, "en") < 0.5
